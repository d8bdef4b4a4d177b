"""Views in, pictures out. Never sees a state, knows nothing of Discord.

A module named like a game holds `scenes(view, look)`-style functions for that game's pictures and `describe`, the same in words.
"""
