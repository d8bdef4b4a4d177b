"""HexKnight in chat: a whole game, one member by buttons and one by typing, with a restart in between."""

from __future__ import annotations

import re
from statistics import median
from typing import Any

import pytest

from rules.computer_levels import computed
from rules.game import Action
from rules.randomness import Chance
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, Chat
from tests.cogs.test_play import table
from tests.cogs.test_tables_in_chat import text_of
from tests.waiting import within

REPEATED = ("play", "take_back")


def wish(rules: Any, state: Any, seat: int) -> Action:
    """What somebody who knows the game would do; from what the seat may know, and always the same."""
    return computed(rules, state, seat, "strategist", Chance.of(5))


def wishes(rules: Any, state: Any, seat: int) -> list[Action]:
    """The next action, with those after it that choose more of the same from one menu."""
    found = [wish(rules, state, seat)]
    while found[-1][0] in REPEATED:
        state = rules.apply(state, seat, found[-1]).state
        following = wish(rules, state, seat)
        if following[0] != found[0][0]:
            break
        found.append(following)
    return found


async def click(chat: Chat, member: str, message: dict[str, Any], found: Any, seat: int) -> None:
    """One click that does what the member wants: a shortcut, a menu or a button."""
    rules, state = found.rules, found.state
    wanted = wishes(rules, state, seat)
    for row, actions in enumerate(rules.shortcuts(state, seat)):
        if actions[: len(wanted)] == tuple(wanted) or (
            actions[-1][0] == "strike" and wanted[0][0] in ("provoke", "confirm") and state.step != "rest"
        ):
            await chat.press(member, message, chat.labels(message)[row])
            return
    verb = wanted[0][0]
    menu = next((m for m in chat.menus(message) if m["custom_id"].endswith(f":{verb}")), None)
    if menu:
        values, left = [], [a[1] for a in wanted]
        for option in menu["options"]:
            kind = option["value"].partition(":")[0]
            if kind in left:
                left.remove(kind)
                values.append(option["value"])
        await chat.choose(member, message, menu, values)
        return
    wanted_id = " ".join(wanted[0])
    button = next((b for b in chat.buttons(message) if b["custom_id"].endswith(f":{wanted_id}")), None)
    if button is None:
        await from_pages(chat, member, message, wanted[0])
    else:
        await chat.press(member, message, button["label"])


async def from_pages(chat: Chat, member: str, message: dict[str, Any], action: Action) -> None:
    """Chooses a word from a menu that is too long to stand beside others: its verb is a button, its words come in pages."""
    verb = next(b for b in chat.buttons(message) if b["custom_id"].endswith(f":{action[0]}"))
    await chat.press(member, message, verb["label"])
    for page in range(5):
        message = chat.private(member)
        (menu,) = chat.menus(message)
        if action[1] in [option["value"] for option in menu["options"]]:
            await chat.choose(member, message, menu, [action[1]])
            return
        await chat.press(member, message, chat.labels(message)[page + 1])
    raise AssertionError(f"{action} is on no page")


async def turn_by_buttons(chat: Chat, member: str, seat: int) -> int:
    """A whole turn; returns the number of interactions."""
    found = await table(chat)
    before = found.state.heroes[seat].turns, found.state.phase
    await chat.press(member, chat.board(), "Your move")
    clicks = 1
    async with within("the end of the turn"):
        while found.rules.to_act(found.state) == (seat,) and (found.state.heroes[seat].turns, found.state.phase) == before:
            await click(chat, member, chat.private(member), found, seat)
            clicks += 1
            assert clicks < 30
    return clicks


async def turn_by_typing(chat: Chat, member: str, seat: int) -> int:
    found = await table(chat)
    before = found.state.heroes[seat].turns, found.state.phase
    typed = 0
    async with within("the end of the turn"):
        while found.rules.to_act(found.state) == (seat,) and (found.state.heroes[seat].turns, found.state.phase) == before:
            wanted = wishes(found.rules, found.state, seat)
            await chat.use(member, "move", action=" ".join([wanted[0][0], *(a[1] for a in wanted if len(a) > 1)]))
            typed += 1
            assert typed < 30
    return typed


