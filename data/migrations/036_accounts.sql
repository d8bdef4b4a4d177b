-- What the account is called of those who have sat down, sat, and entered: it tells apart who looks the same, and is drawn where a font lacks the name.
-- Empty where it is not known.
ALTER TABLE seats ADD COLUMN account TEXT NOT NULL DEFAULT '';
ALTER TABLE sittings ADD COLUMN account TEXT NOT NULL DEFAULT '';
ALTER TABLE tournament_players ADD COLUMN account TEXT NOT NULL DEFAULT '';
