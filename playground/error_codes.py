"""Discord's refusals: its error codes, and helpers shared by the modules that check its limits.

The limits themselves stand where they are checked: `message_bodies`, `embeds`, `components`, `layouts`, `forms`, `command_checks`, `threads`,
`rate_limits`; permissions in `people` (the bot's) and `world` (a member's).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

UNKNOWN_APPLICATION, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION = 10002, 10003, 10008, 10015, 10062
MISSING_ACCESS, MISSING_PERMISSIONS, INVALID_TOKEN, INVALID_FORM, ACKNOWLEDGED = 50001, 50013, 50027, 50035, 40060
TAKES_NONE, NOTHING_IN_COMMON = 50007, 50278
NOT_YOURS, NO_TEXT, WRONG_KIND, OVERLOADED = 50005, 50008, 50024, 130000
EMPTY_MESSAGE, UNKNOWN_SERVER, UNKNOWN_MEMBER, UNKNOWN_USER = 50006, 10004, 10007, 10013
ARCHIVED, LOCKED, TOO_MANY_THREADS, TOO_MANY_OLD_EDITS = 50083, 160005, 160006, 30046
TOO_LARGE, TAG_REQUIRED = 40005, 40067
UNKNOWN_EVENT, TOO_MANY_EVENTS = 10070, 30038


class Rejected(Exception):
    """An answer with an error status, as Discord gives it. With 429 it tells when to ask again, and whether the limit is `shared` by everybody."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        errors: Mapping[str, Any] | None = None,
        *,
        retry_after: float | None = None,
        shared: bool = False,
    ) -> None:
        super().__init__(f"{status} {code} {message} {errors or ''}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after
        self.shared = shared

    def body(self) -> dict[str, Any]:
        """The body of the answer."""
        found: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.errors:
            found["errors"] = self.errors
        return found


def invalid(faults: Sequence[str]) -> Rejected:
    """The rejection of an invalid form body, naming each wrong field."""
    return Rejected(400, INVALID_FORM, "Invalid Form Body", {"_errors": [{"code": "BASE_TYPE", "message": f} for f in faults]})


def sized(field: str, text: Any, least: int, most: int) -> Iterator[str]:
    """An error unless a text's length is within bounds; spaces around it do not count for the least, since Discord strips them."""
    if not isinstance(text, str) or len(text.strip()) < least or len(text) > most:
        yield f"{field}: Must be between {least} and {most} in length."


def counted(field: str, items: Collection[Any], least: int, most: int) -> Iterator[str]:
    """An error unless a list's length is within bounds."""
    if not least <= len(items) <= most:
        yield f"{field}: Must be between {least} and {most} in length."


def ranged(field: str, number: Any, least: float, most: float) -> Iterator[str]:
    """An error if there is a number outside the bounds."""
    if number is not None and (isinstance(number, bool) or not isinstance(number, int | float) or not least <= number <= most):
        yield f"{field}: Must be a number from {least} to {most}."


def crossed(field: str, least: float | None, most: float | None) -> Iterator[str]:
    """An error if a lower bound is above the upper one."""
    if least is not None and most is not None and least > most:
        yield f"{field}: Must be {most} or less."


def repeated(field: str, values: Iterable[Hashable]) -> Iterator[str]:
    """An error if a value that has to be unique occurs twice."""
    found = [*values]
    if len(set(found)) != len(found):
        yield f"{field}: Must be unique"
