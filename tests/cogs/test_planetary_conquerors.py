"""Planetary Conquerors in chat: a whole game of four by buttons and by typing, decks, stops and holds, closer pictures."""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from cogs.messages.reply import in_full
from cogs.messages.rules.find_cards import find_card
from cogs.play.history.record import events_seen
from data.content import build
from data.language import texts
from render.look import Look
from render.painter import painter
from rules.decks import read_list
from rules.notation import Record
from rules.parts.ahead import Ready
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, Chat
from tests.cogs.driving import click_on
from tests.cogs.test_play import table
from tests.planetary_conquerors.table import TestTable
from tests.sampled import often
from tests.waiting import within

MEMBERS = (ANNA, BOHUMIL, CECILE, DARA)
RECORD = Path(__file__).parents[1] / "planetary_conquerors" / "records" / "chat.txt"


async def begin(chat: Chat, *decks: str) -> Any:
    """A table of Anna and Bohumil, in this order, with their hands kept."""
    await chat.use(ANNA, "game new", game="planetary_conquerors", opponent=BOHUMIL)
    for member, deck in zip(MEMBERS, decks, strict=False):
        await chat.use(member, "move", action=f"deck {deck}")
    return await table(chat)


@pytest.mark.deep
async def test_a_whole_game_of_four(chat, monkeypatch):
    """PC-16.1, PC-19.7: an attack on two targets, a trap, a reaction to a trap, a replacement, an elimination and the planet won.

    One member clicks, the others type; the bot is started anew in between; no pass is ever told.
    """
    record = Record.read(RECORD.read_text(encoding="utf-8"))
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: int(record.header["seed"], 16))
    await chat.use(ANNA, "game new", game="planetary_conquerors", opponent=BOHUMIL, opponent2=CECILE, opponent3=DARA)
    seen = set()
    clicks, asked = Counter[int](), Counter[tuple[int, int]]()
    ahead = 0
    for number, row in enumerate(record.rows):
        if ahead:
            ahead -= 1
            continue
        found = await table(chat)
        state = found.state
        assert row.seat in found.rules.to_act(state)
        window = state.frames[-1].reason if state.ask and state.ask.kind == "react" else ""
        if window == "trap" and row.action[0] in ("play", "activate"):
            seen.add("a reaction to a trap")
        if row.action == ("confirm",) and len({target for _, target in state.picks}) > 1:
            seen.add("an attack on two targets")
        if state.stage == "play" and row.seat != state.active:
            asked[state.turn, row.seat] += 1
        if row.seat == 0 and row.action[0] != "deck":
            used = 0
            if not await picker_is_open(chat):
                await chat.press(ANNA, chat.board(), "Your move")
                used = 1
            plan = [one.action for one in takewhile(lambda one: one.seat == 0, record.rows[number:])]
            more, taken = await click_on(chat, ANNA, plan)
            used, ahead = used + more, taken - 1
            if state.stage == "play" and state.active == 0:
                clicks[state.turn] += used
        else:
            await chat.use(MEMBERS[row.seat], "move", action=" ".join(row.action))
        if number == 60:
            await chat.restart()
    found = await table(chat)
    outcome = found.rules.outcome(found.state)
    assert outcome.reason == "planet"
    seen |= {e.kind for e in await events_seen(found, range(4))}
    assert {"trap", "replaced", "eliminated", "an attack on two targets", "a reaction to a trap"} <= seen
    assert "pass" not in told(chat).replace("react or pass", ""), "who has passed"
    final = chat.board()
    assert "30 HP of buildings" in final["content"]
    assert "Game over" in final["attachments"][0]["description"]
    assert median(clicks.values()) <= 6, "clicks of an own turn, *Your move* included"
    turns = range(1, found.state.turn + 1)
    assert median([asked[t, s] for t in turns for s in range(4)]) <= 1


