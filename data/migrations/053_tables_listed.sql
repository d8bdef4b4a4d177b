-- Who may sit down at tables that somebody opens: 'everybody', or 'listed', those of whom they accept challenges.
ALTER TABLE settings ADD COLUMN accept_tables TEXT NOT NULL DEFAULT 'everybody';
