"""What the board says about the latest fight, against the events of whole games; and that picture and alt text say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.language import texts
from render.hexknight.descriptions import describe
from render.hexknight.fight_boxes import FightKey
from render.hexknight.scenes import board_scene, whole_scene
from render.hexknight.side_boxes import WalkKey
from render.hexknight.sprites import SpotKey
from render.look import Look
from rules.notation import Record, play
from tests.hexknight.table import RULES
from tests.sampled import often

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
NAMES = ("Anna", "Bohumil", "Cécile")


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_fight_of_the_present_turn_or_the_last_one_is_shown(path):
    record = Record.read(path.read_text(encoding="utf-8"))
    state = RULES.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
    now, before = None, None  # The fights of the present turn and the one before it.
    won = lost = none = 0
    for n, row in enumerate(record.rows):
        step = play(RULES, state, row)
        for event in step.events:
            facts = event.facts
            if event.kind == "provoked":
                now = [facts["seat"], facts["hex"], facts["monster"], 0, 0, 0, 0]
            elif event.kind == "wounded":
                now[3] = facts["n"]
            elif event.kind == "blocked":
                now[5] = sum(RULES.content.cards[card].defence for card in facts["cards"])
            elif event.kind == "beaten":
                now[4], now[6] = facts["experience"], sum(RULES.content.cards[card].attack for card in facts["cards"])
            elif event.kind == "ruins":
                now[4] += 1
        if _turn(state) != _turn(step.state):
            before, now = now, None
        state = step.state
        view = RULES.view(state, None)
        fight, meant = view.board.fight, now or before
        found = fight and [fight.seat, fight.monster.hex, fight.monster.kind, fight.wounds, fight.points, fight.block, fight.strike]
        assert found == meant
        won, lost, none = won + bool(fight and fight.points), lost + bool(fight and fight.wounds), none + (not fight)
        if view.outcome is None and n % often(8, 1) == 0:
            _is_shown(view, len(state.heroes))
    assert won
    assert lost
    assert none


def _turn(state):
    return state.phase, state.active, tuple(hero.turns for hero in state.heroes)


def _is_shown(view, seats):
    look = Look("dark", texts("en", "hexknight"), NAMES[:seats])
    fight, keys = view.board.fight, [item.key for item in board_scene(view, look).items.values()]
    told = [key[-1] for key in keys if isinstance(key[-1], FightKey)]
    marked = _marked(whole_scene(view, look))
    words = next((line for line in describe(view, look, brief=True).splitlines() if line.startswith("last fight")), "")
    walks = [key[-1].hero.seat for key in keys if isinstance(key[-1], WalkKey)]
    assert len(marked) == bool(words) == bool(fight)
    assert bool(told) == (bool(fight) and not walks)
    assert not (fight and walks) or (walks == [view.board.active] != [fight.seat]), (
        "what somebody does in their turn is told before a fight of another"
    )
    for shown in told:
        assert (shown.points, shown.wounds, shown.hex) == (fight.points, fight.wounds, fight.monster.hex.upper())
        assert (shown.block, shown.strike) == (fight.block, fight.strike)
    if fight:
        assert marked == [f"+{fight.points}" if fight.points else "!"]
        assert _marked(board_scene(view, look)) in ([], marked), "where the camera sees it"
        for part in (
            NAMES[fight.seat],
            fight.monster.hex.upper(),
            f"+{fight.points}" if fight.points else "against",
            *(["wound"] if fight.wounds else []),
            *([f"defence {fight.block} of {fight.monster.attack}"] if fight.block else []),
            *([f"attack {fight.strike} of {fight.monster.defence}"] if fight.strike else []),
        ):
            assert part in words


def _marked(scene):
    return [item.key[-1].fight for item in scene.items.values() if isinstance(item.key[-1], SpotKey) and item.key[-1].fight]
