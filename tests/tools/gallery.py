"""Contact sheets of everything that is drawn: `python -m tests.tools.gallery [--game G] [--theme T] [--language L] [--what ...]`.

Cards, boards, hands, what is chosen from, covers, what moves, and the pictures of tournaments and ratings are put on pages in `gallery/`, to be
looked at by a person: each page once as a phone shows it, and once as a desktop does. Boards are those of games between computers, at their
beginning, in their middle and at their end; of what moves frames lie beside each other.
`--what` is `cards`, `boards`, `tournaments` or `readme`, which draws the pictures of the README.
"""

from __future__ import annotations

import argparse
import asyncio
import io
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from cogs.messages.table.clocks import day
from cogs.messages.tournaments.bracket import Pictured
from cogs.messages.tournaments.pictures import Ended, podium, scoreboard
from data.content import build, games
from data.language import LANGUAGES, texts
from render.charts import Curve, paint_curve
from render.look import Look
from render.painter import painter
from render.picture_cache import Picture
from render.text import font
from render.theme import THEMES
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import GameResult, Plan, TournamentState, ladders
from rules.computer_levels import computed
from rules.game import Step
from rules.randomness import Chance
from tests.tools.turn_in_chat import drawn, turn

FOLDER = Path(__file__).resolve().parents[2] / "gallery"
GAP, CAPTION = 12, 26
"""What is between pictures, and the height of the words below one."""
SCREENS = {"phone": (400, 100_000), "desktop": (547, 350)}
"""How wide and how high pictures are at most where Discord shows them: on a phone, on a desktop."""
MOVING, FRAMES = 2, 6
"""So many blows of a game are shown, and so many frames of each."""
README_WIDTH, README_STAGES = 600, {"hexknight": 0.6, "hockey_game": 0.5, "planetary_conquerors": 0.93}
"""How wide a board is in the README, and how far its game is, where another moment than the third of `STAGES` says more."""
COLUMNS, PAGE = 6, 18
"""How many pictures lie beside each other, and on a page."""
GROUND, INK = "#313338", "#f2f3f5"
NAMES = ("Anna", "Bohumil Nejdelší-Příjmení", "Cécile", "Dara")
STAGES = (0.04, 0.35, 0.7, 0.9)
"""How far games are whose boards are shown; each is shown at its end, too."""
README = FOLDER.with_name("render") / "gallery"
"""Where the pictures of the README are."""
README_CUPS = ("swiss, 10, None", "single, 8, 9")
"""Tournaments that the README shows."""
CARDS = {
    "hexygame": ("gorrak_the_unquenched", "gulf_leviathan", "world_root_colossus", "citadel_of_noon"),
    "planetary_conquerors": ("kuk_oracle", "fusion_reactor", "chain_reaction"),
    "hockey_game": ("torsten", "sisu"),
    "hexknight": ("red_dragon", "sacrifice", "castle"),
}
"""Cards that the README shows."""


class Shot(NamedTuple):
    """A picture on a page and the words below it."""

    words: str
    picture: Picture


def cards(game: str, theme: str, language: str) -> Iterator[Shot]:
    """Everything of a game that can be looked up, and its decks."""
    rules, paint, look = build(game), painter(game), Look(theme, texts(language, game), ())
    for word, face in rules.faces.items():
        yield Shot(word, paint.paint_card(face, look))
    for name, deck in rules.presets.items() if paint.deck else ():
        yield Shot(name, paint.paint_deck(deck, rules.faces, look))


@cache
def steps(game: str, seats: int) -> list[Step[Any]]:
    """A game between computers: what each action has led to, and the beginning."""
    rules: Any = build(game)
    found, chance = [rules.setup(seats, {o.key: o.values[0] for o in rules.options}, 11)], Chance.of(11, "gallery")
    while acting := rules.to_act(state := found[-1].state):
        found.append(rules.apply(state, acting[0], computed(rules, state, acting[0], "normal", chance)))
    return found


