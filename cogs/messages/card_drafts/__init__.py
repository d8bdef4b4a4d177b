"""Card drafts and sealed decks in chat: what everybody reads of them, the panel of who has a seat, and the log at the end."""
