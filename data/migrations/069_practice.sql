-- Each person's first try at a position to solve: the number of the position in its game, and whether they solved it.
CREATE TABLE practice_tries (
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (player, game, puzzle)
) STRICT, WITHOUT ROWID;
-- The channel of a server in which a position is posted each day, of which game ('': any), and since when that is wanted.
CREATE TABLE practice_rooms (
    guild INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    game TEXT NOT NULL,
    since REAL NOT NULL
) STRICT;
-- What is posted in a server on a day (counted from 1970): the position (game '': only that there will be no more), when a process has taken it on,
-- its message once that is known, whether anybody has pressed its button, and whether its answer is told.
CREATE TABLE practice_days (
    guild INTEGER NOT NULL,
    day INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    claimed REAL NOT NULL,
    message INTEGER,
    pressed INTEGER NOT NULL DEFAULT 0,
    closed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guild, day)
) STRICT, WITHOUT ROWID;
