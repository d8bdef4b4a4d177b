-- How often a tournament has been changed, also where nobody is to see it, so that no commit is lost to one of another process.
ALTER TABLE tournaments ADD COLUMN commits INTEGER NOT NULL DEFAULT 0;
