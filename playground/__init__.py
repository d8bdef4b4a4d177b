"""A local stand-in for Discord: gateway and REST as discord.py speaks them, and a web page that shows a server.

What waits there at the first start is in `first_tables.py`; what the world may do to a bot, for tests, in `situations.py`. Of the page, `page/app.js`
draws messages and their marks, `page/layout.js` components, and `page/words.js` holds what the page itself says.
"""
