-- Whether boards are posted in motion where something has just been decided: NULL where nothing is set, which means that they are.
ALTER TABLE rooms ADD COLUMN motion INTEGER;
