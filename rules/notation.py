"""Notation: parses and writes actions as people type them, and the records of whole games.

An action is written as its words with spaces between; what is written can always be read back. Reading tells three mistakes apart:
a word nobody knows here, a word that fits several, and an action that stops too early. It never makes a legal action of an illegal one:
what can be meant as it was typed is refused, and explained, as it was typed.
"""

from __future__ import annotations

import difflib
import json
import re
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.game import Action, Outcome, Refused, Rules, Seat, Step, Word
from rules.legal_actions import LONGEST, closing, unchosen, unusable
from rules.parts.ahead import sealed
from rules.randomness import Chance, seed_hash


class Misread(Exception):
    """Typed text that is no legal action; `reason` is "unknown", "strange", "ambiguous", "unfinished", "surplus" or "number".

    A word that begins no action, nor is like one that does, is "strange", and the candidates stand in the order of the game.

    `attempt` is the action as far as it can be made out, for an engine that shall say why it is not legal. For "number" it is legal, but
    rests on a bare number that stands for the one word with that number, as `12` for `c12`: whoever typed it should see it first. For "surplus"
    the action is whole before `word`.
    """

    def __init__(self, reason: str, word: str, candidates: tuple[str, ...], attempt: Action) -> None:
        super().__init__(f"{reason}: {word!r}; here: {' '.join(candidates)}")
        self.reason = reason
        self.word = word
        self.candidates = candidates
        self.attempt = attempt


def write(action: Action) -> str:
    """`("place", "m04", "c3", "r2")` as `place m04 c3 r2`."""
    return " ".join(action)


def nearest(word: str, words: Sequence[str]) -> tuple[str, ...]:
    """The words, those most like `word` first."""
    folded = word.casefold()
    return tuple(sorted(words, key=lambda w: -difflib.SequenceMatcher(None, folded, w).ratio()))


LIKE = 0.65
"""How like a word of the game one must be that nobody knows here, of 1, for that to be what was meant."""


def _strange(word: str, words: Sequence[str]) -> bool:
    """Whether none of the words is spelled so that a typed one may have been meant for it."""
    return not difflib.get_close_matches(word.casefold(), words, 1, LIKE)


def split(text: str) -> list[str]:
    """The typed words in lower case; commas count as spaces."""
    return text.lower().replace(",", " ").split()


_DIGIT = re.compile("[0-9]")
_NUMBERED = re.compile("[a-z]+0*([0-9]+)")


def _pick(rules: Rules[Any], typed: str, words: list[Word]) -> list[Word]:
    """The words that a typed one means: an equal one, or else words without a digit that begin with it."""
    if exact := [w for w in words if w.text == typed]:
        return exact
    return [] if rules.knows(typed) else [w for w in words if w.text.startswith(typed) and not _DIGIT.search(w.text)]


def _numbered(typed: str, words: list[Word]) -> list[Word]:
    """The words made of letters and the typed number: `c12` and `m12` for `12`, but not `c112`."""
    if not (typed.isascii() and typed.isdigit()):
        return []
    found = [(w, _NUMBERED.fullmatch(w.text)) for w in words]
    return [w for w, match in found if match and match[1] == (typed.lstrip("0") or "0")]


def _shape(word: str) -> str:
    """The pattern of letters and digits in a word: the same for `e5` and `c12`, another for `r`, `2` and `e2x1`."""
    return re.sub("[0-9]+", "0", re.sub("[a-z_]+", "a", word))


_VAGUE = ("not_an_action", "asked_otherwise", "nothing_to_do")
"""Reasons of engines that speak of no verb; the first two say nothing but that this is no action here."""


def _refusal(rules: Rules[Any], state: Any, seat: Seat, action: Action) -> Refused | None:
    """Why the engine refuses an action, or why its verb can't be used at all; None for an action that it accepts."""
    try:
        rules.apply(state, seat, action)
    except Refused as refused:
        if not action or refused.reason not in _VAGUE:
            return refused
        return unusable(rules, state, seat, action[0]) or refused
    except Exception:  # The engine fails: on what it offers when that is carried out, which is noted; on all else nobody need know.
        if not closing(rules, state, seat, action):
            return Refused("not_an_action", next(iter(rules.kinds.values())))
    return None


