"""Where everything lies: the board for all, and the private pictures of hand and turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from render.canvas import Item, Key, Rows, Scene
from render.cards import Shown
from render.ending import HEIGHT, victory
from render.flatgrid import Extent, FlatLayout
from render.held import HeldKey, held_strip
from render.hexknight.sprites import VALUES, BoxKey, CardKey, FightKey, HeroKey, MonsterKey, SpotKey
from render.look import Look
from rules.game import View
from rules.hexknight.state import STARTING_CARDS
from rules.hexknight.view import BoardView, CardView, FightView, HeroView, TurnView, VictoryView

WIDTH = 1000
PAD = 12
HEADER = 60
MARGIN = 44
"""Room for the letters of columns and the numbers of rows."""
LARGEST = 84
TALLEST = 1120
CARD = (190, 274)
OFFER_CARD = (190, 216)
FIGHT = (384, 104)
"""The size of the latest fight, below the map."""
LINE = 46
WANTED = {"preparation": "meditation", "movement": "speed", "defence": "defence", "attack": "attack", "rest": "meditation"}
"""The value that counts in a step."""


class TextRows(Rows):
    """Items below each other, lines of text among them."""

    def line(self, place: Hashable, words: str, strong: bool = False) -> None:
        self.put(place, ("caption", WIDTH, LINE, words, 30, strong), LINE)

    def scene(self) -> Scene:
        return Scene((WIDTH, self.y), self.items)


def letter(name: str) -> str:
    """The letter on a hero's mark."""
    return next((c.upper() for c in name if c.isalnum()), "?")


def header(view: View[BoardView], look: Look) -> Key:
    """The line above the picture: the last round is announced there."""
    board = view.board
    title = look.say("title")
    if view.outcome:
        return ("header", WIDTH, HEADER, title, phase(view, look), None)
    if board.last_round:
        title += " · " + look.say("hk.last_round")
    return ("header", WIDTH, HEADER, title, phase(view, look), board.day)


