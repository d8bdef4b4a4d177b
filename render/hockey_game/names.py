"""Names of things and short lines, for pictures and for words alike."""

from __future__ import annotations

from typing import Any

from render.look import Look
from rules.hockey_game.all_stars_draft import STAGES
from rules.hockey_game.state import PERIODS
from rules.hockey_game.view import BoardView, GoalView, RoundView


def signed(n: int) -> str:
    """A number with its sign, as it is printed."""
    return f"{n:+d}".replace("-", "−") if n else "0"


def card_name(word: str, look: Look) -> str:
    """A card of any kind: a bonus card by what it adds, others by name."""
    return look.say.find(f"word.{word}") or word.upper()


def team_name(team: str, look: Look) -> str:
    """A team, or that there is none yet."""
    return look.say(f"word.{team}" if team else "hg.no_team")


def field_name(field: str) -> str:
    """A field's label."""
    return field.upper()


def part_name(part: Any, look: Look) -> str:
    """The source of a part of a value."""
    say = look.say
    if part.source == "attribute":
        return say(f"word.{part.name}")
    if part.source == "field":
        return say("hg.part.field", field=field_name(part.name))
    if part.source == "lines":
        return say("hg.part.lines", n=int(part.name))
    if part.source == "crease":
        return say("hg.part.crease")
    if part.source == "referee":
        return say(f"word.{part.name}")
    if part.source == "bonus":
        return say("hg.part.bonus_referee" if part.name.endswith("r") else "hg.part.bonus")
    if part.source == "dice":
        return say("hg.part.dice")
    return card_name(part.name, look)


def part_amount(part: Any, look: Look) -> str:
    """What a part adds, in words; lines that cost nothing are free."""
    return look.say("hg.free") if part.source == "lines" and not part.n else signed(part.n)


def declared(shown: RoundView, look: Look) -> str:
    """The declared move in words."""
    if shown.target:
        return look.say(f"hg.declared.{shown.move}", puck=field_name(shown.puck), target=field_name(shown.target))
    return look.say("hg.declared.shot", puck=field_name(shown.puck))


def result(shown: RoundView, look: Look) -> str:
    """The end of a round in words; empty while it goes on."""
    return look.say(f"hg.result.{shown.result}") if shown.result else ""


def verdict(shown: RoundView, look: Look) -> str:
    """The declared move, and its result."""
    return " · ".join(filter(None, (declared(shown, look), result(shown, look))))


def period(board: BoardView, look: Look) -> str:
    """The period, or what comes before the first one."""
    if board.stage == "choose_team":
        return look.say("hg.teams")
    if board.stage == "draft_pick":
        return f"{look.say('hg.draft')} · {pick_name(board, look)}"
    return period_name(board.period, look)


def pick_name(board: BoardView, look: Look) -> str:
    """What is picked now in the draft, and which of how many of that kind it is for the seat whose turn it is."""
    assert board.draft
    assert board.active is not None
    kind, picks = board.draft.kind, board.sides[board.active].picks
    of = dict(STAGES)[kind]
    what = look.say(f"hg.kind.{kind}")
    return look.say("hg.pick_of", what=what, n=sum(card.kind == kind for card in picks) + 1, of=of) if of > 1 else what


def period_name(number: int, look: Look) -> str:
    """A period by its number; those after the third are overtime."""
    return look.say("hg.overtime", n=number - 3) if number > 3 else look.say("hg.period", number=number)


def shown_round(board: BoardView) -> RoundView | None:
    """The round that a picture shows: the present one once a move is declared, else the one before."""
    return board.round if board.round and board.round.move else board.last


def compared(own: int, other: int) -> str:
    """Two values and which of them is higher: with a colon between them they would read as a time, or as goals."""
    return f"{own} {'>' if own > other else '<' if own < other else '='} {other}".replace("-", "−")


def goal_when(goal: GoalView, look: Look) -> str:
    """When a goal was scored; only the period, if no more is known."""
    return " · ".join((period_name(goal.period, look), *([look.say("hg.log.round", n=goal.round)] if goal.round else [])))


def goal_from(goal: GoalView) -> str:
    """From where a goal was shot, and with which values; empty where that is not known."""
    return f"{field_name(goal.puck)}, {compared(*goal.values)}" if goal.puck else ""


