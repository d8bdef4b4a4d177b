"""The shell: Discord in, Discord out. No rule of any game, no SQL, no drawing.

A module with a public name is a cog and is found by looking. The packages are what cogs share: `playing` is tables and tournaments without
Discord, `showing` is what people see of them, `running` is the bot at work.
"""
