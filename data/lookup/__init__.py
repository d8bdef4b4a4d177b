"""Rules search: from a question in words to the entry of a rulebook that answers it. `docs/rules-lookup.md` describes its steps."""
