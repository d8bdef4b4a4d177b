"""Messages about entrants who have left the server, with the buttons *Drop* and *Keep* for the host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.mentions import called_only, mention_by_id
from cogs.messages.tournaments.shown_tournament import voice_of
from cogs.messages.truncation import cut
from cogs.play.notification_rules import Pinged
from cogs.play.restore_stamps import stamp
from data.language import Texts
from data.similar_names import told_apart
from data.store.rows import OVER, EntrantRow, Tournament
from data.user_text import Called, escaped
from rules.competition.tournament import CUT, DOUBLE, SINGLE


def away_message(cup: Tournament, entrants: Sequence[EntrantRow], payload: Mapping[str, Any], pinged: Pinged) -> dict[str, Any] | None:
    """The message that entrants are away and not paired, or could not be invited to a `thread`; with *Drop* and *Keep* until the tournament is
    over. None if no entrant is concerned any more."""
    state, thread = cup.state, payload.get("thread")
    if state is None:
        return None
    known = [e for e in payload["away"] if e in state.people and e not in state.kept and (thread is not None or e in state.away)]
    names = dict(zip(entrants, told_apart([p.name for p in entrants]), strict=True))
    told = {p.entrant: name for p, name in names.items() if p.entrant in known}
    if not told:
        return None
    say = voice_of(cup)
    bracket = state.stage == CUT or state.plan.format in (SINGLE, DOUBLE)
    key = "tournament.uninvited" if thread is not None else "tournament.away_bracket" if bracket else "tournament.away"
    words = say(key, names=", ".join(map(escaped, told.values())), thread=f"<#{thread}>")
    if cup.status == OVER:
        return {"content": cut(words)}
    asked = say("tournament.away_ask", host=mention_by_id(cup.host))
    return {"content": cut(f"{words} {asked}"), "view": _choices(cup, told, say), "allowed_mentions": called_only(pinged)}


def _choices(cup: Tournament, told: Mapping[int, Called], say: Texts) -> discord.ui.View:
    """*Drop* and *Keep*: two buttons for one entrant, two menus for several."""
    if len(told) == 1:
        rest = f"{cup.id}:{next(iter(told))}{stamp(cup)}"
        return panel([
            Press("tdrop", rest, say("button.drop_away"), discord.ButtonStyle.danger),
            Press("tkeep", rest, say("button.keep_away")),
        ])  # fmt: skip
    options = [discord.SelectOption(label=name.shown[:100] or "–", value=str(entrant)) for entrant, name in told.items()]
    rest, amount = f"{cup.id}{stamp(cup)}", (1, len(options))
    return panel([
        Choose("tdrop", rest, options, say("button.drop_away"), row=0, amount=amount),
        Choose("tkeep", rest, options, say("button.keep_away"), row=1, amount=amount),
    ])  # fmt: skip
