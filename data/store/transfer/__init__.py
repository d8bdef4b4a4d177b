"""Copies of a database: backups, restores, and moves to another one."""
