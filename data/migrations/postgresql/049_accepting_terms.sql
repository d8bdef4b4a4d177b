-- On what terms somebody accepts challenges without being asked: which games (an empty list: any), how long a decision has at least and at most
-- (0: any), whether the result may count for ratings, and where: 'played', in servers where they have played, 'everywhere', or in a list of servers.
ALTER TABLE settings ADD COLUMN accept_games TEXT NOT NULL DEFAULT '[]';
ALTER TABLE settings ADD COLUMN accept_fastest DOUBLE PRECISION NOT NULL DEFAULT 86400;
ALTER TABLE settings ADD COLUMN accept_slowest DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE settings ADD COLUMN accept_rated BIGINT NOT NULL DEFAULT 0;
ALTER TABLE settings ADD COLUMN accept_servers TEXT NOT NULL DEFAULT 'played';
