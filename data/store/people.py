"""Personal settings, and all data stored about a person or a server: shown, exported, deleted."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from data.rest_hours import Hours, is_known
from data.store import parsing
from data.store.database import Connection, Database
from data.store.people_in_json import NOBODY, NOBODYS_ID, blot
from data.store.setups import SEATED
from data.store.values import EVERYWHERE
from data.user_text import Typed
from rules.competition.tournament import TournamentState

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
    "absences": "SELECT game, why, since, until, alone FROM absences WHERE player = ?",
    "away": "SELECT begun, until FROM away WHERE player = ?",
    "decks": "SELECT game, name, cards, changed FROM decks WHERE player = ?",
    "stops": "SELECT game, orders FROM stops WHERE player = ?",
    "ratings": "SELECT game, guild, mu, sigma, games FROM ratings WHERE player = ?",
    "rating_changes": "SELECT game, guild, mu, sigma FROM rating_changes WHERE player = ?",
    "games": "SELECT g.id, g.game, g.guild, g.channel, g.status, g.created, g.begun, g.ended, g.outcome, s.seat, s.name, s.account, s.agreed"
    " FROM games g JOIN seats s ON s.game = g.id WHERE s.player = ? ORDER BY g.id",
    "left_seats": "SELECT game, seat, at, name, account FROM sittings WHERE player = ?",
    "actions": "SELECT game, ROW_NUMBER() OVER (PARTITION BY game ORDER BY number) AS number, seat,"
    " CASE WHEN action LIKE 'undo %' THEN 'undo' ELSE action END AS action, at FROM done"
    " WHERE player = ?1 AND auto = 0 AND game IN (SELECT game FROM seats WHERE player = ?1 UNION SELECT game FROM sittings WHERE player = ?1)"
    " ORDER BY game, number",
    "hosted": "SELECT id, game, created FROM games WHERE host = ?",
    "tournaments": "SELECT t.id, t.name, t.game, p.entrant, p.name AS own_name, p.account, p.here, p.deck FROM tournaments t"
    " JOIN tournament_players p ON p.tournament = t.id WHERE p.player = ?",
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


RATED = "SELECT DISTINCT c.player, g.game FROM rating_changes c JOIN games g ON g.id = c.game WHERE c.guild = ? AND g.guild = ?"
"""Whose ratings in which game have come from the games of a server, too."""
LAST_CHANGE = (
    "SELECT c.mu, c.sigma, COUNT(*) OVER () FROM rating_changes c JOIN games g ON g.id = c.game"
    " WHERE c.player = ? AND c.guild = ? AND g.game = ? ORDER BY g.ended DESC, g.id DESC LIMIT 1"
)
"""What the latest rated game has made of a rating, and how many there are."""


KEPT = "INSERT INTO decks VALUES (?, ?, ?, ?, ?) ON CONFLICT (player, game, name) DO UPDATE SET cards = excluded.cards, changed = excluded.changed"
"""Keeps a deck."""
T = TypeVar("T")


class Settings(NamedTuple):
    """A person's settings; None means not set. `everywhere`: their games are shown in all servers."""

    language: str | None = None
    theme: str | None = None
    pings: bool = True
    everywhere: bool = False
    motion: bool = True


_STATES = (
    "SELECT t.id, p.entrant, t.state FROM tournaments t JOIN tournament_players p ON p.tournament = t.id"
    " WHERE p.player = ? AND t.state IS NOT NULL ORDER BY t.id"
)
ENTERED = "SELECT tournament FROM tournament_players WHERE player = ?"


