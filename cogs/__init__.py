"""The shell: Discord in, Discord out. No rule of any game, no SQL, no drawing.

A module with a public name is a cog and is found by looking; one whose name begins with an underscore is shared by them.
"""
