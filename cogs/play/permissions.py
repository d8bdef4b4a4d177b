"""The permission table: who is a moderator, and what one person may do to others at a table or in a tournament. Pure; every such act asks
here first. Who may sit down at an open table: `open_tables`; whom a block keeps from pings: `notification_rules`.

The answer is one of: allowed, allowed with the others' consent, refused.

**A moderator** is who may manage events, or the whole server, where they press or command something (`is_moderator`). The commands of `/referee` can
be given to others by the server (*Integrations*): whom Discord lets use one is a moderator for it.

**A moderator may not rule where they play or have played**, nor in matches of a tournament that they are entered in. To host, or to have invited
somebody, is not to play. Another moderator can do it. Excepted is a table where they have only ever played against computers, with neither rating nor
prize.

**What changes no result by itself** (ending somebody's time, saying that they did not come, a pause, an end without a result) such a moderator may
put to the other players as a motion (`cogs.play.motions`). To pause or end a whole tournament they announce it; they may do it after two days without
an objection (`cogs.play.tournaments.announced_acts`).

**A seat that a computer has taken from a silent player** belongs to that player as long as no other person has sat there (`cogs.play.seat_takeover`).
Anybody else needs the consent of all who play, or a moderator who does not play. With a rating or a prize only moderators fill seats.

**A claim on time** (`cogs.play.clocks.claims`) is open to those who play on and wait, moderators and blocked persons included, and to nobody else.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from cogs.play.unfit import Unfit


class Rights(Protocol):
    """The rights that Discord gives a person in a channel; `discord.Permissions` has them."""

    @property
    def manage_events(self) -> bool: ...

    @property
    def manage_guild(self) -> bool: ...


def is_moderator(rights: Rights) -> bool:
    """Whether a person with these rights is a moderator."""
    return rights.manage_events or rights.manage_guild


class Act(StrEnum):
    """The acts that concern other people; the values are stored. A new act is refused to those who play, by default."""

    TIMEOUT = "timeout"
    FORFEIT = "forfeit"
    TABLE_PAUSE = "table_pause"
    TABLE_RESUME = "table_resume"
    REPLACE = "replace"
    DECIDE = "decide"
    TABLE_ROLLBACK = "table_rollback"
    TABLE_END = "table_end"
    CLOCK = "table_clock"
    EXTEND = "table_extend"
    DROP = "drop"
    DROP_LEFT = "drop_left"
    KEEP_LEFT = "keep"
    ABSENT = "absent"
    SUBSTITUTE = "substitute"
    ROLLBACK = "rollback"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"
    SETTLE = "settle"
    RUNG = "rung"
    TAKE_SEAT = "take_seat"
    CLAIM = "claim"


class Relation(StrEnum):
    """The relation of an act's doer to the people whom it concerns. PLAYS_ALONE is a moderator at a table that only computers have ever shared
    with them."""

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
    """What an act could win for its doer: nothing, HIDDEN knowledge (a hand, a deck, dice to come), a rating, or a tournament's prize."""

    CASUAL = "casual"
    HIDDEN = "hidden"
    RATED = "rated"
    PRIZE = "prize"


class Answer(StrEnum):
    """The decision on an act: allowed, allowed with the others' consent, or refused (the value is a text key).

    Reasons to refuse: the doer plays there, is no moderator, or has no seat.
    """

    MAY = "may"
    CONSENT = "consent"
    PLAYS = "desk.own_game"
    MODERATORS = "tournament.moderators"
    SEATED = "error.not_seated"


TOLD_BY_DISCORD = frozenset({Act.DROP_LEFT, Act.KEEP_LEFT})
"""Acts that the host of a tournament may do, too: they are about somebody of whom Discord says that they have left the server."""
BY_SILENCE = frozenset({Act.TIMEOUT, Act.ABSENT, Act.TABLE_PAUSE, Act.TABLE_RESUME, Act.TABLE_END})
"""Acts that a moderator who plays may put to the others as a motion, and that are done if none of them objects for long. They show, exchange, take
back and decide nothing that a silent player would not lose by the clock."""
BY_CONSENT = BY_SILENCE | {Act.TAKE_SEAT}
"""All acts that may be put to the others as a motion. Those not in `BY_SILENCE` need everybody's yes."""
WHOLE_TOURNAMENT = frozenset({Act.PAUSE, Act.RESUME, Act.END})
"""Acts on a whole tournament: a moderator who is entered announces them first, and any entrant may object."""


AT_THE_TABLE = frozenset({Relation.OPPONENT, Relation.ALLY, Relation.MODERATOR_PLAYS, Relation.PLAYS_ALONE, Relation.BLOCKED})
"""The relations of those who play at the table themselves."""


class NeedsConsent(Unfit):
    """An act needs consent that its doer can't ask for: a second moderator has to do it."""


def answer(act: Act, relation: Relation, stake: Stake) -> Answer:
    """Decides whether a person may do an act."""
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
    """Raises Unfit with the reason if a person may not do an act, and NeedsConsent if it needs consent and the others have not `agreed`."""
    said = answer(act, relation, stake)
    if said is Answer.CONSENT and not agreed:
        raise NeedsConsent(Answer.PLAYS)
    if said not in (Answer.MAY, Answer.CONSENT):
        raise Unfit(said)
