"""`python bot.py doctor`: checks the set-up and explains what is wrong, for whoever runs the bot.

One module a subject; each only looks, and changes nothing.
"""