def goal_helped(goal: GoalView, look: Look) -> str:
    """The heroes and the special card that helped to score a goal."""
    return ", ".join(card_name(word, look) for word in (*goal.heroes, goal.special) if word)


def goal_line(goal: GoalView, look: Look, short: bool = False) -> str:
    """A goal with the score after it, by whom, when and, unless it has to be short, how."""
    score = "{}:{} {}".format(*goal.score, look.names[goal.seat])
    if short:
        return f"{score} ({period_short(goal.period, look)})"
    shot = look.say("hg.declared.shot", puck=goal_from(goal)) if goal.puck else ""
    return ", ".join(filter(None, (f"{score} ({goal_when(goal, look)})", shot[:1].lower() + shot[1:], goal_helped(goal, look))))


def decisive(board: BoardView, winner: int) -> GoalView | None:
    """The goal that decided, as hockey counts it: the winner's first one more than the loser had at the end. None for one who didn't lead then."""
    own = [goal for goal in board.scored if goal.seat == winner]
    theirs = len(board.scored) - len(own)
    return own[theirs] if len(own) > theirs else None


def decision(board: BoardView, look: Look, winner: int) -> str:
    """The goal that decided, as a sentence; "" for one who did not lead at the end. The score after it is not told: its order would be another
    one than the board's."""
    goal, say = decisive(board, winner), look.say
    if goal is None:
        return ""
    when = say("hg.in_overtime", n=goal.period - 3) if goal.period > 3 else say("hg.in_period", n=goal.period)
    facts = {"who": look.names[goal.seat], "when": when}
    if not goal.puck:
        return say("hg.decided.plain", **facts)
    own, other = (str(n).replace("-", "−") for n in goal.values)
    facts |= {"field": field_name(goal.puck), "own": own, "other": other}
    helpers = [card_name(word, look) for word in (*goal.heroes, goal.special) if word]
    return say("hg.decided.helped", n=len(helpers), cards=", ".join(helpers), **facts) if helpers else say("hg.decided.shot", **facts)


def period_short(number: int, look: Look) -> str:
    """A period by its number alone."""
    return look.say("hg.short.overtime") if number > 3 else f"{number}."


def _by_period(board: BoardView, look: Look) -> list[tuple[str, str]]:
    """All periods in short with the goals in each."""
    return [(period_short(n, look), f"{a}:{b}" if n <= board.period else "–") for n, (a, b) in enumerate(board.periods, 1)]


def periods(board: BoardView, look: Look) -> tuple[tuple[str, str], ...]:
    """Periods in short with the goals in each: of overtimes the last one, before which there were none."""
    found = _by_period(board, look)
    return (*found[:PERIODS], *found[PERIODS:][-1:])


def goals_line(board: BoardView, look: Look) -> str:
    """Goals by period."""
    return "   ".join(f"{name} {goals}" for name, goals in _by_period(board, look))


def report_rows(board: BoardView, look: Look) -> list[tuple[str, str, str, bool]]:
    """The lines of the match report: for seat 0, what it is, for seat 1."""
    say, report = look.say, board.report
    found = []
    for number, (a, b) in enumerate(report["periods"], 1):
        found.append((str(a), period_name(number, look), str(b), False))
    found.append((str(board.sides[0].goals), say("hg.report.goals"), str(board.sides[1].goals), True))
    shots = [(report["won"][s].get("shot", 0), report["tried"][s].get("shot", 0)) for s in (0, 1)]
    found.append((str(shots[0][1]), say("hg.report.shots"), str(shots[1][1]), False))
    for move in ("speed", "strength", "pass"):
        cells = [say("hg.report.of", won=report["won"][s].get(move, 0), tried=report["tried"][s].get(move, 0)) for s in (0, 1)]
        found.append((cells[0], say(f"hg.report.{move}"), cells[1], False))
    found.append((str(report["referee"][0]), say("hg.report.referee"), str(report["referee"][1]), False))
    for place, (seat, hero, n) in enumerate(report["heroes"], 1):
        cell = say("hg.report.hero", name=say(f"word.{hero}"), n=n)
        found.append((cell if seat == 0 else "", say("hg.report.best", place=place), cell if seat == 1 else "", place == 1))
    return found