class People:
    """Queries on the data of people and servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self, player: int) -> Settings:
        """A person's settings, with the defaults for the rest."""
        row = await self._database.one("SELECT language, theme, pings, everywhere, motion FROM settings WHERE player = ?", (player,))
        return Settings(row[0], row[1], *map(bool, row[2:])) if row else Settings()

    async def set_settings(self, player: int, settings: Settings) -> None:
        kept = (
            "INSERT INTO settings (player, language, theme, pings, everywhere, motion) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (player)"
            " DO UPDATE SET language = excluded.language, theme = excluded.theme, pings = excluded.pings, everywhere = excluded.everywhere,"
            " motion = excluded.motion"
        )
        await self._database.write(lambda db: db.execute(kept, (player, *settings)))

    async def shown_everywhere(self, players: Iterable[int]) -> set[int]:
        """Those players who have their games shown in all servers."""
        wanted = "SELECT player FROM settings WHERE everywhere = 1 AND player IN (SELECT value FROM json_each(?))"
        return {row[0] for row in await self._database.all(wanted, (json.dumps(list(players)),))}

    async def everywhere(self) -> set[int]:
        """All people who have their games shown in all servers."""
        return {row[0] for row in await self._database.all("SELECT player FROM settings WHERE everywhere = 1")}

    async def hours(self, player: int) -> Hours:
        """A person's hours of rest."""
        return (await self._hours("player = ?", player)).get(player, Hours())

    async def hours_of(self, players: Iterable[int]) -> dict[int, Hours]:
        """The hours of rest of each of several people."""
        wanted = list(players)
        found = await self._hours("player IN (SELECT value FROM json_each(?))", json.dumps(wanted))
        return {player: found.get(player, Hours()) for player in wanted}

    async def _hours(self, among: str, value: Any) -> dict[int, Hours]:
        """The stored hours of rest of people who match the condition `among`."""
        found: dict[int, Hours] = {}
        for player, zone, quiet, weekends in await self._database.all(f"SELECT player, zone, quiet, weekends FROM settings WHERE {among}", (value,)):
            said, lost = parsing.each({"zone": zone or None, "quiet": quiet or None}, {"zone": _zone, "quiet": parsing.quiet})
            if lost:
                self._database.passed_over("a person's settings", player, lost)
                found[player] = Hours(weekends=bool(weekends), unreadable=True)
            else:
                found[player] = Hours(said["zone"] or "UTC", said["quiet"], bool(weekends))
        for player, begun, until in await self._database.all(f"SELECT player, begun, until FROM away WHERE {among} ORDER BY begun", (value,)):
            known = found.get(player, Hours())
            found[player] = known._replace(away=(*known.away, (begun, until)))
        return found

    async def set_hours(self, player: int, hours: Hours, said: Collection[str] = ("zone", "quiet", "weekends")) -> None:
        """Stores zone, quiet hours and weekends, or those of them that the person has `said`; `go_away` stores days away."""
        quiet = f"{hours.quiet[0]}-{hours.quiet[1]}" if hours.quiet else None
        changed = ", ".join(f"{name} = excluded.{name}" for name in (*said, "hours_at"))
        kept = f"INSERT INTO settings (player, zone, quiet, weekends, hours_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (player) DO UPDATE SET {changed}"
        await self._database.write(lambda db: db.execute(kept, (player, hours.zone, quiet, hours.weekends, self._database.now())))

    async def hours_changed(self, player: int) -> float:
        """When somebody last changed their hours; 0 for never."""
        row = await self._database.one("SELECT hours_at FROM settings WHERE player = ?", (player,))
        return row[0] or 0 if row else 0

    async def away(self, player: int) -> list[tuple[float, float]]:
        """The times for which a person is or was away (begin, end)."""
        return [(row[0], row[1]) for row in await self._database.all("SELECT begun, until FROM away WHERE player = ? ORDER BY begun", (player,))]

    async def go_away(self, player: int, begun: float, until: float) -> None:
        """Stores a person's days away from a moment on, in place of those stored from then on; none if `until` is not later (they are back)."""

        def write(db: Connection) -> None:
            db.lock(f"days away of {player}")
            db.execute("DELETE FROM away WHERE player = ? AND begun >= ?", (player, begun))
            db.execute("UPDATE away SET until = ? WHERE player = ? AND until > ?", (begun, player, begun))
            if until > begun:
                db.execute("INSERT INTO away VALUES (?, ?, ?)", (player, begun, until))

        await self._database.write(write)

    # Decks

    async def save_deck(self, player: int, game: str, name: str, cards: Mapping[str, int]) -> None:
        """Stores a player's deck under a name, in place of an earlier one."""
        await self._database.write(lambda db: db.execute(KEPT, (player, game, name, json.dumps(cards), self._database.now())))

    async def decks(self, player: int, game: str) -> dict[str, dict[str, int]]:
        """A player's decks of a game by name, the latest first, as far as they can be read."""
        rows = await self._database.all("SELECT name, cards FROM decks WHERE player = ? AND game = ? ORDER BY changed DESC, name", (player, game))
        return {Typed(name): cards for name, cards in self._readable(player, rows)}

    def _readable(self, player: int, rows: Iterable[Any]) -> Iterator[tuple[str, dict[str, int]]]:
        """Those decks that can be read; others stay stored as they are."""
        for name, cards in rows:
            try:
                yield name, parsing.counts(cards)
            except parsing.Unreadable:
                self._database.passed_over("decks of a person", player, ["cards"])

    async def change_decks(self, player: int, game: str, change: Callable[[dict[str, dict[str, int]]], T]) -> T:
        """Lets `change` alter a player's decks of a game (by name, the latest first), while nobody else does; returns its result.

        If it raises, nothing changes. It may be called more than once.
        """

        def write(db: Connection) -> T:
            db.lock(f"decks of {player}")
            found = db.execute("SELECT name, cards FROM decks WHERE player = ? AND game = ? ORDER BY changed DESC, name", (player, game)).fetchall()
            decks = {str(Typed(name)): cards for name, cards in self._readable(player, found)}
            before = {name: dict(cards) for name, cards in decks.items()}
            given = change(decks)
            gone = [(player, game, name) for name in before if name not in decks]
            db.executemany("DELETE FROM decks WHERE player = ? AND game = ? AND name = ?", gone)
            now = self._database.now()
            db.executemany(KEPT, [(player, game, name, json.dumps(cards), now) for name, cards in decks.items() if before.get(name) != cards])
            return given

        return await self._database.write(write)

    async def delete_deck(self, player: int, game: str, name: str) -> None:
        """Deletes a deck."""
        forgotten = "DELETE FROM decks WHERE player = ? AND game = ? AND name = ?"
        await self._database.write(lambda db: db.execute(forgotten, (player, game, name)))

    # Usual orders

    async def stops(self, player: int, game: str) -> frozenset[str]:
        """A player's usual standing orders in a game."""
        row = await self._database.one("SELECT orders FROM stops WHERE player = ? AND game = ?", (player, game))
        if row is None:
            return frozenset()
        try:
            return frozenset(parsing.words(row[0]))
        except parsing.Unreadable:
            self._database.passed_over("usual orders of a person", player, ["orders"])
            return frozenset()

    async def set_stops(self, player: int, game: str, orders: Iterable[str]) -> None:
        """Stores usual standing orders, for tables at which the player sits down from now on."""
        wanted = sorted(orders)
        if wanted:
            sql = "INSERT INTO stops VALUES (?, ?, ?) ON CONFLICT (player, game) DO UPDATE SET orders = excluded.orders"
            await self._database.write(lambda db: db.execute(sql, (player, game, json.dumps(wanted))))
        else:
            await self._database.write(lambda db: db.execute("DELETE FROM stops WHERE player = ? AND game = ?", (player, game)))

    # All that is stored about somebody

    async def about(self, player: int) -> dict[str, list[dict[str, Any]]]:
        """Everything stored about a person, kind by kind, as rows of plain values."""
        found = {kind: await self._database.records(sql, (player,)) for kind, sql in OWN.items()}
        return found | {"leagues": [said for row in await self._database.all(_STATES, (player,)) if (said := _said_in_league(*row))]}

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

    # Servers

    async def note_servers(self, present: Iterable[int], left: Iterable[int], now: float) -> None:
        """Notes in which servers the bot is, of those served here, and which it has left: their data expires after a while."""
        holds = self._database.shards.holds
        here, gone = sorted(filter(holds, present)), [(guild, now) for guild in sorted(filter(holds, left))]

        def write(db: Connection) -> None:
            db.executemany("DELETE FROM departed WHERE guild = ?", [(guild,) for guild in here])
            db.executemany("INSERT INTO departed VALUES (?, ?) ON CONFLICT DO NOTHING", gone)

        await self._database.write(write)

    async def missed(self, present: Iterable[int]) -> list[int]:
        """The servers with stored data in which the bot is not known to be, nor known to have left."""
        known = await self._database.all(
            "SELECT guild FROM games UNION SELECT guild FROM tournaments UNION SELECT guild FROM rooms EXCEPT SELECT guild FROM departed"
        )
        return sorted(guild for guild in {row[0] for row in known} - {*present} if guild and self._database.shards.holds(guild))

    async def departed(self, before: float) -> list[int]:
        """The servers, of those served here, that the bot left before a moment."""
        left = await self._database.all("SELECT guild FROM departed WHERE at < ? ORDER BY at", (before,))
        return [guild for (guild,) in left if self._database.shards.holds(guild)]

    async def forget_server(self, guild: int) -> list[int]:
        """Deletes everything about a server that the bot has left; returns its tables. Does nothing if the bot is back.

        Ratings over all servers still include the games played there.
        """
        return await self._database.write(_forget_server, guild, alone=True)


