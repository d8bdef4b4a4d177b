-- How much time the present question of a seat had taken when its dial was last set going: a reaction costs a bank nothing.
ALTER TABLE dials ADD COLUMN spent REAL NOT NULL DEFAULT 0;
