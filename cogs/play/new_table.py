"""The settings of a new table: its game, who will sit there, whether they may ask for hints (`hinted`). Imports no discord.

`cogs/play/options.py` checks the game's options; `cogs/play/tables.py` opens the table (`open`, `rematch`);
`cogs/play/open_tables.py` handles one that is open.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from cogs.play.unfit import Unfit
from data.store.rows import SeatRow
from rules.competition.clock import Clock
from rules.computer_levels import USUAL_LEVEL
from rules.computers.characters import characters_of
from rules.game import Rules


class Party(NamedTuple):
    """The seats of a new table: its host, other people by id and name, computers; `seats` in all, or as few as possible.

    The first computers are the `characters` (keys), the others are of a level, which with a name stands behind theirs. Only the host has agreed to
    play, unless all have `agreed` before, as in a tournament. `silent` are those who replace others there, and have not agreed themselves.
    """

    host: tuple[int, str]
    players: Sequence[tuple[int, str]] = ()
    computers: int = 0
    computer_name: str = ""
    seats: int | None = None
    agreed: bool = False
    silent: Collection[int] = ()
    level: str = USUAL_LEVEL
    level_name: str = ""
    characters: Sequence[str] = ()


class Opening(NamedTuple):
    """The settings of a new table: game and options, channel, language and theme, whether it is rated, its clock.

    `hints`: whether players may ask the computer for hints; by default only a person alone against computers may.
    """

    game: str
    guild: int | None
    channel: int
    options: Mapping[str, str]
    language: str
    theme: str
    rated: bool = False
    clock: Clock | None = None
    hints: bool | None = None


def seated(rules: Rules[Any], opening: Opening, party: Party) -> tuple[list[SeatRow], int]:
    """The seats of a new table at its start, and their number in all. Raises Unfit."""
    named = list({player: (player, name) for player, name in (party.host, *party.players)}.values())  # Whoever is named twice has one seat.
    there = characters_of(rules)
    characters = [key for key in dict.fromkeys(party.characters) if key in there]
    computers = max(party.computers, len(characters))
    wanted = party.seats or max(len(named) + computers, min(rules.seats))
    if wanted not in rules.seats:
        raise seats_refused(rules)
    if len(named) + computers > wanted:
        raise Unfit("game.too_many", n=wanted)
    if opening.rated and computers:
        raise Unfit("game.rated_computers")
    agreed = [(party.agreed or not i) and player not in party.silent for i, (player, _) in enumerate(named)]
    rows = [SeatRow(i, player, None, name, agreed=agreed[i]) for i, (player, name) in enumerate(named)]
    rows += [SeatRow(len(rows) + i, None, key, there[key].name) for i, key in enumerate(characters)]
    nameless = computers - len(characters)
    for i in range(nameless):
        number = [str(i + 1)] if nameless > 1 else []
        level = [f"({party.level_name})"] if party.level_name else []
        rows.append(SeatRow(len(rows), None, party.level, " ".join([party.computer_name, *number, *level])))
    return rows, wanted


def hinted(opening: Opening, seats: Sequence[SeatRow], wanted: int) -> bool:
    """Whether players of a new table may ask for hints. Raises Unfit for hints at a rated table."""
    if opening.rated and opening.hints:
        raise Unfit("hint.rated")
    alone = len(seats) == wanted and [s.computer is None for s in seats].count(True) == 1
    return not opening.rated and (alone if opening.hints is None else opening.hints)


def seats_refused(rules: Rules[Any]) -> Unfit:
    """The refusal of a number of seats that the game doesn't have."""
    low, high = min(rules.seats), max(rules.seats)
    return Unfit("game.seats_exactly", n=low) if low == high else Unfit("game.seats_out_of_range", low=low, n=high)