def _said_in_league(tournament: int, entrant: int, text: str) -> dict[str, Any]:
    """An entrant's wishes and whether they stay, in a season; empty if there are none, or unreadable."""
    try:
        season = parsing.decoded(text, TournamentState).season if '"season":{' in text else None
    except parsing.Unreadable:
        return {}
    wishes = [{"entrant": w.other, "asked": w.asked, "from": w.at} for w in season.wishes if w.by == entrant] if season is not None else []
    stays = season.staying.get(entrant) if season is not None else None
    return {"tournament": tournament, "would_play": wishes, "stays": stays} if wishes or stays is not None else {}


def _zone(name: str) -> str:
    """Parses the name of a time zone that this machine knows."""
    if not is_known(name):
        raise parsing.Unreadable
    return name


def _forget(db: Connection, player: int) -> list[int]:
    """Removes a person from everything, within a transaction."""
    played = "SELECT game FROM seats WHERE player = ?1 UNION SELECT game FROM sittings WHERE player = ?1"
    tables = [row[0] for row in db.execute(played, (player,)).fetchall()]
    blot(db, player)
    # Whoever has such a table in memory reads it anew.
    db.execute(f"UPDATE games SET revision = revision + 1 WHERE host = ?1 OR id IN ({played})", (player,))
    own = ("settings", "accepted", "away", "decks", "stops", "ratings", "rating_changes", "follows", "nudges", "absences", "seen", "replies")
    for table in (*own, "blocks", "rings", "disputes"):
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


