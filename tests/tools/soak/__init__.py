"""The soak test: real bots are killed again and again while simulated people play, and the results are checked afterwards.

`stage` starts a database, the stand-in for Discord and the bots; `world` makes live tables in bulk, `people` play, `harm` kills and cuts, and
`judge` looks at rows and messages.
"""
