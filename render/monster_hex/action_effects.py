"""What a placement brings, for its button: by how much the totals of its faction at the stones change (MH-4.2)."""

from __future__ import annotations

from render.look import Look
from rules.game import Action, View
from rules.monster_hex.view import BoardView


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """The totals that change for the viewer's faction, stone by stone; of one alone by how much."""
    own = next((f.slot for f in before.board.factions if f.seat == before.seat), None)
    if own is None:
        return ""
    was, now = ({stone.label.upper(): dict(stone.totals).get(own, 0) for stone in view.board.stones} for view in (before, after))
    changed = [stone for stone in now if now[stone] != was[stone]]
    if len(changed) == 1 and now[changed[0]] > was[changed[0]]:
        stone = changed[0]
        return look.say("mh.brings", strength=now[stone] - was[stone], stone=stone, was=was[stone], now=now[stone])
    return ", ".join(f"{stone} {was[stone]} → {now[stone]}" for stone in changed)