def _explains(refused: Refused | None) -> bool:
    """Whether a refusal says more than that this is no action here."""
    return refused is not None and refused.reason not in _VAGUE[:2]


MOST_LEFT_OUT = 8
"""So many words without a choice may be left out before a typed one."""


def read(rules: Rules[Any], state: Any, seat: Seat, text: str) -> Action:
    """The legal action that a text means: words without a choice may be left out, and words without a digit cut short.

    A word is thought to be left out only where the next typed one cannot stand in its place: the two are built differently, or the
    engine has nothing to say about what was typed. At most MOST_LEFT_OUT are in one place, and an action has LONGEST words at most, whatever
    is offered. Raises Misread.
    """
    typed = split(text)
    if not typed:
        raise Misread("unfinished", "", tuple(w.text for w in rules.words(state, seat, ())), ())
    action: Action = ()
    said: Action = ()  # What was typed, words that were cut short in full: what an engine is asked about.
    left_out: Action = ()  # Just before the word that is read: it may as well be meant in their place.
    numbers = False
    while True:
        words = rules.words(state, seat, action) if len(action) < LONGEST else []
        if len(said) < len(typed):
            word = typed[len(said)]
            found, attempt = _pick(rules, word, words), (*said, *typed[len(said) :])
            numbered = [] if found else _numbered(word, words)
            if len(found or numbered) == 1:
                action = (*action, (found or numbered)[0].text)
                said = (*said, found[0].text if found else word)
                numbers, left_out = numbers or not found, ()
            elif (
                len(words) == 1
                and not numbered
                and len(left_out) < MOST_LEFT_OUT
                and _left_out(rules, state, seat, (*action, words[0].text), word, attempt)
            ):
                action, left_out = (*action, words[0].text), (*left_out, words[0].text)
            elif not words:
                raise Misread("surplus", word, (), attempt)
            elif found or numbered:
                raise Misread("ambiguous" if found else "unknown", word, nearest(word, [w.text for w in found or numbered]), attempt)
            else:
                here = list(dict.fromkeys([*left_out, *(w.text for w in words)]))
                if not said and _strange(word, here):
                    raise Misread("strange", word, tuple(here), attempt)
                raise Misread("unknown", word, nearest(word, here), attempt)
        elif closing(rules, state, seat, action):
            if numbers:
                raise Misread("number", write(tuple(typed)), (), action)
            return action
        elif len(words) == 1:
            action = (*action, words[0].text)
        else:
            raise Misread("unfinished", text, tuple(w.text for w in words), said)


def _left_out(rules: Rules[Any], state: Any, seat: Seat, action: Action, word: str, attempt: Action) -> bool:
    """Whether the last word of `action`, the only possible one here, was omitted before a typed one (see `read`)."""
    if not rules.words(state, seat, action):
        return False
    return _shape(word) != _shape(action[-1]) or not _explains(_refusal(rules, state, seat, attempt))


def understand(rules: Rules[Any], state: Any, seat: Seat, text: str) -> Action:
    """The action that a text means. What is legal as it was typed is taken so; only then is it read.

    Raises Refused where the engine knows better what is wrong with what was typed, else Misread.
    """
    raw = tuple(split(text))
    if raw and _refusal(rules, state, seat, raw) is None:
        return raw
    try:
        return read(rules, state, seat, text)
    except Misread as error:
        if error.reason in ("ambiguous", "number"):
            raise
        refused = _refusal(rules, state, seat, error.attempt)
        if refused is None:
            return error.attempt
        if _explains(refused):
            raise refused from None
        raise


SEPARATOR = ";"
"""Between actions that are to be carried out one after the other."""