def played(game: str, seats: int) -> list[Any]:
    """The states of such a game."""
    return [step.state for step in steps(game, seats)]


def boards(game: str, theme: str, language: str) -> Iterator[Shot]:
    """The cover; boards as everybody sees them, close up, hands, what is chosen from and from what next, and what moves."""
    rules: Any = build(game)
    paint = painter(game)
    if cover := paint.paint_cover(Look(theme, texts(language, game), ())):
        yield Shot("cover", cover)
    for seats in rules.seats:
        states, look = played(game, seats), Look(theme, texts(language, game), NAMES[:seats])
        for stage in (*STAGES, 1.0):
            number = round(stage * (len(states) - 1))
            state, words = states[number], f"{seats} seats, {number}"
            view = rules.view(state, None)
            yield Shot(words, paint.paint(view, look))
            for seat in rules.to_act(state)[:1]:
                own, first = rules.view(state, seat), [w.text for w in rules.words(state, seat, ())]
                yield Shot(f"{words}: choice", paint.paint_choice(own, look, (), first))
                if begun := next((word for word in first if rules.words(state, seat, (word,))), ""):
                    then = [w.text for w in rules.words(state, seat, (begun,))]
                    yield Shot(f"{words}: {begun}", paint.paint_choice(own, look, (begun,), then))
                for name, held_now in (("hand", paint.paint_hand(own, look)), ("low hand", paint.paint_strip(own, look))):
                    if held_now:
                        yield Shot(f"{words}: {name}", held_now)
            if stage == STAGES[2]:
                yield from (Shot(f"{words}: close", picture) for _, picture in paint.paint_closer(view, look, rules.faces))
        yield from moving(game, seats, look)


