-- How long people took to answer by hand, in seconds of their waking hours: orders answer after a pause like these. `hour` is that of their day in which
-- they were first there to be asked, `sealed` whether nobody could see whether they had answered.
CREATE TABLE replies (
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    sealed INTEGER NOT NULL,
    asked REAL NOT NULL,
    hour REAL NOT NULL,
    seconds REAL NOT NULL
) STRICT;
CREATE INDEX replies_player ON replies (player, game, asked);
CREATE INDEX replies_game ON replies (game, asked);
