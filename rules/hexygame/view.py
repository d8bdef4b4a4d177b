"""What a seat, or everybody, may know (HX-13): hands, libraries and decks are hidden (HX-13.1)."""

from __future__ import annotations

from operator import add
from typing import NamedTuple

from rules.hexygame import energy
from rules.hexygame.card_vocabulary import POOL
from rules.hexygame.combat import attack_blow, counter_blow
from rules.hexygame.content import Content
from rules.hexygame.legal_actions import Offers, warns
from rules.hexygame.map import FLAGS
from rules.hexygame.position import Field
from rules.hexygame.state import Item, Reality, State
from rules.parts.event_trace import Trace
from rules.parts.lazy import once
from rules.printed_cards import AbilityLine, Face


class RealityView(NamedTuple):
    """A reality with its current numbers; `printed` are those on the card. `under` holds (card, owner) of its enchantments."""

    uid: int
    card: str
    type: str
    color: str
    owner: int
    hex: str
    attack: int
    defense: int
    actions: int
    points: int
    range: int
    die: int
    keywords: tuple[str, ...]
    cannot: tuple[str, ...]
    under: tuple[tuple[str, int], ...]
    printed: tuple[int, int, int, int]
    settling: bool


class ItemView(NamedTuple):
    """An item of the stack.

    `seat` is whose it is; of a counterstrike's half, who strikes back. `targets` are hexes, names of items or cards. The sums of a combat
    stand in `attack` and `counter` as (attack, defense). `lines` say what a spell or an activated ability does.
    """

    id: int
    kind: str
    seat: int
    card: str
    hex: str
    origin: str
    targets: tuple[str, ...]
    attackers: tuple[str, ...]
    against: str
    attack: tuple[int, int] | None
    counter: tuple[int, int] | None
    lines: tuple[AbilityLine, ...] = ()


class SideView(NamedTuple):
    """A seat's public zones. `pool` is in the order of content.POOL, and so are `sources`: what its buildings could give now. `deck` is known once
    the game is over."""

    seat: int
    library: int
    hand: int
    graveyard: tuple[str, ...]
    pool: tuple[int, ...]
    sources: tuple[int, ...]
    dice: int
    mulligans: int
    ready: bool
    sphere: tuple[str, ...]
    deck: tuple[tuple[str, int], ...]


class HandCard(NamedTuple):
    """A card in the viewer's hand: what the pool lacks for it if buildings give all but their last counters, and whether it can be cast now."""

    face: Face
    lack: str
    castable: bool


class BoardView(NamedTuple):
    """The table. `stack` is bottom first; `trace` is what has happened on the map in the turn in which something last did. `hand`, `options` and
    `warned` are the viewer's own: the last ones are what a choice offers (with the `faces` of cards), and cards that would close the own Sphere on
    the Flag (HX-R54). `abilities` are those that the viewer may activate now, each by its hex and its name."""

    stage: str
    phase: str
    turn: int
    active: int
    priority: int
    after_combat: bool
    realities: tuple[RealityView, ...]
    stack: tuple[ItemView, ...]
    trace: Trace
    sides: tuple[SideView, ...]
    offer: int
    pick: str
    amount: int
    presets: tuple[str, ...]
    hand: tuple[HandCard, ...]
    options: tuple[str, ...]
    faces: tuple[Face, ...]
    seen: tuple[str, ...]
    warned: tuple[str, ...]
    abilities: tuple[tuple[str, str, AbilityLine], ...] = ()


