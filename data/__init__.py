"""Content, texts, rulebooks, and the database."""
