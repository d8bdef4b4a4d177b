"""A local stand-in for Discord: gateway and REST as discord.py speaks them, and a web page that shows a server."""