async def picker_is_open(chat: Chat) -> bool:
    """Whether Anna's picker shows the question that she is asked now."""
    if not any(m["_only"] == ANNA for m in chat.seen(ANNA)):
        return False
    found = await table(chat)
    return any(f":{found.mark(0)}:" in b["custom_id"] for b in chat.buttons(chat.private(ANNA)))


def told(chat: Chat) -> str:
    """Everything that was posted for all and can still be read."""
    return "\n".join(m["content"] for m in chat.seen(None))


async def test_nothing_of_the_hand_is_told(chat):
    """PC-18.1, PC-19.10: decks, hands, kuk and face-down traps reach nobody else, not even in an export."""
    found = await begin(chat, "web_of_wires", "iron_tide")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="keep")
    found = await table(chat)
    first = MEMBERS[found.state.first]
    await chat.use(first, "move", action="keep")
    await chat.use(first, "move", action="end")
    state = (await table(chat)).state
    traps = [w for w in state.sides[state.first].hand if found.rules.content.types[w] == "trap"]
    if traps:
        await chat.use(first, "move", action=f"place {traps[0]} m{state.first + 1} 1")
    await chat.use(first, "move", action="end")
    public = told(chat) + await chat.use(CECILE, "game export")
    for word in ("web_of_wires", "Web of Wires", *state.sides[0].hand, *traps):
        assert word not in public, word
    assert "'s mine" in told(chat) or not traps


async def test_stops_and_holds(chat):
    """PC-19.3, PC-19.4: set by command or by a button beside the reactions; nobody else is told."""
    await begin(chat, "first_settlers", "iron_tide")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="keep")
    before = len(chat.seen(None))
    await chat.set(BOHUMIL, "order", order="ask_play_any", on="true")
    await chat.set(ANNA, "order", order="until_mine", on="true")
    found = await table(chat)
    assert found.state.orders.get(1, ()) == ("ask_play_any",)
    assert found.state.orders.get(0, ()) == ("until_mine",)
    assert len(chat.seen(None)) == before, "no message for anybody"
    await chat.restart()
    found = await table(chat)
    assert found.state.orders.get(1, ()) == ("ask_play_any",)
    async with within("the next turn"):
        while found.state.active == found.state.first and not found.over:
            seat = found.rules.to_act(found.state)[0]
            await chat.use(MEMBERS[seat], "move", action=" ".join(found.rules.decision(found.state, seat).default))
            found = await table(chat)
    async with within("the turn after it"):
        while found.state.active == 1:
            seat = found.rules.to_act(found.state)[0]
            await chat.use(MEMBERS[seat], "move", action=" ".join(found.rules.decision(found.state, seat).default))
            found = await table(chat)
    assert "until_mine" not in found.state.orders.get(0, ())
    await chat.set(ANNA, "order", order="ask_paid_any", on="true")
    found = await table(chat)
    assert found.state.orders.get(0, ()) == ("ask_paid_any",), "a hold that has ended does not come back with another order"
    await chat.set(BOHUMIL, "order", order="ask_play_any", on="false")
    found = await table(chat)
    assert found.state.orders.get(1, ()) == ()


async def test_whoever_asks_to_be_asked_is_asked(chat):
    """PC-19.3: a stop where the default passes is a question to a person, and nobody answers it for them."""
    await begin(chat, "first_settlers", "iron_tide")
    for member in MEMBERS:
        await chat.use(member, "move", action="keep")
    found = await table(chat)
    active = found.state.active
    await chat.set(MEMBERS[active], "order", order="ask_own_attack", on="true")
    windows = set()
    async with within("the next turn"):
        while found.state.active == active:
            (seat,) = found.acting
            windows.add((seat, found.view(None).board.window))
            await chat.use(MEMBERS[seat], "move", action=" ".join(found.rules.decision(found.state, seat).default))
            found = await table(chat)
    assert (active, "phase:attack") in windows


