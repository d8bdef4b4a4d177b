"""Public messages of a card draft: its progress, whom it waits for, and calls. The log after the last match: `draft_log`.

None of them says what is in a pack, what anybody took, or whether a person or a computer picked a card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.mentions import called_only, mention
from cogs.messages.rules.find_cards import card_name
from cogs.messages.table.clocks import duration
from cogs.messages.text_pages import named_few
from cogs.messages.tournaments.shown_tournament import entrant_names
from cogs.messages.truncation import MAX_CONTENT, cut
from cogs.play.notification_rules import Pinged
from cogs.play.restore_stamps import numbered
from cogs.play.tournaments.draft_pace import pace_of
from cogs.play.tournaments.draft_progress import Drafting
from data.language import Texts
from data.store.rows import OVER, EntrantRow, Tournament
from data.timestamps import distance
from data.user_text import escaped
from rules.competition import card_drafts
from rules.randomness import seed_hash


def terms_lines(tournament: Tournament, say: Texts) -> list[str]:
    """The lines about drafting and building before a tournament's matches; none for a tournament without them."""
    terms, pace = tournament.terms, pace_of(tournament)
    if not terms.limited:
        return []
    lines = [say(f"limited.terms.{terms.limited}", pick=duration(pace.pick, say), build=duration(pace.build, say))]
    if terms.computers and terms.limited == card_drafts.DRAFT:
        lines.append(say("limited.terms.computers", n=terms.computers))
    return lines


def draft_buttons(tournament: Tournament, say: Texts) -> list[Press]:
    """*My cards*, while there is something to pick, build or change; and *Draft log*."""
    if not tournament.terms.limited or tournament.state is None:
        return []
    if tournament.status == OVER:
        return [Press("tfile", f"{tournament.id}:draft", say("button.draft_log"))]
    return [Press("cpanel", numbered(tournament), say("button.my_cards"), discord.ButtonStyle.success)]


def progress_lines(there: Drafting, entrants: Sequence[EntrantRow], say: Texts) -> list[str]:
    """How many picks and decks are done, whose time runs, and for whom a computer picks."""
    table, pace = there.table, there.pace
    draft = table.draft
    names = {entrant: escaped(name) for entrant, name in entrant_names(entrants).items()}

    def named(who: Iterable[int | None]) -> str:
        return named_few([names[e] for e in who if e in names], MAX_CONTENT // 3, say)

    if draft.over:
        lines = [say("limited.now.build")]
    else:
        made, all_picks = sum(map(len, draft.picks)), len(draft.picks) * draft.limited.size * card_drafts.PACKS
        lines = [say("limited.now.draft", round=draft.round, packs=card_drafts.PACKS, n=made, all=all_picks)]
    if waits := named(table.places[seat].entrant for seat in table.awaited(pace)):
        until = table.due(pace)
        lines.append(say("limited.awaited", names=waits, soon=distance(until)) if until is not None else say("limited.awaited_stands", names=waits))
    if alone := named(place.entrant for place in table.places if place.computer):
        lines.append(say("limited.computed", names=alone))
    return lines


def desk_lines(there: Drafting, entrants: Sequence[EntrantRow], say: Texts) -> list[str]:
    """The progress for moderators: how long those who take longest have been awaited, and what to do about absent people. For others no time is
    shown: if someone took exactly their full time, the clock has taken their card.
    """
    table, pace = there.table, there.pace
    since = min((table.places[seat].since for seat in table.awaited(pace)), default=None) if pace.runs else None
    longest = [say("limited.longest", ago=distance(since))] if since is not None else []
    return [*progress_lines(there, entrants, say), *longest, say("limited.desk_how")]


def drafting_message(title: str, there: Drafting, entrants: Sequence[EntrantRow], say: Texts) -> dict[str, Any]:
    """The public message of a tournament while cards are picked or decks built; it replaces the sign-up message, and pings nobody."""
    found = there.tournament
    lines = [f"**{title}**", *terms_lines(found, say), *progress_lines(there, entrants, say)]
    if found.seed is not None:
        lines.append(say("tournament.seed_hash", hash=seed_hash(found.seed)))
    desk = Press("tdesk", numbered(found), say("button.desk"))
    return {"content": cut("\n".join(lines)), "view": panel([*draft_buttons(found, say), desk])}


def called_message(tournament: Tournament, what: str, who: Collection[EntrantRow], pinged: Pinged, say: Texts) -> dict[str, Any]:
    """A call to people at their cards, or that a computer picks for some from now on, which calls nobody."""
    pace = pace_of(tournament)
    names = " ".join(mention(p.player, p.name, pinged) for p in who)
    words = say(f"limited.call.{what}", who=names, pick=duration(pace.pick, say), build=duration(pace.build, say))
    return {"content": cut(words), "view": panel(draft_buttons(tournament, say)), "allowed_mentions": called_only(pinged)}


def _listed(cards: Iterable[str], say: Texts) -> str:
    return ", ".join(card_name(say, card) for card in cards)


def calls(payload: Mapping[str, Any]) -> bool:
    """Whether a message with this payload pings anybody."""
    return payload["cards"] != "computer"
