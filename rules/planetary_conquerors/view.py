"""What a seat, or everybody, may know (PC-18); what it may choose or holds, it alone (PC-19.10)."""

from __future__ import annotations

from typing import NamedTuple

from rules.parts.event_trace import Trace
from rules.planetary_conquerors.content import Content
from rules.planetary_conquerors.legal_actions import Offers
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import Act, Blow, State, Thing
from rules.printed_cards import AbilityLine, Face


class ThingView(NamedTuple):
    """Something on a planet with its present numbers; `printed` is the attack on the card.

    `traps` are those in front of it: the card where the viewer knows it, else nothing. `target`, `line` and `blocker` tell of an attacker;
    `spent` that all its paid effects are used up, `letter` what tells it from those of its name.
    """

    word: str
    card: str
    type: str
    owner: int
    controller: int
    hp: int
    most: int
    attack: int
    printed: int
    shielding: int
    exhausted: bool
    illusion: bool
    token: bool
    spent: bool
    traps: tuple[str, ...]
    target: str
    line: int
    blocker: str
    done: bool
    letter: str


class ActView(NamedTuple):
    """A card, an effect, a trap or a trigger that is being carried out; `off` if it was cancelled. `thing` is its card on a planet.

    `lines` is its text.
    """

    id: int
    kind: str
    seat: int
    card: str
    type: str
    ability: str
    thing: str
    attacker: str
    off: bool
    lines: tuple[AbilityLine, ...] = ()


class HitView(NamedTuple):
    """Damage that is about to be dealt: by which card, to what, how much."""

    card: str
    thing: str
    amount: int


class SideView(NamedTuple):
    """A seat's public zones. `deck` is known once the game is over."""

    seat: int
    hand: int
    library: int
    junkyard: tuple[str, ...]
    vanished: tuple[str, ...]
    stock: tuple[int, int, int]
    limits: tuple[int, int, int]
    building_hp: int
    converted: bool
    placed: bool
    moved: bool
    ready: bool
    out: int
    things: tuple[ThingView, ...]
    deck: tuple[tuple[str, int], ...]

    @property
    def mine(self) -> ThingView | None:
        """The seat's mine, as long as it stands."""
        return next((t for t in self.things if t.type == "mine"), None)


class HandCard(NamedTuple):
    """A card in the viewer's hand, and whether it can be played or placed now."""

    face: Face
    able: bool


class BoardView(NamedTuple):
    """The table. `acts` is what is being carried out, the outermost first; `window` the reaction window that is open; `attacks` whether the active
    seat has somebody to attack with, and something to attack (PC-11.1).

    `news` is what all have seen happen in this turn, or in the one before as long as nothing is seen to happen in this one. `hand`, `options`,
    `faces`, `picks` and `seen` are the viewer's own: what a choice offers, cards that are looked at, attackers with their targets before they
    are confirmed, and what others are known to hold.
    """

    stage: str
    phase: str
    turn: int
    active: int
    first: int
    quick: bool
    sides: tuple[SideView, ...]
    acts: tuple[ActView, ...]
    hits: tuple[HitView, ...]
    window: str
    line: int
    attacks: bool
    presets: tuple[str, ...]
    news: Trace
    hand: tuple[HandCard, ...]
    options: tuple[str, ...]
    amount: int
    faces: tuple[Face, ...]
    picks: tuple[tuple[str, str], ...]
    stops: tuple[str, ...]
    seen: tuple[tuple[int, tuple[str, ...]], ...]

    def thing(self, word: str) -> ThingView | None:
        """A thing by its word."""
        return next((t for side in self.sides for t in side.things if t.word == word), None)