async def test_who_has_nothing_to_react_with_goes_on_by_one_button(chat, monkeypatch):
    """PC-7.2, PC-19.4: whoever can only pass is told; orders stand in a menu below."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 7)
    await begin(chat, "first_settlers", "iron_tide")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="keep")
    found = await table(chat)
    active = found.state.active
    await chat.set(MEMBERS[active], "order", order="ask_own_attack", on="true")
    async with within("the window before the attack"):
        while (await table(chat)).view(None).board.window != "phase:attack":
            found = await table(chat)
            (seat,) = found.acting
            await chat.use(MEMBERS[seat], "move", action=" ".join(found.rules.decision(found.state, seat).default))
    found = await table(chat)
    assert [word.text for word in found.rules.words(found.state, active, ())] == ["pass"]
    await chat.press(MEMBERS[active], chat.board(), "Your move")
    message, say = chat.private(MEMBERS[active]), texts("en" if active == 0 else "cs", "planetary_conquerors")
    assert say("pick.react.idle") in message["content"]
    (orders,) = (menu for menu in chat.menus(message) if menu["custom_id"].startswith("m:order:"))
    hold = say("order.until_turn")
    assert hold not in chat.labels(message)
    assert hold in [option["label"] for option in orders["options"]]
    assert chat.labels(message)[0] == say("pick.continue")
    await chat.press(MEMBERS[active], message, say("pick.continue"))
    assert (await table(chat)).view(None).board.window != "phase:attack"


async def test_every_order_can_be_given_and_taken_back_in_the_panel(chat):
    """There are more of them than a menu shows."""
    found = await begin(chat)
    for order in sorted(found.rules.orders)[:: often(3, 1)]:
        for on in (True, False):
            await chat.set(ANNA, "order", order=order, on=on)
            assert (order in found.orders(found.seat_of(int(ANNA)))) == on, order


async def test_closer_pictures(chat):
    """One picture of each planet, with the own traps for their owner alone."""
    await begin(chat, "first_settlers", "iron_tide")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="keep")
    await chat.use(ANNA, "board", show="closer")
    files = chat.private(ANNA)["attachments"]
    assert len(files) == 2
    assert all("mine 15/15 HP" in f["description"] for f in files)
    await chat.use(CECILE, "board", show="closer")
    assert len(chat.private(CECILE)["attachments"]) == 2


async def test_a_deck_of_ones_own(chat):
    """PC-3.4: by the form, with all faults at once."""
    assert (await chat.use(ANNA, "deck build", game="planetary_conquerors", name="Mine")).startswith("**Mine** · Planetary Conquerors\n")
    assert await chat.press(ANNA, chat.private(ANNA), "As text") == "modal"
    answer = await chat.submit(ANNA, "f:deck:planetary_conquerors:Mine", cards="30x Gold Miner\n4 Short Circuit\n2 War Academy")
    for part in ("Mine", "36 cards", "4 copies, at most 3", "2 copies, at most 1", "Collector of Cosmium"):
        assert part in answer, part
    good = "40x Gold Miner\n10 Sběrač cosmia"
    assert "50 cards; a deck has 50 to 80\nIt may be played" in await chat.submit(ANNA, "f:deck:planetary_conquerors:Mine", cards=good)
    await begin(chat)
    assert "You play **Mine**" in await chat.use(ANNA, "deck use", name="mine")
    found = await table(chat)
    assert found.state.sides[0].deck == {"gold_miner": 40, "collector_of_cosmium": 10}


async def test_a_deck_too_long_for_a_message_is_exported_whole(chat):
    """Its list is in a file; the message shows the beginning of it, in a block that ends."""
    rules = build("planetary_conquerors")
    await chat.bot.store.decks.save(int(ANNA), rules.key, "All", dict.fromkeys(rules.decks.limits, 99))
    shown = await chat.use(ANNA, "deck export", game=rules.key, name="All")
    assert len(shown) <= 2000
    assert shown.startswith("**All** · Planetary Conquerors\n`")
    assert shown.endswith("…\n```")
    assert shown.count("```") == 2
    (file,) = chat.private(ANNA)["attachments"]
    listed = chat.world.file(file["id"]).decode()
    assert read_list(listed, lambda text: find_card(rules.key, text)) == (dict.fromkeys(rules.decks.limits, 99), [])


def test_a_block_of_code_ends_wherever_it_is_cut():
    """What keeps names from calling anybody makes the words longer."""
    for words in ("@" * 1990, "a@" * 1500, "`" * 5000, "x" * 1992, "x" * 1993):
        message = in_full(words, "board", "head\n")
        assert len(message["content"]) <= 2000
        assert message["content"].startswith("head\n```\n")
        assert message["content"].endswith("\n```")
        assert bool(message["attachments"]) == (len(words) > 1987 or "@" in words)


async def test_a_card_looked_up(chat):
    """In the asker's language, with how it stands in this channel's game."""
    await begin(chat, "first_settlers", "iron_tide")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="keep")
    answer = await chat.use(BOHUMIL, "card", card="zlatokop")
    assert "Přidává 1 zlato" in answer
    assert "Anna: Zlatokop (" in answer
    assert chat.private(BOHUMIL)["attachments"]


async def test_against_the_computer(chat):
    """A computer answers by itself, and its passes make no message."""
    await chat.use(ANNA, "game new", game="planetary_conquerors", computers=1, options="decks=drawn")
    await chat.use(ANNA, "move", action="keep")
    for _ in range(25):
        found = await table(chat)
        if found.over:
            break
        assert found.awaited == (0,)
        await chat.use(ANNA, "move", action=" ".join(found.rules.decision(found.state, 0).default))
    assert found.state.turn > 4


async def in_position(chat: Chat, here: TestTable) -> Any:
    """A table of Anna and Bohumil that stands as a scenario does."""
    await begin(chat, "first_settlers", "iron_tide")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="keep")
    found = await table(chat)
    found.state = here.state
    return found


def two_raiders() -> TestTable:
    """Anna is about to attack with one of two Raiders one of two Outposts."""
    here = TestTable(2).put(0, "raider", "one").put(0, "raider", "two").put(0, "heavy_walker").put(1, "outpost", "near").put(1, "outpost", "far")
    return here.play("0 end")


async def test_things_are_called_by_their_names(chat):
    """In what is typed, also with the capitals and brackets that stand in pictures; not only by the words of records."""
    here = two_raiders()
    await in_position(chat, here)
    for typed in ("attack Raider (b) Outpost (a)", "Attack heavy walker outpost b", f"attack c{here.names['one']} Bohumil's mine"):
        answer = await chat.use(ANNA, "move", action=typed)
        assert "Legal" not in answer, answer
    found = await table(chat)
    pairs = [("two", "near"), ("heavy_walker", "far")]
    assert found.state.picks == (*((here.names[a], here.names[b]) for a, b in pairs), (here.names["one"], -2))


async def test_a_name_that_several_have_is_asked_back(chat):
    """Nothing happens; what may be meant is said with its letter."""
    here = two_raiders()
    await in_position(chat, here)
    answer = await chat.use(ANNA, "move", action="attack raider outpost a")
    assert (await table(chat)).state.picks == ()
    assert "`Raider (a)`, `Raider (b)`" in answer
    assert "Outpost" not in answer
    answer = await chat.use(ANNA, "move", action="attack 9 m1")
    assert "`Heavy Walker`" in answer, "whatever is refused, what would be legal has its name"


async def test_completion_shows_names(chat):
    """What is filled in are the words of records; what is read are the names."""
    here = two_raiders()
    await in_position(chat, here)
    one, two, far = (f"c{here.names[n]}" for n in ("one", "two", "far"))
    for typed, value, shown in (
        ("attack rai", [f"attack {one}", f"attack {two}"], f"attack {two} · Raider (b)"),
        ("attack raider b out", [f"attack {two} c{here.names['near']}", f"attack {two} {far}"], f"attack {two} {far} · Raider (b) → Outpost (b)"),
        (f"attack {one}", [f"attack {one} m2"], f"attack {one} m2 · Raider (a) → Bohumil's mine"),
    ):
        choices = await chat.choices(ANNA, "move", "action", typed)
        assert [c["value"] for c in choices][: len(value)] == value
        assert shown in [c["name"] for c in choices]


async def test_no_number_is_shown(chat):
    """In pictures' alt texts, messages, buttons and menus things have their names, wherever a whole game goes."""
    record = Record.read(RECORD.read_text(encoding="utf-8"))
    rules = build("planetary_conquerors")
    paint = painter("planetary_conquerors")
    state = rules.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
    look = Look("dark", texts("en", rules.key), ("Anna", "Bohumil", "Cécile", "Dara"))
    read: list[str] = []
    for row in record.rows:
        view = rules.view(state, row.seat)
        read += [paint.describe(view, look), paint.describe(view, look, brief=True), *paint.notes(view, look), *paint.going_on(view, look)]
        for n in range(1, len(row.action)):
            prefix = row.action[:n]
            read += [paint.label(view, look, prefix, w.text) or "" for w in rules.words(state, row.seat, prefix)]
            read += [paint.hint(view, look, prefix, w.text) for w in rules.words(state, row.seat, prefix)]
        step = rules.concede(state, row.seat) if row.action == ("resign",) else rules.apply(state, row.seat, row.action)
        read += [line for e in step.events if (line := paint.narrate(e.kind, e.facts, look))]
        state = step.state
    assert not [line for line in read if re.search(r"\b[cm]\d+\b", line)]
    assert any("(b)" in line for line in read)


