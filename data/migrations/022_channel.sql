-- The table of a channel is looked for with every command, over or not.
CREATE INDEX games_channel ON games (channel);
