"""The one door between people: what one person may do to others at a table or in a tournament. Pure; every path asks here before anything is done.

**Who plays does not rule.** Nobody decides, exchanges, shows or takes back anything where they sit or have sat, nor in the matches of a tournament
that they are entered in; hosting alone and having invited somebody is no part. A second moderator can, and so may who plays against computers alone
while nothing is at stake for others. What does none of that (a pause, the clock, an end without a result) is refused to them where there is a
rating or a prize.
"""

from __future__ import annotations

from enum import StrEnum

from cogs.playing.tables import Unfit


class Act(StrEnum):
    """What is done to others, by the word under which it is kept. One that is new is refused to who plays."""

    TIMEOUT = "timeout"
    FORFEIT = "forfeit"
    TABLE_PAUSE = "table_pause"
    TABLE_RESUME = "table_resume"
    REPLACE = "replace"
    DECIDE = "decide"
    TABLE_ROLLBACK = "table_rollback"
    TABLE_END = "table_end"
    CLOCK = "table_clock"
    DROP = "drop"
    DROP_LEFT = "drop_left"
    KEEP_LEFT = "keep"
    ABSENT = "absent"
    SUBSTITUTE = "substitute"
    ROLLBACK = "rollback"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"


class Relation(StrEnum):
    """Who does it, seen from those to whom it is done. Who PLAYS_ALONE is a moderator with nobody but computers at the table, ever."""

    STRANGER = "stranger"
    MEMBER = "member"
    OPPONENT = "opponent"
    ALLY = "ally"
    HOST = "host"
    MODERATOR = "moderator"
    MODERATOR_PLAYS = "moderator_plays"
    PLAYS_ALONE = "plays_alone"
    BLOCKED = "blocked"
    LEFT = "left"


class Stake(StrEnum):
    """What may be won by it: nothing, what is HIDDEN (a hand, a deck, dice to come), a rating, or the prize of a tournament."""

    CASUAL = "casual"
    HIDDEN = "hidden"
    RATED = "rated"
    PRIZE = "prize"


PLAYS, MODERATORS = "desk.own_game", "tournament.moderators"
"""Why somebody may not: they have a part in it, or are no moderator."""
TOLD_BY_DISCORD = frozenset({Act.DROP_LEFT, Act.KEEP_LEFT})
"""What the host may do, too: it is about somebody of whom Discord says that they have left the server."""
GENTLE = frozenset({Act.TABLE_PAUSE, Act.TABLE_RESUME, Act.TABLE_END, Act.CLOCK})
"""What decides, exchanges, shows and takes back nothing at a table."""
COURSE = frozenset({Act.PAUSE, Act.RESUME, Act.END})
"""The same of a whole tournament, of which the matches that are open may be played on."""


def refusal(act: Act, relation: Relation, stake: Stake) -> str | None:
    """Why somebody may not do this, by the key of a text; None where they may."""
    if relation is Relation.MODERATOR or (relation is Relation.HOST and act in TOLD_BY_DISCORD):
        return None
    won = stake in (Stake.RATED, Stake.PRIZE)
    if relation is Relation.PLAYS_ALONE:
        return PLAYS if won else None
    if relation is Relation.MODERATOR_PLAYS and (act in COURSE or (act in GENTLE and not won)):
        return None
    return PLAYS if relation is Relation.MODERATOR_PLAYS else MODERATORS


def check(act: Act, relation: Relation, stake: Stake) -> None:
    """Raises Unfit with the reason where somebody may not do this."""
    why = refusal(act, relation, stake)
    if why is not None:
        raise Unfit(why)
