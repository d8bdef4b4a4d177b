"""Plays of ice hockey as on a coach's board, drawn by ourselves: own players are rings, others crosses, the puck is a disc, moves are arrows.

Needed where atlases are drawn (`python -m render.art`), nowhere else. Coordinates are those of the box of the other shapes, 512 wide and high.
"""

from __future__ import annotations

import math

Point = tuple[float, float]
LINE = 26
"""How wide a line is."""


def own(x: float, y: float, r: float = 40) -> str:
    """A player of one's own."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="none" stroke="#fff" stroke-width="{LINE}"/>'


def other(x: float, y: float, r: float = 36) -> str:
    """A player of the other team."""
    return line((x - r, y - r), (x + r, y + r)) + line((x - r, y + r), (x + r, y - r))


def puck(x: float, y: float, r: float = 26) -> str:
    """The puck."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="#fff"/>'


def line(*points: Point, width: float = LINE, dash: str = "") -> str:
    """A line through points; `dash` as in SVG."""
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    return _stroke(path, width, dash)


def _stroke(path: str, width: float = LINE, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{path}" fill="none" stroke="#fff" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"{dashed}/>'


def arrow(*points: Point, width: float = LINE, dash: str = "") -> str:
    """A line with a head at its end."""
    (x1, y1), (x2, y2) = points[-2:]
    long = math.hypot(x2 - x1, y2 - y1)
    ux, uy, size = (x2 - x1) / long, (y2 - y1) / long, width * 2.6
    back = x2 - ux * size, y2 - uy * size
    sides = (back[0] - uy * size * 0.62, back[1] + ux * size * 0.62), (back[0] + uy * size * 0.62, back[1] - ux * size * 0.62)
    head = "".join(f"L{x:g} {y:g}" for x, y in sides)
    return (
        line(*points[:-1], back, width=width, dash=dash)
        + f'<path d="M{x2:g} {y2:g}{head}Z" fill="#fff" stroke="#fff" stroke-width="8" stroke-linejoin="round"/>'
    )


def net(x: float, y: float, high: float = 170, deep: float = 64) -> str:
    """A goal that is open to the left, the middle of its mouth here."""
    top, low = y - high / 2, y + high / 2
    frame = _stroke(
        f"M{x} {top}H{x + deep * 0.6:g}Q{x + deep} {top} {x + deep} {top + 34}V{low - 34:g}Q{x + deep} {low} {x + deep * 0.6:g} {low}H{x}"
    )
    return (
        frame
        + line((x + 10, y - high / 6), (x + deep - 12, y - high / 6), width=10)
        + line((x + 10, y + high / 6), (x + deep - 12, y + high / 6), width=10)
    )


def rink(inside: str) -> str:
    """The boards with something within."""
    return f'<rect x="16" y="106" width="480" height="300" rx="110" fill="none" stroke="#fff" stroke-width="{LINE - 4}"/>' + inside


def fan(x: float, y: float) -> str:
    """Somebody in the stands, both arms up."""
    body = f'<path d="M{x - 46} {y + 150}V{y + 96}Q{x} {y + 40} {x + 46} {y + 96}V{y + 150}Z" fill="#fff"/>'
    arms = line((x - 40, y + 100), (x - 62, y - 26), width=22) + line((x + 40, y + 100), (x + 62, y - 26), width=22)
    return puck(x, y + 14, 34) + body + arms


def chevron(x: float) -> str:
    """One of several angles that point ahead."""
    return line((x, 116), (x + 120, 256), (x, 396), width=58)


MASK = (
    '<path d="M256 28C380 28 440 120 436 236C432 380 350 484 256 484C162 484 80 380 76 236C72 120 132 28 256 28Z" fill="#fff"/>'
    + '<path d="M150 214Q256 168 362 214L350 376Q256 452 162 376Z" fill="#000"/>'
    + line((150, 214), (362, 214), width=16) + line((156, 272), (356, 272), width=16) + line((160, 330), (352, 330), width=16)
    + line((256, 190), (256, 420), width=16) + line((204, 200), (208, 404), width=16) + line((308, 200), (304, 404), width=16)
)  # fmt: skip
REFEREE = (
    puck(256, 84, 56)
    + '<path d="M36 196Q36 162 70 162H442Q476 162 476 196Q476 230 442 230H340L332 484H180L172 230H70Q36 230 36 196Z" fill="#fff"/>'
    + "".join(f'<path d="M{x} 170V478" stroke="#000" stroke-width="20"/>' for x in (212, 256, 300))
)
BURST = [(256 + r * math.cos(a), 256 + r * math.sin(a)) for n in range(16) for a, r in [(math.pi * n / 8, 120 if n % 2 else 62)]]

PLAYS: dict[str, str] = {
    "speed": chevron(60) + chevron(196) + chevron(332),
    "mask": MASK,
    "stick": line((421, 58), (212, 388), (69, 388), width=75),
    "dumbbell": line((40, 256), (472, 256), width=50)
    + "".join(f'<rect x="{256 + dx - w / 2:g}" y="{256 - h:g}" width="{w}" height="{2 * h}" rx="20" fill="#fff"/>'
              for side in (-1, 1) for dx, w, h in ((side * 92, 66, 180), (side * 167, 53, 110))),
    "handover": puck(124, 333, 75) + line((190, 289), (388, 157), width=53) + '<path d="M465 106L322 98L401 234Z" fill="#fff"/>',
    "target": f'<circle cx="256" cy="256" r="165" fill="none" stroke="#fff" stroke-width="66"/>{puck(256, 256, 66)}',
    "stickhandler": own(70, 256) + other(170, 180) + other(270, 330) + other(370, 180)
    + _stroke("M118 256C170 256 130 290 190 290C260 290 220 220 270 220C330 220 310 290 370 290C400 290 410 270 424 262")
    + arrow((424, 262), (500, 240)),
    "stretch_pass": line((180, 60), (180, 452), width=16) + line((332, 60), (332, 452), width=16) + own(66, 392) + own(446, 120)
    + arrow((112, 356), (398, 156), dash="44 40"),
    "iron_box": "".join(own(x, y) for x in (130, 382) for y in (130, 382)) + line((184, 130), (328, 130), width=16)
    + line((184, 382), (328, 382), width=16)
    + line((130, 184), (130, 328), width=16) + line((382, 184), (382, 328), width=16) + other(256, 256, 42),
    "line_change": line((40, 452), (472, 452), width=40) + own(150, 90) + own(362, 340) + arrow((150, 150), (150, 400))
    + arrow((362, 280), (362, 40)),
    "body_check": '<path d="M' + "L".join(f"{x:.0f} {y:.0f}" for x, y in BURST) + 'Z" fill="#fff"/>' + own(60, 256, 46) + other(456, 256, 42)
    + line((126, 200), (166, 216), width=18) + line((126, 312), (166, 296), width=18),
    "cannon": puck(70, 256, 54) + line((150, 214), (230, 214), width=18) + line((150, 298), (230, 298), width=18)
    + arrow((160, 256), (390, 256), width=44)
    + net(412, 256, 240, 78),
    "breakaway": other(60, 150) + other(60, 362) + own(200, 256) + arrow((254, 256), (386, 256)) + net(410, 256, 210, 76),
    "forecheck": net(410, 256, 150, 70) + own(70, 110) + own(70, 256) + own(70, 402) + arrow((126, 104), (330, 70), (470, 130))
    + arrow((126, 256), (380, 256)) + arrow((126, 408), (330, 442), (470, 382)),
    "two_man_rush": own(80, 130) + own(80, 382) + other(256, 256) + net(414, 256, 170, 72) + arrow((136, 130), (390, 190))
    + arrow((136, 382), (390, 322)),
    "neutral_trap": line((60, 40), (60, 472), width=16) + line((452, 40), (452, 472), width=16) + own(140, 256) + own(266, 130) + own(266, 382)
    + own(380, 190)
    + own(380, 322),
    "battering_ram": other(230, 96) + other(230, 416) + other(350, 60) + other(350, 452) + own(66, 256, 48) + arrow((136, 256), (492, 256), width=52),
    "second_wind": _stroke("M256 96A160 160 0 1 1 104 206") + arrow((106, 212), (96, 108), width=30) + own(256, 256, 58),
    "good_bounce": line((30, 446), (482, 446), width=44) + puck(60, 120, 40) + arrow((96, 160), (236, 398)) + arrow((262, 398), (420, 130)),
    "home_ice": rink(line((256, 118), (256, 394), width=16)
    + '<path d="M256 160L282 222L350 228L298 272L314 338L256 302L198 338L214 272L162 228L230 222Z" fill="#fff"/>'
    + line((84, 176), (84, 336), width=12) + line((428, 176), (428, 336), width=12)),
    "roaring_crowd": fan(90, 250) + fan(256, 200) + fan(422, 250) + fan(172, 330) + fan(340, 330),
    "icing": rink(line((190, 118), (190, 394), width=14) + line((256, 118), (256, 394), width=22) + line((322, 118), (322, 394), width=14)
    + line((440, 170), (440, 342), width=18) + puck(86, 256, 30) + arrow((126, 256), (424, 256), width=30)),
    "hooking": other(330, 150, 60) + _stroke("M40 470L290 300Q330 270 372 300Q420 344 380 396", 40) + line((40, 470), (90, 436), width=58),
    "power_play": "".join(own(x, y, 38) for x, y in ((60, 110), (60, 402), (190, 60), (190, 452), (150, 256)))
    + "".join(other(x, y, 34) for x in (340, 450) for y in (170, 342)),
    "shorthanded": "".join(own(x, y, 38) for x in (62, 172) for y in (170, 342))
    + "".join(other(x, y, 34) for x, y in ((452, 110), (452, 402), (322, 60), (322, 452), (362, 256))),
    "play_on": REFEREE,
}  # fmt: skip
"""The plays by name."""
