"""Explains refused and misread actions: the reason, the rule with its text, what would help, and what would be legal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cogs.messages.truncation import MAX_CONTENT, cut
from data.commands import with_mentions
from data.language import Texts
from data.rulebook import Rule, rulebook
from data.user_text import Typed, escaped
from rules.game import Refused
from rules.notation import Misread, write

NEAREST = 6
"""How many legal words a refusal names."""


def quoted(rule: Rule, say: Texts) -> str:
    """An entry of a rulebook as a quotation."""
    text = with_mentions(rule.text, say.find)
    return "\n> ".join([f"> **{rule.number}** {rule.heading}", *text.splitlines()])


Pointing = Callable[[str], str]
"""How a word is shown in a sentence that says what may be typed."""


def why_not(error: Misread | Refused, say: Texts, game: str, pointing: Pointing) -> str:
    """Explains to a learner why typed words are no action, with the way to what was wanted."""
    return misread(error, say, pointing) if isinstance(error, Misread) else explain(error, say, game, True, pointing)


def code(word: str) -> str:
    """A word formatted as one to type."""
    return f"`{word}`"


def bold(name: str) -> str:
    """A name formatted as one that is not typed."""
    return f"**{escaped(name)}**"


def explain(error: Refused, say: Texts, game: str, with_remedy: bool = False, pointing: Pointing = code) -> str:
    """A refusal as sentences: the reason, the rule with its text, what would be legal, nearest first; and how to make it legal, where that is special
    to the verb or `with_remedy`."""
    facts = _facts(error, say)
    lines = [f"**{_sentence(error, say)}**"]
    if error.others:
        lines.append(cut("\n".join(f"- {_sentence(other, say)}" for other in error.others), MAX_CONTENT // 2))
    rule = rulebook(game, say.language).get(error.rule)
    if rule:
        lines.append(quoted(rule, say))
    remedy = _remedy(error, say)
    if not with_remedy and remedy == f"remedy.{error.reason}":  # The way to what was wanted is told in any case.
        remedy = None
    if remedy:
        lines.append(say("why.remedy", text=say(remedy, **facts)))
    if error.legal:
        more = " …" if len(error.legal) > NEAREST else ""
        lines.append(say("refused.legal", words=", ".join(map(pointing, error.legal[:NEAREST])) + more))
    return "\n".join(lines)


def _remedy(error: Refused, say: Texts) -> str | None:
    """The key of the text on how to make an action legal: the verb's own, or the general one; None for none."""
    keys = (f"remedy.{error.reason}.{error.facts.get('verb', '')}", f"remedy.{error.reason}")
    return next((key for key in keys if say.find(key)), None)


def _sentence(error: Refused, say: Texts) -> str:
    return say(f"refused.{error.reason}", **_facts(error, say))


def _facts(error: Refused, say: Texts) -> dict[str, Any]:
    """The facts of a refusal as its sentences need them; typed words escaped."""
    return {key: Typed(fact) if key in ("verb", "typed") else _shown(fact, say) for key, fact in error.facts.items()}


def _shown(fact: Any, say: Texts) -> Any:
    """A fact of a refusal as players know it: a word of actions by its name, a hex in capitals, a kind of decision as a moment of the game."""
    if isinstance(fact, tuple):
        return ", ".join(say(f"moment.{kind}") for kind in fact)
    if not isinstance(fact, str):
        return fact
    return say.find(f"word.{fact}") or Typed(fact.upper() if any(c.isdigit() for c in fact) else fact)


def misread(error: Misread, say: Texts, pointing: Pointing = code, what: str = "", only_asked: bool = False, after: bool = False) -> str:
    """Says what is wrong with typed words; for a legal action that has to be confirmed, `what` it is in words. To somebody who has `only_asked` an
    action that is not whole is legal so far. `after` others were carried out, it does not say that nothing has happened."""
    yet = f" {say('misread.yet')}" if error.reason in ("number", "slip") and not after else ""
    if error.reason == "number" and what:
        return say("misread.meant", what=what) + yet
    if error.reason == "slip":  # It is answered by a button, and need not be typed.
        pointing = bold
    words = ", ".join(map(pointing, error.candidates[:NEAREST])) + (" …" if len(error.candidates) > NEAREST else "")
    word, action = (Typed(as_called(text, pointing)) for text in (error.word or "…", write(error.attempt)))
    reason = f"{error.reason}.whole" if error.reason == "instead" and not words else error.reason  # The verb is a whole action.
    if reason == "unfinished" and not error.word:
        reason = "empty"
    own = say.find(f"why.{reason}") if only_asked else None
    return say(f"why.{reason}" if own else f"misread.{reason}", word=word, words=words, action=action) + yet


_ALONE = re.compile("`([^`]*)`")


def as_called(text: str, pointing: Pointing) -> str:
    """A typed text as it can be read: names in the place of words that can't be."""
    found = ((word, _ALONE.fullmatch(pointing(word)) if any(c.isdigit() for c in word) else None) for word in text.split())
    return " ".join(name[1] if name else word for word, name in found)
