"""Pictures of the toy game with cards, with everything that a painter may have."""

from collections import Counter

from render.canvas import Canvas, Item, Scene
from render.painter import CardPainter, DeckPainter, HandPainter, Painter, Trait, held
from render.picture_cache import Studio

WIDTH, LINE = 600, 60


def draw(key, look):
    _, words, heart = key
    sketch = Canvas((WIDTH, LINE), look)
    sketch.text((WIDTH / 2, LINE / 2), words, 26, "heart" if heart else "ink")
    return sketch


def lines_scene(lines):
    items = {n: Item(("line", words, heart), 0, n * LINE) for n, (words, heart) in enumerate(lines)}
    return Scene((WIDTH, LINE * max(1, len(items))), items)


def named(cards, look):
    return ", ".join(f"{look.say(f'word.{card}')}{f' × {n}' if n > 1 else ''}" for card, n in Counter(cards).items())


def side_line(view, look, seat):
    side = view.board.sides[seat]
    return look.say("tc.side", who=look.names[seat], n=side.score, hand=side.hand, cards=named(side.laid, look) or "–")


def board_scene(view, look):
    return lines_scene([(line, False) for line in describe(view, look).splitlines()])


def choice_scene(view, look, prefix, words):
    return lines_scene([(label(view, look, prefix, word) or look.say(f"word.{word}"), word == "heart") for word in words])


def hand_scene(view, look):
    return lines_scene([(look.say(f"word.{card}"), card == "heart") for card in view.board.hand]) if view.board.hand else None


def page_scene(face, look, now):
    return lines_scene([(line.strip("*"), False) for line in (*card_words(face, look).splitlines(), *now)])


def deck_scene(deck, faces, look):
    return lines_scene([(f"{look.say(f'word.{card}')} × {n}", card == "heart") for card, n in deck.items()])


def sheet_scene(cards, look):
    return lines_scene([(f"{look.say(f'word.{face.word}')} {note}", face.word == "heart") for face, note in cards])


def traits(face, look):
    value = dict(face.numbers)["value"]
    return [Trait("cost", str(value), str(value))]


def closer(view, look, faces):
    return [(line, lines_scene([(line, False)])) for line in (side_line(view, look, seat) for seat in range(len(view.board.sides)))]


def describe(view, look, brief=False):
    winners = view.outcome.winners if view.outcome else ()
    heads = [look.say(f"tc.stage.{view.board.stage}"), *(f"★ {look.names[s]}" for s in winners), *(f"▶ {look.names[s]}" for s in view.to_act)]
    return "\n".join([" · ".join(heads), *(side_line(view, look, seat) for seat in range(len(view.board.sides)))])


def hand_words(view, look):
    return "\n".join(f"{look.say(f'word.{card}')}{f' × {n}' if n > 1 else ''}" for card, n in Counter(view.board.hand).items())


def card_words(face, look):
    return "\n".join([f"**{look.say(f'word.{face.word}')}**", look.say("tc.card", n=dict(face.numbers)["value"])])


def card_rules(face):
    return ["TC-2.2"] if face.word == "club" else ["TC-2.1"]


def now(board, word, look):
    return held(board.hand, word, look)


def hint(view, look, prefix, word):
    return look.say("tc.hint.play") if prefix == ("play",) else ""


def label(view, look, prefix, word):
    return look.say("tc.deck", name=look.say(f"word.{word}")) if prefix == ("deck",) else None


def notes(view, look):
    return [look.say("tc.note", n=len(view.board.hand))] if view.board.hand else []


def shortcut(view, look, actions):
    return look.say("tc.shortcut", card=look.say(f"word.{actions[0][1]}"))


def colour(view, seat):
    return "heart" if view.board.stage != "deck" and seat == 0 else None


def going_on(view, look):
    return [look.say("tc.waits", card=look.say(f"word.{view.board.played}"))] if view.board.played else []


def rules_now(view):
    return [{"deck": "TC-1.2", "main": "TC-2.1", "answer": "TC-2.2", "over": "TC-3.1"}[view.board.stage]]


def narrate(kind, facts, look):
    if kind in ("began", "dealt"):
        return None
    shown = {"who": look.names[facts["seat"]]} if "seat" in facts else {}
    if "card" in facts:
        shown["card"] = look.say(f"word.{facts['card']}")
    if "cards" in facts or "deck" in facts:
        shown["cards"] = named(facts.get("cards") or Counter(facts["deck"]).elements(), look)
    if kind == "over":
        shown["who"] = " & ".join(look.names[s] for s in facts["places"][0])
    return look.say(f"tc.event.{kind}", **shown)


PAINTER = Painter(
    studio=Studio(draw, "toy_cards"),
    board=board_scene,
    describe=describe,
    narrate=narrate,
    rules_now=rules_now,
    choice=choice_scene,
    hint=hint,
    label=label,
    notes=notes,
    shortcut=shortcut,
    going_on=going_on,
    closer=closer,
    colour=colour,
    hand=HandPainter(scene=hand_scene, words=hand_words),
    cards=CardPainter(page=page_scene, words=card_words, rules=card_rules, now=now),
    deck=DeckPainter(scene=deck_scene, sheet=sheet_scene, traits=traits),
)
