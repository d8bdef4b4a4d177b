-- When somebody began to do what is owed for the first time, so that it may have been done; NULL: it surely has not been. A board's debts have a
-- parcel when that is being sent, and not before.
ALTER TABLE owed ADD COLUMN begun REAL;
UPDATE owed SET parcel = 0
    WHERE parcel > COALESCE((SELECT MIN(b.parcel) FROM owed b WHERE b.game = owed.game AND b.kind = 'board'), 0);
UPDATE owed SET begun = created, parcel = (SELECT MIN(b.parcel) FROM owed b WHERE b.game = owed.game AND b.kind = 'board' AND b.parcel > 0)
    WHERE parcel > 0;
UPDATE owed SET begun = created WHERE kind IN ('lobby', 'thread');

-- When each shard was last looked after, and of how many it was one then.
CREATE TABLE alive (
    count INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (count, shard)
) STRICT, WITHOUT ROWID;
INSERT INTO alive SELECT 1, 0, CAST(value AS REAL) FROM facts WHERE key = 'alive';
DELETE FROM facts WHERE key = 'alive';
