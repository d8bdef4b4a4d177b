"""Scenarios of fault injection, written as people act: each step does something that everybody hears of."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from playground.permission_bits import ALL_RIGHTS, MANAGE_THREADS, MODERATES, ORDINARY
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, JUDGE
from tests.tools.faults.net import HERE, SHORTLY, THERE, Net

MEMBERS = (ANNA, BOHUMIL, CECILE, DARA)
GAME = "monster_hex"


async def open_table(net: Net, channel: str = HERE, **options: str) -> None:
    """Anna opens a table, Bohumil takes the last seat, and it begins."""
    options = {"game": GAME, "seats": "2", "options": "seating=joined opening=fixed"} | options
    await net.step(lambda: net.use(ANNA, "game new", channel, **options), "Anna")
    await net.step(lambda: net.press(BOHUMIL, "Join", channel), "Fair play")


async def factions(net: Net, channel: str = HERE) -> None:
    """Both choose their factions."""
    await net.step(lambda: net.use(ANNA, "move", channel, action="faction ember"), "leads Ember")
    await net.step(lambda: net.use(BOHUMIL, "move", channel, action="faction tide"), "leads Tide")


async def two(net: Net) -> None:
    """Two people: Join to full, moves by typing and by clicking, the end with the seed."""
    await open_table(net)
    await factions(net)
    await net.step(lambda: net.move(ANNA), "Anna places")
    await net.step(lambda: clicked(net, BOHUMIL), "Bohumil places")
    await net.step(lambda: net.use(ANNA, "game resign", sure="True"), "the seed was")


async def clicked(net: Net, member: str, channel: str = HERE) -> str:
    """A move by *Your move* and whatever button comes first, until it is made."""
    answer = await net.press(member, "Your move", channel)
    for _ in range(4):
        private = net.seen(channel, member)
        parts = [c for row in (private[-1]["components"] if private else ()) for c in row["components"]]
        if not parts or answer or parts[0]["custom_id"].startswith("b:undo:"):  # The move is made.
            break
        answer = await net.press_part(member, private[-1], parts[0])
    return answer


async def held(net: Net) -> None:
    """A turn of several actions, told in one message when it is over."""
    await open_table(net, game="hexknight", options="")
    await net.step(lambda: turn(net, ANNA, "secret_path"), "Anna prepares with Secret path")
    await net.step(lambda: net.use(BOHUMIL, "game resign", sure="True"), "the seed was")


async def turn(net: Net, member: str, card: str) -> str:
    """A card laid out and three stages confirmed, from wherever the member sees that the turn stands."""
    stands = await net.reads(member, "Your move")
    if "Preparation" in stands and "Laid out" not in stands:
        await net.use(member, "move", action=f"play {card}")
        stands = await net.reads(member, "Your move")
    if "Laid out" in stands or "Movement" in stands or "Rest" in stands:
        for _ in range(3):
            await net.use(member, "move", action="confirm")
    return ""


async def hasty(net: Net) -> None:
    """Somebody who types the next thing before the last is answered."""
    await open_table(net, game="hexknight", options="")

    async def at_once() -> str:
        await asyncio.gather(*(net.use(ANNA, "move", action="confirm") for _ in range(3)))
        return ""

    await net.step(at_once)
    await net.quiet(SHORTLY)
    await net.step(lambda: net.use(BOHUMIL, "game resign", sure="True"), "the seed was")


async def computer(net: Net) -> None:
    """A table against a computer that acts first, and answers."""
    await net.step(lambda: net.use(ANNA, "game new", game=GAME, computers="1"), "Fair play")
    for _ in range(3):
        await net.step(lambda: net.move(ANNA), "Anna")
    await net.step(lambda: net.use(ANNA, "game resign", sure="True"), "the seed was")


async def consent(net: Net) -> None:
    """Taking back with consent, refused, and a draw."""
    await open_table(net)
    await factions(net)
    await net.step(lambda: net.use(ANNA, "game undo"), "would like to take")
    await net.step(lambda: net.press(BOHUMIL, "Agree"), "takes the last action back")
    await net.step(lambda: net.use(ANNA, "move", action="faction moss"), "leads Moss")
    await net.step(lambda: net.use(BOHUMIL, "game draw"), "draw")
    await net.step(lambda: net.press(ANNA, "Agree"), "the seed was")


async def taken_back(net: Net) -> None:
    """*Undo*: what everybody has been told, by the button and by the command; and what nobody has, in the middle of a turn."""
    await open_table(net)
    for undo in (lambda: undone(net, ANNA), lambda: net.use(ANNA, "game undo")):
        await net.step(lambda: net.use(ANNA, "move", action="faction ember"), "leads Ember")
        await net.step(undo, "takes the last action back")
    await net.step(lambda: net.use(ANNA, "game resign", sure="True"), "the seed was")
    await open_table(net, THERE, game="hexygame", options="seating=joined decks=drawn")
    await net.step(lambda: net.use(ANNA, "move", THERE, action="keep"), "Anna keeps")
    await net.step(lambda: net.use(BOHUMIL, "move", THERE, action="keep"), "Turn 1: Anna")
    await net.step(reconsidering(net), "Turn 2: Bohumil")
    await net.step(lambda: net.use(ANNA, "game resign", THERE, sure="True"), "nobody else is left")


async def undone(net: Net, member: str, channel: str = HERE) -> str:
    """Presses *Undo* where it was seen last."""
    for message in reversed(net.seen(channel, member)):
        for part in (c for row in message["components"] for c in row["components"]):
            if part["custom_id"].startswith("b:undo:"):
                return await net.press_part(member, message, part)
    return await net.use(member, "game undo", channel)


def reconsidering(net: Net) -> Callable[[], Awaitable[str]]:
    """A card discarded for energy and taken back once, then a pass, from wherever Anna sees that her turn stands."""
    back = False

    async def reconsider() -> str:
        nonlocal back
        for _ in range(6):
            stands = await net.reads(ANNA, "Your move", THERE)
            if "Energy: 1" in stands:
                back = True
                await undone(net, ANNA, THERE)
            elif back:
                break
            elif stands:
                await net.use(ANNA, "move", THERE, action="discard yellow_hall")
        return await net.use(ANNA, "move", THERE, action="pass")

    return reconsider


async def clock(net: Net) -> None:
    """A clock with its reminder, an answer by the game, and the end of time."""
    await open_table(net, clock="24h", time_over="at_once")
    await net.step(lambda: net.later(13), "⏱")
    await net.step(lambda: net.use(ANNA, "move", action="faction ember"), "leads Ember")
    await net.step(lambda: net.later(25), "the seed was")


async def give_up(net: Net, thread: int, expect: str) -> None:
    """Resigns for the asked player in a match's thread."""

    async def resign() -> str:
        channel = net.thread(thread)
        return await net.use(net.asked(channel), "game resign", channel, sure="True") if channel in net.world.threads else "nowhere"

    await net.step(resign, expect)


