"""Which cards of a line its seat cannot know: in a toy whose worlds are written out, and in all games held against what is legal in other worlds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import ImageChops

from cogs.messages.moves.imagined_cards import ImaginedCards, held, words_in
from cogs.play.thinking.worker_requests import searching
from data.content import build
from data.language import texts
from render.canvas import Item, Scene
from render.captions import CaptionStudio, questioned
from render.look import Look
from render.painter import painter
from rules.game import Event, Refused, Step
from rules.legal_actions import closing
from rules.randomness import Chance
from tests.rules.computers.test_reasons import moments

WORLDS = 30


class Toy:
    """Two hands, a deck and a table: `play CARD` lays it on the table, `turn` lays the top card of the deck there, `draw` takes it. A state is
    (hands, deck, table); `seen` are cards of the hand of seat 1 that seat 0 knows."""

    faces = dict.fromkeys("abcdxyz")

    def __init__(self, seen: str = "", worlds: tuple[tuple[str, str], ...] = ()) -> None:
        self.seen, self.worlds = seen, worlds

    def view(self, state: Any, seat: int | None) -> Any:
        hands, _, table = state
        return SimpleNamespace(board=(tuple(table), tuple(hands[seat]) if seat is not None else ()))

    def imagine(self, state: Any, seat: int, chance: Chance) -> Any:
        (own, _), _, table = state
        rival, deck = chance.choice(list(self.worlds))
        return (own, rival), deck, table

    def apply(self, state: Any, seat: int, action: tuple[str, ...]) -> Step:
        hands, deck, table = state
        if action[0] == "draw":
            hands = tuple(hand + deck[0] * (n == seat) for n, hand in enumerate(hands))
            return Step((hands, deck[1:], table), (Event("drew", {"card": deck[0]}, (seat,), ""),))
        if action[0] == "turn":
            return Step((hands, deck[1:], table + deck[0]), (Event("turned", {"card": deck[0]}, None, ""),))
        if action[1] not in hands[seat]:
            raise Refused("not_held", "")
        hands = tuple(hand.replace(action[1], "", 1) if n == seat else hand for n, hand in enumerate(hands))
        return Step((hands, deck, table + action[1]), (Event("played", {"card": action[1]}, None, ""),))


def toy_scene(state: Any) -> Scene:
    return Scene((9, 9), {n: Item(("card", card), n, 0) for n, card in enumerate(state[2])})


def followed(toy: Toy, state: Any, line: str) -> Iterator[tuple[list[str], list[str]]]:
    """A line such as `0 play a, 1 turn`: for each step what is found unknown, and the cards marked on the table."""
    cards = ImaginedCards(toy, state, 0, toy_scene(state), toy.apply)
    for words in line.split(", "):
        seat, *action = words.split()
        step = toy.apply(state, int(seat), tuple(action))
        found = cards.follow(state, (int(seat), tuple(action)), step, toy_scene(step.state))
        state = step.state
        yield found, [state[2][place] for place in sorted(cards.places)]


@pytest.mark.parametrize(
    ("worlds", "line", "told"),
    [
        ((("xy", "c"), ("yz", "d")), "0 play a", [([], [])]),
        ((("xy", "c"), ("yz", "d")), "1 play x", [(["x"], ["x"])]),
        ((("xy", "c"), ("xz", "d")), "1 play x", [([], [])]),
        ((("xy", "c"), ("yz", "d")), "1 play x, 0 play a", [(["x"], ["x"]), ([], ["x"])]),
        ((("xy", "c"), ("xy", "d")), "0 turn", [(["c"], ["c"])]),
        ((("xy", "c"), ("yz", "c")), "0 turn", [([], [])]),
        ((("xy", "c"), ("yz", "d")), "0 draw, 0 play c, 0 play a", [([], []), (["c"], ["c"]), ([], ["c"])]),
    ],
    ids=["own", "another's", "another's, known", "stays marked", "turned up", "turned up, known", "own, drawn on the way"],
)
def test_what_is_held_or_comes_in_every_world_is_known_and_all_else_is_marked(worlds, line, told):
    """The world in which the line is played is the first one."""
    (rival, deck), *_ = worlds
    assert list(followed(Toy(worlds=worlds), (("ab", rival), deck, ""), line)) == told


@pytest.mark.sampled(0.5, any=True)
@pytest.mark.parametrize("game", ["monster_hex", "hexknight", "hexygame", "hockey_game"])
def test_what_another_seat_plays_is_marked_where_it_could_not_play_it_in_some_world(game):
    """By other worlds than the film's, and by what is legal there: what a quarter of them do not allow is marked as soon as all see it."""
    rules: Any = build(game)
    search, paint, look = searching(rules), painter(game), Look("light", texts("en", game), ("Anna", "Bohumil"))
    assert search is not None
    compared = 0
    for moment in moments(game):
        shown = moment.why.shown
        if shown is None or compared:
            continue
        state = rules.load(shown.world)
        cards = ImaginedCards(rules, state, moment.seat, paint.board(rules.view(state, None), look), partial(search.guide.step, rules))
        own, expected = held(rules, state, moment.seat), set[str]()
        for n, (seat, action) in enumerate(shown.done[:20]):
            step = search.guide.step(rules, state, seat, action)
            scene = paint.board(rules.view(step.state, None), look)
            found = cards.follow(state, (seat, action), step, scene)
            plays = [word for word in action if word in rules.faces]
            assert not [word for word in found if seat == moment.seat and own[word] and word in plays], "its own hand it knows"
            if seat != moment.seat and plays and seat in rules.to_act(state):
                worlds = [rules.imagine(state, moment.seat, Chance.of(7, n, number)) for number in range(WORLDS)]
                if 4 * sum(closing(rules, world, seat, action) for world in worlds) < 3 * WORLDS:
                    expected |= {*plays}
            seen = expected & {word for event in step.events if event.to is None for word in words_in(event.facts)}
            assert seen <= {*found}, (action, found)
            expected -= seen
            compared += len(seen)
            state = step.state
    assert compared or game == "hexygame"


def test_a_question_mark_covers_a_part_of_its_card_alone():
    """Drawn with and without: nothing else of the picture changes."""
    rules: Any = build("monster_hex")
    state = rules.setup(2, {}, 5).state
    paint, look = painter("monster_hex"), Look("light", texts("en", "monster_hex"), ("Anna", "Bohumil"))
    scene, studio = paint.board(rules.view(state, None), look), CaptionStudio(paint.studio)
    plain, marked = (studio.page(found, "light").picture.convert("RGB") for found in (scene, questioned(scene, {"b3"})))
    item = scene.items["b3"]
    wide, high = studio.sprite(item.key, studio.theme("light")).picture.size
    left, top, right, bottom = ImageChops.difference(plain, marked).getbbox() or (0, 0, 0, 0)
    assert item.x <= left < right <= item.x + wide
    assert item.y <= top < bottom <= item.y + high
    assert (right - left) * (bottom - top) * 4 < wide * high
