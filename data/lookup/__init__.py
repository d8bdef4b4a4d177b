"""Rules search: from a question in words to an entry of a rulebook. Its steps are listed in `docs/rules-lookup.md`."""
