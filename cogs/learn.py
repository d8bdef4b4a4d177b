"""`/learn`: a guided first game, private, in the reader's language, by buttons or typing.

The state is in the buttons: each says how far the lesson has got.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.command_declarations import anywhere, command_text, worded
from cogs.messages.drawing import drawn, panel_files, plain, to_file
from cogs.messages.forms import field, sent, shown_form, taken_up
from cogs.messages.lesson_panel import Spot, choices_of, is_complete, named_at, picked, pointing_at, row_in_words
from cogs.messages.moves.typed_actions import meant
from cogs.messages.panel_navigation import show
from cogs.messages.refusals import Pointing, explain, why_not
from cogs.messages.reply import called, theme_of, voice
from cogs.messages.rules.entry import open_menu
from cogs.messages.table.new_game import COMPUTER
from cogs.messages.truncation import cut
from cogs.messages.typed_game_names import GameName, game_choices, game_named
from cogs.play.unfit import Unfit
from data.content import build, games
from data.language import Texts
from data.lesson import LEARNER, Lesson, Stand, actions, asked_again, done, lesson, stand
from data.rulebook import NUMBER
from data.user_text import escaped
from render.look import Look
from render.painter import painter
from rules.computers.characters import teacher_of
from rules.game import Action, Refused
from rules.notation import Misread, first, write

if TYPE_CHECKING:
    from cogs.service.bot import Referee


FORM = "f:learn:"
LONGEST_LABEL = 80
"""So many letters a button of a lesson has at most."""
LONGEST = 300
"""Letters of what is typed on a page."""


class LessonForm(ui.Modal):
    """The form in which a learner types instead of pressing a button."""

    def __init__(self, game: str, page: int, sample: str, say: Texts) -> None:
        super().__init__(title=say("learn.type")[:45], custom_id=f"{FORM}{game}:{page}")
        self.words: ui.TextInput[LessonForm] = ui.TextInput(
            label=say("learn.type.label")[:45], placeholder=sample[:100], max_length=LONGEST, custom_id="words"
        )
        self.add_item(self.words)


class LearnCommands(commands.Cog):
    """The command `/learn`, and the buttons of lessons."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(learn=self.on_learn, lesson=self.on_lesson, learntype=self.on_type)
        bot.handlers.update(learnstep=self.on_step, learndo=self.on_do, learnpick=self.on_pick, learngo=self.on_go)

    @app_commands.command(name=command_text("learn"), description=command_text("learn.desc"))
    @worded("learn", "game")
    @anywhere
    async def learn(self, interaction: discord.Interaction[Any], game: GameName) -> None:
        """Starts the lesson of a game."""
        await interaction.response.defer(ephemeral=True)
        found = game_named(game, taught(), await voice(interaction))
        await show(interaction, await self._page(interaction, found, 0))

    @learn.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, taught())

    async def on_lesson(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Learn* below a public message: starts the lesson privately."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        if rest not in taught():
            raise Unfit("learn.gone")
        await show(interaction, await self._page(interaction, rest, 0))

    async def on_learn(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Handles a choice on a page, *Next* or *Back*: `game:page:choice`, where an empty choice only shows the page."""
        await interaction.response.defer()
        game, number, choice = rest.split(":")
        script, page = _script(game, number)
        chosen = _choices(script.pages[page].do, script.pages[page].others)
        if not choice:
            message = await self._page(interaction, game, page)
        elif int(choice) >= len(chosen):
            raise Unfit("learn.gone")
        elif chosen[int(choice)] == script.pages[page].do:
            message = await self._page(interaction, game, page + 1)
        else:
            message = await self._after(interaction, game, page, actions(chosen[int(choice)]))
        await show(interaction, message)

    # *All my choices*: the same panel as at a table

    async def on_step(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows the next word's choices, as the panel of a real table does. Raises Unfit."""
        await interaction.response.defer()
        await show(interaction, await self._panel(interaction, Spot.read(rest)))

    async def on_do(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Plays the whole action of a button. Raises Unfit."""
        await interaction.response.defer()
        spot = Spot.read(rest)
        await show(interaction, await self._take(interaction, spot, [spot.prefix]))

    async def on_pick(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Handles a choice from a menu: plays whole actions, or goes on to the next word. Raises Unfit."""
        await interaction.response.defer()
        spot = Spot.read(rest)
        state = await self._before(spot)
        row = picked(spot, values, state)
        if len(row) == 1 and not is_complete(row[0], state, spot.game):
            message = await self._panel(interaction, spot._replace(menu=0, prefix=row[0]))
        else:
            message = await self._take(interaction, spot, row)
        await show(interaction, message)

    async def on_go(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Plays several actions that one button offers in a row. Raises Unfit."""
        await interaction.response.defer()
        game, page, done_, number = rest.split(":")
        spot = Spot(game, int(page), int(done_))
        rows = build(game).shortcuts(await self._before(spot), LEARNER) if game in games() else []
        if int(number) >= len(rows):
            raise Unfit("learn.gone")
        await show(interaction, await self._take(interaction, spot, [*rows[int(number)]]))

    @staticmethod
    async def _before(spot: Spot) -> Any:
        """The position at a spot. Raises Unfit for a spot that the lesson no longer has."""
        script, page = _script(spot.game, str(spot.page))
        wanted = actions(script.pages[page].do)
        if not wanted or spot.done >= len(wanted):
            raise Unfit("learn.gone")
        return await asyncio.to_thread(_state, spot.game, page, wanted[: spot.done])

    async def _panel(self, interaction: discord.Interaction[Any], spot: Spot) -> dict[str, Any]:
        """The message at a spot: the page's text, and all legal choices."""
        state, script = await self._before(spot), _script(spot.game, str(spot.page))[0]
        say, look = await voice(interaction, spot.game), await self._look(interaction, spot.game, script)
        shown = choices_of(spot, state, look, say)
        files = await panel_files(build(spot.game).view(state, LEARNER), look, shown.prefix, shown.words)
        back = Press("learn", f"{spot.game}:{spot.page}:", say("learn.page_again"), row=4)
        head = f"**{say('learn.page', n=spot.page + 1, of=len(script.pages))}**"
        lines = "\n".join([say(f"learn.{spot.page + 1}"), *shown.question])
        return {"content": head, "attachments": files, "question": cut(lines), "view": panel([*shown.items, back])}

    async def _take(self, interaction: discord.Interaction[Any], spot: Spot, row: list[Action]) -> dict[str, Any]:
        """The message after a learner's actions: the next page, the next question of this page, or why the lesson doesn't go on."""
        script, page = _script(spot.game, str(spot.page))
        wanted = actions(script.pages[page].do)
        done_so_far = [*wanted[: spot.done], *row]
        if await asyncio.to_thread(_same, spot.game, page, done_so_far):
            return await self._page(interaction, spot.game, page + 1)
        if wanted[: len(done_so_far)] == done_so_far:
            return await self._panel(interaction, Spot(spot.game, page, len(done_so_far)))
        return await self._after(interaction, spot.game, page, done_so_far)

    async def on_type(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Type*: the form for a page."""
        game, number = rest.split(":")
        script, page = _script(game, number)
        sample = next(iter(_choices(script.pages[page].do, script.pages[page].others)), "")

        async def form() -> LessonForm:
            return LessonForm(game, page, sample, await voice(interaction))

        await shown_form(interaction, form())

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handles the form *Type* when it is submitted."""
        await sent(interaction, {FORM: self._typed})

    async def _typed(self, interaction: discord.Interaction[Any], rest: str, form: Any) -> None:
        """Handles a typed action: shows the next page, or explains why not."""
        game, _, number = rest.partition(":")
        words = field(form, "words")
        if words is None or not number.isdecimal():
            raise Unfit("learn.gone")
        script, page = _script(game, number)
        await taken_up(interaction)
        say, look = await voice(interaction, game), await self._look(interaction, game, script)
        try:
            row = await asyncio.to_thread(_typed, game, page, words[:LONGEST], look)
        except (Misread, Refused) as error:
            note = why_not(error, say, game, await asyncio.to_thread(_pointing, game, page, words, look))
        else:
            wanted = actions(script.pages[page].do)
            if row == wanted or wanted[: len(row)] != row:
                message = await (self._page(interaction, game, page + 1) if row == wanted else self._after(interaction, game, page, row))
                await show(interaction, message)
                return
            note = say("learn.begun", action="; ".join(map(write, wanted)))
        await show(interaction, await self._page(interaction, game, page, note))

    async def _after(self, interaction: discord.Interaction[Any], game: str, page: int, row: list[Action]) -> dict[str, Any]:
        """The message after actions other than the lesson's. If they are legal, the next page, with a word on what the lesson plays; if not, the
        refusal and the right action."""
        script, say = lesson(game), await voice(interaction, game)
        assert script is not None
        here, look = await asyncio.to_thread(stand, game, page), await self._look(interaction, game, script)
        right = await asyncio.to_thread(row_in_words, game, here.state, actions(script.pages[page].do), look, say)
        try:
            await asyncio.to_thread(done, build(game), here.state, row)
        except Refused as error:
            return await self._page(interaction, game, page, f"{explain(error, say, game, with_remedy=True)}\n{say('learn.right', what=right)}")
        return await self._page(interaction, game, page + 1, before=say("learn.other", what=right))

    @staticmethod
    async def _look(interaction: discord.Interaction[Any], game: str, script: Lesson) -> Look:
        """The learner's theme, texts and names, for the painter."""
        say = await voice(interaction, game)
        teacher = teacher_of(build(game))
        opponents = [teacher[1].name] if teacher else []
        opponents += [say("learn.computer")] * (script.seats - 1 - len(opponents))
        names = plain([called(interaction.user), *opponents])
        return Look(await theme_of(interaction), say, names)

    async def _page(self, interaction: discord.Interaction[Any], game: str, number: int, note: str = "", before: str = "") -> dict[str, Any]:
        """The message of a page: words said `before` it, events or a `note` in their place, explanations, pictures, and the choices."""
        script = lesson(game)
        assert script is not None
        say, look = await voice(interaction, game), await self._look(interaction, game, script)
        named = look._replace(names=(escaped(called(interaction.user)), *look.names[1:]))
        here = await asyncio.to_thread(stand, game, number)
        text = say(f"learn.{number + 1}")
        happened = [f"> {line}" for event in here.events if (line := painter(game).narrate(event.kind, event.facts, named))] if number else []
        last, here_too = number + 1 == len(script.pages), interaction.guild is not None
        head = [f"**{say('learn.page', n=number + 1, of=len(script.pages))}**", *([before] if before else []), *([] if note else happened)]
        teacher = teacher_of(build(game))
        head += [say("learn.opponent", name=teacher[1].name)] if teacher and not number else []
        lines = [text, *([note] if note else [])]
        if last:
            elsewhere = say("learn.elsewhere_named", game=game, name=teacher[1].name) if teacher else say("learn.elsewhere", game=game)
            lines += [say("learn.end"), *([] if here_too else [elsewhere])]
        page = script.pages[number]
        items: list[Press | Choose]
        if page.do and not number:  # The first question is asked as at a table, where anything legal may be answered.
            items = [*choices_of(Spot(game, 0, 0), here.state, look, say).items, Press("learntype", f"{game}:0", say("learn.type"), row=4)]
        else:
            choices = _choices(page.do, page.others)
            labels = await asyncio.to_thread(lambda: [row_in_words(game, here.state, actions(choice), look, say) for choice in choices])
            items = [*_buttons(game, number, last, labels, say)]
        if last and here_too:
            against, label = (teacher[0], say("learn.play_named", name=teacher[1].name)) if teacher else (COMPUTER, say("learn.play"))
            items.append(Press("fresh", f"{against}:{game}", label, discord.ButtonStyle.success, row=0))
        menu = open_menu(game, NUMBER.findall(text), say)
        files = await drawn(_pictures, game, page.show, here, look)
        view = panel([*items, *([menu] if menu else [])])
        return {"content": cut("\n".join(head)), "attachments": files, "question": cut("\n".join(lines)), "view": view}


def taught() -> list[str]:
    """The games that have a lesson."""
    return [key for key in games() if lesson(key)]


def _script(game: str, number: str) -> tuple[Lesson, int]:
    """The lesson of a game, and the number of a page. Raises Unfit if it does not exist."""
    script, page = lesson(game) if game in games() else None, int(number)
    if script is None or not 0 <= page < len(script.pages):
        raise Unfit("learn.gone")
    return script, page


def _choices(do: str, others: tuple[str, ...]) -> list[str]:
    """The learner's choices, sorted as texts: so the right one has no fixed place."""
    return sorted([do, *others]) if do else []


def _buttons(game: str, number: int, last: bool, labels: Sequence[str], say: Texts) -> list[Press]:
    """A button for each choice, or *Next*; and *Back*. What is too long for a button stands beside it."""
    items, below = [], max(1, len(labels))
    for n, label in enumerate(labels):
        long = len(label) > LONGEST_LABEL
        items.append(Press("learn", f"{game}:{number}:{n}", say("pick.play") if long else label, discord.ButtonStyle.success, row=n))
        items[-1].beside = f"**{escaped(label)}**" if long else ""
    if not labels and not last:
        items.append(Press("learn", f"{game}:{number + 1}:", say("learn.next"), discord.ButtonStyle.primary, row=0))
    if number:
        items.append(Press("learn", f"{game}:{number - 1}:", say("pick.back"), row=below))
    if labels:
        items.append(Press("learnstep", Spot(game, number, 0).write(), say("learn.all"), discord.ButtonStyle.primary, row=below))
        items.append(Press("learntype", f"{game}:{number}", say("learn.type"), row=below))
    return items


def _pointing(game: str, page: int, text: str, look: Look) -> Pointing:
    """How an explanation shows the words that a learner typed (`Pointing`)."""
    return pointing_at(game, stand(game, page).state, text[:LONGEST], look)


def _typed(game: str, page: int, text: str, look: Look) -> list[Action]:
    """The actions that a typed text means, in words of the game or by names; the lesson's own actions if they lead to the same state. Raises Misread
    and Refused."""
    rules, state = build(game), stand(game, page).state
    row: list[Action] = []
    here = state
    while text:
        one, text = first(rules, here, LEARNER, text)
        row.append(meant(rules, here, LEARNER, named_at(game, here, look), one))
        here = asked_again(rules, done(rules, state, row).state, rules.turn(state)).state
    script = lesson(game)
    assert script is not None
    return actions(script.pages[page].do) if _same(game, page, row) else row


def _state(game: str, page: int, row: list[Action]) -> Any:
    """The position of a page after the actions `row`, when the learner is asked again. Raises Refused."""
    rules, state = build(game), stand(game, page).state
    return asked_again(rules, done(rules, state, row).state, rules.turn(state)).state if row else state


def _same(game: str, page: int, row: list[Action]) -> bool:
    """Whether the actions `row` are the lesson's own, or lead to the same state."""
    script, rules = lesson(game), build(game)
    assert script is not None
    wanted = actions(script.pages[page].do)
    try:
        return row == wanted or rules.dump(_state(game, page, row)) == rules.dump(_state(game, page, wanted))
    except Refused:
        return False


def _pictures(game: str, show: tuple[str, ...], here: Stand, look: Look) -> list[discord.File]:
    """The pictures of a page, as the learner may see them."""
    rules, paint = build(game), painter(game)
    view = rules.view(here.state, LEARNER)
    files = []
    for what in show:
        if what == "hand":
            picture, words = paint.paint_hand(view, look), paint.describe_hand(view, look)
        elif what == "choice":  # As in a panel.
            options = [word.text for word in rules.words(here.state, LEARNER, ())]
            board, picture = paint.paint_panel(view, look, (), options)
            files.append(to_file(board, paint.describe(view, look, brief=True), "board"))
            words = paint.describe_hand(view, look)
        else:
            picture, words = paint.paint(view, look), paint.describe(view, look, brief=True)
        if picture:
            files.append(to_file(picture, words, what))
    return files


async def setup(bot: Referee) -> None:
    await bot.add_cog(LearnCommands(bot))
