"""A stand-in for Discord on loopback: gateway and REST as discord.py speaks them, and a web page that shows a server's channels."""
