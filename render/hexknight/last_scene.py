"""The end of a game of HexKnight: the whole island with the hex of the fight that decided it, who has won, and what each score is made of."""

from __future__ import annotations

from collections.abc import Hashable

from render import stage
from render.canvas import Item, Scene
from render.ending import victory
from render.hexknight.ending import Caught, EndKey
from render.hexknight.map import Shot, add_hexes, hero_key
from render.hexknight.marks import HeroKey
from render.hexknight.scores import score, summed, widest
from render.hexknight.side_boxes import SeatKey
from render.hexknight.stage_layout import GAP, PLATE, end_camera, end_column, wood_between
from render.look import Look
from rules.game import View
from rules.hexknight.view import BoardView, HeroView, VictoryView


def ending(view: View[BoardView], look: Look) -> tuple[str, tuple[str, ...]]:
    """The winner, and lines about the game: how long it took, and the fight that decided it. Only for a game that is over."""
    lines = [look.say("hk.end.days", n=(view.board.phase + 1) // 2)]
    if turn := _decisive(view):
        lines.append(_fight("hk.end.turn", turn, look))
    elif best := _best(view):
        lines.append(_fight("hk.end.best", best, look))
    return victory(view, look), tuple(lines)


def decided(view: View[BoardView], look: Look) -> str:
    """The fight with which the only winner took the lead for good, as a sentence; nothing where it was none, or the others have resigned."""
    turn = _decisive(view)
    return _fight("hk.end.turn", turn, look) if turn else ""


def _decisive(view: View[BoardView]) -> VictoryView | None:
    assert view.outcome
    winners = view.outcome.winners
    return turning_point(view.board, winners[0]) if len(winners) == 1 and view.outcome.reason == "score" else None


def _best(view: View[BoardView]) -> VictoryView | None:
    """The fight that brought a winner the most points."""
    assert view.outcome
    winners = view.outcome.winners
    return max((v for v in view.board.victories if v.seat in winners), key=lambda v: v.points, default=None)


def _fight(key: str, fight: VictoryView, look: Look) -> str:
    """A won fight as a sentence, by the key of its text."""
    when = look.say("hk.end.day" if fight.phase % 2 else "hk.end.night", n=(fight.phase + 1) // 2)
    facts = {"monster": look.say(f"word.{fight.monster}"), "hex": fight.hex.upper(), "when": when, "who": look.names[fight.seat]}
    return look.say(key, points=fight.points, **facts)


def turning_point(board: BoardView, winner: int) -> VictoryView | None:
    """The fight with which a seat took the lead for good; None where it was no fight of its own, or it did not lead at the end."""
    if sum(v.points for v in board.victories) < sum(hero.experience + hero.ruins for hero in board.heroes):
        return None  # The first fights were fought in an earlier version, which did not keep them.
    scores = [*(v.scores for v in board.victories), tuple(hero.score for hero in board.heroes)]
    ahead = [found[winner] - max(n for seat, n in enumerate(found) if seat != winner) for found in scores]
    first = max((n + 1 for n, lead in enumerate(ahead) if lead <= 0), default=0)
    found = board.victories[first] if first < len(board.victories) else None
    return found if found and found.seat == winner else None


def last_scene(view: View[BoardView], look: Look) -> Scene:
    """The island on the left, on the right who has won and all seats, the winners first."""
    assert view.outcome
    board, size, told = view.board, stage.sizes(look), _told_fight(view)
    items: dict[Hashable, Item] = {}
    seen = end_camera(board)
    side, wide = end_column(seen)
    items["map"] = Item(("frame", (side - GAP, stage.HEIGHT), seen, size), 0, 0)
    add_hexes(items, view, seen, size.dense, Shot(), told)
    top, high = GAP, PLATE[len(board.heroes)]
    items["end"] = Item(("end", wide, high, size, _end(view, look)), side, top)
    rest = stage.HEIGHT - top - high - GAP
    tall = rest // len(board.heroes) - GAP
    for n, seat in enumerate(seat for group in view.outcome.places for seat in group):
        items["seat", seat] = Item(("final", wide, tall, size, _final(view, board.heroes[seat], look)), side, top + high + GAP + n * (tall + GAP))
    items["column"] = wood_between(items.values(), side - GAP)
    return stage.stage(items)


def _final(view: View[BoardView], hero: HeroView, look: Look) -> SeatKey:
    """A seat's box, which says how its score adds up."""
    assert view.outcome
    sign = "★" if hero.seat in view.outcome.winners else ""
    below = look.say("hk.resigned") if hero.resigned else ""
    key = SeatKey(hero_key(view, hero.seat), look.forms(hero.seat), score(hero), summed(hero), below, sign, look.all_forms, widest(view.board))
    return key._replace(words=tuple(look.say(f"hk.sum.{what}") for what, _ in key.figures))


def _end(view: View[BoardView], look: Look) -> EndKey:
    """The plate with who has won, and by which fight."""
    assert view.outcome
    won, short = (victory(view, named) for named in (look, look.in_short))
    fight = _told_fight(view)
    caught = Caught(fight.monster, fight.family, fight.hex.upper(), fight.points) if fight else None
    return EndKey(tuple(HeroKey(seat, True) for seat in view.outcome.winners), (won, short), _told(view, look.in_short), caught)


def _told_fight(view: View[BoardView]) -> VictoryView | None:
    """The fight of which the end tells: the one that decided it, or else the winners' best."""
    return _decisive(view) or _best(view)


def _told(view: View[BoardView], look: Look) -> tuple[str, ...]:
    """What a finished game's plate tells: the fight that decided it, or how long the game took if there was none."""
    lines = ending(view, look)[1]
    return lines[1:] or lines
