"""The permission table: what one person may do to others at a table or in a tournament.

The answer is may, may with consent, or not. Pure; every path asks here first.

**Who plays does not rule.** Nobody decides, exchanges, shows or takes back anything where they sit or have sat, nor in the matches of a tournament
that they are entered in; hosting alone and having invited somebody is no part. A second moderator can, and so may who plays against computers alone
while nothing is at stake for others. What does none of that (to end somebody's time or to say that they did not come, a pause, an end without a
result) they may put to the others at the table (`cogs.play.motions`): it is done when all agree, or when nobody objects for long. To pause or end a
whole tournament they announce first, and may do so when nobody there has objected for two days (`cogs.play.tournaments.objections`).

**A seat that a computer has taken** is whoever's who has left it by being silent, as long as nobody has seen the hand since. Others need a yes of all
who play, or a moderator without a part; with a prize or a rating moderators alone fill seats.

**Whose time is over** may be out at the word of those alone who play on and wait (`cogs.play.time.claims`): that is a move of theirs, also of a
moderator who plays, or of who is blocked. A moderator without a part has other acts.
"""

from __future__ import annotations

from enum import StrEnum

from cogs.play.tables import Unfit


class Act(StrEnum):
    """The acts that concern others, by the words under which they are stored. An act that is new here is refused to those who play."""

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
    TAKE_SEAT = "take_seat"
    CLAIM = "claim"


class Relation(StrEnum):
    """The doer's relation to those whom an act concerns. PLAYS_ALONE is a moderator who has never had anybody but computers at the table."""

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
    """What can be gained by an act: nothing, knowledge that is HIDDEN (a hand, a deck, dice to come), a rating, or the prize of a tournament."""

    CASUAL = "casual"
    HIDDEN = "hidden"
    RATED = "rated"
    PRIZE = "prize"


class Answer(StrEnum):
    """The decision on an act: allowed, allowed with the others' consent, or refused, by the key of a text.

    It is refused to somebody who has a part in it, is no moderator, or does not sit there.
    """

    MAY = "may"
    CONSENT = "consent"
    PLAYS = "desk.own_game"
    MODERATORS = "tournament.moderators"
    SEATED = "error.not_seated"


TOLD_BY_DISCORD = frozenset({Act.DROP_LEFT, Act.KEEP_LEFT})
"""What the host may do, too: it is about somebody of whom Discord says that they have left the server."""
BY_SILENCE = frozenset({Act.TIMEOUT, Act.ABSENT, Act.TABLE_PAUSE, Act.TABLE_RESUME, Act.TABLE_END})
"""What whoever plays may put to the others, and what is done when none of them objects for long: it shows, exchanges, takes back and decides nothing
that whoever does not answer would not lose by the clock."""
BY_CONSENT = BY_SILENCE | {Act.TAKE_SEAT}
"""What they may put to the others at all; what is not done by silence needs a yes of everybody."""
WHOLE_TOURNAMENT = frozenset({Act.PAUSE, Act.RESUME, Act.END})
"""What is about a whole tournament: who is entered in it announces it, and anybody there may object."""


AT_THE_TABLE = frozenset({Relation.OPPONENT, Relation.ALLY, Relation.MODERATOR_PLAYS, Relation.PLAYS_ALONE, Relation.BLOCKED})
"""Who plays there themselves, when it is about what players alone may do."""


class NeedsConsent(Unfit):
    """The exception for an act that needs consent which its doer cannot ask for: a second moderator has to act."""


def answer(act: Act, relation: Relation, stake: Stake) -> Answer:
    """Whether somebody may do this."""
    if act is Act.CLAIM:
        return Answer.MAY if relation in AT_THE_TABLE else Answer.SEATED
    if relation is Relation.MODERATOR or (relation is Relation.HOST and act in TOLD_BY_DISCORD):
        return Answer.MAY
    if act is Act.TAKE_SEAT:
        if stake in (Stake.RATED, Stake.PRIZE):
            return Answer.MODERATORS
        return Answer.MAY if relation is Relation.LEFT else Answer.CONSENT
    if relation is Relation.PLAYS_ALONE:
        return Answer.PLAYS if stake in (Stake.RATED, Stake.PRIZE) else Answer.MAY
    if relation is not Relation.MODERATOR_PLAYS:
        return Answer.MODERATORS
    return Answer.CONSENT if act in BY_CONSENT | WHOLE_TOURNAMENT else Answer.PLAYS


def check(act: Act, relation: Relation, stake: Stake, agreed: bool = False) -> None:
    """Raises Unfit with the reason where somebody may not do this, and NeedsConsent where they may not unless the others have `agreed`."""
    said = answer(act, relation, stake)
    if said is Answer.CONSENT and not agreed:
        raise NeedsConsent(Answer.PLAYS)
    if said not in (Answer.MAY, Answer.CONSENT):
        raise Unfit(said)
