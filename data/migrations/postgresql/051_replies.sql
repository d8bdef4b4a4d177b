-- How long people took to answer by hand, in seconds of their waking hours: orders answer after a pause like these. `hour` is that of their day in which
-- they were first there to be asked, `sealed` whether nobody could see whether they had answered.
CREATE TABLE replies (
    player BIGINT NOT NULL,
    game TEXT NOT NULL,
    sealed BIGINT NOT NULL,
    asked DOUBLE PRECISION NOT NULL,
    hour DOUBLE PRECISION NOT NULL,
    seconds DOUBLE PRECISION NOT NULL
);
CREATE INDEX replies_player ON replies (player, game, asked);
CREATE INDEX replies_game ON replies (game, asked);
