"""Names in the reader's language: cards, things on planets, effects, windows, and the printed text of cards."""

from __future__ import annotations

import re
from collections.abc import Sequence

from render.cards import ShownCard
from render.look import Look
from render.text import number
from rules.game import View
from rules.planetary_conquerors.card_vocabulary import MATERIALS
from rules.planetary_conquerors.view import ActView, BoardView, ThingView
from rules.printed_cards import AbilityLine, Face


def card_name(word: str, look: Look) -> str:
    """A card's name."""
    return look.say(f"word.{word}")


def short_name(word: str, look: Look) -> str:
    """A card's name where there is little room."""
    return look.say.find(f"pc.short.{word}") or card_name(word, look)


def lettered(name: str, letter: str, look: Look) -> str:
    """A name with the letter that tells the thing from others of that name, if it needs one."""
    return look.say("pc.lettered", name=name, letter=letter) if letter else name


def thing_name(thing: ThingView, look: Look) -> str:
    """The name of a thing on a planet, such as `Raider (b)`; or whose mine it is."""
    if thing.type == "mine":
        return look.say("pc.mine_of", who=look.names[thing.controller])
    name = card_name(thing.card, look)
    return lettered(look.say("pc.illusion_of", card=name) if thing.illusion else name, thing.letter, look)


def told_to(view: View[BoardView], word: str, look: Look) -> str:
    """The name of what a word stands for, as the viewer is told it: one's own mine is `your mine`."""
    return look.say("pc.my_mine") if is_own_mine(view, word) else place_name(view.board, word, look)


def is_own_mine(view: View[BoardView], word: str) -> bool:
    """Whether a word stands for the viewer's own mine."""
    thing = view.board.thing(word)
    return thing is not None and thing.type == "mine" and thing.controller == view.seat


MOST_PARTS = 8
"""More parts between dots than any word has; a longer one names nothing."""


def place_name(board: BoardView, word: str, look: Look) -> str:
    """The name of what a word stands for: a thing, a trap by its place, with its card where the viewer knows it; a player, something announced, an
    effect of a card; else a card."""
    if (thing := board.thing(word)) is not None:
        return thing_name(thing, look)
    base, dot, rest = word.partition(".")
    known = (thing_name(thing, look) if (thing := board.thing(base)) else _gone(board, base, look)) if dot else ""
    if known:
        if (place := number(rest)) is not None:
            card = thing.traps[place - 1] if thing is not None and 0 < place <= len(thing.traps) else ""
            return look.say("pc.trap_known", card=card_name(card, look), n=place, at=known) if card else look.say("pc.trap_at", n=place, at=known)
        name, _, subject = rest.partition(".")
        found = look.say.find(f"pc.effect.{name}")
        about = f" → {place_name(board, subject, look)}" if subject and subject.count(".") < MOST_PARTS else ""
        return f"{known}{look.say('colon')}{found}{about}" if found else known + about
    if word[:1] == "p" and 0 < (number(word[1:]) or 0) <= len(look.names):
        return look.names[int(word[1:]) - 1]
    act = next((a for a in board.acts if f"s{a.id}" == word), None)
    if act is not None:
        return f"{card_name(act.card, look)} ({look.names[act.seat]})"
    return _gone(board, word, look) or look.say.find(f"word.{word}") or word


def _gone(board: BoardView, word: str, look: Look) -> str:
    """The name of a thing that has left its planet this turn; empty if no event names it."""
    story = next((story for story in reversed(board.news) if story.facts.get("thing") == word and story.kind != "trap"), None)
    return lettered(card_name(story.facts["card"], look), story.facts.get("letters", {}).get(word, ""), look) if story else ""


def stored(parts: tuple[int, ...], look: Look) -> str:
    """Materials counted, such as `2 gold, 1 cosmium`; those of which there are none are left out."""
    return ", ".join(f"{n} {look.say(f'pc.material.{m}', n=n)}" for m, n in zip(MATERIALS, parts, strict=True) if n)


def price(face: Face, look: Look) -> str:
    """The cost of a card in words, such as `2 gold, 1 cosmium`; empty where it costs nothing."""
    return stored(_cost(face), look)


def lacking(face: Face, stock: Sequence[int], look: Look) -> str:
    """What a stock lacks for the printed cost of a card, as it is written there; empty if nothing."""
    lacks = " ".join(f"{cost - n}{material[0]}" for material, cost, n in zip(MATERIALS, _cost(face), stock, strict=True) if cost > n)
    return look.say("pc.lacks", what=lacks) if lacks else ""


def _cost(face: Face) -> tuple[int, ...]:
    """The printed cost of a card, of each material."""
    printed = {part[-1]: int(part[:-1]) for part in re.findall("[0-9]+[a-z]", face.cost)}
    return tuple(printed.get(material[0], 0) for material in MATERIALS)


