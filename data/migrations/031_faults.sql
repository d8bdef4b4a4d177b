-- Questions on which the rules have failed: since when, by which number in the log, until when the time of the seat stands, how long it had stood
-- because of earlier ones, and whether nothing that was tried can be carried out. NULL: it is asked no longer.
CREATE TABLE faults (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    question INTEGER,
    at REAL NOT NULL,
    until REAL NOT NULL,
    number TEXT NOT NULL,
    stood REAL NOT NULL,
    stuck INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;
