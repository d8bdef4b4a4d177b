"""What is typed ahead without sense is answered in words for people: no word of the machine is shown as if it were one."""

from __future__ import annotations

import re

import pytest

from cogs.messages.drawing import label_of
from data.content import build, games
from data.language import LANGUAGES, texts
from rules.parts.ahead import SEALED, STOPS
from tests.chat import ANNA, BOHUMIL, HERE, Chat
from tests.sampled import often

NONSENSE = (
    "foo",
    "stops foo",
    "stops pas",
    "until",
    "pass",
    "draft foo",
    "seal foo",
    "ready foo",
    "ready x y z",
    "lapse",
    "autoseal",
    "stops -",
    "*",
)
CODE = re.compile(r"`[^`]*`|</[^>]*>")
MACHINE = re.compile(r"[A-Z]{2,}(?:\\?_[A-Z]+)+|[a-z]+\\?_[a-z]+")
"""What words of the machine look like that have no name."""


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_has_a_name(game, language):
    rules, say = build(game), texts(language, game)
    for order in rules.orders:
        assert label_of(say, (STOPS,), order) == say(f"order.{order}") != order.upper()
    for verb in set(SEALED) & set(rules.verbs):
        assert not MACHINE.search(label_of(say, (), verb))


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("game", games())
async def test_what_makes_no_sense_is_answered_without_words_of_the_machine(tmp_path, game):
    """By whoever is asked and by whoever is not, in each language: each time a third of it, in an ordinary run."""
    async with Chat(tmp_path) as chat:
        await chat.use(ANNA, "game new", game=game, opponent=BOHUMIL, options="seating=joined")
        for n, language in enumerate(LANGUAGES):
            for member in (ANNA, BOHUMIL):
                await chat.set(member, "language", language=language)
                for text in NONSENSE[n % often(3, 1) :: often(3, 1)]:
                    for command in ("ahead", "move", "why"):
                        answer = await chat.use(member, command, action=text)
                        told = CODE.sub("", answer)
                        assert answer
                        assert not MACHINE.search(told), f"/{command} {text}: {told}"


@pytest.mark.parametrize("game", games())
async def test_an_order_that_is_said_twice_is_given(tmp_path, game):
    """And one that is said by its name."""
    async with Chat(tmp_path) as chat:
        await chat.use(ANNA, "game new", game=game, opponent=BOHUMIL, options="seating=joined")
        found = await chat.bot.tables.here(int(HERE))
        order = found.rules.orders[0]
        name = texts("cs", game)(f"order.{order}")
        answer = await chat.use(BOHUMIL, "ahead", action=f"stops {order} {order}")
        assert found.orders(1) == {order}
        assert name in answer
        await chat.use(BOHUMIL, "ahead", action="stops")
        assert not found.orders(1)
        await chat.use(BOHUMIL, "ahead", action=f"stops {name}")
        assert found.orders(1) == {order}, "by its name, too"
