"""Backups, restores, and moves of a database."""
