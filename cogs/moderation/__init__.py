"""The subcommands of `/referee`, one module a subject. Who is a moderator, and what they may do: `cogs/play/permissions.py`."""
