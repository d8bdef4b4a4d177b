"""Choosing, typing and saying ahead what to do."""
