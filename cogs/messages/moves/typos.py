"""Corrects one wrong letter in a typed action: asks whether the corrected text is meant, with a button for *yes*."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from cogs.messages.buttons import Press, fits, panel
from cogs.messages.moves.typed_names import Namers, Tree, compared, parts
from cogs.play.table import Table
from data.language import Texts
from data.lookup.spelling import one_letter_apart
from rules.game import Action, Seat
from rules.notation import Misread, split

SHORTEST = 4
"""Letters of a name of which one may be wrong: of shorter ones too many are like each other."""
MOST = 12
"""So many typed words are looked at."""


class Slip(Misread):
    """A typed text in which one letter is wrong; `meant` is the corrected text."""

    def __init__(self, word: str, name: str, meant: str) -> None:
        super().__init__("slip", word, (name,), ())
        self.meant = meant


def slip(tree: Tree, names: Namers, text: str) -> Slip | None:
    """The text with one letter corrected, if exactly one name of a verb, or of a thing after one, fits then; else None.

    Words with digits are not corrected, since each is another thing.
    """
    typed = split(text)[:MOST]
    things = dict(_called(tree, names, ("",))) if typed else {}  # They are called the same wherever they stand.
    for begin in range(len(typed)):
        called = things if begin else things | dict(_called(tree, names, ()))
        lengths = sorted({name.count(" ") + 1 for name in called}, reverse=True)
        if any(compared(" ".join(typed[begin : begin + length])) in called for length in lengths):
            continue
        for length in lengths:
            said = compared(" ".join(typed[begin : begin + length]))
            if begin + length > len(typed) or len(said) < SHORTEST or any(c.isdigit() for c in said):
                continue
            if any(name.startswith(f"{said} ") for name in called):  # A name cut short is none.
                continue
            like = {shown for name, shown in called.items() if len(name) >= SHORTEST and one_letter_apart(said, name)}
            if len(like) == 1:
                [name] = like
                whole = split(text)
                return Slip(said, name, " ".join([*whole[:begin], *parts(name), *whole[begin + length :]]))
        if begin == 0:  # What begins with nothing that there is here is no slip further on.
            return None
    return None


def _called(tree: Tree, names: Namers, prefix: Action) -> Iterator[tuple[str, str]]:
    """The names of the words after `prefix`, each as compared and as shown; and the words themselves, unless they have no name of their own."""
    for word in tree(prefix):
        for name in (word.text, *(name_of(prefix, word.text).removesuffix(" \N{HORIZONTAL ELLIPSIS}") for name_of in names)):
            if name and name != word.text.upper() and not any(c.isdigit() for c in name):
                yield compared(name), name


def asking_back(error: Exception | None, table: Table, seat: Seat, say: Texts, verb: str = "meant") -> discord.ui.View | None:
    """The button *Yes* after a wrong letter: repeats the command with the corrected text. None where that is too long for a custom id."""
    if not isinstance(error, Slip):
        return None
    style = discord.ButtonStyle.success if verb == "meant" else discord.ButtonStyle.primary
    button = Press(verb, f"{table.id}:{table.mark(seat)}:{error.meant}", say("slip.yes"), style)
    return panel([button]) if fits(button.custom_id) else None
