"""A bracket as pictures with alt texts, and which matches stand on which of its sides: winners, losers, the match for the third place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import discord

from cogs.messages.drawing import to_file
from data.language import Texts
from data.user_text import set_apart
from render.text import fitting
from render.tournaments import paint_bracket
from render.tournaments.bracket import Box, Champion, Part, Round, Tree, present, whole
from render.tournaments.player_marks import UNKNOWN, Player
from rules.competition import formats
from rules.competition import tournament as tournament_rules
from rules.competition.formats import Node
from rules.competition.tournament import DOUBLE, Fixture, TournamentState

NAME = (100, 20, 12)
"""Letters of a name in the words of a bracket, as there is room."""
NOW = "▶"
"""What is being played, in words."""
EARLY = 3
"""So many rounds before the last one have names of their own: the final, the semifinals, the quarter-finals."""


class Side(NamedTuple):
    """A side of a bracket (winners, losers), with its rounds."""

    key: str
    rounds: list[Round]

    @property
    def live(self) -> bool:
        """Whether a match of this side is being played."""
        return any(box.live for part in self.rounds for box in part.boxes)


class Pictured(NamedTuple):
    """What pictures of a tournament need: its state, title, names of entrants, texts and theme."""

    state: TournamentState
    title: str
    names: Mapping[int, str]
    say: Texts
    theme: str


def brackets(shown: Pictured, everything: bool) -> list[discord.File]:
    """The bracket's pages: `everything`, or what matters now."""
    state, say = shown.state, shown.say
    sides = _sides(shown)
    live = [side for side in sides if side.live]
    if not everything:
        sides = live or (sides[-1:] if state.plan.format == DOUBLE else sides)
    found = []
    for side in sides:
        title = f"{shown.title} · {say(f'tournament.side.{side.key}')}" if state.plan.format == DOUBLE or side.key == "third" else shown.title
        parts = whole(side.rounds) if everything else present(side.rounds)
        for part in parts:
            tree = Tree(title, _below(state, side, part, say), part.rounds, _champion(shown, side, part), say("tournament.now"))
            words = fitting(*(partial(_words, tree, letters) for letters in NAME))
            found.append(to_file(paint_bracket(tree, shown.theme), words, "bracket"))
    return found


def _below(state: TournamentState, side: Side, part: Part, say: Texts) -> str:
    """The line below a page: the format, and which of the rounds it shows, if not all."""
    words = [say("tournament.elimination" if state.finalists else f"tournament.format.{state.plan.format}")]
    if state.plan.games > 1:
        words.append(say("tournament.best_of_short", n=state.plan.games))
    if len(part.rounds) < len(side.rounds):
        words.append(say("tournament.rounds_shown", first=part.first + 1, last=part.first + len(part.rounds), of=len(side.rounds)))
    if part.blocks > 1:
        words.append(say("tournament.part", n=part.block + 1, of=part.blocks))
    return " · ".join(words)


def _champion(shown: Pictured, side: Side, part: Part) -> Champion | None:
    """The winner, on the page with the final."""
    final = side.key == ("final" if shown.state.plan.format == DOUBLE else "winners") and part.first + len(part.rounds) == len(side.rounds)
    if not final or not tournament_rules.over(shown.state):
        return None
    (winner, *_) = tournament_rules.places(shown.state)[0]
    return Champion(shown.say("tournament.champion"), Player(winner, shown.names[winner]))


def _sides(shown: Pictured) -> list[Side]:
    """The rounds of each side of the bracket."""
    state = shown.state
    bracket = tournament_rules.bracket(state)
    known = bracket.known(tournament_rules.bracket_results(state))
    played = {f.node: f for f in state.fixtures if f.node is not None}
    sides: dict[str, dict[int, list[Box]]] = {}
    for node, pair in zip(bracket.nodes, known, strict=True):
        if (node.side, node.round) == ("final", 2) and node.number not in played:
            continue
        sides.setdefault(node.side, {}).setdefault(node.round, []).append(_box(shown, node, played.get(node.number), pair))
    return [
        Side(side, [Round(_heading(side, n, len(rounds), state, shown.say), tuple(boxes)) for n, boxes in sorted(rounds.items())])
        for side, rounds in sides.items()
    ]


def _box(shown: Pictured, node: Node, fixture: Fixture | None, pair: formats.Meeting) -> Box:
    sources = tuple(s.match for s in node.sources if s.match is not None and s.winner)
    a, b = pair
    if fixture is None and (a is None) != (b is None):
        there = b if a is None else a
        free = Player(UNKNOWN, shown.say("tournament.free"))
        return Box(node.number, (_player(shown, there), free), won=None if there == formats.OPEN else 0, sources=sources, bye=free.name)
    players = (_player(shown, a), _player(shown, b))
    if fixture is None:
        return Box(node.number, players, sources=sources)
    won = pair.index(fixture.places[0][0]) if fixture.places else None
    counts = [sum(game.places[0] == (e,) for game in fixture.games) for e in (a, b)]
    figures = (str(counts[0]), str(counts[1])) if shown.state.plan.games > 1 else ("", "")
    return Box(node.number, players, figures, won, sources, live=not fixture.places)


def _player(shown: Pictured, entrant: int | None) -> Player:
    """An entrant in a box; an unknown one or nobody as such."""
    if entrant is None or entrant == formats.OPEN:
        return Player(UNKNOWN, "–" if entrant is None else "?")
    return Player(entrant, shown.names.get(entrant, "?"))


def _heading(side: str, number: int, last: int, state: TournamentState, say: Texts) -> str:
    if side == "third":
        return ""
    if side == "final":
        return say(f"tournament.final.{number}")
    if state.plan.format == DOUBLE:
        return say(f"tournament.last.{side}") if number == last else say("tournament.nth_round", n=number)
    left = last - number
    names = ("tournament.final.1", "tournament.semifinals", "tournament.quarterfinals")
    return say(names[left] if left < EARLY else f"tournament.last.{2 ** (left + 1)}")


def round_name(state: TournamentState, say: Texts) -> str:
    """The name of the latest round of a single elimination."""
    last = max(node.round for node in tournament_rules.bracket(state).nodes if node.side == "winners")
    return _heading("winners", state.round, last, state, say)


def _words(tree: Tree, letters: int) -> str:
    """A bracket page in words: who has met whom; the side that advances stands before `>`. Names are cut to `letters`."""
    parts = [": ".join(filter(None, (part.title, ", ".join(_meeting(box, letters) for box in part.boxes)))) for part in tree.rounds]
    won = f"{tree.champion.words}: {set_apart(tree.champion.player.name)}. " if tree.champion else ""
    now = f". {NOW}: {tree.legend}" if any(box.live for part in tree.rounds for box in part.boxes) else ""
    return f"{tree.title} ({tree.below}). {won}" + "; ".join(parts) + now


def _meeting(box: Box, letters: int) -> str:
    """A match in words, with its score, and whether it is being played. Names are cut to `letters`."""
    order: Sequence[int] = (1, 0) if box.won == 1 else (0, 1)
    a, b = (set_apart(name if len(name) <= letters else name[: letters - 1] + "…") for name in (box.players[n].name for n in order))
    if box.bye:
        return f"{a} ({box.bye})"
    score = f" {':'.join(box.figures[n] for n in order)}" if box.figures[0] else ""
    return f"{a} {'–' if box.won is None else '>'} {b}{score}" + (f" {NOW}" if box.live else "")
