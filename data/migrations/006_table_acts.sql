-- What moderators did at tables, with the number of the action it led to and the reason.
CREATE TABLE table_acts (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    by INTEGER NOT NULL,
    act TEXT NOT NULL,
    whom TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
