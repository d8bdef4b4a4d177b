-- What a moderator who plays at a table has put to the others: which act, about which seats, to which target where it has one, since which action and
-- when, and why. Its mark, how far it has come ('asked'; 'announced': it will be done; 'objected'), who has agreed, and for how many seconds of their
-- own time those who have not answered have been silent (by seat), counted until a moment.
CREATE TABLE motions (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    act TEXT NOT NULL,
    by INTEGER NOT NULL,
    seats TEXT NOT NULL,
    target TEXT NOT NULL,
    number INTEGER NOT NULL,
    made REAL NOT NULL,
    reason TEXT NOT NULL,
    mark TEXT NOT NULL,
    stage TEXT NOT NULL,
    agreed TEXT NOT NULL,
    silent TEXT NOT NULL,
    counted REAL NOT NULL,
    PRIMARY KEY (game, act)
) STRICT;
