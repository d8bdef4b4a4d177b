"""Messages about ladders: the rungs, challenges and their answers, one's own rung, and who stood on top."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.mentions import NOBODY, called_only, mention, mention_by_id
from cogs.messages.tournaments.shown_tournament import ShownTournament, entrant_names, voice_of
from cogs.messages.truncation import cut
from cogs.play.notification_rules import Pinged
from cogs.play.restore_stamps import numbered, stamp
from data.language import Texts
from data.store.rows import OPEN, OVER, EntrantRow, Tournament
from data.timestamps import moment
from data.user_text import escaped
from rules.competition.clock import DAY
from rules.competition.tournament import LADDER, Fixture, TournamentState, ladders
from rules.competition.tournament.state import Challenge, Move

GREEN, RED, BLUE, GREY = discord.ButtonStyle.success, discord.ButtonStyle.danger, discord.ButtonStyle.primary, discord.ButtonStyle.secondary
PLAY, PASS, SURE = "play", "pass", "sure"
"""Answers to a challenge: to play, to pass the rung on, and to be sure of that."""
ON, BACK = "on", "back"
"""To challenge somebody, and to take that back."""
_STYLES = {PLAY: GREEN, PASS: GREY, SURE: RED, ON: BLUE, BACK: GREY}
LATEST = 3
"""Moves in the message that shows the ladder."""
BELOW = 2
"""Rungs below one's own in one's panel."""
SOON = 7 * DAY
"""Seconds before which one is told that one slides."""
ANSWERED = 3
"""Challenges with buttons in a panel, one row each; later ones follow when these are answered."""
NAME = 20
"""Letters of a name on a button."""


# Everybody


def terms_lines(tournament: Tournament, say: Texts) -> list[str]:
    """How a ladder is played."""
    plan = tournament.plan
    if plan.format != LADDER or tournament.status == OVER:
        return []
    numbers = {"reach": plan.reach, "answer": plan.answer, "idle": plan.idle, "at_once": plan.at_once}
    begins = [say(f"ladder.start.{tournament.seeding}")] if tournament.status == OPEN else []
    return [" ".join(say(f"ladder.terms.{key}", n=n) for key, n in numbers.items()), " ".join([*begins, say("ladder.joining")])]


def buttons(tournament: Tournament, say: Texts) -> list[Press]:
    """*Join* and *My rung* while a ladder is under way, and *Honours*."""
    if tournament.plan.format != LADDER or tournament.state is None:
        return []
    going = tournament.status != OVER
    found = [Press("trung", numbered(tournament), say("button.my_rung"), GREEN), Press("tjoin", numbered(tournament), say("button.join"))]
    return [*(found if going else []), Press("thonours", numbered(tournament), say("button.honours"))]


def rung_lines(cup: ShownTournament, which: Collection[int] | None = None) -> list[str]:
    """The rungs, or some of them by their numbers from 1: who stands there, with the latest results."""
    state, say, names = cup.state, cup.say, cup.names
    assert state.ladder is not None
    records, lines = ladders.records(state), []
    for n, entrant in enumerate(state.ladder.rungs, 1):
        if which is None or n in which:
            form = "".join(say(f"league.form.{one}") for one in records[entrant].form)
            lines.append(say("ladder.line", n=n, name=names[entrant], form=f" · {form}" if form else ""))
    return lines


def open_lines(cup: ShownTournament) -> list[str]:
    """The open matches with their threads, those that wait, challenges without an answer, and the latest moves."""
    state, names, say, ladder = cup.state, cup.names, cup.say, cup.state.ladder
    assert ladder is not None
    lines = [f"{' – '.join(names[e] for e in f.entrants)}{cup.link(f.number)}" for f in state.open] if ladder.closed is None else []
    lines += [say("league.pair_waits", a=names[a], b=names[b]) for a, b in ladder.ready]
    lines += [_challenge_line(cup, c) for c in ladder.challenges]
    return lines + [move_words(move, names, say) for move in reversed(ladder.moves[-LATEST:])]


def _challenge_line(cup: ShownTournament, c: Challenge) -> str:
    """A challenge without an answer, and until when that is, unless time stands in a pause."""
    key = "ladder.challenge_paused" if cup.tournament.paused else "ladder.challenge"
    return cup.say(key, by=cup.names[c.by], other=cup.names[c.other], until=moment(c.due))


def move_words(move: Move, names: Mapping[int, str], say: Texts) -> str:
    """A move in words."""
    return say(f"ladder.move.{move.what}", who=names[move.who], n=move.rung, other=names[move.other] if move.other is not None else "")


def outcome_lines(state: TournamentState, fixture: Fixture, names: Mapping[int, str], say: Texts) -> list[str]:
    """The line on a rung that the end of a match has taken, if it has."""
    moves = state.ladder.moves if state.ladder is not None else ()
    latest = next((move for move in reversed(moves) if {move.who, move.other} == {*fixture.entrants}), None)
    return [say("ladder.takes", who=names[latest.who], n=latest.rung)] if latest is not None and latest.what == ladders.TOOK else []


def called_message(
    tournament: Tournament, entrants: Sequence[EntrantRow], payload: Mapping[str, Any], pinged: Pinged | None
) -> dict[str, Any] | None:
    """The message to somebody who is challenged; None if that is outdated. Without `pinged` it is for an edit."""
    state, say, by = tournament.state, voice_of(tournament), payload["by"]
    (other,) = payload["entrants"]
    found = ladders.waiting(state, by, other) if state is not None else None
    called = next((p for p in entrants if p.entrant == other), None)
    if state is None or found is None or called is None or tournament.status == OVER:
        return None
    name = escaped(entrant_names(entrants)[by])
    who = mention(called.player, called.name, pinged) if pinged is not None else mention_by_id(called.player)
    key = "ladder.called_paused" if tournament.paused else "ladder.called"
    words = say(key, who=who, name=name, n=ladders.rung(state, other), until=moment(found.due))
    items = [_answer(tournament, by, what, say) for what in (PLAY, PASS)]
    return {"content": cut(words), "view": panel(items), "allowed_mentions": called_only(pinged or NOBODY)}


def asked_message(tournament: Tournament, entrants: Sequence[EntrantRow], by: int, other: int) -> dict[str, Any]:
    """How it stands with a challenge that has been told: as before, with the present moment, or what it has come to, without buttons."""
    state, say, payload = tournament.state, voice_of(tournament), {"by": by, "entrants": [other]}
    waits = called_message(tournament, entrants, payload, None)
    if waits is not None or state is None:
        return waits or {}
    names = {entrant: escaped(name) for entrant, name in entrant_names(entrants).items()}
    outcome = ladders.VOID if tournament.status == OVER else ladders.asked_outcome(state, by, other)
    return {"content": cut(say(f"ladder.asked.{outcome}", name=names[by], other=names[other])), "view": None}


def passed_message(tournament: Tournament, entrants: Sequence[EntrantRow], payload: Mapping[str, Any]) -> dict[str, Any] | None:
    """The message that a rung has been passed on without a match."""
    names = {entrant: escaped(name) for entrant, name in entrant_names(entrants).items()}
    move = Move(0, payload["what"], payload["who"], payload["rung"], payload["other"])
    return {"content": cut(f"{move_words(move, names, voice_of(tournament))}.")} if {move.who, move.other} <= names.keys() else None


def _answer(tournament: Tournament, by: int, what: str, say: Texts, name: str = "", row: int | None = None) -> Press:
    """A button that answers a challenge; in a panel, where there may be several, with the challenger's name."""
    rest = "" if name else str(stamp(tournament))
    label = say(f"button.ladder.{what}") + (f"{say('colon')}{_shortened(name)}" if name else "")
    return Press("tanswer", f"{tournament.id}:{by}:{what}{rest}", label, _STYLES[what], row=row)


