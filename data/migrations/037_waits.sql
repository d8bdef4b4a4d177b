-- How long a table without a clock has waited for a seat, in that person's own time, counted until a moment: for which question (NULL: of which nobody
-- else knows) and what everybody saw then (`seen`), and after how many who had sat there before. How far that has come ('' only counted, 'warned',
-- 'offered' to the others, 'taken' by a computer), which seats are for a computer and which for an end, and the mark of the offer.
CREATE TABLE waits (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    question INTEGER,
    seen TEXT NOT NULL,
    sat INTEGER NOT NULL,
    waited REAL NOT NULL,
    counted REAL NOT NULL,
    stage TEXT NOT NULL,
    computer TEXT NOT NULL,
    ending TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;
