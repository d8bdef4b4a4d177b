-- Why the check-in and the start of a tournament wait, and since when: nobody can enter or check in there. NULL: they do not.
ALTER TABLE tournaments ADD COLUMN stands TEXT;
ALTER TABLE tournaments ADD COLUMN stood DOUBLE PRECISION NOT NULL DEFAULT 0;
