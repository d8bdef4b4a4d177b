"""What waits in the playground for whoever opens it: a table of each game in a channel of its name, and a tournament that signs up."""

from __future__ import annotations

from data.content import games
from playground.first_tables import CUP, waiting_tables, welcome
from tests.chat import ANNA, DARA, Chat


async def test_channels_are_called_by_what_stands_in_them(tmp_path):
    async with Chat(tmp_path) as chat:
        for _ in range(2):  # A second start finds all of it.
            await welcome(chat.bot, chat.world, waiting_tables(chat.world))
            await chat.settle()
        assert chat.bot.get_channel(3001).name == chat.world.channels["3001"] == "monster-hex"
        found = {}
        for channel, name in chat.world.channels.items():
            if messages := chat.seen(None, channel):
                (only,) = messages
                found[name] = only
                head = only["content"].split("**")[1].lower()
                assert head.startswith(name.replace("-", " ")) or name == "tournament"
        assert len(found) == len(games()) + 1
        for name, message in found.items():
            assert chat.labels(message)[0] == ("Join" if name == "tournament" else "Your move")
        await chat.press(DARA, found["tournament"], "Join")
        await chat.press(ANNA, chat.seen(None, str(CUP))[-1], "Start")
        await chat.press(ANNA, chat.private(ANNA, str(CUP)), "Start now")
        assert (await chat.bot.tournaments.here(CUP)).status == "live"
