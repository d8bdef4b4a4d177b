"""All that is stored about a person: shown and exported (`OWN`, `about`), and forgotten (`forget`)."""

from __future__ import annotations

from typing import Any

from data.store import parsing
from data.store.database import Connection, Database
from data.store.people_in_json import NOBODY, NOBODYS_ID, blot
from data.store.setups import SEATED
from rules.competition.tournament import TournamentState, teams

_SAT = "SELECT game, name FROM seats WHERE player = ?1 UNION SELECT game, name FROM sittings WHERE player = ?1"
_PLAYED = "SELECT tournament, name FROM tournament_players WHERE player = ?1 UNION SELECT tournament, name FROM tournament_left WHERE player = ?1"
_MEANT = "instr(', ' || replace(a.whom, ' → ', ', ') || ', ', ', ' || replace(p.name, ' → ', ', ') || ', ') > 0"
"""That an act of a moderator names somebody, alone or among others."""
OWN = {
    "settings": "SELECT language, theme, pings, zone, quiet, weekends, hours_at, everywhere, accepts, accept_games, accept_fastest, accept_slowest,"
    " accept_rated, accept_servers, accept_tables, direct, motion FROM settings WHERE player = ?",
    "accepted": "SELECT host FROM accepted WHERE player = ?",
    "blocks": "SELECT other, at FROM blocks WHERE player = ?",
    "rings": "SELECT what, place, at FROM rings WHERE player = ?",
    "follows": "SELECT game, turns FROM follows WHERE player = ?",
    "nudges": "SELECT game, at FROM nudges WHERE player = ?",
    "replies": "SELECT game, sealed, asked, hour, seconds FROM replies WHERE player = ?",
    "practice_tries": "SELECT game, puzzle, NULLIF(solved, -1) AS solved, at, turn FROM practice_tries WHERE player = ?",
    "absences": "SELECT game, why, since, until, alone FROM absences WHERE player = ?",
    "away": "SELECT begun, until FROM away WHERE player = ?",
    "decks": "SELECT game, name, cards, changed FROM decks WHERE player = ?",
    "stops": "SELECT game, orders FROM stops WHERE player = ?",
    "ratings": "SELECT game, guild, mu, sigma, games FROM ratings WHERE player = ?",
    "rating_changes": "SELECT game, guild, mu, sigma FROM rating_changes WHERE player = ?",
    "games": "SELECT g.id, g.game, g.guild, g.channel, g.status, g.created, g.begun, g.ended, g.outcome, s.seat, s.name, s.account, s.agreed,"
    " s.handicap FROM games g JOIN seats s ON s.game = g.id WHERE s.player = ? ORDER BY g.id",
    "left_seats": "SELECT game, seat, at, name, account FROM sittings WHERE player = ?",
    "actions": "SELECT game, ROW_NUMBER() OVER (PARTITION BY game ORDER BY number) AS number, seat,"
    " CASE WHEN action LIKE 'undo %' THEN 'undo' ELSE action END AS action, at FROM done"
    " WHERE player = ?1 AND auto = 0 AND game IN (SELECT game FROM seats WHERE player = ?1 UNION SELECT game FROM sittings WHERE player = ?1)"
    " ORDER BY game, number",
    "hosted": "SELECT id, game, created FROM games WHERE host = ?",
    "tournaments": "SELECT t.id, t.name, t.game, p.entrant, p.name AS own_name, p.account, p.here, p.deck, p.team FROM tournaments t"
    " JOIN tournament_players p ON p.tournament = t.id WHERE p.player = ?",
    "team_invitations": "SELECT tournament, team FROM team_invitations WHERE player = ?",
    "asked_messages": "SELECT tournament, message, asker AS team FROM asked_messages WHERE player = ?",
    "left_tournaments": "SELECT tournament, entrant, at, name FROM tournament_left WHERE player = ?",
    "card_drafts": "SELECT s.tournament, s.wishes, s.building, s.deck, s.missed FROM card_seats s JOIN tournament_players p"
    " ON p.tournament = s.tournament AND p.entrant = s.entrant WHERE p.player = ?",
    "card_picks": "SELECT c.tournament, c.card FROM card_picks c JOIN card_seats s ON s.tournament = c.tournament AND s.seat = c.seat"
    " JOIN tournament_players p ON p.tournament = s.tournament AND p.entrant = s.entrant WHERE p.player = ? ORDER BY c.tournament, c.number",
    "hosted_tournaments": "SELECT id, name, created FROM tournaments WHERE host = ?",
    "drafts": "SELECT command, game, guild, channel, settings, made FROM drafts WHERE host = ?",
    "acts_at_tables": "SELECT game, at, act, whom, reason FROM table_acts WHERE by = ?",
    "put_to_others": "SELECT game, made, act, reason, stage FROM motions WHERE by = ?",
    "disputes": "SELECT tournament, game, seat, at, reason FROM disputes WHERE player = ?",
    "acts_in_tournaments": "SELECT tournament, at, act, round, whom, reason FROM tournament_acts WHERE by = ?",
    "acts_about_you_at_tables": f"SELECT a.game, a.at, a.act, a.reason FROM table_acts a JOIN ({_SAT}) p ON p.game = a.game"
    f" WHERE a.by <> ?1 AND a.act <> 'table_clock' AND {_MEANT} UNION SELECT m.game, m.made, m.act, m.reason FROM motions m"
    " JOIN seats s ON s.game = m.game WHERE s.player = ?1 AND m.by <> ?1 AND instr(' ' || m.seats || ' ', ' ' || s.seat || ' ') > 0",
    "acts_about_you_in_tournaments": "SELECT DISTINCT a.tournament, a.at, a.act, a.round, a.reason FROM tournament_acts a"
    f" JOIN ({_PLAYED}) p ON p.tournament = a.tournament WHERE a.by <> ?1 AND {_MEANT}",
    "seen": "SELECT day FROM seen WHERE player = ?",
}
"""Everything that is stored about a person, by what it is: also what moderators did to them, with what they wrote, but not who they are, and nothing
that others have set. Their actions and picks are counted alone: how many others did in between may be hidden. There are no
packs in it, which they have not all seen."""
_STATES = (
    "SELECT t.id, p.entrant, t.state FROM tournaments t JOIN tournament_players p ON p.tournament = t.id"
    " WHERE p.player = ? AND t.state IS NOT NULL ORDER BY t.id"
)
ENTERED = "SELECT tournament FROM tournament_players WHERE player = ?"


