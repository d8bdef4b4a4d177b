"""Messages about decks: showing one, reading a file, and browsing cards."""
