"""Messages of card drafts and sealed decks: public progress, the private panel of a seat, and the log at the end."""
