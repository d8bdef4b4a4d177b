-- When somebody began to do what is owed for the first time, so that it may have been done; NULL: it surely has not been. A board's debts have a
-- parcel when that is being sent, and not before.
ALTER TABLE owed ADD COLUMN begun double precision;

-- When each shard was last looked after, and of how many it was one then.
CREATE TABLE alive (
    count BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    at double precision NOT NULL,
    PRIMARY KEY (count, shard)
);