def _shortened(name: str) -> str:
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"


# One's own


class Pressed(NamedTuple):
    """What has led to a panel: what is to be said of it, whom its reader has `chosen` from the menu, and to whom they are about to pass their rung
    on (`passes`)."""

    note: str = ""
    chosen: int | None = None
    passes: int | None = None


NOTHING = Pressed()


def rung_panel(cup: ShownTournament, mine: int, now: float, deaf: Collection[int] = (), pressed: Pressed = NOTHING) -> dict[str, Any]:
    """An entrant's private panel: the rungs around theirs, challenges, matches, and whom they may challenge."""
    state, names, say, ladder = cup.state, cup.names, cup.say, cup.state.ladder
    assert ladder is not None
    told = {entrant: name.shown for entrant, name in entrant_names(cup.entrants).items()}
    own, active = ladders.rung(state, mine), ladder.closed is None and ladders.rung(state, mine) > 0
    reach = ladders.within_reach(state, mine, deaf) if active else []
    top = ladders.rung(state, reach[0]) if len(reach) == state.plan.reach else 1 if active else own
    lines = [*([pressed.note] if pressed.note else []), say("ladder.you_stand", n=own, of=len(ladder.rungs)) if own else say("ladder.not_on")]
    lines += [*rung_lines(cup, range(top, own + BELOW + 1) if own else ()), *_own_matches(cup, mine)]
    incoming = [c for c in ladder.challenges if c.other == mine]
    outgoing = [c for c in ladder.challenges if c.by == mine]
    if cup.tournament.paused:
        lines += [_challenge_line(cup, c) for c in (*incoming, *outgoing)]
    else:
        lines += [say("ladder.asked_you", name=names[c.by], until=moment(c.due)) for c in incoming]
        lines += [say("ladder.you_asked", name=names[c.other], until=moment(c.due)) for c in outgoing]
    above = ladder.rungs[top - 1 : own - 1] if active else ()
    obstacles = {e: ladders.obstacle(state, mine, e, now, deaf) for e in above}
    lines += [_obstacle_line(state, mine, e, why, names[e], say) for e, why in obstacles.items() if why in ("takes_none", "too_soon", "they_full")]
    if "you_full" in obstacles.values():
        lines.append(say("ladder.you_full", n=state.plan.at_once))
    if own == 1 and not incoming:
        lines.append(say("ladder.nobody_above"))
    slides = ladders.slides_at(state, mine) if active else None
    if slides is not None and now <= slides <= now + SOON:
        lines.append(say("ladder.slides", at=moment(slides)))
    if cup.tournament.paused or cup.tournament.stands is not None:
        return {"content": cut("\n".join([*lines, say("ladder.paused")])), "view": None}
    free = [e for e, why in obstacles.items() if why is None]
    items = _challenging(cup.tournament, told, free, outgoing, pressed.chosen, say) if active else []
    items += _answering(cup.tournament, told, incoming, pressed.passes, say)
    return {"content": cut("\n".join(lines)), "view": panel(items)}


