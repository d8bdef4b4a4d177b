"""Proof by force: real bots, killed again and again while people play, and what is held against them afterwards.

`stage` starts a database, the stand-in for Discord and the bots; `world` makes live tables in bulk, `people` play, `harm` kills and cuts, and
`judge` looks at rows and messages.
"""
