-- When a game was dealt; NULL for one that has not been, and for those that were before this was noted.
ALTER TABLE games ADD COLUMN begun REAL;
