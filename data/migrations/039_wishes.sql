-- What is being set up may be something else than a tournament: by which command it was asked for.
ALTER TABLE drafts ADD COLUMN command TEXT NOT NULL DEFAULT 'tournament';