def first(rules: Rules[Any], state: Any, seat: Seat, text: str) -> tuple[str, str]:
    """Splits a text into its first action and the rest.

    Actions are separated by semicolons; a verb that may be repeated need not be: `play shield oasis` is `play shield` and `play oasis`. That holds
    for words written in full: `play war cry` is a name of two words.
    """
    text, _, rest = text.partition(SEPARATOR)
    typed = split(text)
    if len(typed) > 2:
        verbs = _pick(rules, typed[0], rules.words(state, seat, ()))
        whole = len(verbs) == 1 and verbs[0].times > 1 and any(w.text == typed[1].lower() for w in rules.words(state, seat, (verbs[0].text,)))
        if whole and not verbs[0].end:
            again = " ".join([typed[0], *typed[2:]])
            return " ".join(typed[:2]), SEPARATOR.join([again, rest]) if rest.strip() else again
    return text, rest.strip()


def complete(rules: Rules[Any], state: Any, seat: Seat, text: str, limit: int = 25) -> list[str]:
    """Completions of a text, as whole texts with legal words only.

    Nothing is offered for an action after the first, since what is legal then may depend on the first one's result.
    """
    if SEPARATOR in text:
        return []
    typed = split(text)
    open_word = bool(typed) and not text[-1].isspace() and text[-1] != ","
    kept = typed[:-1] if open_word else typed
    if len(kept) > 1 and (more := first(rules, state, seat, " ".join([*kept, "?"]))[1]):
        verb = more.split()[0]
        offered = complete(rules, state, seat, " ".join([verb, typed[-1] if open_word else ""]), limit)
        return [write((*kept, *text.split()[1:])) for text in offered]
    action: Action = ()
    for word in kept:
        found = _pick(rules, word, rules.words(state, seat, action))
        if len(found) != 1:
            return []
        action = (*action, found[0].text)
    last = typed[-1] if open_word else ""
    words = rules.words(state, seat, action)
    found = [w for w in words if w.text == last] or [w for w in words if w.text.startswith(last)] or _numbered(last, words)
    if len(found) == 1 and not found[0].end:
        action, found = unchosen(lambda prefix: rules.words(state, seat, prefix), (*action, found[0].text))
    return [write((*action, w.text)) for w in found[:limit]]


class Row(NamedTuple):
    """A line of a record: an action's number, seat and words, and whether it was automatic."""

    number: int
    seat: Seat
    action: Action
    auto: bool = False


RESIGN: Action = ("resign",)
"""The words that stand in a record for `Rules.concede`."""
OFFER: Action = ("offer_draw",)
ACCEPT: Action = ("accept_draw",)
"""Actions out of turn by which games know draws (`Rules.asides`)."""


UNDO = "undo"
"""`undo 12`: the position after action 12 once more. What was done since stays in the record and no longer counts."""
REDRAW = "redraw"
"""`redraw 5f3c`: after an undo past what chance had shown, all that nobody knew in its position is drawn anew, by this key of chance."""
SETTLE = "settle"
"""`settle agreed 0+1`: the end by agreement or by a moderator, with the reason and the seats that share each place, best first."""
AGREED, RULED, ABANDONED = "agreed", "ruled", "abandoned"
"""Reasons of a settled end."""


class Wrong(ValueError):
    """A record is wrong: `reason` is the key of a text, `facts` are what it names, `refused` is the engine's refusal if that is the cause."""

    def __init__(self, reason: str, refused: Refused | None = None, **facts: Any) -> None:
        super().__init__(f"{reason} {facts or ''}{f': {refused}' if refused else ''}")
        self.reason = reason
        self.refused = refused
        self.facts = facts


class OtherRules(Exception):
    """A record that the present rules cannot judge: `reason` is the key of a text, `facts` are what it names."""

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(f"{reason} {facts}")
        self.reason = reason
        self.facts = facts


def settlement(reason: str, places: Sequence[Sequence[Seat]]) -> Action:
    """The words of an end by agreement or a moderator."""
    return (SETTLE, reason, *("+".join(map(str, sorted(group))) for group in places))


