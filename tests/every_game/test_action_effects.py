"""What buttons say that they bring: found a second time from the true position, and the same whatever a seat cannot know."""

from __future__ import annotations

import random
import re
from itertools import islice
from typing import Any

import pytest

from cogs.messages.buttons import BRIEF, Choose, Press
from cogs.messages.moves.button_colours import RED, Looking, coloured, plays, tried
from cogs.messages.moves.choice_labels import FEW, labelled
from cogs.messages.moves.picker import _shown
from cogs.messages.moves.picker_context import Picking, Place
from data.content import build
from data.language import LANGUAGES
from render.hexknight.action_effects import brings as hexknight
from render.hexygame.action_effects import brings as hexygame
from render.hockey_game.action_effects import brings as hockey_game
from render.monster_hex.action_effects import brings as monster_hex
from render.painter import painter
from render.planetary_conquerors.action_effects import brings as planetary_conquerors
from rules.legal_actions import legal
from rules.parts.ahead import DRAFT
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, whole_game
from tests.every_game.test_button_colours import panels
from tests.every_game.test_menus import picking
from tests.positions import built
from tests.sampled import often, sampled

SAYING = {
    "hexknight": hexknight,
    "hexygame": hexygame,
    "hockey_game": hockey_game,
    "monster_hex": monster_hex,
    "planetary_conquerors": planetary_conquerors,
}
"""The games that say what an action brings."""
QUESTIONS, MOST, APART = often(40, 80), 12, 23
SHARE = 0.2
"""The part of the questions at which two worlds are compared, in an ordinary run."""


