-- Why time stands at a table that is not paused, and since when: nobody can act there, or nobody has been told that they are asked. NULL: it runs.
ALTER TABLE games ADD COLUMN stands TEXT;
ALTER TABLE games ADD COLUMN stood REAL NOT NULL DEFAULT 0;
