"""People who play in a league or cup, each in their own language, and all that they could read there, day by day."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rules.competition.clock import DAY
from tests.cogs.tournaments.in_chat import threads
from tests.decided import decided

NOW, LATER = 0, 2
"""In how many days somebody would play."""
GOLDEN = Path(__file__).parent / "golden"
FAILED = Path(__file__).resolve().parents[2] / "failed"


def button(chat, message: dict[str, Any], verb: str) -> dict[str, Any]:
    """The button of a message whose verb, with what it is about, begins like this."""
    return next(b for b in chat.buttons(message) if b["custom_id"].startswith(f"b:{verb}"))


def latest(chat, verb: str, member: str | None = None) -> dict[str, Any]:
    """The newest message with such a button; of those for everybody, or of somebody's own."""
    found = [m for m in chat.seen(member) if m["_only"] == member and any(b["custom_id"].startswith(f"b:{verb}:") for b in chat.buttons(m))]
    return found[-1]


async def season(chat, member: str) -> str:
    """*My season*; gives what is read."""
    message = latest(chat, "tseason")
    await chat.press_exactly(member, message, button(chat, message, "tseason"))
    return chat.private(member)["content"]


async def would_play(chat, member: str, other: str, days: int = NOW) -> str:
    """Says so in the panel; gives what is read then."""
    await season(chat, member)
    (menu,) = chat.menus(chat.private(member))
    name = chat.world.members[other]["global_name"]
    number = next(o["value"] for o in menu["options"] if o["label"].startswith(name))
    await chat.choose(member, chat.private(member), menu, [number])
    await chat.press_exactly(member, chat.private(member), next(b for b in chat.buttons(chat.private(member)) if b["custom_id"].endswith(f":{days}")))
    return chat.private(member)["content"]


async def lost_by(chat, member: str, thread: str) -> None:
    """The game of a thread is lost by somebody who gives it up."""
    await decided(await chat.bot.tables.here(int(thread)))
    await chat.use(member, "game resign", thread, sure="True")


async def both_want(chat, one: str, other: str) -> str:
    """Two say that they would play now; gives the thread of their match."""
    before = {*threads(chat)}
    await would_play(chat, one, other)
    await would_play(chat, other, one)
    (thread,) = {*threads(chat)} - before
    return thread


async def plays(chat, winner: str, loser: str) -> None:
    """A match from both wishes to its end."""
    await lost_by(chat, loser, await both_want(chat, winner, loser))


class Diary:
    """What could be read and pressed in the tournament's channel, day by day: by everybody, and by each in private. Pictures, and what differs from
    one run to the next, are left out."""

    def __init__(self, chat) -> None:
        self._chat, self._begun, self._known, self.lines = chat, chat.bot.store.now(), dict[str, str](), list[str]()

    def note(self, day: str) -> None:
        """Notes what is new, or other than before."""
        told: dict[str, list[str]] = {}
        for member in (None, *self._chat.world.members):
            for message in self._chat.seen(member):
                if message["_only"] == member and self._known.get(message["id"]) != (words := self._words(message)):
                    self._known[message["id"]] = words
                    told.setdefault(self._chat.world.members[member]["global_name"] if member else "everybody", []).append(words)
        names = sorted(self._chat.world.channels[thread] for thread in self._chat.world.threads if self._known.setdefault(thread, "") == "")
        self._known |= dict.fromkeys(self._chat.world.threads, "noted")
        self.lines += [f"==== {day}", *(f"thread: {name}" for name in names)]
        for who, said in told.items():
            self.lines += [f"-- {who} reads", *said]

    def check(self, name: str) -> None:
        """Compares it with the one that is kept by this name; where it differs, what is read now stands in `tests/failed`."""
        if not (kept := GOLDEN / name).is_file() or kept.read_text(encoding="utf-8") != str(self):
            FAILED.mkdir(exist_ok=True)
            (FAILED / name).write_text(str(self), encoding="utf-8")
            raise AssertionError(f"{FAILED / name} is not {kept}")

    def _words(self, message: dict[str, Any]) -> str:
        labels = [b["label"] for b in self._chat.buttons(message)]
        menus = [f"{m.get('placeholder')}: {', '.join(o['label'] for o in m['options'])}" for m in self._chat.menus(message)]
        text = re.sub(r"<t:(\d+):(\w)>", lambda found: f"<day {(int(found[1]) - self._begun) / DAY:.0f}>", message["content"])
        text = re.sub(r"[0-9a-f]{16,64}", "<seed>", re.sub(r"<#\d+>", "<thread>", text))
        shown = [text, *(f"[{label}]" for label in labels), *(f"[{menu}]" for menu in menus)]
        return "\n".join(f"  {line}" for part in shown for line in part.splitlines())

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"
