"""What fails today, by scenario, complaint and kind of fault: it may fail. To be emptied."""

from __future__ import annotations

from tests.faults.faults import AWAY, COMMITTED, KILLED_AFTER, KILLED_BEFORE, LOST_AFTER, LOST_BEFORE, TROUBLE, UNCOMMITTED, Fault
from tests.faults.net import BUTTONS, DOUBLED, ERROR, LATE, STUCK, THREADS, UNACKNOWLEDGED

WHY = {
    LATE: "what is refused once waits for a look around each minute, and a private answer that fails takes the public message with it",
    STUCK: "what follows from a commit is owed by no row: a full lobby, a sign-up message, a moderator's word, a match between opening and dealing",
    DOUBLED: "what was sent and whose answer was lost goes out again in another parcel, or after the nonce has been forgotten",
    THREADS: "a thread is noted after it has been filled: whoever is killed between makes it again",
    BUTTONS: "taking the buttons off an earlier message is tried once",
    UNACKNOWLEDGED: "an action is carried out while its acknowledgement is under way",
    ERROR: "the picker asks for a decision that has gone by meanwhile",
}
TABLES = {
    LATE: (LOST_BEFORE, LOST_AFTER, "403", "400", "404", TROUBLE, AWAY, KILLED_BEFORE, KILLED_AFTER, UNCOMMITTED, COMMITTED),
    STUCK: (UNCOMMITTED, COMMITTED),
    DOUBLED: (LOST_AFTER, UNCOMMITTED),
    BUTTONS: (LOST_BEFORE, LOST_AFTER, "403", "400", "404", TROUBLE, KILLED_BEFORE, KILLED_AFTER, UNCOMMITTED, COMMITTED),
}
MODERATORS = {
    LATE: (LOST_BEFORE, LOST_AFTER, "403", "400", "404", TROUBLE, AWAY),
    STUCK: (LOST_BEFORE, LOST_AFTER, "403", "400", "404", TROUBLE, AWAY, KILLED_BEFORE, KILLED_AFTER, COMMITTED),
    DOUBLED: (LOST_AFTER,),
    BUTTONS: (LOST_BEFORE, LOST_AFTER, "403", "400", "404", KILLED_BEFORE, KILLED_AFTER, COMMITTED),
}
TOURNAMENTS = {
    LATE: (LOST_BEFORE, LOST_AFTER, "403", "400", "404", TROUBLE, AWAY),
    STUCK: (LOST_BEFORE, LOST_AFTER, "403", "400", "404", TROUBLE, AWAY, KILLED_BEFORE, KILLED_AFTER, COMMITTED),
    DOUBLED: (LOST_AFTER, KILLED_AFTER, UNCOMMITTED),
    THREADS: (LOST_AFTER, KILLED_BEFORE, KILLED_AFTER, UNCOMMITTED),
    BUTTONS: (LOST_BEFORE, LOST_AFTER, "403", "400", TROUBLE, COMMITTED),
    UNACKNOWLEDGED: ("404",),
}
KNOWN: dict[str, dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("two", "held", "hasty", "computer", "consent", "clock", "rights"), TABLES),
    "desk": MODERATORS,
    **dict.fromkeys(("tournament", "steward", "channels", "days"), TOURNAMENTS),
}
EVEN_SO = {("hasty", ERROR), ("days", STUCK), ("rights", LATE)}
"""What fails without a fault: two moves typed at once, a thread after a week, a right that comes back."""


def known(scenario: str, fault: Fault, complaint: str) -> str | None:
    """Why a complaint is to be expected, None where it is not."""
    if (scenario, complaint) in EVEN_SO:
        return WHY[complaint]
    return WHY[complaint] if fault.kind in KNOWN.get(scenario, {}).get(complaint, ()) else None
