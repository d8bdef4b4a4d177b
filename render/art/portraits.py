"""Portraits of our own: faces put together from parts, as outlines in the box of the other shapes.

Parts are grey: the lighter, the more they cover, so that a portrait has shades though it is drawn in one colour. Needed where atlases are
drawn (`python -m render.art`), nowhere else.
"""

from __future__ import annotations

from typing import NamedTuple

SKIN, CLOTH, SHELL, HAIR_SHADE, INK = "#fff", "#9a9a9a", "#d8d8d8", "#4c4c4c", "#1c1c1c"
"""How light a part is. Ink is not quite black: it belongs to the face, the ground does not show through."""


class Face(NamedTuple):
    """The parts of a face, by the names below: the shape of the head, what is on it, its hair, beard, brows, eyes, nose and mouth."""

    head: str = "oval"
    top: str = "helmet"
    hair: str = "short"
    beard: str = "none"
    brows: str = "even"
    eyes: str = "open"
    nose: str = "straight"
    mouth: str = "calm"


HEADS = {
    "oval": "M156 190Q156 118 256 118Q356 118 356 190L352 290Q346 392 256 404Q166 392 160 290Z",
    "square": "M152 190Q152 118 256 118Q360 118 360 190L358 316Q352 374 312 402L200 402Q160 374 154 316Z",
    "long": "M166 190Q166 118 256 118Q346 118 346 190L342 306Q330 400 284 424L228 424Q182 400 170 306Z",
    "round": "M146 200Q146 118 256 118Q366 118 366 200L366 286Q360 396 256 400Q152 396 146 286Z",
}
TOPS = {
    "helmet": "M132 214Q122 60 256 56Q390 60 380 214L356 222Q352 168 330 160L182 160Q160 168 156 222Z",
    "visor": "M132 214Q122 60 256 56Q390 60 380 214L356 222Q352 168 330 160L182 160Q160 168 156 222Z",
    "cap": "M140 176Q144 64 256 62Q368 64 372 176L372 190Q256 168 140 190Z",
    "band": "M150 158Q256 134 362 158L364 196Q256 172 148 196Z",
}
HAIR = {
    "none": "",
    "short": "M146 214Q132 74 256 76Q380 74 366 214L352 226Q350 170 318 150Q256 168 196 150Q162 170 160 226Z",
    "buzz": "M152 196Q150 92 256 92Q362 92 360 196L350 184Q338 136 256 132Q174 136 162 184Z",
    "curly": "M142 216Q118 196 130 166Q116 128 152 112Q160 72 204 80Q236 50 268 72Q312 54 332 88Q374 92 376 134"
    "Q400 164 374 196Q376 212 366 222Q360 170 326 152Q292 168 262 150Q222 170 188 152Q160 172 154 222Z",
    "long": "M140 330Q112 72 256 72Q400 72 372 330L350 344Q356 190 322 150Q256 176 190 150Q156 190 162 344Z",
    "mullet": "M128 372Q148 320 146 214Q132 74 256 76Q380 74 366 214Q364 320 384 372L344 384Q356 210 318 150Q256 168 194 150Q156 210 168 384Z",
    "quiff": "M150 214Q130 140 164 108Q176 40 300 52Q382 64 366 214L352 222Q350 168 326 142Q236 158 208 122Q168 160 162 222Z",
    "parted": "M144 224Q128 74 250 74Q384 72 368 224L354 226Q352 160 300 128Q214 132 188 176Q164 184 160 226Z",
    "bun": "M216 40Q256 12 296 40Q312 66 290 82Q364 96 362 206L350 212Q346 150 256 136Q166 150 162 212L150 206Q148 96 222 82Q200 66 216 40Z",
    "flow": "M130 340Q104 300 134 238Q126 76 256 74Q386 76 378 238Q408 300 382 340Q362 330 362 280L354 222"
    "Q350 168 320 150Q256 170 192 150Q162 168 158 222L150 280Q150 330 130 340Z",
}
BEARDS = {
    "none": "",
    "full": "M158 268Q172 300 196 304Q256 286 316 304Q340 300 354 268Q356 404 256 430Q156 404 158 268ZM222 332Q256 350 290 332Q256 322 222 332Z",
    "stubble": "M160 290Q176 330 204 322Q256 306 308 322Q336 330 352 290Q346 396 256 404Q166 396 160 290ZM220 346Q256 358 292 346Q256 336 220 346Z",
    "goatee": "M214 318Q256 300 298 318L300 372Q280 412 256 414Q232 412 212 372ZM226 336Q256 350 286 336Q256 328 226 336Z",
    "moustache": "M196 334Q206 300 256 304Q306 300 316 334Q286 322 256 326Q226 322 196 334Z",
    "playoff": "M154 240Q166 296 196 300Q256 280 316 300Q346 296 358 240Q376 420 302 462Q256 484 210 462"
    "Q136 420 154 240ZM220 330Q256 350 292 330Q256 318 220 330Z",
    "chin": "M226 372Q256 360 286 372Q290 412 256 418Q222 412 226 372Z",
    "handlebar": "M178 356Q176 312 220 306Q256 300 292 306Q336 312 334 356Q316 330 256 328Q196 330 178 356Z",
}
BROWS = {
    "even": "M178 222Q206 208 234 220M278 220Q306 208 334 222",
    "stern": "M178 210L236 226M334 210L276 226",
    "raised": "M178 214Q206 194 234 212M278 218Q306 210 334 224",
    "soft": "M180 220Q206 206 232 214M280 214Q306 206 332 220",
}
EYES = {
    "open": "M190 250a16 13 0 1 0 32 0a16 13 0 1 0 -32 0M290 250a16 13 0 1 0 32 0a16 13 0 1 0 -32 0",
    "narrow": "M184 252Q206 238 228 252Q206 260 184 252M284 252Q306 238 328 252Q306 260 284 252",
    "bright": "M188 250a19 17 0 1 0 38 0a19 17 0 1 0 -38 0M286 250a19 17 0 1 0 38 0a19 17 0 1 0 -38 0",
    "wink": "M190 250a16 13 0 1 0 32 0a16 13 0 1 0 -32 0M284 250Q306 236 328 250L328 258Q306 246 284 258Z",
}
NOSES = {
    "straight": "M256 238L244 300Q256 310 272 300",
    "broad": "M250 244L232 296Q256 318 282 296",
    "hooked": "M252 232Q268 262 270 284Q268 302 246 302",
    "broken": "M258 232L246 262L262 276L242 302Q258 310 270 302",
}
MOUTHS = {
    "calm": ("M220 344Q256 354 292 344", 12),
    "smile": ("M214 336Q256 374 298 336", 12),
    "grin": ("M212 334Q256 342 300 334Q290 372 256 372Q222 372 212 334Z", 6),
    "smirk": ("M222 350Q264 352 296 332", 12),
    "gap": ("M214 336L298 336Q292 370 256 370Q220 370 214 336ZM244 338L244 354L266 354L266 338", 6),
    "stern": ("M220 350Q256 338 292 350", 12),
}
FRINGE = "M144 236Q128 76 256 76Q384 76 368 236L352 226Q350 168 318 150Q256 172 194 150Q162 168 160 226Z"
STRIPES = "M256 62L256 150M214 66L206 150M298 66L306 150"
VISOR = "M144 208Q256 176 368 208L362 268Q256 300 150 268Z"
COLLAR = "M178 420Q256 500 334 420"
MASK = "M138 236Q124 64 256 60Q388 64 374 236Q372 372 256 424Q140 372 138 236Z"
CAGE = "M170 222Q256 190 342 222L338 300Q256 330 174 300Z"
BARS = "M170 222Q256 190 342 222L338 300Q256 330 174 300ZM256 206L256 316M214 210L216 312M298 210L296 312M172 258Q256 240 340 258"
EARS = "M148 232Q124 226 128 262Q132 298 158 294ZM364 232Q388 226 384 262Q380 298 354 294Z"
BODY = "M40 512Q52 430 150 412L206 396Q256 446 306 396L362 412Q460 430 472 512Z"
NECK = "M204 360L308 360L312 424Q256 470 200 424Z"
MASKS = {
    "mask0": "M176 168L210 168M302 168L336 168M256 100L256 150M180 330L220 344M332 330L292 344M220 372L292 372",
    "mask1": "M200 130L200 176M312 130L312 176M176 320L214 320M298 320L336 320M236 350L236 388M276 350L276 388",
    "mask2": "M256 96L228 150L256 180L284 150ZM170 310L206 330M342 310L306 330M206 370L306 370M220 396L292 396",
    "mask3": "M190 116L236 172M322 116L276 172M172 318L212 336M340 318L300 336M256 356L256 396M222 364L222 388M290 364L290 388",
    "mask4": "M160 190L200 150M352 190L312 150M256 84L256 176M214 352L298 352M214 376L298 376M226 400L286 400",
    "mask5": "M216 100L216 160M256 92L256 170M296 100L296 160M176 328L216 340M336 328L296 340M230 384a26 14 0 1 0 52 0a26 14 0 1 0 -52 0",
    "mask6": "M168 176Q256 116 344 176M190 144Q256 92 322 144M178 320L206 360M334 320L306 360M228 386L284 386",
    "mask7": "M256 88L276 140L256 184L236 140ZM184 140L208 168M328 140L304 168M196 352L316 352M212 378L300 378M256 336L256 404",
}
"""What is painted on a goalkeeper's mask."""