def some(game: str) -> list[Any]:
    """Positions with a seat that acts there, and what it did, where they are played; built ones of a game in which random players build nothing."""
    if game == "hexygame":
        made = [built(game, number, "brings") for number in range(QUESTIONS)]
        return [(state, build(game).to_act(state)[0]) for state in made if build(game).to_act(state)]
    whole = whole_game(next(s for s in SETUPS if s.game == game))
    return whole[:: max(1, len(whole) // QUESTIONS)]


def true_numbers(game: str, rules: Any, state: Any, seat: int, action: Any) -> set[tuple[int, ...]]:
    """By another road, from the engine's own figures before and after: pairs of was and is, or of what is paid and left."""
    before, after = (rules.view(at, seat).board for at in (state, rules.apply(state, seat, action).state))
    if game == "hexknight":
        laid = action[0] in ("play", "take_back")
        return {(before.turn.points, after.turn.points) if laid else (before.points - after.points, after.points)}
    if game == "hockey_game":
        if action[0] in ("bonus", "hero"):
            was, now = (sum(part.n for part in board.round.turns[seat].parts) for board in (before, after))
            return {(was, now)}
        if action[0] == "deploy":
            return deployed(before, after, seat)
        (target,) = (t for t in before.targets if t.move == action[0] and action[1:] in ((), (t.field,)))
        return {(target.own, target.other)}
    if game == "planetary_conquerors":
        pairs = zip(before.sides[seat].stock, after.sides[seat].stock, strict=True)
        return {(was - now, now) for was, now in pairs if now < was} | fights(before, after, action)
    if game == "hexygame":
        return blows(before, after) | paid(before.sides[seat].pool, after.sides[seat].pool) | prices(before, after, seat, action)
    (slot,) = (f.slot for f in before.factions if f.seat == seat)
    totals = [{stone.id: dict(stone.totals).get(slot, 0) for stone in board.stones} for board in (before, after)]
    return {(totals[0][stone], totals[1][stone]) for stone in totals[0] if totals[0][stone] != totals[1][stone]}


def deployed(before: Any, after: Any, seat: int) -> set[tuple[int, ...]]:
    """What a hero adds to a defence, with what one adds who helps already and is better; to an attack what each kind of move gains."""
    if before.sure is None:
        gains = {(old.move, new.own - old.own) for old in before.targets for new in after.targets if (old.move, old.field) == (new.move, new.field)}
        return {(gain,) for _, gain in gains if gain} or {(0,)}
    parts = after.round.turns[seat].parts
    more = sum(part.n for part in parts if part.source != "dice") - before.sure
    others = [part.n for part in parts if part.source == "hero" and part.name in {hero.word for hero in before.sides[seat].heroes}]
    return {(more, *others)}


def blows(before: Any, after: Any) -> set[tuple[int, ...]]:
    """The blow that an action announces, added up from the numbers of those that take part."""
    at = {reality.hex: reality for reality in before.realities}
    new = [item for item in after.stack if item.id not in {old.id for old in before.stack} and item.kind == "attack"]
    found = [(sum(at[hex].attack for hex in item.attackers if hex), at[item.hex].defense) for item in new]
    return {(attack, defense, max(0, attack - defense)) for attack, defense in found}


def fights(board: Any, after: Any, action: Any) -> set[tuple[int, ...]]:
    """What stays of whom an attack or a block strikes: each loses the attack of each who strikes it, less its shielding."""
    at = {thing.word: thing for side in board.sides for thing in side.things}
    if action[0] == "block":
        strikes = [(action[1], action[2]), (action[2], action[1])]
    elif action[0] == "attack":
        strikes = [*(pick for pick in board.picks if pick[1] == action[2]), action[1:]]
    else:
        strikes = [*board.picks] if action == ("confirm",) else []
    left = {struck: at[struck].hp for _, struck in strikes}
    for striker, struck in strikes:
        left[struck] -= max(0, at[striker].attack - at[struck].shielding)
    return {(at[struck].hp, max(0, hp)) for struck, hp in left.items()}


def prices(before: Any, after: Any, seat: int, action: Any) -> set[tuple[int, ...]]:
    """The points that realities give as a price, and the one that the ability of buildings moves."""
    if action[0] not in ("draw", "activate", "cast"):
        return set()
    points = {r.uid: r.points for r in after.realities}
    found = {(r.points, points.get(r.uid, 0)) for r in before.realities if r.owner == seat and points.get(r.uid, 0) < r.points}
    at = {r.hex: r.points for r in after.realities}
    return found | ({(at[action[3]], at[action[3]] + 1)} if action[2:3] == ("i0",) else set())


def paid(was: Any, now: Any) -> set[tuple[int, ...]]:
    """How much leaves a pool and is left, or how much comes to it."""
    spent = sum(max(0, one - other) for one, other in zip(was, now, strict=True))
    more = sum(now) - sum(was)
    return {(spent, sum(now))} if spent else {(more,)} if more else set()


def said_numbers(game: str, told: str) -> set[tuple[int, ...]]:
    if game == "hexygame":
        parts = [(part, [int(n) for n in re.findall(r"\d+", part)]) for part in told.split(" · ") if part and "⚠" not in part]
        return {tuple(n) if "−" in part else (sum(n),) if "+" in part else tuple(n[1:]) if "→" in part else (sum(n[:-1]), n[-1]) for part, n in parts}
    if game == "planetary_conquerors":
        return {(int(was), int(now)) for was, now in re.findall(r"(\d+) → (\d+)", told)} | said_numbers(
            "", told.rpartition(" · ")[2].replace("→", "")
        )
    if game == "monster_hex":
        return {(int(was), int(now)) for was, now in re.findall(r"(\d+) → (\d+)", told)}
    if "+" in told:
        return {tuple(int(n) for n in re.findall(r"\d+", part)) for part in told.split(", ")}
    numbers = [int(n) for n in re.findall(r"\d+", told)]
    numbers = numbers[:2] if "→" in told else numbers  # What a block or a strike needs follows.
    return {*zip(numbers[::2], numbers[1::2], strict=True)}


async def labels(asked: Picking, seed: int) -> list[tuple[Press, str]]:
    found = []
    for _, presses in panels(asked, random.Random(seed)):
        brings = await coloured(asked, presses)
        labelled(asked, presses, brings)
        found += [(press, brings.get(press, "")) for press in presses if press.verb == "do"]
        for press in presses:
            assert press.beside or len(press.item.label or "") <= BRIEF or len(presses) > FEW
            assert len(presses) > FEW or brings.get(press, "") in (press.beside or press.item.label or ""), "there is room for it"
    return found


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SAYING)
async def test_what_is_said_is_true_and_short(game, language):
    told = 0
    assert painter(game).brings is SAYING[game]
    for n, (state, seat, *_) in enumerate(some(game)):
        asked = picking(next(s for s in SETUPS if s.game == game).rules, state, seat, language)
        for press, words in await labels(asked, n):
            if said := said_numbers(game, words):
                (action,) = plays(asked, press)
                assert said == true_numbers(game, asked.table.rules, state, seat, action), words
                told += 1
    assert told > 5


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", SAYING)
async def test_two_worlds_that_a_seat_cannot_tell_apart_have_the_same_labels(game):
    rules = next(s for s in SETUPS if s.game == game).rules
    for n, (state, seat, *_) in enumerate(sampled(some(game), SHARE)):
        other = rules.imagine(state, seat, Chance.of(n, "another world"))
        here, there = [
            [(press.item.label, press.beside, words) for press, words in await labels(picking(rules, world, seat, "en"), n)]
            for world in (state, other)
        ]
        assert here == there


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", SAYING)
async def test_what_an_action_brings_is_on_its_own_button(game, monkeypatch):
    """Exchanged for what another action of the same verb brings, the label changes."""
    rules, changed, apart = next(s for s in SETUPS if s.game == game).rules, 0, APART if game == "hexygame" else 1

    def exchanged(*args: Any) -> Any:
        found = tried(*args)
        return [*found[1:], *found[:1]]

    for state, seat, *_ in some(game):
        asked = picking(rules, state, seat, "en")
        for verb in rules.words(state, seat, ()):
            actions, said = [*islice(legal(rules, state, seat, (verb.text,)), 0, MOST * apart, apart)], []
            for how in (tried, exchanged):
                monkeypatch.setattr("cogs.messages.moves.button_colours.tried", how)
                presses = [Press("do", Place(1, 1, 0, action).write(), "its deed") for action in actions]
                brings = await coloured(asked, presses)
                said.append([brings.get(press, "") for press in presses])
            changed += said[0] != said[1]
            assert len({*said[0]}) < 2 or said[0] != said[1]
    assert changed


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", SAYING)
async def test_menus_tell_no_world_from_another(game):
    """Of two worlds that a seat cannot tell apart the menus are the same."""
    rules = next(s for s in SETUPS if s.game == game).rules
    for n, (state, seat, *_) in enumerate(some(game)):
        said = []
        for world in (state, rules.imagine(state, seat, Chance.of(n, "another world"))):
            asked = picking(rules, world, seat, "en")
            menus = [item for item in _shown(asked, Place(1, 1, 0, ()), 0).items if isinstance(item, Choose)]
            await coloured(asked, menus)
            said.append([(option.value, option.description) for menu in menus for option in menu.item.options])
        assert said[0] == said[1]


async def test_an_option_that_plays_at_once_says_what_it_brings():
    """Both values before the dice stand before all else that there is to know of a field."""
    rules, told = next(s for s in SETUPS if s.game == "hockey_game").rules, 0
    for state, seat, *_ in some("hockey_game"):
        asked = picking(rules, state, seat, "en")
        menus = [item for item in _shown(asked, Place(1, 1, 0, ()), 0).items if isinstance(item, Choose)]
        await coloured(asked, menus)
        for menu in menus:
            for option in menu.item.options:
                move = (menu.rest.split(":")[3], option.value.partition(":")[0])
                for target in (t for t in asked.view.board.targets if (t.move, t.field) == move):
                    assert (option.description or "").startswith(f"{target.own} and two dice; they have {target.other}, two dice")
                    told += 1
    assert told


async def test_a_draft_says_what_it_would_bring_as_things_stand_and_is_never_red():
    """Monster Hex: the totals of the position that is foreseen, by the engine's own figures."""
    rules, told = next(s for s in SETUPS if s.game == "monster_hex").rules, 0
    for state, seat, *_ in some("monster_hex"):
        other = 1 - seat
        foreseen = rules.foreseen(state, other)
        if foreseen is None or rules.supposes(state, other):
            continue
        asked = picking(rules, state, other, "en")._replace(root=(DRAFT,), state=foreseen, view=rules.view(foreseen, other))
        actions = [*islice(legal(rules, foreseen, other, ("place",)), MOST)]
        presses = [Press("do", Place(1, 1, 0, (DRAFT, *action)).write(), "its deed") for action in actions]
        for press, words in (await coloured(asked, presses)).items():
            assert isinstance(press, Press)
            assert press.item.style is not RED
            assert said_numbers("monster_hex", words) == true_numbers("monster_hex", rules, foreseen, other, Place.read(press.rest).prefix[1:])
            told += bool(words)
    assert told


async def test_where_worlds_do_not_agree_nothing_is_said():
    """A total that depends on what the seat cannot know stands on no button."""
    rules = next(s for s in SETUPS if s.game == "monster_hex").rules
    state, seat, action, _ = next(one for one in some("monster_hex") if one[2][0] == "place")
    count = iter(range(100))
    assert tried(rules, state, Looking(seat, 1), [[action]], lambda *_: "same")[0].words == "same"
    assert tried(rules, state, Looking(seat, 1), [[action]], lambda *_: str(next(count)))[0].words == ""
