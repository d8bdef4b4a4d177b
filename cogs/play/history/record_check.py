"""Checks a record: is it consistent, are its moves those published, and what in it can't be verified?

A record of a game in progress omits what its reader may not know, and often can't be replayed, even with the seed; the check says so. If the game
was played here and is over, its rows are compared with those that were shown then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cogs.play.history.record import shown_so_far
from cogs.play.history.record_header import header_of
from cogs.play.worker_threads import apart
from data.content import build, games
from data.store import Store
from data.store.rows import TableRow
from rules.commitment import MOVES, moves_hash
from rules.game import Outcome
from rules.notation import HEADER, SO_FAR, VERSIONS, OtherRules, Record, Row, Wrong, replay

RESULT = "result"
LOOKED_AT = (*HEADER, "seed", MOVES, RESULT, VERSIONS, SO_FAR)
"""The lines of a header that are looked at."""
NOT_COMPARED = "check.not_compared"
"""The text that says that nobody has said what the moves of a record should be."""


INCOMPLETE = "check.so_far"
"""The text that says that a record cannot be played again, since it does not hold all."""
MISSING = ("record.refused", "record.after", "record.undo")
"""What comes of rows that are left out."""


class Moves(NamedTuple):
    """What identifies a record: its seed, the hash of its moves, the number of its rows; for an incomplete one also whose view it is, and its
    rows."""

    seed: int
    hash: str
    rows: int
    seats: tuple[int, ...] = ()
    shown: tuple[Row, ...] | None = None


class Verdict(NamedTuple):
    """The result of checking a record: the key of a text with its facts, the game if known, and why the record is wrong, if so.

    `moves`: to be compared with published ones. `compared`: the key of a text on the result of that. `unseen`: lines of the header that nobody has
    checked.
    """

    key: str
    facts: Mapping[str, Any] = {}
    wrong: Wrong | None = None
    game: str | None = None
    moves: Moves | None = None
    compared: str = ""
    unseen: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Whether everything that was checked is right."""
        return self.key.startswith("check.right")


_SEED = re.compile(r"(?:0x)?([0-9a-fA-F]{1,64})")
_HASH = re.compile(r"(?:0x)?([0-9a-fA-F]{16,64})…?")
"""A hash as it is published, in full or in short."""


def check(text: str, seed_text: str | None = None) -> Verdict:
    """Replays a record with its seed, or the one given: does the seed fit the hash, is every action legal, is the result right?

    Of a record of other rules than the present ones nothing of that is claimed.
    """
    game = None
    try:
        record = Record.read(text)
        header = record.header
        said = HEADER if seed_text else {**HEADER, "seed": str}
        if missing := next((key for key in said if key not in header), None):
            return Verdict("check.missing", {"line": missing})
        if not isinstance(header["game"], str):
            raise Wrong("record.header", line="game")
        if header["game"] not in games():
            return Verdict("check.unknown_game", {"game": header["game"][:40]})
        game = header["game"]
        seed = _SEED.fullmatch((seed_text or str(header["seed"])).strip())
        if seed is None:
            raise Wrong("record.seed")
        try:
            _, outcome = replay(build(game), record, int(seed[1], 16))
        except OtherRules as error:
            verdict = Verdict(error.reason, error.facts)
        except Wrong as error:
            if SO_FAR not in header or error.reason not in MISSING:
                raise
            verdict = Verdict(INCOMPLETE, game=game)
        else:
            verdict = _judged(record, outcome)
        moves = Moves(int(seed[1], 16), moves_hash(header, record.rows), len(record.rows))
        if header.get(MOVES, moves.hash) != moves.hash:
            raise Wrong("record.moves")
        if SO_FAR in header:
            moves = moves._replace(seats=_eyes(header), shown=record.rows)
    except Wrong as error:
        for kept in (error, error.refused):  # Else they would keep the whole record.
            if kept is not None:
                kept.__traceback__ = kept.__context__ = None
        return Verdict("check.wrong", {}, error, game)
    return verdict._replace(moves=moves, compared=NOT_COMPARED if verdict.key != INCOMPLETE else "")


def _eyes(header: Mapping[str, Any]) -> tuple[int, ...]:
    """The seats whose view an incomplete record is. Raises Wrong."""
    said = header[SO_FAR]
    seats = said.get("seats") if isinstance(said, dict) else None
    if not isinstance(seats, list) or not all(type(seat) is int for seat in seats):
        raise Wrong("record.header", line=SO_FAR)
    return tuple(seats)


def _judged(record: Record, outcome: Outcome | None) -> Verdict:
    """The verdict on a record whose actions are all legal."""
    header = record.header
    if RESULT in header and not _same(header[RESULT], outcome):
        return Verdict("check.wrong_result")
    key = "check.right_so_far" if outcome is None else "check.right" if RESULT in header else "check.right_without_result"
    return Verdict(key, {"actions": len(record.rows)}, unseen=tuple(line for line in header if line not in LOOKED_AT))


def _same(result: Any, outcome: Outcome | None) -> bool:
    """Whether the result in a record is the game's outcome."""
    if outcome is None or not isinstance(result, dict) or "places" not in result:
        return False
    found = outcome._asdict()
    return all(key in found and json.dumps(found[key]) == json.dumps(value) for key, value in result.items())


def compared(verdict: Verdict, published: str) -> Verdict:
    """The verdict after comparing the record's moves with a `published` hash, in full or in its short form."""
    if verdict.moves is None:
        return verdict
    typed = _HASH.fullmatch(published.strip())
    if typed is None:
        return Verdict("check.wrong", {}, Wrong("record.no_hash"), verdict.game)
    same = verdict.moves.hash.startswith(typed[1].lower())
    if not same and verdict.moves.shown is not None:
        return verdict  # The hash is that of all moves.
    return _after(verdict, "check.as_published" if same else "")


async def compared_with_stored(verdict: Verdict, store: Store) -> Verdict:
    """The verdict after comparing the record's moves with the stored game of its seed, if that is over; games in progress are secret. A record of
    an unfinished game has to be the beginning of it."""
    moves, found = verdict.moves, verdict
    if moves is None:
        return verdict
    for row in await store.tables.of_seed(moves.seed):
        header = header_of(row, await store.tables.seats(row.id))
        rows = await store.tables.actions(row.id)
        if await apart(moves_hash, header, rows[: moves.rows]) == moves.hash:
            return _after(verdict, "check.as_stored" if moves.rows == len(rows) else "check.as_stored_so_far")
        found = _after(verdict, "") if moves.shown is None else await _as_shown(verdict, moves.seats, moves.shown, row, store)
    return found


async def _as_shown(verdict: Verdict, seats: Sequence[int], said: Sequence[Row], row: TableRow, store: Store) -> Verdict:
    """The verdict on an incomplete record of a game that is over. If seats have changed hands, their earlier players may have read more than can
    be known now."""
    rows, sittings = await store.tables.actions(row.id), await store.tables.sittings(row.id)
    shown = await apart(shown_so_far, build(row.game), rows, sittings, seats)
    if shown[: len(said)] == [*said]:
        return verdict._replace(compared="check.as_shown")
    return verdict if sittings else _after(verdict, "")


def _after(verdict: Verdict, key: str) -> Verdict:
    """The verdict after a comparison: with the text `key` on its result, or, for an empty key, that the moves are different."""
    return verdict._replace(compared=key) if key else Verdict("check.wrong", {}, Wrong("record.other_moves"), verdict.game)
