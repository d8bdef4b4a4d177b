"""Reads and shows the terms on which a person accepts challenges automatically."""

from __future__ import annotations

from typing import NamedTuple

from cogs.messages.table.clocks import NO_CLOCK_WORDS, length_words
from cogs.play.unfit import Unfit
from data.language import Texts, texts
from data.user_text import Typed
from rules.competition import clock
from rules.competition.challenge_terms import ANYWHERE, PLAYED, ChallengeTerms
from rules.competition.clock import MOVE

HERE = "here"
WHERE = (PLAYED, HERE, ANYWHERE)
"""Where: in servers where one has played; in this one as well as in those chosen before; in all of them."""


class TypedTerms(NamedTuple):
    """Terms as a person typed and chose them in a server; None keeps what was set."""

    fastest: str | None = None
    slowest: str | None = None
    servers: str | None = None
    guild: int | None = None


def read_terms(typed: TypedTerms, before: ChallengeTerms) -> ChallengeTerms:
    """Applies typed terms to the terms `before`. Raises Unfit."""
    terms = before if typed.fastest is None else before._replace(fastest=_length(typed.fastest))
    terms = terms if typed.slowest is None else terms._replace(slowest=_length(typed.slowest))
    if terms.slowest and terms.slowest < terms.fastest:
        raise Unfit("accepts.lengths")
    if typed.servers == HERE:
        if typed.guild is None:
            raise Unfit("accepts.no_server")
        return terms._replace(where="", servers=terms.servers | {typed.guild})
    return terms if typed.servers is None else terms._replace(where=typed.servers, servers=frozenset())


def _length(text: str) -> float:
    """Parses the time for a decision, in seconds; 0 for any. Raises Unfit."""
    typed = text.strip().casefold()
    if typed in NO_CLOCK_WORDS:
        return 0
    try:
        found = clock.read(typed)
    except ValueError:
        found = None
    if found is None or found.kind != MOVE or found.then == clock.CLAIM:
        raise Unfit("accepts.length", text=Typed(text))
    return found.time


def terms_lines(terms: ChallengeTerms, say: Texts) -> list[str]:
    """Describes which challenges a person accepts automatically, and what follows from it."""
    names = sorted(texts(say.language, key)("title") for key in terms.games)
    lines = [say("accepts.games", games=", ".join(names)) if names else say("accepts.all_games")]
    lines.append(say("accepts.fastest", time=length_words(terms.fastest, say)) if terms.fastest else say("accepts.any_clock"))
    if terms.slowest:
        lines.append(say("accepts.slowest", time=length_words(terms.slowest, say)))
    lines.append(say("accepts.rated_too" if terms.rated else "accepts.rated"))
    lines.append(say("accepts.chosen", n=len(terms.servers)) if not terms.where else say(f"accepts.{terms.where}"))
    return [*(f"• {line}" for line in lines), say("accepts.how")]