def settled(row: Row) -> Outcome | None:
    """The outcome that a row settles, if it does. Raises Wrong for an unreadable one."""
    if row.action[0] != SETTLE:
        return None
    _, reason, *groups = row.action if len(row.action) > 2 else (SETTLE, "")
    if reason not in (AGREED, RULED, ABANDONED):
        raise Wrong("record.words", number=row.number)
    return Outcome(tuple(tuple(_number(seat, row) for seat in group.split("+")) for group in groups), reason, "")


def _target(row: Row) -> int:
    """The number of the action that an undo returns to. Raises Wrong for an unreadable one."""
    if len(row.action) != 2:
        raise Wrong("record.words", number=row.number)
    return _number(row.action[1], row)


def _number(word: str, row: Row) -> int:
    if not re.fullmatch(_COUNT, word):
        raise Wrong("record.words", number=row.number)
    return int(word)


def counting(rows: Iterable[Row]) -> list[Row]:
    """The rows of a record that still count, in order. Raises Wrong for an undo of an action that does not exist."""
    kept: list[Row] = []
    for row in rows:
        if row.action[0] != UNDO:
            kept.append(row)
            continue
        target = _target(row)
        after = bisect_right(kept, target, key=lambda r: r.number)
        if target and (not after or kept[after - 1].number != target):
            raise Wrong("record.undo", number=row.number, target=target)
        del kept[after:]
    return kept


def redrawn_from(seed: int, rows: Sequence[Row]) -> Action | None:
    """The `redraw` action for the position after the rows that count; None if one follows the last unsealed action already.

    Their key follows from the seed and the number of the last action of the game, so that whoever goes back to a question more than once finds the
    same: what is said ahead there makes no other question of it.
    """
    number = 0
    for row in reversed(rows):
        if row.action[0] == REDRAW:
            return None
        if not sealed(row.action):
            number = row.number
            break
    return (REDRAW, Chance.of(seed, REDRAW, number).key)


def play(rules: Rules[Any], state: Any, row: Row) -> Any:
    """The step that results from one row of a record."""
    if row.action[0] == REDRAW:
        return Step(rules.redrawn(state, Chance(row.action[1])), ())
    if row.action == RESIGN:
        return rules.concede(state, row.seat)
    return rules.apply(state, row.seat, row.action)


class Record(NamedTuple):
    """A game as text: header lines, an empty line, then one action a line."""

    header: Mapping[str, Any]
    rows: tuple[Row, ...]

    def write(self) -> str:
        """The record as text, which `Record.read` parses."""
        lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in self.header.items()]
        lines.append("")
        for row in self.rows:
            lines.append(f"{row.number}. {row.seat}{'*' if row.auto else ''} {write(row.action)}")
        return "\n".join(lines) + "\n"

    @classmethod
    def read(cls, text: str) -> Record:
        """Parses a record. Raises Wrong with the number of the wrong line."""
        header: dict[str, Any] = {}
        rows: list[Row] = []
        body = False
        # Only these end a line: a name in the header may hold what `splitlines` would take for an end.
        for n, line in enumerate(text.split("\n"), 1):
            if not line.strip():
                body = body or bool(header)
                continue
            try:
                if not body:
                    key, value = line.split(": ", 1)
                    if key in header:
                        raise ValueError("said twice")
                    header[key] = json.loads(value, parse_constant=_no_number)
                else:
                    rows.append(_row(line))
                    if rows[-1].number != len(rows):
                        raise ValueError("out of order")
            except (ValueError, RecursionError):
                raise Wrong("record.line", number=n) from None
        return cls(header, tuple(rows))


_COUNT = "0|[1-9][0-9]{0,8}"
_ROW = re.compile(rf"({_COUNT})\. (0|[1-9][0-9]?)(\*?) (\S.*)")
LONGEST_ROW = 1000
"""Letters of a row; the longest action names a deck."""


