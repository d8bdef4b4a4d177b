"""Time at tables: clocks, when they stand still, and who is present.

Dials are rows, changed in the transaction of the action that stops one and starts another. Time in which no process was there for a server
(`data/store/heartbeat.py`) is charged to nobody. Neither is time in which one stood still and went on (`cogs/service/heartbeat.py`): whoever
changes a table waits until everybody has been credited with it.

Time runs only where people can act and have been told that they are asked. `cogs/service/reach.py` looks at the server, the channel and the
boards in the outbox, `cogs/service/deaf_gateway.py` at gateways that deliver nothing. Where time *stands* is a row, shown with its reason, and it
goes on by itself.

What people can do to themselves, or a moderator to them (leave, lose a role, be timed out), stops their own dial once a game, for a day at most.
`cogs/service/absence_checks.py` asks Discord in the last part of their time, and `cogs/play/time/absent_players.py` tells the others, or nobody where
the question is one of theirs alone.
"""
