"""Pictures of the toy game."""

from render.canvas import Item, Scene, Sketch, Studio
from render.painting import going_on as going_on
from render.painting import label as label
from render.painting import paint_closer as paint_closer


def draw(key, look):
    sketch = Sketch((500, 200), look)
    sketch.text(250, 100, str(key[1]), 80, "ink")
    return sketch


STUDIO = Studio(draw)


def paint(view, look, previous=None):
    return STUDIO.paint(Scene((500, 200), {"beans": Item(("beans", view.board.beans), 0, 0)}), look.theme, previous)


def paint_hand(view, look):
    return None


def paint_choice(view, look, prefix, words):
    return paint(view, look)


def describe(view, look, brief=False):
    return look.say("nim.beans", n=view.board.beans)


def describe_hand(view, look):
    return ""


def hint(view, look, prefix, word):
    return ""


def notes(view, look):
    return [look.say("nim.beans", n=view.board.beans)]


def shortcut(view, look, actions):
    return " ".join(actions[0])


def rules_now(view):
    return []


def narrate(kind, facts, look):
    return look.say("nim.took", who=look.names[facts["seat"]], n=facts["n"]) if kind == "took" else None