def _own_matches(cup: ShownTournament, mine: int) -> list[str]:
    """One's matches that are under way, and those that are about to begin."""
    state, names, say, ladder = cup.state, cup.names, cup.say, cup.state.ladder
    assert ladder is not None
    lines = []
    for f in state.open if ladder.closed is None else ():
        if mine in f.entrants:
            lines.append(say("league.plays", name=names[next(e for e in f.entrants if e != mine)]) + cup.link(f.number))
    begin = ladders.startable(state)
    for pair in ladder.ready:
        if mine in pair:
            lines.append(say("league.begins" if pair in begin else "ladder.waits", name=names[next(e for e in pair if e != mine)]))
    return lines


def _obstacle_line(state: TournamentState, mine: int, other: int, why: str, name: str, say: Texts) -> str:
    at = moment(ladders.again_at(state, mine, other)) if why == "too_soon" else ""
    return say(f"ladder.not.{why}", name=name, at=at)


def _challenging(
    tournament: Tournament, told: Mapping[int, str], free: Sequence[int], outgoing: Sequence[Challenge], chosen: int | None, say: Texts
) -> list[Press | Choose]:
    """The menu of those whom one may challenge, or has challenged, and the button for the one that is chosen."""
    waiting = [c.other for c in outgoing]
    choice = [*free, *waiting][-25:]
    if not choice:
        return []
    described = {e: say("button.ladder.back") for e in waiting}
    options = [discord.SelectOption(label=told[e][:100] or "–", value=str(e), description=described.get(e), default=e == chosen) for e in choice]
    items: list[Press | Choose] = [Choose("trival", str(tournament.id), options, say("ladder.whom"), row=0)]
    if chosen in choice:
        what = BACK if chosen in waiting else ON
        items.append(Press("tchallenge", f"{tournament.id}:{chosen}:{what}", say(f"button.ladder.{what}"), _STYLES[what], row=1))
    return items


def _answering(tournament: Tournament, told: Mapping[int, str], incoming: Sequence[Challenge], passes: int | None, say: Texts) -> list[Press]:
    """The buttons that answer challenges, the longest waiting first."""
    items = []
    for row, c in enumerate(incoming[:ANSWERED], 2):
        items.append(_answer(tournament, c.by, PLAY, say, told[c.by], row=row))
        items.append(_answer(tournament, c.by, SURE if passes == c.by else PASS, say, told[c.by], row=row))
    return items


# Who stood on top


def honours_lines(cup: ShownTournament, now: float) -> list[str]:
    """For how many days each has stood on the first rung, the longest first."""
    medals = ["🥇", "🥈", "🥉"]
    stood = ladders.on_top(cup.state, now)
    lines = [_days(cup, entrant, seconds, medals[n] if n < len(medals) else "") for n, (entrant, seconds) in enumerate(stood)]
    return [f"**{cup.say('ladder.on_top')}**", *lines]


def _days(cup: ShownTournament, entrant: int, seconds: float, medal: str) -> str:
    """For how many days an entrant has stood on the first rung."""
    return f"{medal} {cup.names[entrant]}{cup.say('colon')}{cup.say('ladder.days', n=max(1, round(seconds / DAY)))}".strip()