def _row(line: str) -> Row:
    found = _ROW.fullmatch(line.strip())
    if found is None or len(line) > LONGEST_ROW:
        raise ValueError(line)
    number, seat, star, words = found.groups()
    return Row(int(number), int(seat), tuple(words.split()), bool(star))


def _no_number(name: str) -> Any:
    """Rejects NaN and Infinity, which JSON does not have, though Python reads them."""
    raise ValueError(name)


HEADER = {"game": str, "version": int, "seats": int, "options": dict, "seed_sha256": str}
"""What the header of every record says."""
VERSIONS = "versions"
"""The line of a header that tells where other rules began to hold: `[{"version": 2, "after_action": 12}]`."""

SO_FAR = "so_far"
"""The line of a header that tells that a record is of a game that goes on, and for the eyes of which seats: `{"seats": [0]}`. What others have done
in secret is left out, and so is what was drawn anew: the whole record alone can be played again."""


def replay(rules: Rules[Any], record: Record, seed: int) -> tuple[Any, Outcome | None]:
    """The state that a record leads to, and how the game has ended. All actions are played, those too that an undo takes back.

    Raises Wrong where it does not hold, OtherRules where that cannot be said, KeyError for a line of HEADER that is missing.
    """
    header = record.header
    for key, kind in HEADER.items():
        if type(header[key]) is not kind:
            raise Wrong("record.header", line=key)
    if header["game"] != rules.key:
        raise Wrong("record.header", line="game")
    if header["seed_sha256"] != seed_hash(seed):
        raise Wrong("record.hash")
    if header.get(VERSIONS):
        raise OtherRules("check.rules_changed")
    if header["version"] != rules.version:
        raise OtherRules("check.other_rules", recorded=header["version"], now=rules.version)
    seats, options = header["seats"], header["options"]
    if seats not in rules.seats:
        raise Wrong("record.header", line="seats")
    names = header.get("names", [""] * seats)
    if not isinstance(names, list) or len(names) != seats or not all(isinstance(name, str) for name in names):
        raise Wrong("record.header", line="names")
    try:
        state = rules.setup(seats, options, seed).state
    except Refused as error:
        raise (Wrong("record.header", line="options") if error.reason == "no_such_option" else Wrong("record.setup", error)) from None
    return _played(rules, state, record.rows, seats, seed)


def _played(rules: Rules[Any], state: Any, rows: Sequence[Row], seats: int, seed: int) -> tuple[Any, Outcome | None]:
    """The state after all rows of a record, and how the game has ended. Raises Wrong."""
    targets = {_target(row) for row in rows if row.action[0] == UNDO}
    # Where an undo goes back to: packed, since a record may hold thousands.
    before = [(0, zlib.compress(rules.dump(state), 1))] if targets else []
    kept: list[Row] = []
    outcome: Outcome | None = None
    for last, row in zip((None, *rows), rows, strict=False):
        if outcome or rules.outcome(state):
            raise Wrong("record.after", number=row.number)
        if row.seat >= seats:
            raise Wrong("record.seat", number=row.number, seat=row.seat)
        if row.action[0] == UNDO:
            target = _target(row)
            while before[-1][0] > target:
                before.pop()
            if before[-1][0] != target:
                raise Wrong("record.undo", number=row.number, target=target)
            state = rules.load(zlib.decompress(before[-1][1]))
            del kept[bisect_right(kept, target, key=lambda r: r.number) :]
            continue
        if row.action[0] == REDRAW and (last is None or last.action[0] != UNDO or row.action != redrawn_from(seed, kept)):
            raise Wrong("record.redraw", number=row.number)
        kept.append(row)
        if outcome := settled(row):
            if sorted(seat for group in outcome.places for seat in group) != list(range(seats)):
                raise Wrong("record.words", number=row.number)
        else:
            try:
                state = play(rules, state, row).state
            except Refused as error:
                raise Wrong("record.refused", error, number=row.number) from None
            if row.number in targets:
                before.append((row.number, zlib.compress(rules.dump(state), 1)))
    return state, outcome or rules.outcome(state)
