-- The picks of a card draft in their order.
CREATE TABLE card_picks (
    tournament BIGINT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    card TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
);