async def test_what_is_said_ahead_is_called_by_its_names(chat):
    """A draft by the names of the turn that is foreseen, an answer laid ready and one that is sealed by those of now; completed so as well."""
    here = TestTable(2).put(0, "outpost", "goal").put(1, "raider", "one").put(1, "raider", "two").put(1, "outpost", "near").put(1, "outpost", "far")
    await in_position(chat, here)
    chat.world.members[BOHUMIL]["locale"] = "en-US"
    one, two, near, far, goal = (f"c{here.names[name]}" for name in ("one", "two", "near", "far", "goal"))

    answer = await chat.use(BOHUMIL, "ahead", action="draft end; attack Raider (b) Outpost then confirm")
    assert "Noted" in answer, answer
    answer = await chat.use(BOHUMIL, "ahead", action="ready block outpost c block * raider b")
    assert "Noted" in answer, answer
    said = (await table(chat)).state.ahead[1]
    assert said.draft == (("end",), ("attack", two, goal), ("confirm",))
    assert said.ready == (Ready("block", far, (("block", "*", two),)),)

    answer = await chat.use(BOHUMIL, "ahead", action="draft end; attack raider outpost")
    assert "`Raider (a)`, `Raider (b)`" in answer, "asked back as in a move"
    assert (await table(chat)).state.ahead[1] == said
    for typed, value, shown in (
        ("draft end; attack rai", [f"draft end; attack {one}", f"draft end; attack {two}"], f"draft end; attack {two} · Raider (b)"),
        ("ready block out", [f"ready block {near}", f"ready block {far}"], f"ready block {far} · Block of an attack → Outpost (c)"),
    ):
        choices = await chat.choices(BOHUMIL, "ahead", "action", typed)
        assert [c["value"] for c in choices][: len(value)] == value
        assert shown in [c["name"] for c in choices]


async def test_a_sealed_answer_is_called_by_its_name(chat):
    here = TestTable().put(0, "trooper").stock(1, 0, 2).hand(1, "emergency_recall").put(1, "bulwark").play("0 end", "--")
    await in_position(chat, here.play("0 attack trooper bulwark", "0 confirm"))
    chat.world.members[BOHUMIL]["locale"] = "en-US"
    await chat.use(BOHUMIL, "ahead", action="seal play emergency recall")
    assert "trooper" in (await table(chat)).state.sides[0].hand, "carried out in its time"
