"""Moves typed in chat: what is typed is what happens, and a bare number is shown before anything does."""

from __future__ import annotations

from typing import Any

from tests.chat import ANNA, BOHUMIL, HERE, Chat


async def walking(chat: Chat) -> tuple[str, str, list[str]]:
    """A table of HexKnight where the first hero is about to move: a card to move with, where the hero is, and the steps it could then take."""
    await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, options="seating=joined map=fixed")
    if (await table(chat)).state.step == "preparation":
        await chat.use(ANNA, "move", action="confirm")
    found = await table(chat)
    card = next(k for k in found.state.hero.hand if found.rules.content.speed[k] >= 2)
    then = found.rules.apply(found.state, 0, ("play", card)).state
    return card, hero(found), [w.text for w in found.rules.words(then, 0, ("step",))]


async def table(chat: Chat) -> Any:
    return await chat.bot.tables.here(int(HERE))


async def rows(chat: Chat) -> int:
    """How many actions are recorded."""
    found = await table(chat)
    return len(await found.store.tables.actions(found.id))


def hero(found: Any) -> str:
    return str(found.rules.view(found.state, None).board.heroes[0].hex)


def alone(near: list[str]) -> str:
    """A hex whose number no other has."""
    return next(w for w in near if sum(v[1:] == w[1:] for v in near) == 1)


async def test_a_hex_cut_short_is_no_other_hex(chat):
    card, here, near = await walking(chat)
    await chat.use(ANNA, "move", action=f"play {card}")
    short = next(w[:2] for w in near if len(w) == 3 and sum(v.startswith(w[:2]) for v in near) == 1)
    before = await rows(chat)
    answer = await chat.use(ANNA, "move", action=f"step {short}")
    assert short.upper() in answer
    assert "HK-6" in answer
    assert (await rows(chat), hero(await table(chat))) == (before, here)
    assert short.upper() in await chat.use(ANNA, "why", action=f"step {short}")
    assert [o for o in await chat.complete(ANNA, "move", "action", f"step {short}") if short in o], "completion shows the whole hex"


async def test_a_bare_number_is_confirmed_even_after_a_restart(chat):
    card, here, near = await walking(chat)
    await chat.use(ANNA, "move", action=f"play {card}")
    label, before = alone(near), await rows(chat)
    assert f"step {label}`" in await chat.use(ANNA, "why", action=f"step {label[1:]}")
    assert await chat.complete(ANNA, "move", "action", f"step {label[1:]}") == [f"step {label}"]
    assert f"“One step: {label.upper()}”" in await chat.use(ANNA, "move", action=f"step {label[1:]}; confirm")
    asked = chat.private(ANNA)
    assert f":{(await table(chat)).mark(0)}:" in chat.plays(asked)["custom_id"], "not the number of actions, some of which may be hidden"
    assert chat.labels(asked) == [f"One step: {label.upper()}"]
    assert (await rows(chat), hero(await table(chat))) == (before, here)
    await chat.restart()
    await chat.press_exactly(ANNA, asked, chat.plays(asked))
    assert (await rows(chat), hero(await table(chat))) == (before + 1, label), "what stood after the number is not carried out"


async def test_a_bare_number_after_other_actions_is_confirmed_too(chat):
    card, here, near = await walking(chat)
    label = alone(near)
    answer = await chat.use(ANNA, "move", action=f"play {card}; step {label[1:]}; confirm")
    assert f"> `play {card}`" in answer
    assert f"`step {label}`" in answer
    assert hero(await table(chat)) == here
    await chat.press_exactly(ANNA, chat.private(ANNA), chat.plays(chat.private(ANNA)))
    assert hero(await table(chat)) == label


async def test_a_number_confirmed_too_late_gets_the_present_question(chat):
    card, here, near = await walking(chat)
    await chat.use(ANNA, "move", action=f"play {card}; step {alone(near)[1:]}")
    asked = dict(chat.private(ANNA))
    await chat.use(ANNA, "move", action=f"take_back {card}")
    before = await rows(chat)
    await chat.press_exactly(ANNA, asked, chat.plays(asked))
    assert (await rows(chat), hero(await table(chat))) == (before, here)


async def test_odd_letters_get_an_answer(chat):
    """Superscripts, wide letters, marks that are not seen: a sentence, not an error, and nothing happens."""
    await walking(chat)
    before = await rows(chat)
    for odd in ("²", "ＳＴＥＰ", "\0", "{word}", "`", ",", ";", "x" * 90):
        for text in (odd, f"step {odd}"[:100], f"play {odd}"[:100]):
            for command in ("move", "why"):
                answer = await chat.use(ANNA, command, action=text)
                assert answer
                assert "our side" not in answer, (command, text)
            await chat.complete(ANNA, "move", "action", text)
    assert await rows(chat) == before


async def test_one_wrong_letter_is_asked_back_and_yes_does_it(chat):
    """Of a name or a verb, in any language; nothing happens before, and once."""
    card, _, _ = await walking(chat)
    wrong = f"{card[:-1]}x"
    before = await rows(chat)
    answer = await chat.use(ANNA, "move", action=f"play {wrong.replace('_', ' ')}")
    assert "Did you mean" in answer
    assert await rows(chat) == before
    asked = chat.private(ANNA)
    assert chat.labels(asked) == ["Yes"]
    await chat.restart()
    await chat.press(ANNA, asked, "Yes")
    assert await rows(chat) == before + 1
    assert "Yes" not in chat.labels(chat.private(ANNA)), "the question has gone by"


async def test_one_wrong_letter_in_a_question_is_asked_back(chat):
    await walking(chat)
    assert "Did you mean" in await chat.use(ANNA, "why", action="stpe a1")
    await chat.press(ANNA, chat.private(ANNA), "Yes")
    assert "HK-6" in chat.private(ANNA)["content"]
