"""Looking rules up: from a question in words to an entry of a rulebook."""