def _forget_server(db: Connection, guild: int) -> list[int]:
    """Deletes a server that the bot has left, within a transaction."""
    if not db.execute("SELECT 1 FROM departed WHERE guild = ?", (guild,)).fetchall():
        return []
    tables = [row[0] for row in db.execute("SELECT id FROM games WHERE guild = ?", (guild,)).fetchall()]
    rated = db.execute(RATED, (EVERYWHERE, guild)).fetchall()
    # A table may be another server's than its tournament.
    db.execute("DELETE FROM tournament_games WHERE game IN (SELECT id FROM games WHERE guild = ?)", (guild,))
    db.execute("DELETE FROM rings WHERE at <= (SELECT at FROM departed WHERE guild = ?)", (guild,))  # Those since are of other servers.
    for table in ("tournaments", "drafts", "games", "ratings", "rating_changes", "rooms", "departed"):
        db.execute(f"DELETE FROM {table} WHERE guild = ?", (guild,))
    for player, game in rated:
        last = next(iter(db.execute(LAST_CHANGE, (player, EVERYWHERE, game)).fetchall()), None)
        db.execute("DELETE FROM ratings WHERE player = ? AND game = ? AND guild = ?", (player, game, EVERYWHERE))
        if last is not None:
            db.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?)", (player, game, EVERYWHERE, *last))
    return tables
