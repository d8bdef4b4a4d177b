-- After which action a computer last proposed to give up.
ALTER TABLE seats ADD COLUMN proposed INTEGER NOT NULL DEFAULT 0;