class Viewer:
    """Makes views. What all seats see is computed once for each state."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._last: tuple[State, BoardView] | None = None

    def board(self, field: Field, offers: Offers | None, seat: int | None) -> BoardView:
        """The table as a seat may see it; `offers`: its legal actions, if it is asked."""
        state = field.state
        last = self._last
        if last is not None and last[0] is state:
            board = last[1]
        else:
            board = self._public(field)
            self._last = (state, board)
        if seat is None:
            return board
        hand = self._hand(field, offers, seat)
        board = board._replace(hand=hand, seen=tuple(self._content.sort(state.sides[1 - seat].shown)))
        if offers is None or not state.pick:
            return (
                board
                if offers is None
                else board._replace(
                    warned=tuple(w for w in state.sides[seat].hand if _is_warned(field, seat, w)), abilities=self._abilities(field, offers)
                )
            )
        options = tuple(offers.options)
        return board._replace(options=options, faces=tuple(self._content.faces[w] for w in options if w in self._content.faces))

    def _abilities(self, field: Field, offers: Offers) -> tuple[tuple[str, str, AbilityLine], ...]:
        if offers.kind not in ("main", "respond"):
            return ()
        return tuple((at, name, self._content.ability_lines[field.at[at].card][name]) for at, names in offers.activatable.items() for name in names)

    def _hand(self, field: Field, offers: Offers | None, seat: int) -> tuple[HandCard, ...]:
        side, cards = field.state.sides[seat], self._content.cards
        able = set(offers.castable) if offers and offers.kind in ("main", "respond") else set()
        energies = tuple(map(add, side.pool or (0,) * len(POOL), self._sources(field, seat, 1)))
        return tuple([HandCard(self._content.faces[w], energy.missing(energies, cards[w].cost), w in able) for w in self._content.sort(side.hand)])

    def _public(self, field: Field) -> BoardView:
        state = field.state
        pick = state.pick
        return BoardView(
            stage=state.stage,
            phase=state.phase,
            turn=state.turn,
            active=state.active,
            priority=state.priority,
            after_combat=state.after_combat,
            realities=tuple([self._reality(field, r) for r in state.realities.values()]),
            stack=tuple([_item(field, i) for i in state.stack]),
            trace=state.trace,
            sides=tuple([self._side(field, seat) for seat in (0, 1)]),
            offer=state.offer,
            pick=pick.kind if pick else "",
            amount=pick.amount if pick and pick.kind != "pick_search" else 0,
            presets=tuple(self._content.presets) if state.stage == "deck" else (),
            hand=(),
            options=(),
            faces=(),
            seen=(),
            warned=(),
        )

    def _reality(self, field: Field, r: Reality) -> RealityView:
        card, numbers = self._content.cards[r.card], field.numbers[r.uid]
        return RealityView(
            r.uid, r.card, card.type, card.color, r.owner, r.hex, numbers.attack, numbers.defense, numbers.actions, r.points, numbers.range, r.die,
            _in_order(numbers.keywords), _in_order(numbers.cannot), tuple([(e.card, e.owner) for e in r.under]), self._content.printed[r.card],
            card.type == "building" and field.settles(r),
        )  # fmt: skip

    def _sources(self, field: Field, seat: int, kept: int = 0) -> tuple[int, ...]:
        """The energy that buildings could give now (HX-5.2), by the colours of a pool; each keeps so much of it."""
        found = dict.fromkeys(POOL, 0)
        for well in field.wells(seat):
            color = self._content.cards[well.card].produces
            assert color is not None
            found[color] += max(0, well.points - kept)
        return tuple(found.values())

    def _side(self, field: Field, seat: int) -> SideView:
        state = field.state
        side = state.sides[seat]
        return SideView(
            seat=seat,
            library=len(side.library),
            hand=len(side.hand),
            graveyard=tuple(side.graveyard),
            pool=side.pool or (0,) * len(POOL),
            sources=self._sources(field, seat),
            dice=side.dice,
            mulligans=side.mulligans,
            ready=side.ready if state.stage == "mulligan" else bool(side.deck),
            sphere=tuple(field.sphere(seat)) if state.stage in ("play", "over") else (),
            deck=tuple(side.deck.items()) if state.over and not state.limited else (),
        )


@once
def _in_order(words: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(words))


def _is_warned(field: Field, seat: int, word: str) -> bool:
    return field.content.cards[word].is_reality and warns(field, seat, word, FLAGS[seat])


def _item(field: Field, item: Item) -> ItemView:
    combat = item.kind in ("attack", "strike_attack", "strike_counter")
    attack = attack_blow(field, item) if combat and item.kind != "strike_counter" else None
    counter = counter_blow(field, item) if combat and item.kind != "strike_attack" else None
    seat = 1 - item.seat if item.kind == "strike_counter" else item.seat
    names = tuple(t.name or f"s{t.uid}" for t in item.targets)
    names = tuple(field.where(t.uid) if t.what == "reality" else n for t, n in zip(item.targets, names, strict=True))
    return ItemView(
        item.id, item.kind, seat, item.card, field.where(item.victim) if combat else item.hex, item.origin, names,
        tuple(field.where(u) for u in item.attackers), field.where(item.against),
        (attack.attack, attack.defense) if attack else None, (counter.attack, counter.defense) if counter else None,
        _lines(field.content, item),
    )  # fmt: skip


def _lines(content: Content, item: Item) -> tuple[AbilityLine, ...]:
    """The text of a spell being resolved, or of the activated ability: what resolving it does."""
    if item.kind == "spell":
        return tuple(line for line in content.faces[item.card].lines if line.kind != "innate")
    found = content.ability_lines.get(item.card, {}).get(item.ability)
    return (found,) if found is not None else ()
