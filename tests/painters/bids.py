"""The least that the house needs to show the game of `tests.bids` in chat."""

from render.canvas import Canvas, Item, Scene
from render.painter import Painter, no_hint
from render.picture_cache import Studio


def draw(key, look):
    sketch = Canvas((400, 80), look)
    sketch.text((200, 40), str(key[1]), 40, "ink")
    return sketch


def board_scene(view, look):
    return Scene((400, 80), {"points": Item(("points", str(view.board.points)), 0, 0)})


def describe(view, look, brief=False):
    return f"points {view.board.points}"


def narrate(kind, facts, look):
    return f"{kind} {dict(facts)}"


def label(view, look, prefix, word):
    return {("bid",): f"the bid of {word}", ("ready", "answer"): f"a bid of {word}"}.get(prefix)


PAINTER = Painter(
    studio=Studio(draw), board=board_scene, choice=None, describe=describe, narrate=narrate, rules_now=lambda view: [], hint=no_hint, label=label
)