def _path(d: str, shade: str, outline: int = 8) -> str:
    edge = f' stroke="{INK}" stroke-width="{outline}" stroke-linejoin="round"' if outline else ""
    return f'<path fill="{shade}" fill-rule="evenodd"{edge} d="{d}"/>'


def _line(d: str, width: int, shade: str) -> str:
    return f'<path fill="none" stroke="{shade}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round" d="{d}"/>'


def portrait(face: Face) -> str:
    """The outline of a face."""
    hanging = face.hair in ("long", "mullet", "flow")
    parts = [_path(HAIR[face.hair], HAIR_SHADE)] if hanging else []
    parts += [_path(BODY, CLOTH), _path(NECK, CLOTH), _line(COLLAR, 14, SHELL), _path(EARS, SKIN), _path(HEADS[face.head], SKIN)]
    if face.top in MASKS:
        return "".join([*parts, _path(MASK, SHELL), _path(CAGE, INK, 0), _line(BARS, 9, SHELL), _line(MASKS[face.top], 14, HAIR_SHADE)])
    if face.beard != "none":
        parts.append(_path(BEARDS[face.beard], "#b5b5b5" if face.beard == "stubble" else HAIR_SHADE, 0 if face.beard == "stubble" else 6))
    shape, width = MOUTHS[face.mouth]
    parts += [
        _line(shape, width, INK),
        _line(NOSES[face.nose], 9, "#8a8a8a"),
        _line(BROWS[face.brows], 15, HAIR_SHADE),
        _path(EYES[face.eyes], INK, 0),
    ]
    if not hanging or face.top != "bare":
        parts.append(_path(HAIR[face.hair] if face.top == "bare" else TOPS[face.top], HAIR_SHADE if face.top == "bare" else SHELL))
    else:
        parts.append(_path(FRINGE, HAIR_SHADE))
    if face.top in ("helmet", "visor"):
        parts.append(_line(STRIPES, 12, HAIR_SHADE))
    if face.top == "visor":
        parts.append(f'<path fill="#fff" fill-opacity=".45" stroke="{INK}" stroke-width="6" d="{VISOR}"/>')
    return "".join(parts)


