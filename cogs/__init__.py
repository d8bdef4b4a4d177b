"""The shell: Discord in, Discord out. No rule of any game, no SQL, no drawing.

A module here is a cog, found by looking. The packages are what cogs share: `tables`, `tournaments`, `card_drafts`, `moderation` and `people` are what
commands and buttons do there, `play` is tables and tournaments at work without Discord, `messages` what people see and press, `service` the process.
"""