@pytest.mark.deep  # Of Hockey Game an ordinary run has such a game, with a restart.
@pytest.mark.parametrize("seed", [8])
async def test_a_whole_game_by_buttons_and_by_typing_with_a_restart(chat, monkeypatch, seed):
    """One public message a turn, a median of at most eight interactions, and scores that add up in the message that ends the game."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: seed)
    await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, options="seating=joined")
    assert "Fair play" in chat.board()["content"]
    assert "moves later and begins with" in chat.board()["content"]
    counts: dict[int, list[int]] = {0: [], 1: []}
    days = set()
    last = chat.board()["id"]
    async with within("the end of the game"):
        while not (found := await table(chat)).over:
            (seat,) = found.rules.to_act(found.state)
            days.add(found.state.phase)
            turn = turn_by_buttons if seat == 0 else turn_by_typing
            counts[seat].append(await turn(chat, (ANNA, BOHUMIL)[seat], seat))
            (message,) = [m for m in chat.seen(None) if int(m["id"]) > int(last)]
            last = message["id"]
            if len(counts[0]) == 4 and len(counts[1]) == 3:
                await chat.restart()
    assert days == {1, 2, 3, 4}
    assert median(counts[0]) <= 8
    final = chat.board()["content"]
    assert "the seed was `" in final
    scores = [int(n) for n in re.findall(r"= \*\*(-?\d+) points?\*\*", final)]
    parts = re.findall(r"experience (\d+) \+ ruins (\d+) \+ cards of the offer (-?\d+) \+ seat (\d+) − (\d+) for wounds", final)
    assert len(scores) == len(parts) == 2
    for score, numbers in zip(scores, parts, strict=True):
        experience, ruins, extra, seat, loss = map(int, numbers)
        assert experience + ruins + extra + seat - loss == score
    assert max(scores) > 10


async def test_nothing_of_a_turn_is_public_before_its_end(chat):
    """HK-14.3: no message, and no letter of it in what others may read, until the turn is over; then all of it in one message."""
    await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, options="seating=joined map=fixed")
    before = len(chat.seen(None))
    found = await table(chat)
    kind = next(k for k in found.state.hero.hand if found.rules.content.speed[k])
    if found.state.step == "preparation":
        await chat.use(ANNA, "move", action="confirm")
    answer = await chat.use(ANNA, "move", action=f"play {kind}")
    assert "movement point" in answer
    exported = await chat.use(BOHUMIL, "game export")
    assert exported
    record = text_of(chat, BOHUMIL)
    assert kind not in record
    assert "play" not in record.split("\n\n", 1)[1]
    assert len(chat.seen(None)) == before
    await chat.restart()
    assert len(chat.seen(None)) == before, "what is held stays held after a restart"
    answer = await chat.use(ANNA, "move", action="confirm; confirm")
    assert "confirm; confirm" in answer
    assert len(chat.seen(None)) == before + 1
    assert "4002" in chat.board()["content"]


async def test_a_passed_turn_is_given_back_by_a_moderator(chat):
    """Nothing of it stands in what others may read, which is no reason why it could not be played again."""
    await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, options="seating=joined map=fixed")
    found = await table(chat)
    for member, seat in ((ANNA, 0), (BOHUMIL, 1), (ANNA, 0)):
        async with within("the end of the turn"):
            while found.acting == (seat,):
                await chat.use(member, "move", action="confirm")
    assert found.acting == (1,)
    offered = {c["name"]: c["value"] for c in await chat.choices(DARA, "referee rollback", "action", "turn", reason="x")}
    assert list(offered)[:2] == ["before Anna's turn 2", "before Bohumil's turn 1"]
    assert "been told" in await chat.use(DARA, "referee rollback", action=offered["before Anna's turn 2"], reason="she slipped")
    assert found.acting == (0,)
    assert found.state.heroes[0].turns == 1
    assert any("takes the game back (before Anna's turn 2): she slipped" in message["content"] for message in chat.seen(None))
    chat.moderates(BOHUMIL)
    assert "(před tahem 2 hráče Anna): she slipped" in await chat.use(BOHUMIL, "referee log") or "před tahem 2" in chat.private(BOHUMIL)["content"]
    assert "cannot go back" in await chat.use(DARA, "referee rollback", action="1.2", reason="twice"), "there it stands"
    await chat.use(DARA, "referee rollback", action="before Anna's turn 1", reason="all of it")
    assert found.state.heroes[0].turns == 0


async def test_others_do_not_learn_which_step_is_asked(chat):
    """HK-4.3, HK-13.1: whoever watches is told that it is somebody's turn, whatever the step."""
    await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, options="seating=joined")
    found = await table(chat)
    state = found.state.copy()
    state.heroes[0].hand, state.step = ["secret_path"] * 5, "preparation"
    found.state = state
    seen = []
    for _ in range(2):
        seen.append(await chat.press(BOHUMIL, chat.board(), "Rules"))
        seen.append(await chat.use(CECILE, "board", show="text"))
        await chat.use(ANNA, "move", action="confirm")
    assert found.state.step == "rest"
    assert seen[:2] == seen[2:]
    assert "HK-4.3" in seen[0]
    own = await chat.press(ANNA, chat.board(), "Rules")
    assert "HK-9.3" in own