FACES = {
    "jakub": Face("oval", "bare", "quiff", "none", "raised", "bright", "straight", "smile"),
    "matous": Face("square", "helmet", "short", "stubble", "stern", "narrow", "broken", "calm"),
    "vojtech": Face("long", "bare", "parted", "goatee", "even", "open", "hooked", "smirk"),
    "borek": Face("round", "bare", "none", "handlebar", "even", "open", "broad", "grin"),
    "krystof": Face(top="mask0"),
    "erik": Face("oval", "visor", "short", "none", "even", "open", "straight", "calm"),
    "torsten": Face("square", "bare", "none", "playoff", "stern", "open", "broad", "stern"),
    "ludde": Face("oval", "bare", "long", "none", "soft", "bright", "straight", "smile"),
    "axel": Face("long", "band", "flow", "stubble", "even", "narrow", "straight", "smirk"),
    "sixten": Face(top="mask1"),
    "ilmari": Face("long", "bare", "buzz", "none", "soft", "narrow", "straight", "calm"),
    "onni": Face("round", "helmet", "short", "none", "raised", "bright", "broad", "gap"),
    "vaino": Face("oval", "bare", "bun", "full", "even", "open", "straight", "calm"),
    "tapio": Face("square", "cap", "none", "full", "stern", "open", "broad", "stern"),
    "aarne": Face(top="mask2"),
    "wyatt": Face("square", "bare", "mullet", "moustache", "even", "open", "broken", "smirk"),
    "beau": Face("oval", "bare", "flow", "none", "raised", "wink", "straight", "grin"),
    "emmett": Face("round", "cap", "none", "playoff", "even", "open", "broad", "calm"),
    "grady": Face("long", "helmet", "short", "goatee", "stern", "open", "broken", "stern"),
    "tate": Face(top="mask3"),
    "dex": Face("oval", "visor", "short", "stubble", "raised", "bright", "straight", "smirk"),
    "colt": Face("square", "bare", "short", "none", "stern", "open", "broken", "gap"),
    "mason": Face("round", "bare", "curly", "full", "even", "open", "broad", "calm"),
    "rhett": Face("long", "bare", "parted", "moustache", "soft", "narrow", "hooked", "calm"),
    "wade": Face(top="mask4"),
    "radovan": Face("oval", "helmet", "short", "moustache", "raised", "open", "hooked", "smile"),
    "dusan": Face("square", "bare", "buzz", "stubble", "stern", "narrow", "broken", "stern"),
    "oliver": Face("oval", "bare", "curly", "none", "even", "bright", "straight", "grin"),
    "samo": Face("round", "band", "curly", "chin", "soft", "open", "broad", "smile"),
    "gejza": Face(top="mask5"),
    "urs": Face("round", "bare", "short", "playoff", "soft", "open", "broad", "calm"),
    "reto": Face("long", "visor", "short", "chin", "even", "narrow", "straight", "smirk"),
    "beat": Face("oval", "cap", "none", "none", "raised", "bright", "straight", "smile"),
    "jorg": Face("square", "bare", "quiff", "handlebar", "even", "open", "hooked", "calm"),
    "luzi": Face(top="mask6"),
    "falk": Face("square", "helmet", "short", "playoff", "stern", "open", "broken", "stern"),
    "gernot": Face("long", "bare", "none", "stubble", "stern", "narrow", "hooked", "stern"),
    "henning": Face("oval", "bare", "parted", "none", "soft", "open", "straight", "smirk"),
    "lorenz": Face("long", "bare", "long", "goatee", "raised", "open", "straight", "calm"),
    "eike": Face(top="mask7"),
}
"""The portraits by name: the heroes of Hockey Game, a goalkeeper in each team."""
