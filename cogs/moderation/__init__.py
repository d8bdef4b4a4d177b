"""What moderators do by `/referee`, one module a subject. Who is a moderator, and what they may do, is in `cogs/play/permissions.py`."""
