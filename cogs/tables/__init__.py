"""Buttons and subcommands at tables, one module a subject."""
