"""Messages about decks: a deck, its file, and the cards to choose from."""
