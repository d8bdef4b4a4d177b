"""The private panel of a seat: the pack to pick a card from, or the deck that is built of its cards.

Custom ids hold only numbers: of the tournament, the pick, the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.decks.deck_panel import OPTIONS, in_order, listed
from cogs.messages.drawing import drawn, to_file
from cogs.messages.forms import TextForm
from cogs.messages.rules.find_cards import card_name
from cogs.messages.text_pages import named_few
from cogs.messages.truncation import cut, shortened
from cogs.play.tournaments.draft_progress import Drafting
from data.content import build
from data.language import Texts
from data.timestamps import distance
from render.look import Look
from render.painter import painter
from rules.competition import card_drafts
from rules.decks import Deck
from rules.game import Rules

PAGE = 6
"""Cards in a picture: as many as can be read."""
ROOM = 700
"""Letters for the names of what one has picked."""
LONGEST = 4000
"""Letters of a form."""
WISH_FORM, DECK_FORM = "f:cwish:", "f:cdeck:"


class Reader(NamedTuple):
    """How a panel is shown: for which seat, in which texts and theme, which page, and a note above it."""

    seat: int
    say: Texts
    theme: str
    page: int = 0
    note: str = ""


async def own_message(there: Drafting, reader: Reader) -> dict[str, Any]:
    """The arguments of a seat's private message: its pack, its deck, or that there is nothing to do."""
    return await (_deck_message if there.table.draft.over else _pack_message)(there, reader)


# Picking


