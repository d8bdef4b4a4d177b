"""Buttons and panels of tournaments, one module a subject."""