class Viewer:
    """Makes views. What all seats see is computed once for each state."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._last: tuple[State, BoardView] | None = None

    def board(self, field: Field, offers: Offers | None, seat: int | None) -> BoardView:
        """The table as a seat may see it; `offers`: its legal actions, if it is asked."""
        state = field.state
        if self._last is None or self._last[0] is not state:
            self._last = (state, self._public(field))
        board = self._last[1]
        if seat is None:
            return board
        asked = state.ask if offers else None
        seen = tuple((s, tuple(self._content.sort(side.shown))) for s, side in enumerate(state.sides) if s != seat and side.shown)
        return board._replace(
            sides=tuple([self._known(field, side, seat) for side in board.sides]),
            hand=self._hand(offers, seat, field),
            options=asked.options if asked else (),
            amount=asked.amount if asked else 0,
            faces=tuple(self._content.faces[w] for w in self._on_offer(offers)),
            picks=tuple((field.word(a), field.word(t)) for a, t in state.picks) if asked else (),
            stops=state.orders.get(seat, ()),
            seen=seen,
        )

    def _on_offer(self, offers: Offers | None) -> list[str]:
        """The cards that the asked seat looks at, or chooses from its junkyard."""
        ask = offers.state.ask if offers else None
        if ask is None:
            return []
        assert offers is not None
        cards = offers.state.looked or tuple(w for w in ask.options if w in self._content.cards)
        return self._content.sort(list(cards))

    def _hand(self, offers: Offers | None, seat: int, field: Field) -> tuple[HandCard, ...]:
        able: set[str] = set()
        if offers and offers.kind in ("main", "react"):
            able = set(offers.playable)
        elif offers and offers.kind == "trap":
            able = set(offers.traps)
        return tuple(HandCard(self._content.faces[w], w in able) for w in self._content.sort(field.state.sides[seat].hand))

    def _known(self, field: Field, side: SideView, seat: int) -> SideView:
        """A seat's planet with the traps that the viewer knows: its own at any time (PC-12.4), and those it has looked at."""
        if not any(t.traps for t in side.things):
            return side
        found = []
        for t in side.things:
            if t.traps:
                column = field.column(field.by_word[t.word].uid)
                t = t._replace(traps=tuple(trap.card if side.seat == seat or seat in trap.seen else "" for trap in column))
            found.append(t)
        return side._replace(things=tuple(found))

    def _public(self, field: Field) -> BoardView:
        state = field.state
        window = field.window()
        blow = state.frames[-2] if window and window.reason == "damage" else None
        hits = tuple(HitView(p.card, field.word(p.to), p.amount) for p in blow.packets if p.to in state.things) if isinstance(blow, Blow) else ()
        return BoardView(
            stage=state.stage,
            phase=state.phase,
            turn=state.turn,
            active=state.active,
            first=state.first,
            quick=state.quick,
            sides=tuple([self._side(field, seat) for seat in range(len(state.sides))]),
            acts=tuple([_act(field, f) for f in state.frames if isinstance(f, Act)]),
            hits=hits,
            window=window.reason if window else "",
            line=state.attack.line if state.attack else 0,
            attacks=field.can_attack(state.active),
            presets=tuple(self._content.presets) if state.stage == "deck" else (),
            news=state.news,
            hand=(),
            options=(),
            amount=0,
            faces=(),
            picks=(),
            stops=(),
            seen=(),
        )

    def _side(self, field: Field, seat: int) -> SideView:
        state = field.state
        side = state.sides[seat]
        return SideView(
            seat=seat,
            hand=len(side.hand),
            library=len(side.library),
            junkyard=tuple(side.junkyard),
            vanished=tuple(side.vanished) if not side.out else (),
            stock=side.stock,
            limits=field.limits(seat),
            building_hp=field.building_hp(seat),
            converted=side.converted,
            placed=side.placed,
            moved=side.moved,
            ready=bool(side.deck) if state.stage == "deck" else side.answered,
            out=side.out,
            things=tuple([self._thing(field, t) for t in field.own(seat)]),
            deck=tuple(side.deck.items()) if state.over and not state.limited else (),
        )

    def _thing(self, field: Field, t: Thing) -> ThingView:
        content = self._content
        assault = field.assaults.get(t.uid)
        paid = content.paid[t.card]
        return ThingView(
            field.word(t.uid), t.card, field.type(t), t.owner, t.controller, t.hp, content.hp[t.card], field.attack(t), content.attack[t.card],
            field.shielding(t), t.exhausted, t.illusion, t.card in content.tokens, bool(paid) and len(t.used) >= len(paid),
            ("",) * len(field.column(t.uid)), field.word(assault.target) if assault else "", assault.line if assault else 0,
            field.word(assault.blocker) if assault and assault.blocker else "", bool(assault and assault.done), field.letter(t),
        )  # fmt: skip


def _act(field: Field, act: Act) -> ActView:
    thing = field.word(act.source) if act.source in field.state.things else ""
    attacker = field.word(act.attacker) if act.attacker else ""
    lines = _lines(field.content, act)
    return ActView(act.id, act.kind, act.seat, act.card, field.content.types[act.card], act.ability, thing, attacker, act.off, lines)


def _lines(content: Content, act: Act) -> tuple[AbilityLine, ...]:
    """The printed text of what is carried out: the whole card, or one ability; none for an ability from a keyword."""
    face = content.faces.get(act.card)
    if face is None or act.kind == "play":
        return face.lines if face is not None else ()
    printed = [line for line in face.lines if line.kind == "printed"]
    place = act.ability.removeprefix("a")
    return (printed[int(place)],) if place.isdigit() and int(place) < len(printed) else ()
