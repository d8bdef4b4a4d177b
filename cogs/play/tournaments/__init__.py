"""Tournaments at work: sign-up, matches, standings, moderators.

They are plain data (`rules/competition/tournament.py`): `report` a game, `advance`, and whatever can be played next is open. An *entrant* is a
player in one, by a number that never changes.

Before anybody is paired, Discord is asked who is still in the server (`cogs/play/time/membership.py`), while the tournament's lock is free. Only
a plain no (10007) counts. Before the start they are left out. Later they are *away*: not paired, a walkover in a bracket, until they are seen
again or the host has chosen *Drop* or *Keep*. Where too few are there nothing is lost: the tournament waits, and asks again every 15 minutes.

A match's thread reads in order (`cogs/service/match_threads.py`): how it stands is an outbox row of the table whose game is over, and the next
one's first board waits for that, for a while.
"""
