"""The moderators' desk, one module a subject."""
