"""The options of a table as people type and read them. `cogs/play/options.py` checks which a game has."""

from __future__ import annotations

from cogs.messages.typed_again import Typo, near
from cogs.play.unfit import Unfit
from data.content import build
from data.language import Texts
from data.store.rows import TableRow
from data.user_text import Typed


def parse_options(text: str) -> dict[str, str]:
    """Parses the options of a table as they are typed: `board=three abilities=on` as a mapping. Raises Unfit for what has no `=`."""
    found = {}
    for part in text.replace(",", " ").split():
        key, sign, value = part.partition("=")
        if not sign:
            raise Unfit("game.no_such_option", option=Typed(part))
        found[key.casefold()] = value.casefold()
    return found


def check_spelling(text: str, game: str) -> None:
    """Raises Typo if one letter is wrong in typed options; other mistakes are found when the options are read."""
    known = {f"{option.key}={value}": [f"{option.key}={value}"] for option in build(game).options for value in (*option.values, *dict(option.former))}
    for part in text.replace(",", " ").split():
        if part.casefold() not in known and (wanted := near(part, known)):
            raise Typo(part, wanted)


def completions(text: str, game: str, say: Texts) -> list[tuple[str, str]]:
    """Completions of typed options: each as shown, and the whole text with it. Options that are set already are left out."""
    *done, last = text.split(" ") if text else [""]
    taken = {part.partition("=")[0] for part in done}
    before = " ".join(done) + " " if done else ""
    options = [option for option in build(game).options if option.key not in taken and len(option.values) > 1]
    offered = [(option.key, value) for option in options for value in option.values]
    return [
        (f"{before}{key}={value} · {say(f'option.{key}.{value}')}", f"{before}{key}={value}")
        for key, value in offered
        if f"{key}={value}".startswith(last.casefold())
    ]


def unusual_options(row: TableRow, say: Texts) -> list[str]:
    """The options of a table that differ from the default, in words."""
    meant = [(option, option.meant(row.chosen.get(option.key, option.values[0]))) for option in build(row.game).options]
    return [words for option, value in meant if value != option.values[0] and (words := say.find(f"option.{option.key}.{value}"))]
