"""What is about more than one game: tournaments with their formats, pairings and standings, ratings, and the time players have."""

Entrant = int
"""Somebody in a tournament, by the number that never changes."""
