-- Decks that players have built. Private to their owner; `cards` is a JSON object of card and number of copies.
CREATE TABLE decks (
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    cards TEXT NOT NULL,
    changed REAL NOT NULL,
    PRIMARY KEY (player, game, name)
) STRICT, WITHOUT ROWID;
