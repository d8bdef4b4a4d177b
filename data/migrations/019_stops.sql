-- The standing orders that somebody usually gives, by game.
CREATE TABLE stops (
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    orders TEXT NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