async def _pack_message(there: Drafting, reader: Reader) -> dict[str, Any]:
    say, draft, place = reader.say, there.table.draft, there.table.places[reader.seat]
    rules, sight, number = build(there.tournament.game), draft.view(reader.seat), there.tournament.id
    all_picks = draft.limited.size * card_drafts.PACKS
    pages = max(1, -(-len(sight.pack) // PAGE))
    page = min(reader.page, pages - 1)
    shown = sight.pack[page * PAGE :][:PAGE]
    lines, files = [reader.note], []
    if shown:
        lines.append(say("limited.pack", round=sight.round, packs=card_drafts.PACKS, number=sight.number, all=all_picks, n=len(sight.pack)))
        lines.append(_until(place.since + there.pace.pick, there, say))
        look = Look(reader.theme, say, ())
        picture = await drawn(painter(rules.key).paint_sheet, [(rules.faces[card], "") for card in shown], look)
        files = [to_file(picture, _alt(rules, shown, look), "pack")]
    else:
        lines.append(say("limited.nothing_yet", round=sight.round, packs=card_drafts.PACKS, number=sight.number, all=all_picks))
    lines += [say("limited.computer_picks")] if place.computer else []
    lines += [say("limited.own_picks", n=len(sight.picks), names=_counted(sight.picks, say))] if sight.picks else []
    lines += [say("limited.own_list", names=named_few([card_name(say, card) for card in place.wishes], ROOM, say))] if place.wishes else []
    items: list[Press | Choose] = []
    if sight.pack:
        items.append(Choose("cpick", f"{number}:{sight.number}", _options(sight.pack, rules, say), say("limited.take"), 0))
    items += [Press("cpack", f"{number}:{n}", arrow, row=1) for arrow, n in (("◀", page - 1), ("▶", page + 1)) if 0 <= n < pages and pages > 1]
    items.append(Press("cpack", f"{number}:{page if sight.pack else 0}", say("button.look_again"), discord.ButtonStyle.primary, row=2))
    items.append(Press("cwish", str(number), say("button.own_list"), row=2))
    items += [Press("cself", str(number), say("button.pick_again"), discord.ButtonStyle.success, row=2)] if place.computer else []
    return {"content": cut("\n".join(line for line in lines if line)), "attachments": files, "view": panel(items)}


def _until(due: float, there: Drafting, say: Texts) -> str:
    return say("limited.until", soon=distance(due)) if there.pace.runs else say("limited.stands")


def _alt(rules: Rules[Any], cards: Sequence[str], look: Look) -> str:
    paint = painter(rules.key).cards
    assert paint is not None
    return "\n\n".join(paint.words(rules.faces[card], look).replace("**", "") for card in cards)


def _options(cards: Iterable[str], rules: Rules[Any], say: Texts, copies: Mapping[str, int] | None = None) -> list[discord.SelectOption]:
    paint = painter(rules.key).cards
    assert paint is not None
    look, options = Look("light", say, ()), []
    for card in cards:
        first = paint.words(rules.faces[card], look).replace("**", "").splitlines()
        label = f"{copies[card]}× {card_name(say, card)}" if copies else card_name(say, card)
        options.append(discord.SelectOption(label=label[:100], value=card[:100], description=shortened(" · ".join(first[1:]), 100) or None))
    return options


def _counted(cards: Iterable[str], say: Texts) -> str:
    counted = Counter(cards)
    return named_few([f"{n}× {card_name(say, card)}" if n > 1 else card_name(say, card) for card, n in sorted(counted.items())], ROOM, say)


def wish_form(there: Drafting, seat: int, say: Texts) -> TextForm:
    """The form of a seat's own list of wishes: a card a line."""
    wishes = "\n".join(card_name(say, card) for card in there.table.places[seat].wishes)
    return TextForm(say("limited.list_title"), f"{WISH_FORM}{there.tournament.id}", [("cards", say("limited.list_label"), wishes, LONGEST)])


def deck_form(there: Drafting, seat: int, say: Texts) -> TextForm:
    """The form with the deck that a seat builds, as a list."""
    text = listed(build(there.tournament.game), there.building(seat), say)
    return TextForm(say("limited.deck_title"), f"{DECK_FORM}{there.tournament.id}", [("cards", say("limited.deck_label"), text, LONGEST)])


# Building


async def _deck_message(there: Drafting, reader: Reader) -> dict[str, Any]:
    say, table, place = reader.say, there.table, there.table.places[reader.seat]
    rules, game = build(there.tournament.game), table.draft.limited
    pool, deck = table.draft.pool(reader.seat), there.building(reader.seat)
    own = game.decks_of(pool)
    wrong = [
        f"- {say(f'refused.{fault.reason}', **{k: card_name(say, v) if k == 'card' else v for k, v in fault.facts.items()})} ({fault.rule})"
        for fault in own.faults(deck)
    ]
    handed = place.deck is not None and place.deck == _code(game, deck)
    lines = [reader.note, say("limited.deck", n=sum(deck.values()), least=own.least, most=own.most, pool=sum(pool.values()))]
    if place.deck is None:
        lines.append(say("limited.not_handed", soon=distance(place.since + there.pace.build)) if there.pace.runs else say("limited.stands"))
    else:
        lines.append(say("limited.handed" if handed else "limited.handed_other"))
    lines += wrong
    picture = await drawn(painter(rules.key).paint_deck, deck, rules.faces, Look(reader.theme, say, ()))
    return {
        "content": cut("\n".join(line for line in lines if line)),
        "attachments": [to_file(picture, listed(rules, deck, say), "deck")],
        "view": panel(_deck_items(there, reader, pool, deck, bool(wrong) or handed)),
    }


def _deck_items(there: Drafting, reader: Reader, pool: Deck, deck: Deck, done: bool) -> list[Press | Choose]:
    say, number, game = reader.say, there.tournament.id, there.table.draft.limited
    rules = build(there.tournament.game)
    aside = {card: n - deck.get(card, 0) for card, n in in_order(rules, pool) if n > deck.get(card, 0)}
    within = {card: n for card, n in in_order(rules, deck) if n}
    pages = max(1, -(-max(len(aside), len(within)) // OPTIONS))
    page = min(reader.page, pages - 1)
    items: list[Press | Choose] = []
    for row, (verb, cards, key) in enumerate((("cadd", aside, "limited.add"), ("cout", within, "limited.out"))):
        some = [*cards][page * OPTIONS :][:OPTIONS]
        if some:
            items.append(Choose(verb, f"{number}:{page}", _options(some, rules, say, cards), say(key), row, (1, len(some))))
    items.append(Choose("cadd", f"{number}:{page}:free", _options(game.free, rules, say), say("limited.free"), 2, (1, len(game.free))))
    items += [
        Press("chand", str(number), say("button.hand_in"), discord.ButtonStyle.success, done, row=3),
        Press("ctext", str(number), say("deck.as_text"), row=3),
        Press("cmake", str(number), say("button.suggest"), row=3),
    ]
    items += [Press("cpack", f"{number}:{(page + 1) % pages}", say("deck.page", page=page + 1, pages=pages), row=3)] if pages > 1 else []
    return items


def _code(game: card_drafts.Limited, deck: Deck) -> str | None:
    return game.decks.code(deck) if all(card in game.decks.limits for card in deck) else None