def kind_line(face: Face, look: Look) -> str:
    """Type and rarity."""
    return f"{look.say(f'pc.type.{face.type}')} · {look.say(f'pc.rarity.{face.rarity}')}"


def keyword_name(keyword: str, look: Look) -> str:
    """A keyword with its number, as `shielding:1` in the data."""
    word, _, x = keyword.partition(":")
    return look.say(f"pc.keyword.{word}") + (f" {x}" if x else "")


def text_lines(face: Face, look: Look) -> list[str]:
    """The printed text, made from the effects."""
    lines = [". ".join(keyword_name(k, look) for k in face.keywords) + "."] if face.keywords else []
    return lines + [line_text(line, look) for line in face.lines]


def line_text(line: AbilityLine, look: Look) -> str:
    """The text of an ability: written once for its shape, with the numbers of this card."""
    values = dict(zip("abcd", line.shape.numbers, strict=False))
    return look.say(f"pc.text.{line.shape.key}", n=line.shape.numbers[-1] if line.shape.numbers else 0, **values)


def shown(face: Face, look: Look) -> ShownCard:
    """A card in the reader's language."""
    words = (card_name(face.word, look), face.cost, kind_line(face, look))
    return ShownCard(face.word, face.color, face.rarity, face.type, *words, face.numbers, tuple(text_lines(face, look)))


def turn_name(view: View[BoardView], look: Look) -> str:
    """The number of the turn, while the game is on."""
    return look.say("pc.turn", n=view.board.turn) if view.board.stage == "play" else ""


def phase_name(view: View[BoardView], look: Look) -> str:
    """The phase, or what is going on before and after."""
    board = view.board
    say = look.say
    if view.outcome:
        return say("pc.over")
    if board.stage != "play":
        return say(f"pc.stage.{board.stage}")
    return say(f"pc.phase.{board.phase}")


def expected(kind: str, look: Look) -> str:
    """What a decision of a kind asks for, in short."""
    return look.say.find(f"pc.now.{kind}") or look.say(f"asked.{kind}")


def window_line(board: BoardView, look: Look) -> str:
    """The line on what the open reaction window comes before; empty without one."""
    if not board.window:
        return ""
    reason, _, phase = board.window.partition(":")
    if reason == "phase":
        return look.say("pc.window.turn_end") if phase == "start" else look.say(f"pc.window.phase.{phase}")
    if reason == "line":
        return look.say("pc.window.line", what=strikes(board, look))
    if reason == "damage":
        hits = ", ".join(f"{place_name(board, h.thing, look)} −{h.amount}" for h in board.hits)
        return look.say("pc.window.damage", what=hits)
    act = board.acts[-1]
    return look.say(f"pc.window.{reason}", what=card_name(act.card, look))


def strikes(board: BoardView, look: Look) -> str:
    """The blows that the damage of the present line brings, as far as nobody reacts: of attackers on their targets, and of fights (PC-11.4)."""
    told = []
    for attacker in (t for side in board.sides for t in side.things if t.target and t.line == board.line and not t.done):
        names = {"attacker": thing_name(attacker, look), "n": attacker.attack}
        blocker = board.thing(attacker.blocker) if attacker.blocker else None
        if blocker is not None:
            told.append(look.say("pc.window.fight", **names, blocker=thing_name(blocker, look), m=blocker.attack))
        else:
            told.append(look.say("pc.window.strike", **names, target=place_name(board, attacker.target, look)))
    return ", ".join(told)


def act_line(board: BoardView, act: ActView, look: Look) -> str:
    """The line on what is being carried out."""
    key = "cancelled" if act.off else act.kind
    return look.say(f"pc.act.{key}", card=card_name(act.card, look), who=look.names[act.seat])


def states(thing: ThingView, board: BoardView, look: Look) -> list[str]:
    """The state of a thing in words: exhausted, attacking, blocked, illusion, Shielding, used up."""
    say = look.say
    found = []
    if thing.target:
        target = board.thing(thing.target)
        if target:
            found.append(say("pc.state.attacks", what=thing_name(target, look), n=thing.line))
        if thing.blocker and (blocker := board.thing(thing.blocker)):
            found.append(say("pc.state.blocked", what=thing_name(blocker, look)))
    elif thing.exhausted:
        found.append(say("pc.state.exhausted"))
    if thing.shielding:
        found.append(f"{say('pc.keyword.shielding')} {thing.shielding}")
    if thing.illusion:
        found.append(say("pc.keyword.illusion"))
    if thing.spent:
        found.append(say("pc.state.spent"))
    if thing.owner != thing.controller:
        found.append(say("pc.state.owner", who=look.names[thing.owner]))
    return found


def trap_words(thing: ThingView, look: Look) -> str:
    """The traps in front of a thing, the first one first: names where the reader knows them."""
    return ", ".join(card_name(t, look) if t else "?" for t in thing.traps)
