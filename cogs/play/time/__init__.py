"""Time at tables: clocks, when they stand still, and who is present.

Dials are rows, changed in the transaction of the action that stops one and starts another. Downtime is charged to nobody: neither time in which no
process served a server (`data/store/heartbeat.py`), nor time in which a process was frozen (`cogs/service/heartbeat.py`). Every change of a table
waits until such time has been credited.

Time runs only where people can act and have been told that they are asked. `cogs/service/reach.py` looks at the server, the channel and the boards in
the outbox, `cogs/service/deaf_gateway.py` at gateways that deliver nothing. Where time *stands* is a row, shown with its reason, and it goes on by
itself.

When somebody is reminded is `running` in `rules/competition/clock.py`; `expiry.py` sends it, and `cogs/play/notification_rules.py` says whether it
pings.

Not being there has several forms:

- *absent*: Discord says that a player has left the server, cannot see the channel or is timed out. Their own clock stands, once a game, for a day at
  most (`absence_rules.py`, `absent_players.py`; asked for by `cogs/service/absence_checks.py`).
- *silent* (stored as `vanished`): a player who has not answered for a week at a table without a clock (`silent_players.py`).
- *away*: an entrant of a tournament who has left the server (`cogs/play/tournaments`).
- *days away*: holidays that a person has set (`data/rest_hours.py`).
- *no-show*: an entrant who did not come to a match (`cogs/play/tournaments/moderation.py`).

`membership.py` asks Discord whether people are in the server, `whereabouts.py` is what it answers of one.
"""
