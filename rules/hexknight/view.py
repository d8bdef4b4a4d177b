"""What a seat, or everybody, may know (HK-13)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.hexknight import automatic_answers, game_flow, movement
from rules.hexknight.content import Content, Monster
from rules.hexknight.island import Island, bits
from rules.hexknight.state import Fight, State


class HexView(NamedTuple):
    """A revealed hex: column, row, and what is there."""

    label: str
    x: int
    y: int
    terrain: str
    feature: str


class MonsterView(NamedTuple):
    """A monster in sight; `kind` is empty and the figures are 0 while it is face down (HK-2.6)."""

    hex: str
    family: str
    kind: str
    attack: int
    defence: int
    experience: int


class HeroView(NamedTuple):
    """A seat's public figures. `hex` is empty once it has resigned; `wounds` and `cards` count all zones (HK-12.1).

    `compensation` is HK-12.5, `handicap` HK-12.6.
    """

    seat: int
    hex: str
    experience: int
    level: int
    next_level: int | None
    armour: int
    hand_size: int
    hand: int
    deck: int
    play: int
    discard: tuple[str, ...]
    ruins: int
    cards: int
    wounds: int
    compensation: int
    handicap: int
    score: int
    finished: bool
    resigned: bool


class CardView(NamedTuple):
    """A kind of card with its values."""

    kind: str
    colour: str
    attack: int
    defence: int
    speed: int
    meditation: int


class TurnView(NamedTuple):
    """The viewer's own turn: what is laid out and what it gives.

    `points` are movement or healing points, or the sum of defence or attack; `need` is what a block or strike needs. `reach` are the
    hexes that can be walked to, with their costs, `beyond` those that the speed in hand would pay for as well. `target` is the monster
    provoked. `warnings` are keys of what might be overlooked. `prospects` say by their hexes what the hand can do to monsters that may be provoked.
    """

    step: str
    play: tuple[CardView, ...]
    points: int
    need: int
    wounds: int
    reach: tuple[tuple[str, int], ...]
    beyond: tuple[tuple[str, int], ...]
    target: str
    warnings: tuple[str, ...]
    prospects: tuple[tuple[str, str], ...] = ()


class VictoryView(NamedTuple):
    """A monster that was beaten: in which phase, by whom, where, of which family, the points it brought, the scores of all seats after it."""

    phase: int
    seat: int
    hex: str
    monster: str
    family: str
    points: int
    scores: tuple[int, ...]


class FightView(NamedTuple):
    """A monster that was provoked: by whom, where and what it is, the wounds it dealt, the points it brought (0 if it stands); the sums of the cards
    spent on the block and on the strike (0 without one)."""

    seat: int
    monster: MonsterView
    wounds: int
    points: int
    block: int = 0
    strike: int = 0


class BoardView(NamedTuple):
    """The table. `points` are the movement points everybody can see; `hand` and `turn` are the viewer's own.

    `new` are the hexes that were revealed in the present turn. `trail` are the hexes over which a hero has walked in the present turn or the last
    one, or the one from which they fight without a walk, `fight` is the fight of the present turn or the last one, `victories` are the monsters
    beaten so far.
    """

    width: int
    height: int
    day: bool
    phase: int
    phases: int
    last_round: bool
    active: int | None
    points: int
    hexes: tuple[HexView, ...]
    new: tuple[str, ...]
    monsters: tuple[MonsterView, ...]
    heroes: tuple[HeroView, ...]
    offer: tuple[CardView, ...]
    stock: int
    hand: tuple[CardView, ...]
    turn: TurnView | None
    unused: tuple[str, ...]
    trail: tuple[str, ...]
    fight: FightView | None
    victories: tuple[VictoryView, ...]


@lru_cache(1024)
def _hexes(island: Island, revealed: int) -> tuple[HexView, ...]:
    ground = island.grid
    return tuple(HexView(ground.labels[i], *ground.places[i], island.terrain[i], island.feature[i]) for i in bits(revealed))


@lru_cache(2048)
def _monster(hexagon: str, monster: Monster, down: bool) -> MonsterView:
    if down:
        return MonsterView(hexagon, monster.family, "", 0, 0, 0)
    return MonsterView(hexagon, monster.family, monster.id, monster.attack, monster.defence, monster.experience)


def board_view(state: State, seat: int | None, island: Island, content: Content) -> BoardView:
    """The table as a seat may see it; after the end everything is shown (HK-13.3)."""
    over = state.step == "over"
    labels = island.grid.labels
    revealed = (1 << len(labels)) - 1 if over else state.revealed

    def card(kind: str) -> CardView:
        c = content.cards[kind]
        return CardView(c.id, c.colour, c.attack, c.defence, c.speed, c.meditation)

    def cards(kinds: list[str]) -> tuple[CardView, ...]:
        return tuple([card(kind) for kind in sorted(kinds, key=content.order.__getitem__)])

    monsters = tuple(
        [_monster(labels[at], content.monsters[kind], at in state.down and not over) for at, kind in state.monsters.items() if revealed >> at & 1]
    )
    heroes = []
    for i, hero in enumerate(state.heroes):
        line = content.level(hero.experience)
        following = content.levels[line.level + 1].experience if line.level + 1 < len(content.levels) else None
        gone = i in state.resigned
        heroes.append(
            HeroView(
                seat=i,
                hex="" if gone else labels[hero.at],
                experience=hero.experience,
                level=line.level,
                next_level=following,
                armour=line.armour,
                hand_size=game_flow.target_hand(content, island, state, i),
                hand=len(hero.hand),
                deck=len(hero.deck),
                play=len(hero.play),
                discard=tuple(hero.discard),
                ruins=hero.ruins,
                cards=hero.cards,
                wounds=hero.wounds,
                compensation=hero.compensation,
                handicap=hero.handicap,
                score=hero.score,
                finished=hero.finished and not over,
                resigned=gone,
            )
        )
    own = seat is not None and seat == state.active and not over
    return BoardView(
        width=island.grid.width,
        height=island.grid.height,
        day=state.day,
        phase=state.phase,
        phases=state.phases,
        last_round=state.last_round,
        active=None if over else state.active,
        points=movement.points(state, content.speed) if state.step == "movement" else 0,
        hexes=_hexes(island, revealed),
        new=() if over else tuple([labels[i] for i in bits(revealed & ~state.known)]),
        monsters=monsters,
        heroes=tuple(heroes),
        offer=tuple(card(kind) for kind in state.offer),
        stock=len(state.special),
        hand=cards(state.heroes[seat].hand) if seat is not None else (),
        turn=_turn(state, island, content, tuple(card(kind) for kind in state.hero.play)) if own else None,
        unused=tuple(sorted(state.stock)) if over else (),
        trail=tuple([labels[at] for at in state.trail]),
        fight=_fight(state.fight, labels, content) if state.fight else None,
        victories=tuple(
            [VictoryView(v.phase, v.seat, labels[v.at], v.monster, content.monsters[v.monster].family, v.points, v.scores) for v in state.victories]
        ),
    )


def _fight(fight: Fight, labels: Sequence[str], content: Content) -> FightView:
    monster = _monster(labels[fight.at], content.monsters[fight.monster], False)
    return FightView(fight.seat, monster, fight.wounds, fight.points, fight.block, fight.strike)


def _turn(state: State, island: Island, content: Content, play: tuple[CardView, ...]) -> TurnView:
    labels = island.grid.labels
    have, need, wounds = automatic_answers.figures(content, island, state)
    whole: list[tuple[str, int]] = []
    if state.step == "movement":
        most = have + sum(content.speed[kind] for kind in state.hero.hand)
        whole = [(labels[at], cost) for at, cost in sorted(movement.reach(island, state, most).items(), key=lambda r: (r[1], r[0]))]
    return TurnView(
        step=state.step,
        play=play,
        points=have,
        need=need,
        wounds=wounds,
        reach=tuple([(label, cost) for label, cost in whole if cost <= have]),
        beyond=tuple([(label, cost) for label, cost in whole if cost > have]),
        target=labels[state.target] if state.target >= 0 else "",
        warnings=automatic_answers.warnings(content, island, state),
        prospects=automatic_answers.prospects(content, island, state),
    )