def moving(game: str, seats: int, look: Look) -> Iterator[Shot]:
    """Frames of blows in a game's middle, and of its end."""
    rules, paint, shown = build(game), painter(game), 0
    found = steps(game, seats)
    for number in range(len(found) // 3, len(found)):
        last = number == len(found) - 1
        public = [event for event in found[number].events if event.to is None]
        loop = paint.paint_moving(rules.view(found[number].state, None), look, public) if last or shown < MOVING else None
        if loop is None:
            continue
        shown += 1
        picture = Image.open(io.BytesIO(loop))
        for n in sorted({round(n * (picture.n_frames - 1) / (FRAMES - 1)) for n in range(FRAMES)}):
            picture.seek(n)
            frame = io.BytesIO()
            picture.convert("RGB").save(frame, "PNG")
            yield Shot(f"{seats} seats, {number}: frame {n}", Picture(frame.getvalue(), picture.size))


PLANS = (
    (Plan("swiss", rounds=4), 10, (13, None)), (Plan("single", games=3, third=True), 8, (3, 9, None)), (Plan("single"), 32, (20,)),
    (Plan("double"), 8, (8, None)), (Plan("robin"), 6, (9,)), (Plan("groups", groups=2, cut=2), 9, (7,)), (Plan("pods", seats=4, rounds=3), 10, (4,)),
)  # fmt: skip
"""Tournaments that are shown: with how many players, and after how many games, or at their end."""
ENTRANTS = (*NAMES, "Cécile-Antoinette-Françoise", "xX_DragonSlayer_9000_Xx", "Jan Novák", "Žofie", "O'Neill")


def held(plan: Plan, entrants: int, left: int | None) -> TournamentState:
    """A tournament after so many games, or at its end."""
    chance = Chance.of(entrants, "gallery")
    state = tournament_rules.begin(plan, range(entrants), 1)
    while state.open and left != 0:
        fixture = state.open[chance.below(min(4, len(state.open)))]
        order = list(fixture.entrants)
        chance.shuffle(order)
        state = tournament_rules.advance(tournament_rules.report(state, fixture.number, GameResult(tuple((entrant,) for entrant in order))))
        left = None if left is None else left - 1
    return state


def climbed(entrants: int, matches: int) -> TournamentState:
    """A ladder on which so many matches have been played, and one is being played."""
    plan, chance, now = Plan("ladder", reach=3, answer=3, idle=21, at_once=5), Chance.of(entrants, "gallery"), 0.0
    state = ladders.opened(tournament_rules.begin(plan, range(entrants), 1), now)
    for n in range(matches + 1):
        now += 2 * ladders.APART
        ladder = ladders.under_way(state)
        below = 1 + chance.below(entrants - 1)
        by, other = ladder.rungs[below], ladder.rungs[max(0, below - 1 - chance.below(3))]
        state = ladders.answer(ladders.challenge(state, by, other, now), other, by, True, now)
        state = tournament_rules.advance(ladders.goes_on(state, now))
        if n < matches:
            (fixture,) = state.open
            order = list(fixture.entrants)
            chance.shuffle(order)
            places = (tuple(order),) if chance.below(5) == 0 else tuple((entrant,) for entrant in order)
            state = ladders.goes_on(tournament_rules.report(state, fixture.number, GameResult(places)), now)
    return state


def tournaments(theme: str, language: str) -> Iterator[Shot]:
    """Standings, brackets, the end, a ladder, and the curve of a rating."""
    say = texts(language, "monster_hex")
    names = {n: ENTRANTS[n] if n < len(ENTRANTS) else f"Max {n}" for n in range(12)}
    ladder = Pictured(climbed(12, 30), say("cmd.tournament").capitalize(), names, say, theme)
    yield from (Shot("ladder, 12, 30", Picture(file.fp.read(), (0, 0))) for file in scoreboard(ladder, everything=False))
    for plan, entrants, moments in PLANS:
        names = {n: ENTRANTS[n] if n < len(ENTRANTS) else f"Max {n}" for n in range(entrants)}
        for moment in moments:
            state = held(plan, entrants, moment)
            pictured = Pictured(state, say("cmd.tournament").capitalize(), names, say, theme)
            files = scoreboard(pictured, everything=False)
            if tournament_rules.over(state):
                files.insert(0, podium(pictured, Ended(say("title"), day(1.8e9, say), "monster_hex")))
            yield from (Shot(f"{plan.format}, {entrants}, {moment}", Picture(file.fp.read(), (0, 0))) for file in files)
    for length in (1, 5, 40, 300):
        chance, points = Chance.of(length, "gallery"), [(1500, 320)]
        while len(points) < length:
            points.append((points[-1][0] + chance.below(61) - 28, max(60, points[-1][1] - 6)))
        days = [day(1.8e9 + 50_000 * n, say) for n in range(length)]
        best, now = max(points)[0], points[-1][0]
        labels = say("profile.best", rating=best), say("profile.now" if now < best else "profile.now_best", rating=now)
        below = f"{say('profile.rated_games', n=length)} · {say('profile.band')}"
        yield Shot(f"{length} games", paint_curve(Curve(say("profile.curve", game=say("title")), below, points, days, *labels), theme))


def pages(shots: Iterable[Shot], name: str) -> Iterator[Path]:
    """Pages of pictures side by side, written as files."""
    found = list(shots)
    for screen, room in SCREENS.items():
        for first in range(0, len(found), PAGE):
            path = FOLDER / f"{name}-{screen}-{first // PAGE + 1}.png"
            page(found[first : first + PAGE], room=room).save(path)
            yield path


def page(shots: list[Shot], columns: int = COLUMNS, room: tuple[int, int] = SCREENS["phone"]) -> Image.Image:
    """Pictures side by side, each as large as it has room on a screen."""
    small, wide = [(shot.words, shown_on(shot.picture, room)) for shot in shots], room[0]
    lines = [small[i : i + columns] for i in range(0, len(small), columns)]
    heights = [max(picture.height for _, picture in line) + CAPTION + GAP for line in lines]
    sheet = Image.new("RGB", (GAP + min(columns, len(small)) * (wide + GAP), sum(heights) + GAP), GROUND)
    pen, y = ImageDraw.Draw(sheet), GAP
    for line, height in zip(lines, heights, strict=True):
        for i, (words, picture) in enumerate(line):
            x = GAP + i * (wide + GAP)
            sheet.paste(picture, (x, y))
            pen.text((x, y + picture.height + 3), words, fill=INK, font=font("Medium", 17))
        y += height
    return sheet


def shown_on(picture: Picture, room: tuple[int, int]) -> Image.Image:
    """A picture as large as it has room in so many pixels."""
    whole = Image.open(io.BytesIO(picture.png)).convert("RGB")
    share = min(room[0] / whole.width, room[1] / whole.height)
    return whole.resize((round(whole.width * share), round(whole.height * share)), Image.Resampling.LANCZOS)


def readme() -> Iterator[Path]:
    """Some cards, a board of each game in its middle, tournaments, and a turn in chat, for the README and the pages in docs."""
    README.mkdir(exist_ok=True)
    shown = [(game, word, Look("dark", texts("en", game), NAMES[:2])) for game, words in CARDS.items() for word in words]
    cards = page([Shot("", painter(game).paint_card(build(game).faces[word], look)) for game, word, look in shown], COLUMNS)
    found = {"cards": cards.resize((1500, cards.height * 1500 // cards.width), Image.Resampling.LANCZOS)}
    tables = []
    for game in games():
        rules: Any = build(game)
        states, look = played(game, 2), Look("dark", texts("en", game), ("Anna", "Bohumil"))
        view = rules.view(states[round(README_STAGES.get(game, STAGES[2]) * len(states))], None)
        board = painter(game).paint(view, look)
        found[game] = shown_on(board, (README_WIDTH, SCREENS["phone"][1]))
        tables.append(Shot(look.say("title"), board))
    cups = [shot._replace(words="") for shot in tournaments("dark", "en") if shot.words in README_CUPS]
    found["games"] = page([*tables, Shot(texts("en")("cmd.tournament").capitalize(), cups[0].picture)], 3)
    found["tournament"] = page(cups, len(cups))
    found["turn"] = drawn(asyncio.run(turn()))
    for name, picture in found.items():
        path = README / f"{name}.png"
        picture.quantize(256, kmeans=4).save(path, optimize=True)
        yield path


def main() -> None:
    """Writes the pages that are asked for, or all."""
    options = argparse.ArgumentParser(description="Draws contact sheets of cards and boards.")
    kinds = {"cards": cards, "boards": boards}
    for name, choices in (("game", games()), ("theme", THEMES), ("language", LANGUAGES), ("what", (*kinds, "tournaments", "readme"))):
        options.add_argument(f"--{name}", choices=choices, help="all where it is not given")
    asked = options.parse_args()
    if asked.what == "readme":
        print(*readme(), sep="\n")
        return
    FOLDER.mkdir(exist_ok=True)
    if asked.what in (None, "tournaments") and asked.game is None:
        for theme in THEMES if asked.theme is None else (asked.theme,):
            for language in LANGUAGES if asked.language is None else (asked.language,):
                print(*pages(tournaments(theme, language), f"tournaments-{theme}-{language}"), sep="\n", flush=True)
    for game in () if asked.what == "tournaments" else games() if asked.game is None else (asked.game,):
        for theme in THEMES if asked.theme is None else (asked.theme,):
            for language in LANGUAGES if asked.language is None else (asked.language,):
                for kind, shots in kinds.items():
                    if asked.what in (None, kind):
                        for path in pages(shots(game, theme, language), f"{game}-{kind}-{theme}-{language}"):
                            print(path, flush=True)


if __name__ == "__main__":
    main()