class OwnData:
    """Queries on all that is stored about a person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def about(self, player: int) -> dict[str, list[dict[str, Any]]]:
        """Everything stored about a person, kind by kind, as rows of plain values."""
        found = {kind: await self._database.records(sql, (player,)) for kind, sql in OWN.items()}
        states = await self._database.all(_STATES, (player,))
        readers = {"leagues": _said_in_league, "ladders": _said_on_ladder, "line_ups": _line_up}
        return found | {kind: [said for row in states if (said := read(*row))] for kind, read in readers.items()}

    async def forget(self, player: int) -> list[int]:
        """Nothing under this person's number or name is left; games and tournaments stay, without them. Returns the tables they sat at.

        They must not sit at a table that is not over.
        """
        return await self._database.write(_forget, player, alone=True)

    async def unfinished(self, player: int) -> tuple[list[int], list[int], list[int]]:
        """A person's live tables, open tables, and unfinished tournaments."""
        sits = "SELECT DISTINCT g.id FROM games g JOIN seats s ON s.game = g.id WHERE s.player = ? AND g.status = ? ORDER BY g.id"
        plays = "SELECT t.id FROM tournaments t JOIN tournament_players p ON p.tournament = t.id WHERE p.player = ? AND t.status <> 'over'"
        live = await self._database.all(sits, (player, "live"))
        waiting = await self._database.all(sits, (player, "open"))
        tournaments = await self._database.all(plays, (player,))
        return [r[0] for r in live], [r[0] for r in waiting], [r[0] for r in tournaments]


def _said_in_league(tournament: int, entrant: int, text: str) -> dict[str, Any]:
    """An entrant's wishes and whether they stay, in a season; empty if there are none, or unreadable."""
    try:
        season = parsing.decoded(text, TournamentState).season if '"season":{' in text else None
    except parsing.Unreadable:
        return {}
    wishes = [{"entrant": w.other, "asked": w.asked, "from": w.at} for w in season.wishes if w.by == entrant] if season is not None else []
    stays = season.staying.get(entrant) if season is not None else None
    return {"tournament": tournament, "would_play": wishes, "stays": stays} if wishes or stays is not None else {}


