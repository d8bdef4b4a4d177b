-- For what players of matches have called a moderator, until one has settled it or the tournament is over: at which table and seat, who, after which
-- action, when, and why.
CREATE TABLE disputes (
    game BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    tournament BIGINT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    player BIGINT NOT NULL,
    number BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX disputes_tournament ON disputes (tournament);
