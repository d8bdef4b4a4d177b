"""Whoever leaves, at whatever decision: nobody is stuck, nobody who has left is asked, and the places are right.

Leaving is resigning, which is also what a moderator's removal and a clock that takes a game do; a clock that only answers gives the
game's own answers. Games are played at random. At a kind of decision that has not been seen often, who is asked and somebody else leave,
each in a world of its own, which goes on with more actions, answers of the clock and leavings. Places are worked out here once more, from
what was told and from what lies on the table.

Many more by `python -m tests.every_game.test_leaving [GAME] [LEAVINGS]`.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from data.content import build, games, read
from rules.computer_levels import computed
from rules.game import Event, Refused, to_builtins
from rules.randomness import Chance
from tests.every_game.setups import BRIEFLY, HOUSE, Setup, random_action
from tests.sampled import often, sampled

LEAVINGS = often(60, 600)
"""How many for each game in the test run, at least."""
SOON = 4
"""After so many actions another one leaves, and another, until the game is over..."""
PATIENT = 0.01
"""...but for this share of games, which are played to the end."""
SELDOM = 0.01
"""How likely somebody leaves at a decision like many before."""
IMAGINED = 0.05
"""For this share of departures, what everybody may know is looked at, too."""
LONGEST = 5000


def every_option() -> list[Setup]:
    """All setups: each number of seats with all options in all combinations."""
    found = []
    for game in games():
        rules = build(game)
        options = [o for o in rules.options if o.key not in HOUSE]
        for seats, values in itertools.product(rules.seats, itertools.product(*(o.values for o in options))):
            setup = Setup(game, seats, {o.key: v for o, v in zip(options, values, strict=True)})
            try:
                rules.setup(seats, setup.options, 1)
            except Refused:
                continue
            found.append(setup)
    return found


class World:
    """A game in which people leave. `gone` are those who have left, in that order; who left together is in one group."""

    def __init__(self, setup: Setup, state: Any, events: Sequence[Event], gone: tuple[tuple[int, ...], ...] = ()) -> None:
        self.setup, self.rules, self.state = setup, setup.rules, state
        self.events = list(events)
        self.gone = gone

    @property
    def playing(self) -> list[int]:
        """The seats that are still in the game."""
        out = [s for group in self.gone for s in group]
        return [s for s in range(self.setup.seats) if s not in out]

    @property
    def acting(self) -> tuple[int, ...]:
        return self.rules.to_act(self.state)

    def branch(self) -> World:
        """The same game, so that something else may happen in it."""
        return World(self.setup, self.state, self.events, self.gone)

    def _took(self, state: Any, events: Sequence[Event]) -> None:
        self.state = state
        self.events += events
        self.gone += tuple(tuple(group) for group in fallen(events))

    def act(self, rng: random.Random) -> None:
        """Somebody who is asked acts at random, or lets the time run out."""
        seat = rng.choice(self.acting)
        late = rng.random() < 0.2
        action = self.rules.decision(self.state, seat).default if late else random_action(self.rules, self.state, seat, rng)
        self._took(*self.rules.apply(self.state, seat, action))

    def leave(self, seat: int) -> None:
        """Somebody leaves, and everything is as it should be."""
        before = self.gone
        self._took(*self.rules.concede(self.state, seat))
        if (seat,) not in self.gone[len(before) :]:
            self.gone = (*before, (seat,), *self.gone[len(before) :])
        self.check()

    def check(self) -> None:
        """Nobody who has left is asked, everybody who is asked can answer, and the game is over exactly when it should be."""
        rules, state, acting = self.rules, self.state, self.acting
        self.check_goes_on()
        for seat in itertools.chain(*self.gone):
            assert not rules.words(state, seat, ())
            assert rules.view(state, seat).decision is None
            with pytest.raises(Refused):
                rules.concede(state, seat)
        public = rules.view(state, None).to_act
        assert set(public) <= set(self.playing)
        assert public == acting or all(rules.decision(state, seat).sealed for seat in acting), "who has passed in a window nobody else sees"
        for seat in acting:
            rules.apply(state, seat, rules.decision(state, seat).default)
        assert rules.load(rules.dump(state)) == state
        CHECKS.get(self.setup.game, lambda world: None)(self)

    def check_goes_on(self) -> None:
        """Somebody who has not left is asked, or the game is over with the right places."""
        acting, outcome = self.acting, self.rules.outcome(self.state)
        assert (outcome is None) == bool(acting), "stuck"
        assert outcome or len(self.playing) > 1, "nobody is left to play against"
        assert set(acting) <= set(self.playing), "asked after leaving"
        if outcome:
            self.check_places(outcome.places)

    def check_imagined(self, rng: random.Random) -> None:
        """Everybody, also who has left, sees the same in a world that they cannot tell apart."""
        rules, state = self.rules, self.state
        for viewer in (*range(self.setup.seats), None):
            other = rules.imagine(state, viewer, Chance.of(rng.getrandbits(64)))
            assert to_builtins(rules.view(other, viewer)) == to_builtins(rules.view(state, viewer))

    def check_computers(self, rng: random.Random) -> None:
        """Computers find something legal to do."""
        for seat in self.acting[:1]:
            for opponent in self.rules.opponents:
                action = computed(self.rules, self.state, seat, opponent, Chance.of(rng.getrandbits(64)), BRIEFLY)
                self.rules.apply(self.state, seat, action)

    def check_places(self, places: Sequence[Sequence[int]]) -> None:
        """Who has left is last, the first to leave behind all; the others stand by what they have, those with equal figures together."""
        assert sorted(itertools.chain(*places)) == list(range(self.setup.seats))
        if self.setup.seats > 2 and self.setup.game not in FIGURES:  # It may have rules of its own.
            return
        last = [sorted(group) for group in reversed(self.gone)]
        if not self.playing:
            assert [sorted(group) for group in places] == last
            return
        first = [sorted(group) for group in places[: len(places) - len(last)]]
        assert [sorted(group) for group in places[len(first) :]] == last
        assert sorted(itertools.chain(*first)) == self.playing
        if len(self.playing) > 1:
            check_order(self, first)


def fallen(events: Sequence[Event]) -> Iterator[list[int]]:
    """The seats that were told to be out, those together that were told in one go."""
    group: list[int] = []
    for e in events:
        if e.kind in ("eliminated", "resigned"):
            group.append(e.facts["seat"])
        elif group:
            yield group
            group = []
    if group:
        yield group


# What each game's places are made of: the figures by which those stand who have not left


def captured(world: World) -> dict[int, Any]:
    """MH-5.2: the points that were told."""
    points = Counter(dict.fromkeys(world.playing, 0))
    for e in world.events:
        if e.kind == "scored" and e.facts["slot"] in points:
            points[e.facts["slot"]] += e.facts["points"]
    return dict(points)


def earned(world: World) -> dict[int, Any]:
    """HK-12.1, HK-12.5: experience, ruins, cards beyond the first sixteen, and what later seats began with; wounds cost two."""
    found = {}
    begun = {e.facts["seat"]: e.facts["n"] for e in world.events if e.kind == "compensated"}
    for seat, hero in enumerate(json.loads(world.rules.dump(world.state))["heroes"]):
        cards = [*hero["deck"], *hero["hand"], *hero["play"], *hero["discard"]]
        wounds = cards.count("wound")
        found[seat] = hero["experience"] + hero["ruins"] + len(cards) - wounds - 16 - 2 * wounds + begun.get(seat, 0)
    return {s: found[s] for s in world.playing}


def built(world: World) -> dict[int, Any]:
    """PC-14.8: HP of buildings, then those of the mine."""
    things = json.loads(world.rules.dump(world.state))["things"].values()
    types = {card["id"]: card["type"] for card in planetary_cards()}

    def hp(seat: int, kind: str) -> int:
        return sum(t["hp"] for t in things if t["controller"] == seat and types.get(t["card"], "mine") == kind)

    return {s: (hp(s, "building"), hp(s, "mine")) for s in world.playing}


@cache
def planetary_cards() -> list[dict[str, Any]]:
    cards = read("planetary_conquerors")["cards"]
    return [*cards["cards"], *cards["tokens"]]


FIGURES = {"monster_hex": captured, "hexknight": earned, "planetary_conquerors": built}


def check_order(world: World, first: list[list[int]]) -> None:
    """Those who have not left stand in the order of their figures; the winner may have been found by another rule among the best."""
    stand = FIGURES[world.setup.game](world)
    if world.events[-1].facts["reason"] in ("seven", "planet"):
        (winner,), *first = first
        best = max(stand.values())
        assert stand[winner] == best or stand[winner][0] == best[0]
        del stand[winner]
    assert first == [sorted(s for s in stand if stand[s] == value) for value in sorted(set(stand.values()), reverse=True)]


# What each game's rules say besides


def nothing_is_left(world: World) -> None:
    """PC-15.3: of who is out nothing stays on a planet, is announced or waits. PC-15.4: turns go round among the others."""
    table = json.loads(world.rules.dump(world.state))
    out = {s for group in world.gone for s in group}
    for thing in table.get("things", {}).values():
        assert not {thing["owner"], thing["controller"]} & out
    if world.acting:
        for frame in table.get("frames", ()):
            waiting = [*frame.get("buffer", ()), *frame.get("fired", ())]
            assert not {f["seat"] for f in waiting} & out
            assert frame.get("seat") not in out or frame.get("off") or frame["type"] == "gain"
        assert not any(frame.get("off") for frame in table.get("frames", ())[-1:]), "a question of an effect that has ended"
        assert not {f["seat"] for f in table.get("fired", ())} & out
    for seat in world.acting:
        words = {w.text for verb in world.rules.words(world.state, seat, ()) for w in world.rules.words(world.state, seat, (verb.text,))}
        assert not words & {f"{letter}{s + 1}" for s in out for letter in "mp"}


def rounds_are_whole(world: World) -> None:
    """MH-2.1, MH-1.9: also for a seat that has left, a tile is placed in every round, in the order of the seats, from who begins on."""
    placed: list[int] = []
    first, slots = 0, max([world.setup.seats, *(e.facts["slot"] + 1 for e in world.events if e.kind == "placed")])
    for e in world.events:
        if e.kind == "begins":
            first = e.facts["seat"]
        elif e.kind == "round":
            placed = []
        elif e.kind == "placed":
            placed.append(e.facts["slot"])
            assert placed == [(first + n) % slots for n in range(len(placed))]


def heroes_are_gone(world: World) -> None:
    """HK-4.4: turns go round among those who have not left; of the others nothing more is told."""
    gone: set[int] = set()
    for e in world.events:
        assert e.facts.get("seat") not in gone
        if e.kind == "resigned":
            gone.add(e.facts["seat"])


CHECKS = {"planetary_conquerors": nothing_is_left, "monster_hex": rounds_are_whole, "hexknight": heroes_are_gone}


# The run


def asked_for(world: World) -> tuple[Any, ...]:
    """The kind of decision that a game is at: who is asked for what, and which answers are there."""
    decisions = [world.rules.decision(world.state, s) for s in world.acting]
    return tuple((d.kind, d.default[:1], len(world.acting), world.gone == ()) for d in decisions[:1])


def rest_of(world: World, rng: random.Random) -> int:
    """Goes on with a game in which somebody has left, until it is over; returns how many more have left."""
    left = 0
    patient = rng.random() < PATIENT
    for n in range(LONGEST):
        if not world.acting:
            return left
        if not patient and (n > SOON or rng.random() < 0.2):
            world.leave(rng.choice(world.playing))
            left += 1
        else:
            world.act(rng)
            world.check_goes_on()
    raise AssertionError("no end")


def leavings(setup: Setup, wanted: int, seed: int, computers: bool = False) -> Counter[Any]:
    """So many leavings at least; returns how often somebody has left at each kind of decision. Computers take their time."""
    seen: Counter[Any] = Counter()
    rng = random.Random(seed)
    count = 0
    while count < wanted:
        seed += 1
        world = World(setup, *setup.rules.setup(setup.seats, setup.options, seed))
        while world.acting:
            kind = asked_for(world)
            # A kind of decision that is met for the first time is always taken.
            if rng.random() < max(0.5 ** seen[kind], SELDOM):
                seen[kind] += 1
                for seat in {rng.choice(world.acting), rng.choice(world.playing)}:
                    other = world.branch()
                    other.leave(seat)
                    if rng.random() < IMAGINED:
                        other.check_imagined(rng)
                        if computers:
                            other.check_computers(rng)
                    count += 1 + rest_of(other, rng)
            world.act(rng)
    return seen


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("game", games())
def test_whoever_leaves(game):
    own = sampled([s for s in every_option() if s.game == game], 1 / 3)
    for setup in own:
        assert leavings(setup, -(-LEAVINGS // len(own)), 1)


if __name__ == "__main__":
    wanted = next((int(a) for a in sys.argv[1:] if a.isdigit()), 20_000)
    chosen = [s for s in every_option() if s.game in sys.argv[1:]] or every_option()
    for one in chosen:
        share = -(-wanted // len([s for s in chosen if s.game == one.game]))
        kinds = leavings(one, share, 1000, computers=True)
        print(f"{one}: at least {share} leavings at {len(kinds)} kinds of decisions, nobody stuck", flush=True)
