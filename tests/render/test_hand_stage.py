"""Hands on the stage: every card once, in a place of its own below the head, as large as there is room."""

from __future__ import annotations

from itertools import combinations

import pytest

from data.language import LANGUAGES, texts
from render.cards import ShownCard
from render.hand_cards import HeldKey, counted
from render.hand_stage import FEW, ROWS, WHOLE, hand_stage
from render.look import Look
from render.painter import painter
from render.planetary_conquerors.side_boxes import FIELD
from render.stage import HEIGHT, LARGER, USUAL, WIDTH
from render.text import font
from render.theme import theme
from rules.planetary_conquerors.content import MINE_HP
from tests.every_game.setups import Setup, random_game
from tests.every_game.strict import Strict
from tests.planetary_conquerors.table import RULES, TestTable

HEAD = 70
MOST = {name: ROWS[-1][0] * ((HEIGHT - HEAD) // round(ROWS[-1][1] * factor)) for name, factor in (("dark", 1), ("large", LARGER))}


def cards(count):
    return [HeldKey(ShownCard(f"w{n}", "V", "common", "creature", f"Rat {n}", "1V", "Creature", (("attack", 1),), ())) for n in range(count)]


def stand(count, name="dark"):
    return hand_stage(lambda width: ("head", width, HEAD), HEAD, cards(count), Look(name, texts("en"), ()))


@pytest.mark.parametrize("name", ["dark", "large"])
@pytest.mark.parametrize("count", [*range(1, MOST["dark"] + 2), 40])
def test_everything_has_a_place_of_its_own_or_is_counted(count, name):
    scene = stand(count, name)
    assert scene.size == (WIDTH, HEIGHT)
    boxes = [(item.x, item.y, item.x + item.key[1], item.y + item.key[2]) for item in scene.items.values()]
    assert all(x >= 0 and y >= 0 and right <= WIDTH and low <= HEIGHT for x, y, right, low in boxes)
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    found = [item.key for item in scene.items.values()]
    shown = [key[3] for key in found if key[0] == ("held_row" if count > WHOLE else "held")]
    assert shown == cards(len(shown))
    left = [key[3] for key in found if key[0] == "more"]
    most = MOST[name]
    assert left == ([f"+ {count - len(shown)}"] if count > most else [])
    assert len(shown) == min(count, most if count <= most else most - 1)


def test_few_cards_are_larger_and_large_type_is_larger_still():
    zooms = [stand(count).items["held", 0].key[4] for count in range(1, WHOLE + 1)]
    assert zooms == sorted(zooms, reverse=True)
    assert zooms[0] > zooms[-1] >= 1
    assert all(stand(count, "large").items["held", 0].key[4] >= LARGER for count in range(1, WHOLE + 1))


@pytest.mark.sampled(0.4, any=True)
@pytest.mark.parametrize("name", ["dark", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_of_a_full_hand_lies_on_its_name_or_breaks_off_after_a_word(name, language):
    """There are two of each: with few cards and with many each text has its own place, and is whole or of two lines."""
    paint, look = painter("planetary_conquerors"), Look(name, texts(language, "planetary_conquerors"), ("Anna", "Bohumil"))
    chosen = [word for word in sorted(RULES.faces) if RULES.faces[word].type != "mine"]
    for count in (2, 5, 9, 12, MOST[name]):
        hand = [*chosen[count * 3 : count * 4 - 1], "queen_of_mirrors"]
        scene = paint.hand.scene(RULES.view(TestTable().hand(0, *hand, *hand).state, 0), look)
        for item in [item for place, item in scene.items.items() if place != "head" and item.key[0] in ("held", "held_row")]:
            canvas, shown = paint.studio.draw(item.key, theme(name, "planetary_conquerors")), item.key[3].shown
            boxes = []
            for text in canvas.texts:
                left, top, right, low = font(text.weight, round(text.size)).getbbox(text.words, anchor=text.anchor)
                boxes.append((text.x + left, text.y + top, text.x + right, text.y + low))
            for one, other in combinations(boxes, 2):
                apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] + 2 or other[3] <= one[1] + 2
                assert apart, (shown.name, count)
            assert any(text.words.endswith("×") for text in canvas.texts), "how many there are is never left out"
            told = [text.words for text in canvas.texts if shown.text and text.weight == "Medium"]
            assert len(told) != 1 or not told[0].endswith("…")
            if name == "dark" and count == 9:
                written = [text.words for text in canvas.texts]
                assert all(str(value) in written for _, value in shown.numbers), "a row that is not low has its numbers"


def test_a_picture_gives_way_to_the_text_of_its_card():
    """Where that would be cut beside it; of one that has no room in any case the picture is there as usual."""
    paint, look = painter("planetary_conquerors"), theme("dark", "planetary_conquerors")

    def told(words: str) -> str:
        shown = ShownCard("recruit", "warrior", "common", "warrior", "Recruit", "2g", "", (("attack", 3), ("hp", 2)), (words,))
        canvas = paint.studio.draw(("held", 250, 160, HeldKey(shown)), look)
        return " ".join(text.words for text in canvas.texts if text.weight == "Medium")

    assert told("Where it would die, its owner draws.") == "Where it would die, its owner draws."
    assert told("Goes on top of the deck of its owner. " * 4).endswith("…")


def test_a_choice_among_cards_says_how_all_who_are_in_stand():
    t = TestTable(3).put(1, "recruit").put(1, "outpost", hp=4).mine(1, 7).stock(0, gold=2).hand(0, "recruit")
    t.state = RULES.concede(t.state, 2).state
    words = [word.text for word in RULES.words(t.state, 0, ())]
    look = Look("dark", texts("en", "planetary_conquerors"), ("Anna", "Bohumil", "Cécile"))
    field = painter("planetary_conquerors").choice(RULES.view(t.state, 0), look, (), words).items["head"].key[4].field
    assert [(one.seat, one.mine, one.buildings, one.warriors) for one in field] == [(0, MINE_HP, 0, 0), (1, 7, 4, 1)]


def test_equal_cards_are_counted():
    t = TestTable().hand(0, "gold_miner", "raider", "gold_miner", "gold_miner")
    held = counted(RULES.view(t.state, 0).board.hand, lambda card: HeldKey(cards(1)[0].shown._replace(word=card.face.word)))
    assert [(card.shown.word, card.n) for card in held] == [("gold_miner", 3), ("raider", 1)]


@pytest.mark.parametrize("name", ["light", "large"])
def test_what_is_asked_and_stored_is_written_above_a_hand_and_nothing_is_cut(name):
    """In all languages, whatever is asked: of the stage's size, letters as large as there, and within their sprites; a long name or sentence alone
    may end with an ellipsis."""
    paint, kinds = painter("planetary_conquerors"), set()
    for n, (state, seat, *_) in enumerate(random_game(Setup("planetary_conquerors", 2, {}), 5)):
        kind = RULES.decision(state, seat).kind if seat is not None else ""
        if kind in kinds or not kind:
            continue
        look = Look(name, Strict(LANGUAGES[n % len(LANGUAGES)], "planetary_conquerors"), ("Anna", "Bohumil Nejdelší-Příjmení"))
        view = RULES.view(state, seat)
        scenes = [paint.choice(view, look, (), [w.text for w in RULES.words(state, seat, ())]), paint.hand.scene(view, look)]
        for scene in [scene for scene in scenes if scene and "head" in scene.items]:
            kinds.add(kind)
            assert scene.size == (WIDTH, HEIGHT)
            key = scene.items["head"].key
            assert key[4].stock == view.board.sides[seat].stock
            canvas = paint.studio.draw(key, theme(name, "planetary_conquerors"))
            for text in canvas.texts:
                size, times = round(text.size / canvas.scale), LARGER if name == "large" else 1
                above = not key[4].field or text.y / canvas.scale < key[2] - FIELD * times
                least = (USUAL.headline if above else USUAL.number) if text.words.isdigit() else USUAL.label
                assert size >= least * times - 0.5, text
                left, top, right, low = font("Bold", round(text.size)).getbbox(text.words, anchor=text.anchor)
                assert text.x + left >= 0
                assert text.x + right <= WIDTH * canvas.scale
                assert text.y + top >= -1
                assert text.y + low <= canvas.size[1] * canvas.scale
    assert {"main", "react"} <= kinds


@pytest.mark.parametrize("name", ["dark", "large"])
@pytest.mark.parametrize("able", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("others", [3, 9, 15, 30])
def test_what_can_be_played_is_large_and_of_the_others_there_are_names(able, others, name):
    """Wherever there are more than a few: nothing lies on anything, and what has no place is counted."""
    hand = [card._replace(able=n < able, off=n >= able) for n, card in enumerate(cards(able + others))]
    scene = hand_stage(lambda width: ("head", width, 120), 120, [*hand[able:], *hand[:able]], Look(name, texts("en"), ()))
    boxes = [(item.x, item.y, item.x + item.key[1], item.y + item.key[2]) for item in scene.items.values()]
    assert all(x >= 0 and y >= 0 and right <= WIDTH and low <= HEIGHT for x, y, right, low in boxes)
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    large, small = ([item.key for item in scene.items.values() if item.key[0] == kind] for kind in ("held", "held_row"))
    if able + others <= FEW:
        assert not small
        return
    assert [key[3] for key in large] == hand[:able]
    assert [key[3] for key in small] == hand[able : able + len(small)]
    assert min(key[2] for key in large) > max(key[2] for key in small)
    left = [item.key[3] for item in scene.items.values() if item.key[0] == "more"]
    assert left == ([f"+ {others - len(small)}"] if len(small) < others else [])


@pytest.mark.sampled(0.3, any=True)
@pytest.mark.parametrize("name", ["light", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_what_can_be_played_is_whole_beside_much_that_cannot(name, language):
    """Up to three cards, in large type one, whichever they are; what cannot be played has letters that stand back, and its whole name."""
    paint, look = painter("planetary_conquerors"), Look(name, texts(language, "planetary_conquerors"), ("Anna", "Bohumil"))
    words = [word for word in sorted(RULES.faces) if RULES.faces[word].type != "mine"]
    view = RULES.view(TestTable().hand(0, *words[:18]).state, 0)
    apart = 6 if name == "light" else 18
    for n in range(0, apart, 3):
        hand = tuple(card._replace(able=k % apart == n) for k, card in enumerate(view.board.hand))
        scene = paint.choice(view._replace(board=view.board._replace(hand=hand)), look, (), ["play", "end"])
        drawn = [(item.key, paint.studio.draw(item.key, theme(name, "planetary_conquerors"))) for item in scene.items.values()]
        for key, canvas in drawn:
            said = [text for text in canvas.texts if not text.words.isdigit()]
            if key[0] == "held":
                told = " ".join(text.words for text in said if text.weight == "Medium")
                assert "".join(told.split()) == "".join("".join(key[3].shown.text).split()), key[3].shown.name
            elif key[0] == "held_row":
                letters = [text for text in said if text.role == "soft"]
                assert " ".join(text.words for text in letters) == key[3].shown.name
        assert [key[0] for key, _ in drawn].count("held_row") == (15 if name == "light" else 14)


def test_where_nothing_can_be_played_it_is_said():
    """And what each card lacks, as its cost is written, where there is room; the phase can be ended."""
    paint, look = painter("planetary_conquerors"), Look("dark", texts("en", "planetary_conquerors"), ("Anna", "Bohumil"))
    view = RULES.view(TestTable().hand(0, "raider", "outpost").stock(0, gold=1).state, 0)
    words = [word.text for word in RULES.words(TestTable().hand(0, "raider", "outpost").stock(0, gold=1).state, 0, ())]
    scene = paint.choice(view, look, (), words)
    assert scene.items["head"].key[4].asked == "No card can be played: end the phase"
    assert [item.key[3].note for item in scene.items.values() if item.key[0] == "held"] == ["lacks 1g", "lacks 1g 1c"]
    able = RULES.view(TestTable().hand(0, "raider", "outpost").stock(0, gold=2).state, 0)
    assert paint.choice(able, look, (), ["play", "end"]).items["head"].key[4].asked == "Play a card, or end"


@pytest.mark.parametrize("name", ["dark", "large"])
def test_a_shorter_last_row_is_for_what_says_most_and_fills_its_room(name):
    hand = [card._replace(shown=card.shown._replace(text=("Draw. " * (9 - n if n < 2 else 1),))) for n, card in enumerate(cards(5))]
    items = hand_stage(lambda width: ("head", width, 70), 70, hand, Look(name, texts("en"), ())).items
    keys = [items["held", n].key for n in range(5)]
    assert [key[3] for key in keys] == [*hand[2:], *hand[:2]]
    assert [key[1] for key in keys] == [WIDTH // 3] * 3 + [WIDTH // 2] * 2
