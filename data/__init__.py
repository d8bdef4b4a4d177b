"""What the bot knows and remembers: content, texts, rulebooks, and the database."""