async def posted(net: Net, settings: str) -> str:
    """A tournament set up in its panel, the sign-up of which is posted."""
    answer = await net.use(ANNA, "tournament create", game=GAME, name="Cup", settings=settings)
    private = net.seen(HERE, ANNA)
    parts = [c for row in (private[-1]["components"] if private else ()) for c in row["components"] if c["custom_id"].startswith("b:dpost:")]
    return answer or (await net.press_part(ANNA, private[-1], parts[0]) if parts else answer)


async def signed_up(net: Net, *members: str, settings: str = "") -> None:
    """A tournament with its entries, begun."""
    await net.step(lambda: posted(net, settings), "Cup")
    for n, member in enumerate(members, 1):
        await net.step(lambda member=member: net.press(member, "Join"), f"{n}. ")
    await net.step(lambda: net.use(ANNA, "tournament start"), "Cup, round 1")


async def tournament(net: Net) -> None:
    """A Swiss of four from the sign-up message to the winner with pictures and the seed of lots."""
    await signed_up(net, *MEMBERS, settings="rounds:2")
    await give_up(net, 0, "the seed was")
    await give_up(net, 1, "Cup, round 2")
    await give_up(net, 2, "the seed was")
    await give_up(net, 3, "🏆")


async def desk(net: Net) -> None:
    """A moderator at a table: pause, resume, somebody else plays on, a decision."""
    await open_table(net)
    await net.step(lambda: net.use(DARA, "referee pause", reason="holidays"), "pauses the game")
    await net.step(lambda: net.use(DARA, "referee resume", reason="back"), "back")
    await net.step(lambda: net.use(ANNA, "move", action="faction ember"), "leads Ember")
    await net.step(lambda: net.use(DARA, "referee replace", player=ANNA, new=CECILE, reason="exams"), "exams")
    await net.step(lambda: net.use(DARA, "referee decide", winner=BOHUMIL, reason="a bet"), "the seed was")


