"""What is shown of decks."""
