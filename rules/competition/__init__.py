"""Competition across games: tournament formats, pairings, standings, ratings, and clocks."""

Entrant = int
"""Somebody in a tournament, by the number that never changes."""
