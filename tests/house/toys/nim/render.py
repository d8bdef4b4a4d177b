"""Pictures of toy Nim, with little more than every painter must have."""

from render.canvas import Canvas, Item, Scene
from render.painter import Painter, no_hint
from render.picture_cache import Studio


def draw(key, look):
    sketch = Canvas((500, 200), look)
    sketch.text((250, 100), str(key[1]), 80, "ink")
    return sketch


def board_scene(view, look):
    return Scene((500, 200), {"beans": Item(("beans", view.board.beans), 0, 0)})


def describe(view, look, brief=False):
    heap = look.say("nim.beans", n=view.board.beans)
    winners = view.outcome.winners if view.outcome else ()
    return " · ".join([heap, *(f"★ {look.names[seat]}" for seat in winners), *(f"▶ {look.names[seat]}" for seat in view.to_act)])


def notes(view, look):
    return [look.say("nim.note", n=view.board.secret)]


def rules_now(view):
    return ["TN-2.1"]


def narrate(kind, facts, look):
    if kind == "began":
        return None
    return look.say(f"nim.event.{kind}", who=look.names[facts["seat"]], n=facts.get("n", 0))


PAINTER = Painter(
    studio=Studio(draw),
    board=board_scene,
    describe=describe,
    narrate=narrate,
    rules_now=rules_now,
    choice=None,
    hint=no_hint,
    notes=notes,
)