async def steward(net: Net) -> None:
    """A moderator at a tournament: pause, a substitute, absence, a drop, the end."""
    await signed_up(net, *MEMBERS, settings="rounds:2")
    net.world.member_rights[JUDGE] = ORDINARY | MODERATES
    await net.step(lambda: net.use(JUDGE, "referee tournament pause", reason="a storm"), "a storm")
    await net.step(lambda: net.use(JUDGE, "referee tournament resume", reason="the sun"), "the sun")
    await net.step(lambda: net.use(JUDGE, "referee tournament substitute", player=ANNA, new="4005", reason="ill"), "ill")
    await net.step(lambda: net.use(JUDGE, "referee tournament absent", player=BOHUMIL, reason="away"), "away")
    await net.step(lambda: net.use(JUDGE, "referee tournament drop", player=CECILE, reason="rude"), "rude")
    await net.step(lambda: net.use(JUDGE, "referee tournament end", reason="enough"), "enough")


async def channels(net: Net) -> None:
    """A match's thread is deleted and made anew; a table's channel is deleted, and its game goes on in a new one."""
    await signed_up(net, ANNA, BOHUMIL)
    await net.quiet()  # Else what was told in a channel that goes is told in the new one, too.

    async def away() -> str:
        if net.thread(0) in net.world.threads:
            net.world.delete_channel(net.thread(0))
        return ""

    await net.step(away, "goes on in")
    await give_up(net, 0, "🏆")
    await open_table(net, THERE)
    await net.quiet()

    async def elsewhere() -> str:
        if THERE in net.world.channels:
            net.world.delete_channel(THERE)
            net.world.add_channel("3070", "fresh")
        return await net.use(ANNA, "game here", "3070", table="2")

    await net.step(elsewhere, channel="3070")
    await factions(net, "3070")


async def days(net: Net) -> None:
    """A match in a thread in which nobody says anything for more than a week, by people who may not manage threads."""
    for member in net.world.members:
        net.world.member_rights[member] = ALL_RIGHTS & ~MANAGE_THREADS
    await signed_up(net, ANNA, BOHUMIL)
    await net.quiet(SHORTLY)  # What is tried again within seconds is not tried after a week.
    net.world.ahead += 8 * 86400
    await net.quiet(SHORTLY)
    await net.step(lambda: clicked(net, net.asked(net.thread(0)), net.thread(0)), "leads")
    await give_up(net, 0, "🏆")


async def closing(net: Net) -> None:
    """A table closes since the last one who sat there leaves."""
    await net.step(lambda: net.use(ANNA, "game new", game=GAME, seats="2"), "Anna")
    await net.step(lambda: net.use(ANNA, "game leave"), "This table is closed.")


async def nudge(net: Net) -> None:
    """Has another player nudge the asked one."""
    await open_table(net)
    await net.step(lambda: net.use(ANNA, "move", action="faction ember"), "leads Ember")
    await net.step(lambda: net.use(ANNA, "game nudge"), "would like to go on")
    await net.step(lambda: net.use(ANNA, "game resign", sure="True"), "the seed was")


async def rights(net: Net) -> None:
    """The right to write is taken away while somebody moves, and given back."""
    await open_table(net)
    await factions(net)

    async def silent() -> str:
        net.faults.take_rights(HERE)
        answer = await net.move(ANNA)
        await net.quiet(0.1)
        net.faults.give_back()
        return answer

    await net.step(silent, "Anna places")
    await net.step(lambda: net.use(BOHUMIL, "game resign", sure="True"), "the seed was")


SCENARIOS = {
    f.__name__: f for f in (two, held, hasty, computer, consent, taken_back, clock, tournament, desk, steward, channels, days, rights, closing, nudge)
}
