"""The rule engines: pure, without Discord, input or output, clock or global randomness.

A module here is shared machinery, a package is a game. That is the whole registry.
"""