def _line_up(tournament: int, entrant: int, text: str) -> dict[str, Any]:
    """The next line-up of the team of which an entrant is the captain; empty for others, or if unreadable."""
    try:
        state = parsing.decoded(text, TournamentState) if '"teams":{"' in text else None
    except parsing.Unreadable:
        return {}
    team = teams.team_of(state, entrant) if state is not None else None
    if state is None or team is None or teams.captain(state, team) != entrant:
        return {}
    return {"tournament": tournament, "order": teams.still_in(state, team)}


def _said_on_ladder(tournament: int, entrant: int, text: str) -> dict[str, Any]:
    """An entrant's rung and challenges without an answer; empty off a ladder, or if it is unreadable."""
    try:
        ladder = parsing.decoded(text, TournamentState).ladder if '"ladder":{' in text else None
    except parsing.Unreadable:
        return {}
    if ladder is None or entrant not in ladder.rungs:
        return {}
    challenges = [{"entrant": c.other, "until": c.due} for c in ladder.challenges if c.by == entrant]
    return {"tournament": tournament, "rung": ladder.rungs.index(entrant) + 1, "challenges": challenges}


def _forget(db: Connection, player: int) -> list[int]:
    """Removes a person from everything, within a transaction."""
    played = "SELECT game FROM seats WHERE player = ?1 UNION SELECT game FROM sittings WHERE player = ?1"
    tables = [row[0] for row in db.execute(played, (player,)).fetchall()]
    blot(db, player)
    # Whoever has such a table in memory reads it anew.
    db.execute(f"UPDATE games SET revision = revision + 1 WHERE host = ?1 OR id IN ({played})", (player,))
    own = ("settings", "accepted", "away", "decks", "stops", "ratings", "rating_changes", "follows", "nudges", "absences", "seen", "replies")
    for table in (*own, "blocks", "rings", "disputes", "team_invitations", "asked_messages", "practice_tries"):
        db.execute(f"DELETE FROM {table} WHERE player = ?", (player,))
    for table in ("accepted", "drafts"):
        db.execute(f"DELETE FROM {table} WHERE host = ?", (player,))
    db.execute(f"DELETE FROM motions WHERE by = ?1 OR game IN ({played})", (player,))
    db.execute("DELETE FROM blocks WHERE other = ?", (player,))
    db.execute("DELETE FROM rings WHERE by = ?", (player,))
    for sat in ("seats", "sittings"):
        theirs = f"SELECT 1 FROM {sat} s WHERE s.game = waits.game AND s.seat = waits.seat AND s.player = ?"
        db.execute(f"DELETE FROM waits WHERE EXISTS ({theirs})", (player,))
    db.execute("DELETE FROM drafts WHERE settings LIKE ?", (f'%"{SEATED}{player}"%',))
    # A computer that plays on for somebody is called like them.
    theirs = "SELECT 1 FROM sittings s WHERE s.game = seats.game AND s.seat = seats.seat AND s.name = seats.name AND s.player = ?"
    db.execute(f"UPDATE seats SET name = ? WHERE computer IS NOT NULL AND EXISTS ({theirs})", (NOBODY, player))
    for table in ("seats", "sittings", "tournament_left"):
        account = "" if table == "tournament_left" else ", account = ''"
        db.execute(f"UPDATE {table} SET player = NULL, name = ?{account} WHERE player = ?", (NOBODY, player))
    db.execute(f"UPDATE tournaments SET revision = revision + 1 WHERE id IN ({ENTERED})", (player,))
    mine = "SELECT 1 FROM tournament_players p WHERE p.tournament = card_seats.tournament AND p.entrant = card_seats.entrant AND p.player = ?"
    db.execute(f"UPDATE card_seats SET wishes = '[]', building = '{{}}' WHERE EXISTS ({mine})", (player,))
    # Numbers of entrants keep those apart who have been forgotten.
    db.execute("UPDATE tournament_players SET player = -1 - entrant, name = ?, account = '', deck = NULL WHERE player = ?", (NOBODY, player))
    for table, column in (("games", "host"), ("tournaments", "host"), ("table_acts", "by"), ("tournament_acts", "by")):
        db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (NOBODYS_ID, player))
    return tables
