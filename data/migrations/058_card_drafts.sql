-- The seats of a card draft, or of sealed decks, before the matches of a tournament: whose they are (NULL: a computer's), their packs as they were opened,
-- since when the pack that lies before them does, or their deck is to be built; for how many picks in a row their time was over, whether a computer picks
-- for them, which cards they would have first, the deck that they are building, and the one that they have handed in, as a share code.
CREATE TABLE card_seats (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    entrant INTEGER,
    packs TEXT NOT NULL,
    since REAL NOT NULL,
    missed INTEGER NOT NULL,
    computer INTEGER NOT NULL,
    wishes TEXT NOT NULL,
    building TEXT NOT NULL,
    deck TEXT,
    PRIMARY KEY (tournament, seat)
) STRICT;
