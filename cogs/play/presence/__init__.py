"""Presence: players who have left, can't be reached, or don't answer, and what becomes of their time and their seats.

Kinds of absence:

- *absent*: Discord says that a player has left the server, cannot see the channel or is timed out. Their own clock is stopped, once a game, for a day
  at most (`absence_rules.py`, `absent_players.py`; asked for by `cogs/service/absence_checks.py`).
- *silent* (stored as `vanished`): a player who has not answered for a week at a table without a clock (`silent_players.py`).
- *away*: an entrant of a tournament who has left the server (`cogs/play/tournaments`).
- *days away*: holidays that a person has set (`data/rest_hours.py`).
- *no-show*: an entrant who did not come to a match (`cogs/play/tournaments/moderation.py`).

`membership.py` asks Discord whether people are in the server, `whereabouts.py` is what it answers of one.
"""
