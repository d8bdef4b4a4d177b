"""`/learn`: a guided first game of each kind, private, in the reader's language; every button says where the lesson stands."""

from __future__ import annotations

import asyncio
from itertools import groupby
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.playing.tables import Unfit
from cogs.showing.buttons import Press, panel
from cogs.showing.drawing import Namer, drawn, namer, to_file
from cogs.showing.games import GameName, game_choices, game_named
from cogs.showing.newgame import COMPUTER
from cogs.showing.picking import capital
from cogs.showing.reply import anywhere, called, command_text, cut, explain, theme_of, voice, worded
from cogs.showing.rules import open_menu
from data.content import build, games
from data.language import Texts
from data.lesson import LEARNER, Stand, actions, done, lesson, stand
from data.rulebook import NUMBER
from data.typed import escaped
from render.look import Look
from render.painting import painter
from rules.game import Action, Refused

if TYPE_CHECKING:
    from cogs.running.bot import Referee


class LearnCommands(commands.Cog):
    """Guided first games."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(learn=self.on_learn, lesson=self.on_lesson)

    @app_commands.command(name=command_text("learn"), description=command_text("learn.desc"))
    @worded("learn", "game")
    @anywhere
    async def learn(self, interaction: discord.Interaction[Any], game: GameName) -> None:
        """Begins the lesson of a game."""
        await interaction.response.defer(ephemeral=True)
        found = game_named(game, taught(), await voice(interaction))
        await interaction.edit_original_response(**await self._page(interaction, found, 0))

    @learn.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, taught())

    async def on_lesson(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Learn* below a message that all see: the lesson begins in private."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        if rest not in taught():
            raise Unfit("learn.gone")
        await interaction.edit_original_response(**await self._page(interaction, rest, 0))

    async def on_learn(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """What the learner has chosen on a page, or *Next* or *Back*: `game:page:choice`."""
        await interaction.response.defer()
        game, number, choice = rest.split(":")
        script, page = lesson(game) if game in games() else None, int(number)
        if script is None or not 0 <= page < len(script.pages):
            raise Unfit("learn.gone")
        chosen = _choices(script.pages[page].do, script.pages[page].others)
        if not choice:
            message = await self._page(interaction, game, page)
        elif int(choice) >= len(chosen):
            raise Unfit("learn.gone")
        elif chosen[int(choice)] == script.pages[page].do:
            message = await self._page(interaction, game, page + 1)
        else:
            say = await voice(interaction, game)
            note = await asyncio.to_thread(_judged, game, page, chosen[int(choice)], say)
            message = await self._page(interaction, game, page, note)
        await interaction.edit_original_response(**message)

    async def _page(self, interaction: discord.Interaction[Any], game: str, number: int, note: str = "") -> dict[str, Any]:
        """The message of a page: what has happened, what there is to know, pictures, and what may be done."""
        script = lesson(game)
        assert script is not None
        say = await voice(interaction, game)
        name, others = called(interaction.user), tuple(say("learn.computer") for _ in range(1, script.seats))
        look = Look(await theme_of(interaction), say, (str(name), *others))
        named = look._replace(names=(escaped(name), *others))
        here = await asyncio.to_thread(stand, game, number)
        text = say(f"learn.{number + 1}")
        happened = [f"> {line}" for event in here.events if (line := painter(game).narrate(event.kind, event.facts, named))] if number else []
        last, here_too = number + 1 == len(script.pages), interaction.guild is not None
        lines = [f"**{say('learn.page', n=number + 1, of=len(script.pages))}**", *([] if note else happened), text, *([note] if note else [])]
        if last:
            lines += [say("learn.end"), *([] if here_too else [say("learn.elsewhere", game=game)])]
        page = script.pages[number]
        items = _buttons(game, number, last, _choices(page.do, page.others), here, look)
        if last and here_too:
            items.append(Press("fresh", f"{COMPUTER}:{game}", say("learn.play"), discord.ButtonStyle.success, row=0))
        menu = open_menu(game, NUMBER.findall(text), say)
        files = await drawn(_pictures, game, page.show, here, look)
        return {"content": cut("\n".join(lines)), "attachments": files, "view": panel([*items, *([menu] if menu else [])])}


def taught() -> list[str]:
    """The games that have a lesson."""
    return [key for key in games() if lesson(key)]


def _choices(do: str, others: tuple[str, ...]) -> list[str]:
    """What the learner may choose, the right one not always first."""
    return sorted([do, *others]) if do else []


def _buttons(game: str, number: int, last: bool, choices: list[str], here: Stand, look: Look) -> list[Press]:
    """A button for each choice, or *Next*; and *Back*."""
    rules, paint = build(game), painter(game)
    name_of = namer(paint, rules.view(here.state, LEARNER), look, look.say)  # type: ignore[arg-type]
    items = []
    for n, choice in enumerate(choices):
        label = _label(actions(choice), name_of)
        items.append(Press("learn", f"{game}:{number}:{n}", label if len(label) <= 80 else label[:79] + "…", discord.ButtonStyle.primary, row=n))
    if not choices and not last:
        items.append(Press("learn", f"{game}:{number + 1}:", look.say("learn.next"), discord.ButtonStyle.primary, row=0))
    if number:
        items.append(Press("learn", f"{game}:{number - 1}:", look.say("pick.back"), row=max(1, len(choices))))
    return items


def _label(row: list[Action], name_of: Namer) -> str:
    """Actions as the picker names them; of several with the same verb it stands once."""
    parts = []
    for verb, same in groupby(row, key=lambda action: action[0]):
        rest = [" ".join(name_of(action[:i], word) for i, word in enumerate(action) if i) for action in same]
        parts.append(f"{name_of((), verb).removesuffix(' …')} {', '.join(rest)}".strip())
    return capital(" · ".join(parts))


def _judged(game: str, page: int, choice: str, say: Texts) -> str:
    """What the referee says to something that the lesson does not go on with."""
    try:
        done(build(game), stand(game, page).state, actions(choice))
    except Refused as error:
        return explain(error, say, game, with_remedy=True)
    return say("learn.other")


def _pictures(game: str, show: tuple[str, ...], here: Stand, look: Look) -> list[discord.File]:
    """The pictures of a page, as the learner may see them."""
    rules, paint = build(game), painter(game)
    view = rules.view(here.state, LEARNER)
    files = []
    for what in show:
        if what == "hand":
            picture, words = paint.paint_hand(view, look), paint.describe_hand(view, look)
        elif what == "choice":
            options = [word.text for word in rules.words(here.state, LEARNER, ())]
            picture, words = paint.paint_choice(view, look, (), options), paint.describe(view, look, brief=True)
        else:
            picture, words = paint.paint(view, look), paint.describe(view, look, brief=True)
        if picture:
            files.append(to_file(picture, words, what))
    return files


async def setup(bot: Referee) -> None:
    await bot.add_cog(LearnCommands(bot))
