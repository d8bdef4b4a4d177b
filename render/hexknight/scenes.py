"""HexKnight's scenes: the board for everybody, and with what is asked of the seat whose turn it is; the hand is in `hand.py`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from render import stage
from render.canvas import Item, Key, Scene
from render.flat_hexgrid import Extent, FlatLayout
from render.hexknight.fight_boxes import FightKey
from render.hexknight.last_scene import last_scene
from render.hexknight.map import Shot, add_hexes, hero_key, small_map
from render.hexknight.scores import score, widest
from render.hexknight.side_boxes import FewKey, LevelKey, SeatKey, SmallCard, StepKey, TimeKey, WalkKey
from render.hexknight.sprites import VALUES
from render.hexknight.stage_layout import FOOT, LARGE_SMALL, MAP, SIDE, SMALL, WIDE, Camera, Column, camera, column, wood_between
from render.look import Look
from rules.game import Seat, View
from rules.hexknight.island import neighbour
from rules.hexknight.view import BoardView, CardView, FightView, HeroView, TurnView
from rules.printed_cards import Face

WIDTH = stage.WIDTH
WHOLE, EDGE = 42, 54
"""The radius of hexes where the whole island is seen, and the width of its frame."""
WANTED = {"preparation": "meditation", "movement": "speed", "defence": "defence", "attack": "attack", "rest": "meditation"}
"""The value that counts in a step."""


def phase(view: View[BoardView], look: Look) -> str:
    """The time of day, or that the game is over."""
    board = view.board
    if view.outcome:
        return look.say("hk.over")
    key = "hk.phase_day" if board.day else "hk.phase_night"
    return look.say(key, day=(board.phase + 1) // 2, of=board.phases // 2)


def waiting(view: View[BoardView], seat: Seat) -> str:
    """The sign of a seat: the game waits for it, or it has the turn; nothing for others (`render.stage`)."""
    if view.outcome:
        return ""
    return stage.WAITS if seat in view.to_act else stage.TURN if seat == view.board.active else ""


def _seat(view: View[BoardView], hero: HeroView, look: Look) -> SeatKey:
    """A seat's box with its figures."""
    sign = waiting(view, hero.seat) or ("✓" if hero.finished and not hero.resigned else "")
    figures = ("armour", str(hero.armour)), ("hand", str(hero.hand)), ("wound", str(hero.wounds))
    below = look.say("hk.resigned") if hero.resigned else ""
    return SeatKey(hero_key(view, hero.seat), look.forms(hero.seat), score(hero), figures, below, sign, look.all_forms, widest(view.board))


def _small_card(card: CardView, wanted: str = "", sign: str = "", always: bool = False) -> SmallCard:
    """A card in small: the value that is wanted, if there is one of that name, or all of them; a `sign` instead on wounds, or `always`."""
    if card.colour == "wound" or always:
        return SmallCard(card.kind, card.colour, (), sign)
    values = zip(VALUES, (card.attack, card.defence, card.speed, card.meditation), strict=True)
    return SmallCard(card.kind, card.colour, tuple((what, n) for what, n in values if not wanted or what == wanted))


GAP, LEAST, STEP, LAID = 8, 120, (68, 116), 62
"""Between the small map and what is beside it; how high it is at least; how high what is asked is in large type at least and at most, and a row of
cards below it."""
HEALED, HELD, SWAPPED = "✓", "–", "→"
"""The signs of a wound that is laid out, of one in hand, and of a card that goes into the deck."""
FEW, FEWER = 6, 4
"""So many cards that are laid out have room, usually and in large type."""


def _stage(view: View[BoardView], look: Look, shot: Shot | None = None) -> Scene:
    """The table on the stage: with a `shot` what the reader is asked, instead of the latest fight and of the offer."""
    board, turn = view.board, view.board.turn if shot else None
    size, large = stage.sizes(look), stage.is_large(look)
    items: dict[Hashable, Item] = {}
    places = {h.label: (h.x, h.y) for h in board.hexes}
    seen = camera(board, look, [places[label] for label in (*shot.reach, shot.target) if label in places] if shot else ())
    if turn and turn.step == "selection":
        cards = tuple((_capital(look.say(f"word.{card.kind}")), _small_card(card)) for card in board.offer)
        items["map"] = Item(("table", size, look.say("hk.offer"), cards), 0, 0)
    else:
        items["map"] = Item(("frame", MAP[2:], seen, size), 0, 0)
        add_hexes(items, view, seen, size.dense, shot or Shot())
    rows = column(len(board.heroes), large)
    last = look.say("hk.last_round") if board.last_round else ""
    items["time"] = Item(("time", WIDE, 50, size, TimeKey(phase(view, look), last, board.day)), SIDE, 4)
    for hero, top in zip(board.heroes, rows.seats, strict=True):
        items["seat", hero.seat] = Item(("seat", WIDE, rows.seat, size, _seat(view, hero, look)), SIDE, top)
    _below(items, view, look, Below(rows, seen.window, turn))
    items["column"] = wood_between(items.values(), MAP[2])
    return stage.stage(items)


