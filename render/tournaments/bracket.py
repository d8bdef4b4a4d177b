"""Brackets as trees, in pages of a few rounds that stay legible on a phone."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Item, Scene
from render.text import largest, named
from render.theme import Theme
from render.tournaments.player_marks import EDGE, TWO_LINES, UNKNOWN, WIDTH, Player, head_height, mark, rows, trophy
from render.tournaments.standings import ROW, play

BOX, SLOT = 124, 138
"""Height of a match, and of what it takes up in its column."""
HEADING = 54
"""Height of the names of rounds."""
GAP = 36
"""Width between columns, for the lines that join matches."""
COLUMNS = 3
"""Rounds on a page."""
WIDEST = 520
"""How wide a match is at most."""
MATCHES = 8
"""Matches on a page in the first of its rounds."""
LARGE_NAMES = (28,), (27,)
"""The sizes of names in large type, in one line and in two."""
CHAMPION = 150
"""Height of the plate of who has won."""


class Box(NamedTuple):
    """A match of a bracket: its entrants, the games each has won, who advances (None: open), and the matches they come from.

    `live`: it is being played. `bye`: the words for a second entrant who is nobody.
    """

    number: int
    players: tuple[Player, Player]
    figures: tuple[str, str] = ("", "")
    won: int | None = None
    sources: tuple[int, ...] = ()
    live: bool = False
    bye: str = ""


class Round(NamedTuple):
    """A round of a bracket, with its matches."""

    title: str
    boxes: tuple[Box, ...]


class Champion(NamedTuple):
    """The winner, and their title."""

    words: str
    player: Player


class Tree(NamedTuple):
    """One side of a bracket. `legend`: the name of what is lit. `part`, `n`, `of`: which part is shown, if there are several pages."""

    title: str
    below: str
    rounds: tuple[Round, ...]
    champion: Champion | None = None
    legend: str = ""


class Part(NamedTuple):
    """The part of a tree on a page: its rounds from one on, and the share `block` of `blocks` of their matches."""

    rounds: tuple[Round, ...]
    first: int
    block: int
    blocks: int

    @property
    def live(self) -> bool:
        """Whether a match on it is being played."""
        return any(box.live for part in self.rounds for box in part.boxes)


def whole(rounds: Sequence[Round]) -> list[Part]:
    """Divides a tree into pages of a few rounds; a page has as many matches as lead to each other."""
    pages = -(-len(rounds) // COLUMNS)
    starts = [-(-n * len(rounds) // pages) for n in range(pages + 1)]
    return [part for a, b in pairwise(starts) for part in _blocks(rounds, a, b)]


def present(rounds: Sequence[Round]) -> list[Part]:
    """The part of a tree that matters now: the first round with a match in progress and the next ones, without shares where none is; if there is none
    anywhere, the last rounds."""
    live = [n for n, part in enumerate(rounds) if any(box.live for box in part.boxes)]
    last = max(0, len(rounds) - COLUMNS)
    first = min(live[0], last) if live else last
    parts = list(_blocks(rounds, first, min(first + COLUMNS, len(rounds))))
    return [part for part in parts if part.live] or parts


def _blocks(rounds: Sequence[Round], first: int, last: int) -> Iterator[Part]:
    columns = rounds[first:last]
    blocks = max(1, -(-len(columns[0].boxes) // MATCHES))
    for block in range(blocks):
        yield Part(tuple(Round(c.title, tuple(_share(c.boxes, block, blocks))) for c in columns), first, block, blocks)


def _share(boxes: Sequence[Box], block: int, blocks: int) -> Sequence[Box]:
    """The matches of a round on a page."""
    size = -(-len(boxes) // blocks)
    return boxes[block * size : (block + 1) * size]


class Joint(NamedTuple):
    """A line from a match to the one it leads to: from which height to which, and whether an entrant has advanced there."""

    start: int
    end: int
    gone: bool


def bracket(tree: Tree) -> Scene:
    """The scene of a page; unchanged matches need not be drawn again."""
    items: dict[Hashable, Item] = {"head": Item(("head", tree.title, tree.below), 0, 0)}
    top = head_height(tree.below)
    if tree.champion:
        items["champion"] = Item(("champion", tree.champion), 0, top)
        top += CHAMPION
    count = len(tree.rounds)
    width = min(WIDEST, (WIDTH - 2 * EDGE - GAP * (count - 1)) // count)
    height = SLOT * max(len(column.boxes) for column in tree.rounds)
    middles: dict[int, int] = {}
    decided = {box.number for column in tree.rounds for box in column.boxes if box.won is not None}
    for n, column in enumerate(tree.rounds):
        left = EDGE + (width + GAP) * n
        if column.title:
            items["title", n] = Item(("round", column.title, width, any(box.live for box in column.boxes)), left, top)
        lines = []
        for i, box in enumerate(column.boxes):
            before = [(middles[m], m in decided) for m in box.sources if m in middles]
            slot = height / len(column.boxes)
            middle = round(sum(y for y, _ in before) / len(before)) if before else round(slot * (i + 0.5))
            middles[box.number] = middle
            lines += [Joint(y, middle, gone) for y, gone in before]
            items["box", box.number] = Item(("box", box, width), left, top + HEADING + middle - BOX // 2)
        if lines:
            items["lines", n] = Item(("lines", tuple(lines), height), left - GAP, top + HEADING)
    y = top + HEADING + height
    if tree.legend and any(box.live for column in tree.rounds for box in column.boxes):
        items["legend"] = Item(("legend", tree.legend), 0, y)
        y += ROW
    return Scene((WIDTH, y + EDGE), items)


def round_sprite(look: Theme, title: str, width: int, live: bool) -> Canvas:
    """Draws the name of a round, with a sign if it is being played."""
    s = Canvas((width, HEADING), look, PLAIN)
    middle, left = HEADING / 2 + 2, 4
    if live:
        play(s, (left + 9, middle), 11)
        left += 30
    s.text((left, middle), title, largest(title, "Bold", (28, 26, 24, 22, 20), width - left), "ink" if live else "soft", "lm")
    return s


def lines_sprite(look: Theme, lines: tuple[Joint, ...], height: int) -> Canvas:
    """Draws the lines between the matches of two rounds, those that an entrant has taken on top."""
    s = Canvas((GAP, height), look, PLAIN)
    turn = GAP / 2
    for line in sorted(lines, key=lambda line: line.gone):
        s.line([(0, line.start), (turn, line.start), (turn, line.end), (GAP, line.end)], "accent" if line.gone else "line", 5 if line.gone else 3)
    return s


def box_sprite(look: Theme, box: Box, width: int) -> Canvas:
    """Draws a match: two marks and names; who advances is bold with a bar, the other paler; lit while it is being played."""
    s = Canvas((width, BOX), look, PLAIN)
    whole = (0, 0, width, BOX)
    if box.live:
        s.glow(whole, ("panel", "legal"), 12)
        s.box(whole, 12, None, "legal_line", 5)
    else:
        s.box(whole, 12, "panel", "line", 2)
    s.line([(12, BOX / 2), (width - 12, BOX / 2)], "line", 2)
    for n, (player, text) in enumerate(zip(box.players, box.figures, strict=True)):
        middle = BOX * (0.25 if n == 0 else 0.76)
        ahead, behind = box.won == n, box.won == 1 - n
        weight = "Bold" if ahead or box.live else "Medium"
        role = "soft" if behind else "ink"
        if n == 1 and box.bye:
            s.text((18, middle), box.bye, largest(box.bye, "Medium", (25, 23, 21, 19), width - 30), "soft", "lm", "Medium")
            continue
        right = width - 16
        if text:
            s.text((right, middle), text, 30, role, "rm", "Bold")
            right -= 30
        if ahead:
            s.box((4, middle - 18, 7, 36), 3, "accent")
        mark(s, player, (34, middle), 36)
        if player.number == UNKNOWN:
            s.text((62, middle), player.name, 28, "soft", "lm", "Medium")
        else:
            room = right - 62 - 6
            sizes = LARGE_NAMES if look.letters > 1 else ((29, 27, 25), TWO_LINES)
            rows(s, (62, middle), named(player.name, weight, *sizes, room), role, weight)
    return s


def champion_sprite(look: Theme, champion: Champion) -> Canvas:
    """Draws the winner's plate."""
    s = Canvas((WIDTH, CHAMPION), look, PLAIN)
    whole = (EDGE, 4, WIDTH - 2 * EDGE, CHAMPION - 20)
    s.glow(whole, ("stage", "stage_light"), 18, (0.09, 0.5))
    s.box(whole, 18, None, "best", 4)
    middle = 4 + (CHAMPION - 20) / 2
    trophy(s, (EDGE + 86, middle), 98)
    mark(s, champion.player, (EDGE + 200, middle), 72)
    left = EDGE + 256
    s.text((left, middle - 34), champion.words, 26, "soft", "lm", "Medium")
    rows(s, (left, middle + 18), named(champion.player.name, "Bold", (50, 44, 38, 34), (30, 28), WIDTH - EDGE - 24 - left), "ink")
    return s
