-- The games that are over, by their seeds: whose record it is that somebody wants to have checked.
CREATE INDEX games_seed ON games (seed) WHERE status = 'over';
