-- The key of the marks by which buttons know their question: they tell nothing of how many actions came before.
INSERT INTO facts VALUES ('marks', hex(randomblob(32)));
-- Since which action each seat is asked, as a JSON object; NULL for the latest one.
ALTER TABLE games ADD COLUMN asked TEXT;
