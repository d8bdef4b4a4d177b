-- The picks of a card draft in their order.
CREATE TABLE card_picks (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    card TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT;
