"""Rules search: from a question in words to an entry of a rulebook."""
