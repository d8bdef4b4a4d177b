-- The actions of a turn under way, as typed, where a whole turn is to be played; until its end, `solved` is -1 if it is the first try.
ALTER TABLE practice_tries ADD COLUMN turn TEXT NOT NULL DEFAULT '';