async def test_a_long_way_is_chosen_from_pages(chat):
    """More hexes than one menu holds: the verb becomes a button, the hexes come in pages."""
    await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, options="seating=joined map=fixed")
    found = await table(chat)
    state = found.state.copy()
    state.monsters, state.down = {}, []
    state.revealed = (1 << 225) - 1
    state.heroes[0].hand = ["pursuit"] * 5
    state.step = "movement"
    found.state = state
    await chat.use(ANNA, "move", action="play pursuit pursuit pursuit pursuit pursuit")
    targets = [label for label, _ in found.rules.view(found.state, 0).board.turn.reach]
    assert len(targets) > 25
    await chat.press(ANNA, chat.board(), "Your move")
    await from_pages(chat, ANNA, chat.private(ANNA), ("travel", targets[-1]))
    assert found.rules.view(found.state, 0).board.heroes[0].hex == targets[-1]


async def test_typed_rows_stop_at_what_is_refused(chat):
    await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, options="seating=joined map=fixed")
    found = await table(chat)
    if found.state.step == "preparation":
        await chat.use(ANNA, "move", action="confirm")
    kinds = [k for k in found.state.hero.hand if found.rules.content.speed[k] == 2][:2]
    offered = await chat.complete(ANNA, "move", "action", f"play {kinds[0]} ")
    assert f"play {kinds[0]} {kinds[-1]}" in offered, "a verb that may be repeated need not be typed again"
    answer = await chat.use(ANNA, "move", action=f"play {' '.join(kinds)}; travel d13; travel o1; confirm")
    assert f"play {kinds[0]}" in answer
    assert "O1 is not explored yet" in answer
    assert "HK-6.7" in answer
    found = await table(chat)
    assert found.state.step == "movement"
    assert found.rules.view(found.state, None).board.heroes[0].hex == "d13"
    answer = await chat.use(BOHUMIL, "move", action="confirm")
    assert "Nejsi na řadě" in answer
    offered = await chat.complete(ANNA, "move", "action", "travel ")
    assert set(offered) <= {f"travel {label}" for label, _ in found.rules.view(found.state, 0).board.turn.reach}
    assert await chat.complete(ANNA, "move", "action", "confirm; ") == []


async def test_a_computer_plays_its_turn_at_once(chat):
    await chat.use(CECILE, "game new", game="hexknight", computers=1, options="seating=joined")
    found = await table(chat)
    (seat,) = found.rules.to_act(found.state)
    assert found.seats[seat].player == int(CECILE)
    await chat.use(CECILE, "move", action="confirm; confirm; confirm; confirm")
    found = await table(chat)
    assert found.rules.to_act(found.state) == (0,)
    assert found.state.heroes[1].turns == 1
    assert "Cécile" in chat.board()["content"]


async def test_standing_orders_skip_steps_quietly(chat):
    await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, options="seating=joined")
    await chat.set(ANNA, "order", order="skip_preparation", on=True)
    found = await table(chat)
    assert found.state.step in ("movement", "rest")
