"""Several actions typed at once: reads one after the other; says which were not carried out, and why, with a button to go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import discord

from cogs.messages.buttons import Press, fits
from cogs.messages.moves.choice_labels import BRIEF
from cogs.messages.moves.typed_actions import understood
from cogs.messages.moves.typed_ahead import Typing, says_ahead
from cogs.messages.moves.typos import Slip
from cogs.messages.moves.waiting_panel import plans
from cogs.messages.truncation import shortened
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from data.language import Texts
from data.user_text import Typed
from rules.game import Action, Refused, Seat
from rules.notation import SEPARATOR, Misread, first, write
from rules.parts.ahead import DRAFT
from rules.parts.planned_turns import kept

JOINT = f"{SEPARATOR} "
LETTERS = 200
"""So many letters of what was not carried out are repeated."""


class Chain(Iterator[Action]):
    """The actions of a typed text, each read after the one before has been carried out; what is said ahead is one action.

    `left`: the text that has not been carried out. `behind`: the part of it after the action that could not be read.
    """

    def __init__(self, table: Table, seat: Seat, text: str, say: Texts) -> None:
        self._table, self._seat, self._say = table, seat, say
        self.left, self.behind = text.strip() or SEPARATOR, ""

    def __next__(self) -> Action:
        """The next action. Raises Refused and Misread; a Slip with the whole text that is left, its wrong letter corrected."""
        table, seat, say = self._table, self._seat, self._say
        if not self.left:
            raise StopIteration
        if says_ahead(self.left) and plans(table.rules):
            action, self.left = Typing(table, seat, say).read(self.left), ""
            return action
        one, self.behind = first(table.rules, table.state, seat, self.left)
        try:
            action = understood(table, seat, one, say)
        except Slip as slip:
            raise Slip(slip.word, slip.candidates[0], JOINT.join(filter(None, [slip.meant, self.behind]))) from None
        self.left, self.behind = self.behind, ""
        return action


class Left(NamedTuple):
    """Actions of one press or text that were not carried out: as typed, as a sentence, and for a button."""

    text: str
    shown: str
    label: str


class Unplayed(NamedTuple):
    """The lines of a panel on actions that were not carried out, and its buttons to go on."""

    lines: list[str]
    presses: list[Press]


def unplayed(table: Table, seat: Seat, left: Left, say: Texts, position: int, turn_over: bool) -> Unplayed:
    """Why the actions `left` after `position` were not carried out: the game asks others first, the turn is over, or others were asked in between."""
    text, actions = left.text, left.shown
    if table.over:
        return Unplayed([say("unplayed.over", actions=actions)], [])
    if turn_over:
        return Unplayed([say("unplayed.turn", actions=actions)], _planned(table, seat, text, say))
    asked = ", ".join(f"**{table.names[s]}**" for s, _ in table.view(None).asked if s != seat)
    waits = seat not in table.awaited
    line = say("unplayed.asked" if waits and asked else "unplayed.others" if waits else "unplayed.between", actions=actions, names=asked)
    press = going_on_press(table, left, say, position) if waits or _readable(table, seat, text, say) else None
    then = "unplayed.again" if press is None else "unplayed.then" if waits else "unplayed.now"
    return Unplayed([f"{line} {say(then)}"], [press] if press else [])


def typed_left(text: str) -> Left:
    """The remaining text, in words."""
    return Left(text, f"`{Typed(shortened(text, LETTERS)).in_code()}`", text)


def going_on_press(table: Table, left: Left, say: Texts, position: int) -> Press | None:
    """*Then*: carries out the remaining actions, unless the seat has acted since `position`. None where it is too long for a custom id."""
    label = shortened(say("button.rest", actions=left.label), BRIEF)
    press = Press("rest", f"{table.id}:{position}:{left.text}", label, discord.ButtonStyle.success)
    return press if fits(press.custom_id) else None


def acted_since(table: Table, seat: Seat, position: int) -> bool:
    """Whether a seat's player has done anything since `position`; True if that is unknown."""
    since = table.lately.between(position, table.lately.last)
    return since is None or any(one.row.seat == seat and not one.row.auto for one in since)


def _readable(table: Table, seat: Seat, text: str, say: Texts) -> bool:
    """Whether the first action of a text is possible now."""
    try:
        next(Chain(table, seat, text, say))
    except (Refused, Misread, Unfit):
        return False
    return True


def _planned(table: Table, seat: Seat, text: str, say: Texts) -> list[Press]:
    """A button that adds a text of actions to a draft of the seat's next turn, if that is possible and nothing is drafted yet."""
    if not plans(table.rules) or DRAFT not in table.rules.verbs or kept(table.rules, table.state, seat).draft:
        return []
    try:
        draft = Typing(table, seat, say).read(f"{DRAFT} {text}")
    except (Refused, Misread, Unfit):
        return []
    press = Press("say", f"{table.id}:{table.sight(seat)}:{write(draft)}", say("unplayed.plan"), discord.ButtonStyle.success)
    return [press] if fits(press.custom_id) else []
