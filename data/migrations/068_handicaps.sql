-- The size of the handicap of whoever sits there: by how much more they begin than the rules have it (0: none).
ALTER TABLE seats ADD COLUMN handicap INTEGER NOT NULL DEFAULT 0;
