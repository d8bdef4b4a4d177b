-- Ratings of players by game, in a server and over all (guild 0), and how each rated table changed them.
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
CREATE TABLE ratings (
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    guild INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (player, game, guild)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_guild ON ratings (guild, game);

CREATE TABLE rating_changes (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    PRIMARY KEY (game, player, guild)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_changes_player ON rating_changes (player, guild);
