-- Whether somebody's own replays show what decided something in motion.
ALTER TABLE settings ADD COLUMN motion INTEGER NOT NULL DEFAULT 1;
