"""Tournaments at work."""
