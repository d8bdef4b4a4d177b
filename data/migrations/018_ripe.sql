-- From when on orders answer the present question of a table; 0 for at once.
ALTER TABLE games ADD COLUMN ripe REAL NOT NULL DEFAULT 0;