def phase(view: View[BoardView], look: Look) -> str:
    """The time of day, or that the game is over."""
    board = view.board
    if view.outcome:
        return look.say("hk.over")
    key = "hk.phase_day" if board.day else "hk.phase_night"
    return look.say(key, day=(board.phase + 1) // 2, of=board.phases // 2)


def score_lines(hero: HeroView, look: Look) -> tuple[str, str, str]:
    """A seat's figures in words (the picture and the text have the same)."""
    say = look.say
    if hero.resigned:
        return say("hk.resigned"), "", ""
    following = say("hk.line.next", level=hero.level, n=hero.next_level) if hero.next_level else say("hk.line.highest", level=hero.level)
    one = f"{say('hk.line.experience', n=hero.experience)} · {following}"
    two = say("hk.line.zones", armour=hero.armour, hand=hero.hand, size=hero.hand_size, deck=hero.deck)
    if hero.compensation:
        two += f" · {say('hk.line.seat', n=hero.compensation)}"
    three = say("hk.line.score", ruins=hero.ruins, cards=hero.cards, wounds=hero.wounds)
    return one, two, three


def sum_lines(hero: HeroView, look: Look) -> tuple[str, str, str]:
    """How a seat that has not resigned has come to its score (HK-12.1, HK-12.5)."""
    gained = look.say("hk.line.gained", experience=hero.experience, ruins=hero.ruins, seat=hero.compensation)
    changed = look.say("hk.line.changed", cards=hero.cards - STARTING_CARDS, wounds=2 * hero.wounds)
    return gained, changed, look.say("hk.line.level", n=hero.level)


def ending(view: View[BoardView], look: Look) -> tuple[str, tuple[str, ...]]:
    """The winner, and lines about the game: how long it took, and the fight that decided it. Only for a game that is over."""
    assert view.outcome
    say, board, winners = look.say, view.board, view.outcome.winners
    lines = [say("hk.end.days", n=(board.phase + 1) // 2)]
    if turn := decided(view, look):
        lines.append(turn)
    elif best := max((v for v in board.victories if v.seat in winners), key=lambda v: v.points, default=None):
        lines.append(_fight("hk.end.best", best, look))
    return victory(view, look), tuple(lines)


def decided(view: View[BoardView], look: Look) -> str:
    """The fight with which the only winner took the lead for good; nothing where it was none, or the others have resigned."""
    assert view.outcome
    winners = view.outcome.winners
    turn = turning_point(view.board, winners[0]) if len(winners) == 1 and view.outcome.reason == "score" else None
    return _fight("hk.end.turn", turn, look) if turn else ""


def _fight(key: str, fight: VictoryView, look: Look) -> str:
    """A fight that was won, as a sentence of a key."""
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


def _under_name(hero: HeroView, look: Look, over: bool, wide: bool) -> tuple[str, ...]:
    """What stands in a seat's box below its name: three lines, or two `wide` ones; in a game that is `over` how its score adds up."""
    if over and not hero.resigned:
        gained, changed, level = sum_lines(hero, look)
        return (f"{gained} {changed}", level) if wide else (gained, changed, level)
    one, two, three = score_lines(hero, look)
    return (" · ".join(filter(None, (one, three))), two) if wide else (one, two, three)


def _boxes(rows: TextRows, view: View[BoardView], look: Look) -> None:
    board = view.board
    wide = len(board.heroes) > 2
    width = WIDTH - 2 * PAD if wide else (WIDTH - 3 * PAD) // 2
    height = 160 if wide else 200
    winners = view.outcome.winners if view.outcome else ()
    for i, hero in enumerate(board.heroes):
        lines = _under_name(hero, look, view.outcome is not None, wide)
        name = ("★ " if hero.seat in winners else "") + look.names[hero.seat]
        if hero.finished and not hero.resigned and not view.outcome:
            name += " ✓"
        box = BoxKey(HeroKey(hero.seat, letter(look.names[hero.seat]), hero.seat == board.active), name, lines, str(hero.score), hero.resigned)
        x = PAD + (0 if wide else i * (width + PAD))
        rows.items[("box", i)] = Item(("box", width, height, box), x, rows.y + (i * (height + 6) if wide else 0))
    rows.y += (height + 6) * (len(board.heroes) if wide else 1) + 4


def window_of(board: BoardView) -> Extent:
    """The part of the map to show: the revealed land with one hex around it; the outermost lines of the grid are always sea."""
    land = [(h.x, h.y) for h in board.hexes if h.terrain != "sea" or h.feature != "none"]
    return _around(board, land, 1)


def _around(board: BoardView, places: Sequence[tuple[int, int]], more: int) -> Extent:
    columns, rows = [x for x, _ in places], [y for _, y in places]
    return Extent(
        max(1, min(columns) - more),
        max(1, min(rows) - more),
        min(board.width - 2, max(columns) + more),
        min(board.height - 1, max(rows) + more),
    )


class CloseUp(NamedTuple):
    """What a close-up shows besides labels: for hexes within reach the cost and whether it can be paid now; which hex is attacked."""

    reach: dict[str, tuple[int, bool]] = {}
    target: str = ""


def _map(rows: TextRows, board: BoardView, look: Look, window: Extent, tallest: float, close: CloseUp | None = None) -> None:
    """The island within a window, by default as everybody sees it, with coordinates at the edges."""
    margin = MARGIN if close is None else 0
    layout, height = FlatLayout.fit(window, WIDTH - 2 * margin, LARGEST, tallest)
    layout = layout._replace(x=layout.x + margin, y=layout.y + rows.y + margin)
    hexes = {(h.x, h.y): h for h in board.hexes}
    reach, target = close or CloseUp()
    monsters = {m.hex: MonsterKey(m.family, m.kind, m.attack, m.defence, m.experience, m.hex == target) for m in board.monsters}
    heroes: dict[str, tuple[HeroKey, ...]] = {}
    for hero in board.heroes:
        if hero.hex:
            mark = HeroKey(hero.seat, letter(look.names[hero.seat]), hero.seat == board.active)
            heroes[hero.hex] = (*heroes.get(hero.hex, ()), mark)
    night, path = not board.day, _path(board, layout)
    fights = {board.fight.monster.hex: _fought(board.fight)} if board.fight else {}
    for x in range(window.left, window.right + 1):
        for y in range(window.top, window.bottom + 1):
            spot = hexes.get((x, y))
            if spot is None:
                key: Key = ("fog", layout.radius)
            else:
                label = spot.label.upper() if close is not None and (spot.terrain != "sea" or spot.label in monsters) else ""
                who = heroes.get(spot.label, ())
                monster = monsters.get(spot.label)
                cost, paid = reach.get(spot.label, (0, False))
                ways, fight = path.get(spot.label, ()), fights.get(spot.label, "")
                key = ("hex", layout.radius, SpotKey(spot.terrain, night, spot.feature, monster, who, cost, paid, label, ways, fight))
            rows.items[(x, y)] = Item(key, *layout.corner(x, y))
    if close is None:
        _coordinates(rows, layout, window, height)
    rows.y += height + 2 * margin


def _fought(fight: FightView) -> str:
    """What stands where a monster was provoked: the points that it brought, or that it was fought."""
    return f"+{fight.points}" if fight.points else "!"


def _path(board: BoardView, layout: FlatLayout) -> dict[str, tuple[tuple[float, float], ...]]:
    """For each hex of the last walk, where it came from and went to: half of the way to the neighbour's centre, as shares of the radius."""
    places = {h.label: layout.centre(h.x, h.y) for h in board.hexes}
    trail = [label for label in board.trail if label in places]
    found: dict[str, list[tuple[float, float]]] = {label: [] for label in trail if len(trail) > 1}
    for one, other in pairwise(trail):
        (x, y), (u, v) = places[one], places[other]
        half = round((u - x) / layout.radius / 2, 3), round((v - y) / layout.radius / 2, 3)
        found[one].append(half)
        found[other].append((-half[0], -half[1]))
    return {label: tuple(dict.fromkeys(ways)) for label, ways in found.items()}


def _coordinates(rows: TextRows, layout: FlatLayout, window: Extent, height: int) -> None:
    """Letters above and below the columns, numbers beside the rows."""
    first, last = layout.centre(window.left, 0)[0] - layout.radius, layout.centre(window.right, 0)[0] + layout.radius
    for x in range(window.left, window.right + 1):
        middle = layout.centre(x, 0)[0]
        for where, y in (("top", rows.y + 8), ("bottom", rows.y + height + MARGIN + 2)):
            key = ("mark", chr(65 + x))
            rows.items[(where, x)] = Item(key, round(middle - 20), y)
    for row in range(window.top, window.bottom + 1):
        middle = layout.centre(0, row)[1] + layout.radius * 0.43
        for where, side in (("left", first - 42), ("right", last + 2)):
            rows.items[(where, row)] = Item(("mark", str(row)), round(side), round(middle - 15))


def card_key(card: CardView, look: Look, size: tuple[int, int], count: int = 1, mark: str = "", wanted: str = "") -> Key:
    """The sprite of so many cards of a kind; `mark` stands in the corner, `wanted` is the value that counts now."""
    values = (card.attack, card.defence, card.speed, card.meditation)
    return ("card", *size, CardKey(card.kind, look.say(f"word.{card.kind}"), card.colour, values, count, mark, wanted))


def _cards(rows: TextRows, place: str, keys: Sequence[Key], size: tuple[int, int]) -> None:
    """Cards side by side, in as many rows as they need."""
    across = (WIDTH - PAD) // (size[0] + 6)
    for i, key in enumerate(keys):
        x = PAD + (i % across) * (size[0] + 6)
        rows.items[(place, i)] = Item(key, x, rows.y + (i // across) * (size[1] + 6))
    rows.y += -(-len(keys) // across) * (size[1] + 6)


def _grouped(cards: Iterable[CardView], look: Look, wanted: str = "") -> list[Key]:
    counts = Counter(cards)
    return [card_key(card, look, CARD, count, "", wanted) for card, count in counts.items()]


def _below(rows: TextRows, view: View[BoardView], look: Look) -> None:
    """The latest fight, and the offer beside it."""
    board = view.board
    if board.fight:
        fight = board.fight
        hero = HeroKey(fight.seat, letter(look.names[fight.seat]), False)
        told = FightKey(hero, fight.monster.kind, fight.monster.family, fight.monster.hex.upper(), fight.wounds, fight.points)
        rows.items["fight"] = Item(("fight", *FIGHT, told), PAD, rows.y + (OFFER_CARD[1] - FIGHT[1] if board.offer else 0))
    if not board.offer:
        rows.y += FIGHT[1] + PAD if board.fight else 0
        return
    words = (look.say("hk.offer"), look.say("hk.stock", n=board.stock))
    left = WIDTH - PAD - len(board.offer) * (OFFER_CARD[0] + 6)
    for i, text in enumerate(words):
        key = ("caption", left - PAD, LINE, text, 32 if i == 0 else 24, i == 0)
        rows.items[("offer_words", i)] = Item(key, PAD, rows.y + 16 + i * LINE)
    for i, card in enumerate(board.offer):
        rows.items[("offer", i)] = Item(card_key(card, look, OFFER_CARD), left + i * (OFFER_CARD[0] + 6), rows.y + 4)
    rows.y += OFFER_CARD[1] + PAD


def board_scene(view: View[BoardView], look: Look) -> Scene:
    """The table for everybody: phase, score lines, island, offer."""
    rows = TextRows()
    rows.put("header", header(view, look), HEADER)
    if view.outcome:
        won, lines = ending(view, look)
        heroes = tuple(HeroKey(seat, letter(look.names[seat]), True) for seat in view.outcome.winners)
        rows.put("ending", ("ending", WIDTH, heroes, won, lines), HEIGHT)
    _boxes(rows, view, look)
    _map(rows, view.board, look, window_of(view.board), TALLEST)
    if not view.outcome:
        _below(rows, view, look)
    return rows.scene()


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand; None for nobody's and an empty one."""
    board = view.board
    if view.seat is None or not board.hand:
        return None
    rows = TextRows()
    hero = board.heroes[view.seat]
    rows.put("header", ("header", WIDTH, HEADER, look.say("hk.your_hand"), look.say("hk.deck", n=hero.deck), None), HEADER)
    _cards(rows, "hand", _grouped(board.hand, look), CARD)
    if board.turn and board.turn.play:
        rows.line("laid", look.say("hk.laid_out"), True)
        _cards(rows, "play", _laid(board, look), CARD)
    rows.y += PAD
    return rows.scene()


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The cards of the same as a low picture; the value that counts in the present step stands out."""
    board = view.board
    if view.seat is None or not board.hand:
        return None
    wanted = WANTED.get(board.turn.step, "") if board.turn else ""
    return held_strip([HeldKey(_shown(card, look), n, wanted=wanted) for card, n in Counter(board.hand).items()])


def _shown(card: CardView, look: Look) -> Shown:
    """A card in the reader's language."""
    values = (card.attack, card.defence, card.speed, card.meditation)
    numbers = tuple(zip(VALUES, values, strict=True)) if card.colour != "wound" else ()
    name = look.say(f"word.{card.kind}")
    return Shown(card.kind, card.colour, "", "card", name[:1].upper() + name[1:], "", "", numbers, ())


def _laid(board: BoardView, look: Look, wanted: str = "") -> list[Key]:
    assert board.turn is not None
    return [card_key(card, look, CARD, 1, str(i + 1), wanted) for i, card in enumerate(board.turn.play)]


def turn_scene(view: View[BoardView], look: Look) -> Scene:
    """The panel of the seat whose turn it is: a close-up where the map matters, what is laid out, the hand."""
    rows = _turn(view, look)
    assert view.board.turn is not None
    if view.board.hand:
        rows.line("hand_line", look.say("hk.your_hand"), True)
        _cards(rows, "hand", _grouped(view.board.hand, look, WANTED.get(view.board.turn.step, "")), CARD)
    rows.y += PAD
    return rows.scene()


def table_scene(view: View[BoardView], look: Look) -> Scene:
    """The same without the hand; the whole table in steps in which neither a place nor a card on offer is chosen."""
    turn = view.board.turn
    if turn is None or turn.step in ("preparation", "rest"):
        return board_scene(view, look)
    rows = _turn(view, look)
    rows.y += PAD
    return rows.scene()


def _turn(view: View[BoardView], look: Look) -> TextRows:
    """What matters in a step of the turn: a close-up of the map, what is offered, what is laid out."""
    board = view.board
    turn = board.turn
    assert turn is not None
    assert view.seat is not None
    rows = TextRows()
    rows.put("header", ("header", WIDTH, HEADER, look.say(f"hk.step.{turn.step}"), figure(turn, look), board.day), HEADER)
    hero = board.heroes[view.seat]
    places = {h.label: (h.x, h.y) for h in board.hexes}
    x, y = places[hero.hex]
    if turn.step in ("movement", "provocation"):
        reach = {label: (cost, True) for label, cost in turn.reach} | {label: (cost, False) for label, cost in turn.beyond}
        window = _around(board, [*(places[label] for label in reach), (x - 3, y - 1), (x + 3, y + 1)], 1)
        _map(rows, board, look, window, 900, CloseUp(reach))
    elif turn.step in ("defence", "attack"):
        window = _around(board, [(x, y), places[turn.target]], 1)
        _map(rows, board, look, window, 420, CloseUp(target=turn.target))
    wanted = WANTED.get(turn.step, "")
    if turn.step == "selection":
        rows.line("offer_line", look.say("hk.offer"), True)
        _cards(rows, "offer", [card_key(card, look, CARD) for card in board.offer], CARD)
    if turn.play:
        rows.line("laid", look.say("hk.laid_out"), True)
        _cards(rows, "play", _laid(board, look, wanted), CARD)
    return rows


def figure(turn: TurnView, look: Look) -> str:
    """What the present step gives or needs, in a few words."""
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
