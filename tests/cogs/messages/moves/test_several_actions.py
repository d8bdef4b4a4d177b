"""Several actions typed at once: what was not carried out is named, with the reason and a way to go on; whoever waits reads for whom."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.play.commit_builder import Acted
from cogs.play.table import Table
from tests.chat import ANNA, BOHUMIL, Chat
from tests.cogs.test_hexygame import MEMBERS, begin
from tests.cogs.test_play import table
from tests.cogs.test_typed import walking


async def discards(chat: Chat) -> int:
    """How many cards the first seat has discarded."""
    found = await table(chat)
    rows = await found.store.tables.actions(found.id)
    return sum(row.seat == 0 and row.action[0] == "discard" for row in rows)


async def interrupted(chat: Chat) -> tuple[str, str]:
    """Three actions of which the first lets the other player respond: the last two, and the answer."""
    await begin(chat, "ember_raid", "old_forest")
    for member in MEMBERS:
        await chat.use(member, "move", action="keep")
    await chat.set(BOHUMIL, "order", order="ask_spell", on="true")
    hand = (await table(chat)).state.sides[0].hand
    assert "red_energy" in hand, "the deal of this seed"
    one, other = sorted({*hand} - {"red_energy"})[:2]
    rest = f"discard {one}; discard {other}"
    return rest, await chat.use(ANNA, "move", action=f"cast red_energy; {rest}")


@pytest.fixture
def seeded(monkeypatch):
    """A deal in which the first hand holds what is typed."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 1)


async def test_what_others_interrupt_is_named_and_goes_on(chat, seeded):
    """While somebody may respond, nothing is done by *Then*; once Anna is asked again it does the rest, and once. Who is asked by an order of their
    own is not named."""
    rest, answer = await interrupted(chat)
    assert f"Not carried out: `{rest}`. Others may answer first." in answer
    assert "Somebody may still be answering." in answer
    assert "**Bohumil**" not in answer
    assert await discards(chat) == 0
    panel = chat.private(ANNA)
    waits = await chat.press(ANNA, panel, "Then: discard")
    assert "Not yet" in waits
    assert "Somebody may still be answering." in waits
    assert await discards(chat) == 0
    await chat.use(BOHUMIL, "move", action="pass")
    again = chat.button(chat.private(ANNA), "Then: discard")
    await chat.press_exactly(ANNA, chat.private(ANNA), again)
    assert await discards(chat) == 2
    gone = await chat.press_old(ANNA, again["custom_id"])
    assert "You have done something else since" in gone
    assert await discards(chat) == 2


async def test_whoever_has_chosen_reads_whom_the_game_waits_for(chat):
    """In their own language; what was typed behind it is done once they are asked again."""
    await chat.set(ANNA, "language", language="fr")
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined")
    answer = (await chat.use(ANNA, "move", action="deck ember_raid; keep")).replace("\N{NO-BREAK SPACE}", " ")
    assert "Pas exécuté : `keep`. C'est d'abord à **Bohumil**." in answer
    assert "C'est à **Bohumil** : « choisis un deck »" in answer
    await chat.use(BOHUMIL, "move", action="deck old_forest")
    assert "**Tu gardes ta main.**" in await chat.press(ANNA, chat.private(ANNA), "Ensuite\N{NO-BREAK SPACE}: keep")


async def test_what_stands_behind_a_refused_action_is_named(chat):
    """The action that is refused, and what comes after it; where none was carried out, that is said."""
    card, _, _ = await walking(chat)
    answer = await chat.use(ANNA, "move", action=f"play {card}; step a99; confirm")
    assert "Not carried out: `step a99; confirm`." in answer
    assert f"`play {card}`" in answer
    assert "Nothing of it has been carried out." in await chat.use(ANNA, "move", action="step a99; confirm")


async def test_what_has_happened_is_not_said_to_have_not(chat):
    """A bare number behind an action that was carried out: only of a number that comes first is it said that nothing has happened."""
    card, _, near = await walking(chat)
    number = next(w for w in near if sum(v[1:] == w[1:] for v in near) == 1)[1:]
    answer = await chat.use(ANNA, "move", action=f"play {card}; step {number}; confirm")
    assert f"Not carried out: `step {number}; confirm`." in answer
    assert "Nothing has happened yet." not in answer
    first = await chat.use(ANNA, "move", action=f"step {number}; confirm")
    assert "Nothing has happened yet." in first
    assert "not carried out with it: `confirm`" in first


async def test_a_wrong_letter_in_a_row_of_actions_keeps_the_rest(chat):
    """*Yes* carries out what was typed behind the wrong letter, too."""
    card, _, near = await walking(chat)
    found: Any = await table(chat)
    await chat.use(ANNA, "move", action=f"play {card[:-1]}x; step {near[0]}")
    before = len(await found.store.tables.actions(found.id))
    await chat.press(ANNA, chat.private(ANNA), "Yes")
    assert len(await found.store.tables.actions(found.id)) == before + 2
    assert str(found.rules.view(found.state, None).board.heroes[0].hex) == near[0]


async def test_what_was_chosen_together_and_interrupted_is_named_in_words(chat, seeded, monkeypatch):
    """Chosen from a menu instead of typed: the rest has names, and *Then* does it."""
    await begin(chat, "ember_raid", "old_forest")
    for member in MEMBERS:
        await chat.use(member, "move", action="keep")
    found, act = await table(chat), Table.act

    async def interrupted_act(self: Table, *args: Any, **options: Any) -> Acted:
        return (await act(self, *args, **options))._replace(passed=True)

    await chat.press(ANNA, chat.board(), "Your move")
    panel = chat.private(ANNA)
    menu = next(menu for menu in chat.menus(panel) if menu["custom_id"].endswith(":discard"))
    first, second = menu["options"][0], menu["options"][1]
    monkeypatch.setattr(Table, "act", interrupted_act)
    answer = await chat.choose(ANNA, panel, menu, [first["value"], second["value"]])
    monkeypatch.setattr(Table, "act", act)
    name = found.rules.faces[second["value"].partition(":")[0]].word.replace("_", " ").title()
    assert f"{name}. Somebody else was asked in between. *Then* does it now." in answer
    assert await discards(chat) == 1
    await chat.press(ANNA, chat.private(ANNA), "Then: ")
    assert await discards(chat) == 2