class Below(NamedTuple):
    """The layout below the seats: the columns, the camera's window, and the turn of the reader, if they are asked."""

    rows: Column
    window: Extent
    turn: TurnView | None


def _below(items: dict[Hashable, Item], view: View[BoardView], look: Look, below: Below) -> None:
    """The items below the seats: the latest act and the offer, or what the reader is asked and has laid out, beside the small map."""
    board, size, (rows, window, turn) = view.board, stage.sizes(look), below
    small = LARGE_SMALL if stage.is_large(look) else SMALL
    free, right, beside = FOOT - rows.below, SIDE + small + GAP, WIDE - small - GAP
    title, cards = _beside(board, turn, look)
    if turn and not rows.fight:
        high = max(STEP[0], min(STEP[1], free - GAP - LAID * -(-min(len(cards), FEWER) // 2)))
        left = free - high - GAP
        if not cards and left < LEAST:
            high = free
        items["act"] = Item(("step", WIDE, high, size, _step_key(board, turn, look)), SIDE, rows.below)
        if cards:
            items["cards"] = Item(("few", WIDE, left, size, _few("", cards, FEWER)), SIDE, rows.below + high + GAP)
        elif high < free:
            items["island"] = Item(("small", WIDE, left, small_map(view, window)), SIDE, rows.below + high + GAP)
        return
    if free >= LEAST:
        items["island"] = Item(("small", small, free, small_map(view, window)), SIDE, rows.below)
    act = _act(view, look, turn)
    if not rows.fight:
        if act:
            items["act"] = Item((act[0], beside, free, *act[1:]), right, rows.below)
        return
    if act:
        items["act"] = Item((act[0], WIDE, rows.fight, *act[1:]), SIDE, rows.act)
    if cards:
        items["cards"] = Item(("few", beside, free, size, _few(title, cards, FEW)), right, rows.below)


def _beside(board: BoardView, turn: TurnView | None, look: Look) -> tuple[str, list[SmallCard]]:
    """The cards beside the small map with their title: what the reader has laid out, or else holds where a value of them counts; else
    the offer, for which there is no room below what is asked in large type."""
    wanted = WANTED.get(turn.step, "") if turn else ""
    if turn and turn.play:
        sign = SWAPPED if turn.step == "exchange" else HEALED
        return look.say("hk.laid_out"), [_small_card(card, wanted, sign, turn.step == "exchange") for card in turn.play]
    if turn and wanted and board.hand:
        return look.say("hk.your_hand"), [_small_card(card, wanted, HELD) for card in board.hand]
    offer = [] if turn and stage.is_large(look) else [_small_card(card) for card in board.offer]
    return look.say("hk.offer"), offer


def _act(view: View[BoardView], look: Look, turn: TurnView | None) -> Key | None:
    """What the reader is asked in their `turn`; else what the hero whose turn it is has done in it, or the points laid out for a walk; else what the
    last one did, or how far the hero has come. Without the size of its box."""
    board, size = view.board, stage.sizes(look)
    if turn:
        return "step", size, _step_key(board, turn, look)
    fight, walk, active = board.fight, _walk_key(view, look), board.active
    deeds: list[tuple[int, Key]] = [(fight.seat, ("fight", size, fight_key(view, fight, look)))] if fight else []
    deeds += [(walk.hero.seat, ("walk", size, walk))] if walk else []
    if active is None:
        return deeds[0][1] if deeds else None
    if board.heroes[active].play:
        deeds.append((active, ("walk", size, _laid_key(view, board.heroes[active], look))))
    own = next((key for seat, key in deeds if seat == active), None)
    return own or (deeds[0][1] if deeds else ("level", size, _level_key(view, board.heroes[active], look)))


def _few(title: str, cards: Sequence[SmallCard], most: int) -> FewKey:
    """Cards in so many places at most; the last one says how many have none."""
    shown = len(cards) if len(cards) <= most else most - 1
    return FewKey(title, tuple(cards[:shown]), len(cards) - shown)


def _level_key(view: View[BoardView], hero: HeroView, look: Look) -> LevelKey:
    """How far a hero has come, at the beginning of a turn in which nothing has happened yet."""
    words = look.say("hk.line.level", n=hero.level)
    return LevelKey(hero_key(view, hero.seat)._replace(active=False), hero.experience, words, hero.next_level)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def fight_key(view: View[BoardView], fight: FightView, look: Look) -> FightKey:
    """A fight for the eye."""
    hero = hero_key(view, fight.seat)._replace(active=False)
    monster = fight.monster
    name = _capital(look.say(f"word.{monster.kind}")) if monster.kind else ""
    return FightKey(hero, monster.kind, name, monster.family, monster.hex.upper(), fight.block, fight.wounds, fight.strike, fight.points)


def _walk_key(view: View[BoardView], look: Look) -> WalkKey | None:
    """The last walk, if the one who walked stands at its end."""
    trail = view.board.trail
    seat = next((hero.seat for hero in view.board.heroes if trail and hero.hex == trail[-1]), None)
    if seat is None or trail[0] == trail[-1]:
        return None
    laid = view.board.heroes[seat].play
    return WalkKey(hero_key(view, seat)._replace(active=False), look.forms(seat), f"{trail[0].upper()} → {trail[-1].upper()}", laid=laid)


def _laid_key(view: View[BoardView], hero: HeroView, look: Look) -> WalkKey:
    """What everybody knows of the cards that a hero has laid out: the movement points that they give, or how many there are."""
    mark, names, points = hero_key(view, hero.seat)._replace(active=False), look.forms(hero.seat), view.board.points
    if points:
        return WalkKey(mark, names, str(points), laid=hero.play)
    return WalkKey(mark, names, look.say("hk.words.in_play", n=hero.play), "hand")


def board_scene(view: View[BoardView], look: Look) -> Scene:
    """The table for everybody; of a game that is over the end."""
    return last_scene(view, look) if view.outcome else _stage(view, look)


def whole_scene(view: View[BoardView], look: Look) -> Scene:
    """The whole island, as close as a picture can be."""
    board, size = view.board, stage.sizes(look)
    window = Extent(0, 0, board.width - 1, board.height - 1)
    layout = FlatLayout(WHOLE, 0, 0)
    wide, high = layout.span(window)
    seen = Camera(layout.within(window, (EDGE, EDGE, wide, high)), window)
    whole = wide + EDGE + GAP, high + EDGE + GAP
    items: dict[Hashable, Item] = {"map": Item(("frame", whole, seen, size), 0, 0)}
    add_hexes(items, view, seen, size.dense, Shot())
    return Scene(whole, items)


def closer(view: View[BoardView], look: Look, faces: Mapping[str, Face]) -> list[tuple[str, Scene]]:
    """The close-ups of HexKnight: the whole island alone."""
    return [(look.say("hk.whole"), whole_scene(view, look))]


def table_scene(view: View[BoardView], look: Look) -> Scene:
    """The table with what is asked of the seat whose turn it is: where it can go, what it fights, what is on offer, what it has laid out."""
    turn = view.board.turn
    if turn is None:
        return board_scene(view, look)
    reach = {label: (cost, True) for label, cost in turn.reach} | {label: (cost, False) for label, cost in turn.beyond}
    return _stage(view, look, Shot(reach, turn.target, _foes(view.board, turn)))


def _foes(board: BoardView, turn: TurnView) -> dict[str, str]:
    """The frames of hexes whose monsters may be provoked: `now` where the hand can block and beat it, `perhaps` elsewhere, as where it is face
    down."""
    if turn.step != "provocation":
        return {}
    here = next((h.x, h.y) for h in board.hexes for hero in board.heroes if h.label == hero.hex and hero.seat == board.active)
    near = {neighbour(*here, way) for way in range(6)}
    prospects, seen = dict(turn.prospects), {h.label for h in board.hexes if (h.x, h.y) in near}
    return {monster.hex: "now" if prospects.get(monster.hex) == "both" else "perhaps" for monster in board.monsters if monster.hex in seen}


def _step_key(board: BoardView, turn: TurnView, look: Look) -> StepKey:
    """What is asked, with the value that counts, the sum that is laid out and the one that is needed, and what the hand would add to it."""
    value, title, wounds = WANTED.get(turn.step, ""), look.say(f"hk.step.{turn.step}"), sum(card.colour == "wound" for card in board.hand)
    total = f"{turn.points} / {turn.need}" if turn.step in ("defence", "attack") else str(turn.points) if value else ""
    if turn.step == "rest":
        return StepKey(title, value, total if wounds else "", said=_resting(turn.points, wounds, board.hand, look))
    added = sum(getattr(card, value) for card in board.hand) if value else 0
    hand = (f"+{added}", look.say("hk.in_hand")) if added else ("", "")
    return StepKey(title, value, total, hand, turn.step == "movement", look.say.find(f"hk.asked.{turn.step}") or "")


def _resting(points: int, wounds: int, hand: Sequence[CardView], look: Look) -> str:
    """What can be done in a rest: wounds of the hand healed, now or with more meditation, or cards discarded."""
    if wounds and points > 0:
        return look.say("hk.asked.heal", n=min(points, wounds))
    return look.say("hk.asked.meditate" if wounds and any(card.meditation for card in hand) else "hk.asked.discard")


def figure(turn: TurnView, look: Look) -> str:
    """A few words on what the present step gives or needs."""
    say = look.say
    if turn.step == "movement":
        return say("hk.figure.movement", n=turn.points)
    if turn.step in ("defence", "attack"):
        return say(f"hk.figure.{turn.step}", have=turn.points, need=turn.need)
    if turn.step == "rest":
        return say("hk.figure.rest", n=turn.points)
    if turn.step == "preparation":
        return say("hk.figure.preparation", n=turn.points)
    return ""
