"""What a position is judged by: the features of each seat at the beginning of a turn."""

from __future__ import annotations

from rules.hexknight.content import WOUND, Content
from rules.hexknight.fighting import wounds_from
from rules.hexknight.island import Island, bits
from rules.hexknight.roads import walks
from rules.hexknight.state import State
from rules.hexknight.turns import UNKNOWN_SOLDIER, around_twice

NAMES = (
    "score",
    "score_late",
    "score_end",
    "wounds_hand",
    "wounds_deck",
    "wounds_end",
    "cards",
    "stock",
    "stock_end",
    "armour",
    "hand_size",
    "attack",
    "defence",
    "speed",
    "meditation",
    "level_near",
    "now",
    "now_end",
    "hurt",
    "soon",
    "soon_end",
    "second",
    "field",
    "field_end",
    "explore",
    "home",
    "monastery",
    "circle",
    "tomb",
    "turn",
    "turn_end",
)
A_TURN = 3.2
"""Cards that a turn usually takes."""
TURNS = 4.2
"""Turns that a phase usually takes."""


def turns_left(state: State, seat: int) -> float:
    """How many turns a seat still has in this phase, more or less."""
    hero = state.heroes[seat]
    if hero.finished:
        return 0.0
    if state.last_round:
        return 1.0
    shortest = min(len(h.deck) for h in state.heroes if not h.finished)
    return 1.0 + shortest / A_TURN


def features(content: Content, island: Island, state: State, seat: int) -> list[float]:
    """One seat's, in the order of NAMES."""
    hero = state.heroes[seat]
    phases = state.phases - state.phase
    turns = turns_left(state, seat)
    rest = phases * TURNS + turns
    last = phases == 0
    level = content.level(hero.experience)
    own = [k for zone in (hero.deck, hero.hand, hero.play, hero.discard) for k in zone if k != WOUND]
    count = len(own)
    in_hand = [k for k in hero.hand if k != WOUND]
    hand_wounds = len(hero.hand) - len(in_hand)
    wounds = hero.wounds
    score = hero.experience + hero.ruins + count - 16 - 2 * wounds
    attack = sum(content.attack[k] for k in own) / count
    defence = sum(content.defence[k] for k in own) / count
    speed = sum(content.speed[k] for k in own) / count
    stock = 0.0 if hero.finished else min(len(hero.deck), A_TURN * (turns - 1))
    cards = 0.0 if hero.finished else min(len(in_hand), 8)
    share = min(rest, 12.0) / 12
    following = next((line for line in content.levels if line.experience > hero.experience), None)
    feature = island.feature[hero.at]
    around = around_twice(island.grid)[hero.at]
    now, hurt, targets = _targets(content, island, state, seat, in_hand, (attack, defence, speed))
    if hero.finished:
        now = hurt = 0.0
    targets.sort(reverse=True)
    best = targets[0] if targets else 0.0
    second = targets[1] if len(targets) > 1 else 0.0
    field = sum(targets[2:8])
    ahead = min(rest, 3.0) / 3
    return [
        score,
        score / (rest + 1),
        float(score) if last else 0.0,
        hand_wounds * (not last),
        (wounds - hand_wounds) * (not last),
        wounds if last else 0.0,
        cards,
        stock,
        stock + cards if last else 0.0,
        level.armour * share,
        level.hand_size * share,
        attack * share,
        defence * share,
        speed * share,
        sum(content.meditation[k] for k in own) / count * share,
        share / (1 + following.experience - hero.experience) if following else 0.0,
        now,
        now if last else 0.0,
        hurt,
        best * ahead,
        best if last and turns else 0.0,
        second * ahead,
        field * share,
        field if last and turns else 0.0,
        (around & ~state.revealed).bit_count() * share,
        (feature in ("village", "castle")) * ahead,
        (feature in ("monastery", "castle")) * min(hand_wounds, 2),
        feature == "magic_circle",
        feature == "tomb",
        seat == state.active,
        seat == state.active and last,
    ]


def _targets(
    content: Content, island: Island, state: State, seat: int, hand: list[str], mean: tuple[float, float, float]
) -> tuple[float, float, list[float]]:
    """What the seat could beat: the best prize for its hand at once (without wounds, and with them), and what each monster promises later on.

    A hand is taken for a whole of which walking, blocking and striking each take a share.
    """
    hero, ground = state.heroes[seat], island.grid
    guards = state.guards
    left = list(bits(guards))
    if not left:
        return 0.0, 0.0, []
    armour = content.level(hero.experience).armour
    sums = [sum(values[k] for k in hand) + 0.01 for values in (content.attack, content.defence, content.speed)]
    size = content.level(hero.experience).hand_size
    usual = [m * size + 0.01 for m in mean]
    now = hurt = 0.0
    targets = []
    for paid, hexes in walks(island, state.day, ~state.revealed | guards, guards, hero.at):
        rest = []
        for at in left:
            if not ground.beside[at] & hexes:
                rest.append(at)
                continue
            if at in state.down:
                block, strike, prize = UNKNOWN_SOLDIER
            else:
                monster = content.monsters[state.monsters[at]]
                block, strike, prize = monster.attack, monster.defence, float(monster.experience)
            if island.feature[at] == "ruins":
                prize += 1
            a, d, s = sums
            load = paid / s + strike / a
            if load <= 1.0:
                hurt = max(hurt, prize - 1.7 * wounds_from(block, armour))
                load += block / d
                now = max(now, prize * (1.0 if load <= 1.0 else 0.5 if load <= 1.15 else 0.0))
            a, d, s = usual
            later = paid / s + strike / a + block / d
            targets.append(prize / (max(later, 0.6)) if later < 1.1 else prize / (later + 0.5 * wounds_from(block, armour)))
        left = rest
        if not left:
            break
    return now, max(hurt, now), targets
