"""Whoever is out of a game in which others play on has a view of their own: place, what can still be watched, replay, and no plan."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.messages.table.eliminated_panel import place_of
from data.content import build, games
from data.language import LANGUAGES, texts
from rules.legal_actions import legal
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat
from tests.waiting import rounds

SHARED = [game for game in games() if max(build(game).seats) > 2]
PLAYS = {"button.move", "button.ahead", "button.hint", "ahead.lay_ready", "ahead.plan_turn", "ahead.stops"}
LOOKS = {"button.replay", "button.log", "button.rules", "button.follow.turns", "button.follow.end"}


async def table(chat: Chat) -> Any:
    return await chat.bot.tables.here(int(HERE))


async def resigned(chat: Chat, game: str, panels: list[dict[str, Any]] | None = None) -> Any:
    """A game of three that Bohumil has left; with `panels`, which he had opened to plan something."""
    await chat.use(ANNA, "game new", game=game, opponent=BOHUMIL, opponent2=CECILE, options="seating=joined")
    for _ in range(6):  # Whatever is settled before the first turn.
        found = await table(chat)
        (seat, *_) = found.awaited
        action = next(a for a in legal(found.rules, found.state, seat) if a[0] != "pass")
        await chat.use((ANNA, BOHUMIL, CECILE)[seat], "move", action=" ".join(action))
    if panels is not None:
        for _ in rounds("a panel for each of its buttons"):
            await chat.press(BOHUMIL, chat.board(), texts("en", game)("button.ahead"))
            panels.append(chat.private(BOHUMIL))
            if len(panels) == len(chat.labels(panels[0])):
                break
    await chat.use(BOHUMIL, "game resign", sure="true")
    found = await table(chat)
    assert not found.over
    assert found.out(1)
    assert not found.plays(int(BOHUMIL))
    return found


def own_view(chat: Chat, game: str, language: str = "cs") -> None:
    """What Bohumil sees is the view of one who is out, with nothing to play or to plan."""
    say = texts(language, game)
    shown = chat.private(BOHUMIL)
    assert say("out.place", place=3, seats=3) in shown["content"]
    assert say("out.watch") in shown["content"]
    labels = set(chat.labels(shown))
    assert labels == {say(key) for key in LOOKS}
    assert not labels & {say(key) for key in PLAYS}


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("game", SHARED)
async def test_who_has_resigned_has_a_view_of_their_own(tmp_path, game):
    """By every way in, in every language: the answer to resigning, the board's buttons, what is typed, and old panels."""
    async with Chat(tmp_path) as chat:
        await resigned(chat, game)
        own_view(chat, game)
        board = chat.board()
        for language in LANGUAGES:
            await chat.set(BOHUMIL, "language", language=language)
            board_say = texts("en", game)
            for button in ("button.move", "button.ahead"):
                await chat.press(BOHUMIL, board, board_say(button))
                own_view(chat, game, language)
            for command, text in (("move", "pass"), ("move", "nonsense"), ("ahead", "draft pass"), ("ahead", "stops"), ("move", "stops")):
                await chat.use(BOHUMIL, command, action=text)
                own_view(chat, game, language)
            await chat.use(BOHUMIL, "ahead")
            own_view(chat, game, language)
        assert await chat.complete(BOHUMIL, "ahead", "action", "") == []
        assert await chat.complete(BOHUMIL, "move", "action", "") == []


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("game", SHARED)
async def test_panels_of_before_lead_to_it(tmp_path, game):
    async with Chat(tmp_path) as chat:
        panels = []
        await resigned(chat, game, panels)
        assert panels
        for n, panel in enumerate(panels):
            await chat.press(BOHUMIL, panel, chat.labels(panel)[n])
            own_view(chat, game)


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("game", SHARED)
async def test_my_games_say_so_and_wait_for_nothing(tmp_path, game):
    async with Chat(tmp_path) as chat:
        await resigned(chat, game)
        await chat.use(BOHUMIL, "mygames")
        say = texts("cs", game)
        content = str(chat.private(BOHUMIL))
        assert say("mygames.out") in content
        assert say("mygames.yours") not in content


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("game", SHARED)
async def test_they_may_follow_and_see_the_replay_and_are_called_like_those_who_look_on(tmp_path, game):
    async with Chat(tmp_path) as chat:
        found = await resigned(chat, game)
        say = texts("cs", game)
        await chat.press(BOHUMIL, chat.private(BOHUMIL), say("button.follow.turns"))
        assert await chat.bot.store.follows.follows(found.id, int(BOHUMIL)) is True
        assert say("follow.turns") in chat.private(BOHUMIL)["content"]
        told = await chat.bot.direct_messages._message(found, int(BOHUMIL))
        assert told is not None
        assert [item.item.label for item in told["view"].children] == [say("button.follow.stop")], "how it goes on, and not that it is their turn"
        await chat.press(BOHUMIL, chat.private(BOHUMIL), say("button.log"))
        assert await chat.use(ANNA, "game follow", how="turns"), "who plays is refused as before"
        assert await chat.bot.store.follows.follows(found.id, int(ANNA)) is None


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("game", SHARED)
async def test_the_place_is_the_one_they_have_in_the_end(tmp_path, game):
    """However the others end it."""
    async with Chat(tmp_path) as chat:
        found = await resigned(chat, game)
        place = place_of(found, 1)
        for last in (0, 2):
            outcome = found.rules.outcome(found.rules.concede(found.state, last).state)
            assert outcome is not None
            groups = [seats for seats in outcome.places if 1 in seats]
            assert place == 1 + sum(len(seats) for seats in outcome.places[: outcome.places.index(groups[0])]) == 3


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("game", SHARED)
async def test_who_plays_on_sees_what_they_always_saw(tmp_path, game):
    async with Chat(tmp_path) as chat:
        found = await resigned(chat, game)
        seat = found.awaited[0]
        member = (ANNA, BOHUMIL, CECILE)[seat]
        assert not found.out(seat)
        await chat.press(member, chat.board(), texts("en", game)("button.move"))
        assert "out of this game" not in chat.private(member)["content"]
        assert "venku" not in chat.private(member)["content"]
