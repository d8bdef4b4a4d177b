"""Pictures of the toy game."""

from render.canvas import Item, Scene, Sketch, Studio
from render.painting import Painter


def draw(key, look):
    sketch = Sketch((500, 200), look)
    sketch.text(250, 100, str(key[1]), 80, "ink")
    return sketch


def board_scene(view, look):
    return Scene((500, 200), {"beans": Item(("beans", view.board.beans), 0, 0)})


def describe(view, look, brief=False):
    return look.say("nim.beans", n=view.board.beans)


def notes(view, look):
    return [look.say("nim.beans", n=view.board.beans)]


def rules_now(view):
    return ["TN-2"]


def narrate(kind, facts, look):
    return look.say("nim.took", who=look.names[facts["seat"]], n=facts["n"]) if kind == "took" else None


PAINTER = Painter(studio=Studio(draw), board=board_scene, describe=describe, narrate=narrate, rules_now=rules_now, notes=notes)
