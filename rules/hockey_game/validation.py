"""Checks a loaded state (HG-1 to HG-11)."""

from __future__ import annotations

from rules.hockey_game.all_stars_draft import PICKS
from rules.hockey_game.content import MOVES, Content
from rules.hockey_game.legal_actions import VERBS
from rules.hockey_game.rink import Ground
from rules.hockey_game.state import HAND, OPEN, PLAY, Round, Side, State
from rules.parts.validation import known, need, part_of, within

BEFORE = ("choose_team", "draft_pick")
CHOICES = ("injury_target", "recover_pick")
MOST_CARDS = 200
"""More than a seat ever owns."""
DICE = 3


def check(content: Content, ground: Ground, state: State) -> range:
    """The seats of a state, if it is possible in this game. Raises ValueError."""
    seats = range(2)
    need(len(state.sides) == len(seats), "seats")
    known([state.active, state.first], seats, "seats")
    within(state.resigned, -1, 1, "resigned")
    known([state.stage], (*VERBS, "over"), "stage")
    known([state.resume], ("", *OPEN, *PLAY), "stage")
    need(bool(state.resume) == (state.stage in CHOICES) or state.stage == "over", "stage")
    known([state.puck], ground.fields, "puck")
    for number, least in ((state.period, 1), (state.period_cards, 1), (state.clock, 0), (state.quiet, -1), (state.rounds, 0), (state.ended, 0)):
        need(number >= least, "figures")
    known([*state.referee, *state.turned], content.codes, "referee cards")
    known([goal.seat for goal in state.goals], seats, "goals")
    known([seat for _, seat in state.shots], seats, "shots")
    for side in state.sides:
        _side(content, side, state.stage)
    for round_ in (state.round, state.last):
        if round_ is not None:
            _round(content, ground, state, round_)
    _stage(state)
    return seats


def _side(content: Content, side: Side, stage: str) -> None:
    known([side.team], (*content.teams, *([""] if stage in (*BEFORE, "over") else [])), "team")
    cards = [*side.hand, *side.shown, *side.deck, *side.heroes, *side.discard, *side.tally.heroes]
    known(cards, content.cards, "cards")
    within(len(cards), 0, MOST_CARDS, "cards")
    within(len(side.hand), 0, HAND, "hand")
    part_of(side.shown, side.hand, "known cards")
    known([content.cards[word].kind for word in (*side.heroes, *side.tally.heroes)], ("hero",), "heroes")
    known(side.picks, {*content.cards, *content.teams}, "picks")
    within(len(side.picks), 0, PICKS, "picks")
    known([*side.tally.tried, *side.tally.won], MOVES, "moves")


def _round(content: Content, ground: Ground, state: State, round_: Round) -> None:
    known([round_.attacker], range(2), "attacker")
    known([round_.puck], ground.fields, "puck")
    known([round_.move], ("", *MOVES), "move")
    known([round_.target], ("", *ground.fields), "target")
    need(bool(round_.target) == (round_.move not in ("", "shot")), "target")
    known([round_.result], ("", "moved", "goal", "lost", "missed"), "result")
    need(len(round_.turns) == 2, "turns")
    for turn in round_.turns:
        cards = [w for w in (turn.special, turn.deployed) if w]
        cards += [part.name for part in turn.parts if part.source in ("bonus", "hero", "special")]
        known([*cards, *turn.used], content.cards, "cards")
        within(len(turn.dice), 0, DICE, "dice")
        known(turn.dice, range(1, 7), "dice")
        need(all(abs(part.n) < MOST_CARDS for part in turn.parts), "parts")


def _stage(state: State) -> None:
    """Checks that the stage suits the round in progress."""
    if state.stage in BEFORE:
        need(state.round is None and (state.stage == "draft_pick") == state.draft, "stage")
        return
    if state.stage == "over":
        return
    round_ = state.present
    stage = state.resume or state.stage
    if stage == "restart_choice":
        need(round_.result == "missed" and not state.attacking, "stage")
        return
    need(not round_.result and state.attacking == stage.startswith("attack"), "stage")
    need(bool(round_.move) == (stage not in ("attack_open", "attack_declare")), "stage")
    need(bool(state.turn.dice) == (stage in PLAY), "dice")
    need(set(state.turn.used) <= set(state.side.heroes), "heroes")
