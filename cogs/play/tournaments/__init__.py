"""Tournaments in progress: sign-up, check-in, matches, standings, moderators.

A tournament is plain data (`rules/competition/tournament/`): `report` a game, `advance`, and whatever can be played next is open. An *entrant* is
a player in one, by a number that never changes.

A no-show is `TournamentDesk.absent` (`moderation.py`), done by a moderator or by a motion: the entrant has lost the match. An entrant who has left
the server is something else, *away*: not paired, a walkover in a bracket, until they are seen again or the host has chosen *Drop* or *Keep*.

Before anybody is paired, Discord is asked who is still in the server (`cogs/play/presence/membership.py`), while the tournament's lock is free.
Only a plain no (10007) counts. Before the start such people are left out, later they are away. Where too few are there nothing is lost: the
tournament waits, and asks again every 15 minutes.

A match's thread reads in order (`cogs/service/match_threads.py`): the score of the match is an outbox row of the table whose game is over, and the
next game's first board waits for that, for a while. Where a server has no room for another thread, the match waits.

A season of a league (`leagues.py`) is a tournament, too, with all its divisions. It has no rounds: a match begins when both want it. The next season
is a tournament of its own that is created in the commit which ends the last one (`TournamentChange.following`).

Where the entrants are teams (`teams.py`), people are entered with numbers of their own, and a round has matches of teams, which are played nowhere,
and their boards, which are matches of two people like any other. The order of a team's members is its next line-up, and secret: it stands in the
state alone, and nothing that is shown depends on it before the boards are opened, not even how often it has been changed (`TournamentChange.unseen`).
"""
