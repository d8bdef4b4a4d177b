"""Whatever words somebody asks about, says ahead or types, at a position that was built: everything answers, and every way comes to an end.

A probe goes from position to position and remembers: which words stood at which place of actions, and what was said ahead. What it asks about at the
next position is made of that, so that answers meet boards for which they were not made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from msgspec.structs import replace

from cogs.messages.drawing import namer
from cogs.messages.moves.ahead import drafts, pass_ahead
from cogs.messages.moves.picker import _choices
from cogs.messages.moves.picker_context import Picking, answer_in_words, draft_in_words, in_words, step_in_words
from cogs.messages.moves.typed_actions import meant
from cogs.messages.moves.typed_ahead import Sayings
from cogs.messages.moves.typed_names import _texts, by_beginning
from cogs.messages.moves.waiting_panel import answered_lines, ready_in_words, stopped_lines
from data.content import build
from data.language import texts
from render.look import Look
from render.painter import painter
from rules.game import Action, Refused, Seat, Word, to_builtins
from rules.legal_actions import LONGEST, closing
from rules.notation import Misread, complete, first, read, understand
from rules.parts.ahead import DRAFT, NOTHING, READY, SEALED, STOPS, Ahead, drafting, giving, joined, sealed, spoken
from rules.parts.engine import walked
from rules.parts.planned_turns import rehearse, sources, stopped
from tests.positions import built, lacking, seats_of

MOST_ASKED = 6 * LONGEST
"""How often the words of a game are asked for at most while a text is read or completed."""
ODD = (
    *(
        "",
        ".",
        "x",
        "0",
        "-1",
        "²",
        "é",
        "a b",
        "e5",
        "c1",
        "m1",
        "a0",
        "s1",
        "p4",
        "e5.1",
        "e5.9",
        "e5x1",
        "e5x9+",
        "*",
        "then",
        "else",
        "any",
        "none",
        "pay",
    ),
    *("pass", "draft", "stops", "ready", "seal", "999999999999", "9" * 5_000, "c1." * 1_500, "m1.a0." * 800, "r" + "9" * 5_000),
)
"""Words that mean something elsewhere, or nothing."""
KEPT = 400
"""So many things that were said ahead are remembered."""
SOMETIMES = 0.4
"""How often a seat of a position is asked what takes longer to ask."""
NEW, OFTEN = 3, 4
"""Where a question has met just these lacks so many times at most, so many times as much is asked."""
GLANCED = 4
"""So many actions are tried at a glance."""
FOLLOWED = 80
"""So many answers that were said ahead are carried out one after the other at most."""
Ask = Callable[[Action], list[Word]]
SAID_UNOFFERED = {"hexygame": ("pay",)}
"""Words that may be said though there is no choice, so that they are not offered (HX-5.8)."""


class Said(NamedTuple):
    """Something said ahead: by whom, in which words, and what a state has kept of it."""

    seat: Seat
    line: Action
    ahead: Ahead


class Wrong(AssertionError):
    """Something did not answer, or did not come to an end: where, and what was asked."""


class Counting:
    """Rules, or what stands for them, that count how often their words are asked for."""

    def __init__(self, rules: Any) -> None:
        self._rules, self.asked = rules, 0

    def words(self, state: Any, seat: Seat, prefix: Action) -> list[Word]:
        self.asked += 1
        assert self.asked <= MOST_ASKED, "reading does not come to an end"
        return self._rules.words(state, seat, prefix)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


class Probe:
    """Goes from position to position of a game. `met` counts how often each kind of question met each lack, `asked` how often there was one."""

    def __init__(self, game: str, seed: int, prefixes: int = 12) -> None:
        self.game, self.rules, self.rng, self.prefixes = game, build(game), Random(seed), prefixes
        self.met: Counter[tuple[str, str]] = Counter()
        self.asked: Counter[str] = Counter()
        self._together: Counter[tuple[str, frozenset[str]]] = Counter()
        self._places: dict[tuple[str, int], list[str]] = {}
        self._whole: list[Action] = []
        self._said: list[Said] = []
        self._paint, self._say = painter(game), texts("en", game)
        self._where, self._sight, self._often = "", set[str](), 1

    def rarest(self, numbers: Iterable[int], *labels: object) -> int:
        """Of some positions the one that asks what has been asked least where just this is lacking together."""

        def met(number: int) -> int:
            state = built(self.game, number, *labels)
            return min((self._together[self._asked(state, seat)] for seat in self.rules.to_act(state)), default=1 << 30)

        return min(numbers, key=met)

    def _asked(self, state: Any, seat: Seat) -> tuple[str, frozenset[str]]:
        return self.rules.decision(state, seat).kind, lacking(self.game, self.rules, state, seat)

    def glance(self, number: int, *labels: object) -> None:
        """Asks only those who are asked, a few things: so that many a lack is met. Raises Wrong."""
        state = built(self.game, number, *labels)
        self._where = f"{self.game}, position {(number, *labels)}"
        rules = self.rules
        for seat in self._asks("to_act", rules.to_act, state):
            self._tally(rules.decision(state, seat).kind, state, seat)
            default = rules.decision(state, seat).default
            self._holds(closing(rules, state, seat, default), f"what {seat} answers when time is over is not legal: {default}")
            self._asks("apply", rules.apply, state, seat, default)
            for _ in range(GLANCED):
                prefix = self._prefix(state, seat)
                ends = self._asks("closing", closing, rules, state, seat, prefix)
                done = self._asks(f"apply for {seat}", rules.apply, state, seat, prefix, but=(Refused,))
                self._holds(done is not None or not ends, f"{seat} may not do what is offered: {prefix}")

    def look(self, number: int, *labels: object) -> None:
        """Asks everything about one position. Raises Wrong."""
        state = built(self.game, number, *labels)
        self._where = f"{self.game}, position {(number, *labels)}"
        for seat in self._asks("to_act", self.rules.to_act, state):
            self._tally(self.rules.decision(state, seat).kind, state, seat)
            self._together[self._asked(state, seat)] += 1
        new = any(self._together[self._asked(state, seat)] <= NEW for seat in self.rules.to_act(state))
        self._often = OFTEN if new else 1
        before = self.rules.dump(state)
        self._sight = set(_texts(to_builtins(self.rules.view(state, None))))
        for seat in seats_of(state):
            self._questions(state, seat)
            self._prefixes(state, seat)
            for some in (self._walks, self._texts, self._ahead):  # The slower ones.
                if self.rng.random() < SOMETIMES:
                    some(state, seat)
        self._elsewhere(state)
        assert self.rules.dump(state) == before, f"{self._where}: asking has changed it"

    def _tally(self, kind: str, state: Any, seat: Seat) -> None:
        self.asked[kind] += 1
        for lack in lacking(self.game, self.rules, state, seat):
            self.met[kind, lack] += 1

    def _asks(self, what: str, ask: Callable[..., Any], *about: Any, but: tuple[type[Exception], ...] = ()) -> Any:
        """The answer; None where it is one of the errors that are an answer, too."""
        try:
            return ask(*about)
        except but:
            return None
        except Exception as error:
            told = [a for a in about if isinstance(a, str | int | tuple | frozenset)]
            raise Wrong(f"{self._where}: {what}{told}: {type(error).__name__}: {error}") from error

    def _holds(self, true: object, what: str) -> None:
        if not true:
            raise Wrong(f"{self._where}: {what}")

    # What is asked of a position as it is

    def _questions(self, state: Any, seat: Seat) -> None:
        rules, rng, acting = self.rules, self.rng, self.rules.to_act(state)
        orders = frozenset(rng.sample(rules.orders, rng.randint(0, min(4, len(rules.orders)))))
        self._asks("decision", rules.decision, state, seat, but=() if seat in acting else (Refused,))
        answer = self._asks("standing", rules.standing, state, seat, orders)
        self._holds(answer is None or closing(rules, state, seat, answer), f"{orders} answer {answer} for {seat}")
        for name in ("given", "said", "asides", "foreseen"):
            self._asks(name, getattr(rules, name), state, seat)
        for row in self._asks("shortcuts", rules.shortcuts, state, seat):
            self._holds(closing(rules, state, seat, row[0]), f"the shortcut {row} is not legal for {seat}")
        self._asks("turn", rules.turn, state)
        self._asks("due", rules.due, state, acting)
        self._asks("view", lambda: to_builtins(rules.view(state, seat)))
        if seat in acting:
            default = rules.decision(state, seat).default
            self._holds(closing(rules, state, seat, default), f"what {seat} answers when time is over is not legal: {default}")
            self._asks("apply", rules.apply, state, seat, default)

    # What is offered

    def _walks(self, state: Any, seat: Seat) -> None:
        """Ways down what is offered: all come to an end, and whatever may be done or said can be."""
        for verb in (None, None, *(w.text for w in self._asks("sayable", self.rules.sayable, state, seat, ()))):
            ask = partial(self.rules.words if verb is None else self.rules.sayable, state, seat)
            action = self._walk(ask, () if verb is None else (verb,), f"{seat}")
            if action is None:
                continue
            step = self._asks("apply what is offered", self.rules.apply, state, seat, action)
            if verb is None:
                self._whole.append(action)
                continue
            self._keep(state, seat, action, step.state)
            if verb == READY:
                self._tally(f"{READY} {action[1]}", state, seat)

    def _walk(self, ask: Ask, action: Action, who: str) -> Action | None:
        """A way down, word by word: to where it may end, to its very end, or by words with which it goes on for as long as there are any."""
        ends, long = self.rng.choice(((0.3, False), (0.0, False), (0.0, True)))
        whole: Action | None = None
        while words := self._asks(f"words for {who}", ask, action):
            self._holds(len({w.text for w in words}) == len(words), f"words twice for {who} after {action}")
            word = self.rng.choice([w for w in words if long and not w.end] or words)
            self._remember(action, [w.text for w in words])
            action = (*action, word.text)
            self._holds(len(action) <= LONGEST, f"no end for {who}: {' '.join(action[:40])}")
            whole = action if word.end else whole
            if word.end and self.rng.random() < ends:
                break
        return whole

    def _remember(self, prefix: Action, words: list[str]) -> None:
        verb = prefix[0] if prefix else ""
        known = self._places.setdefault((verb, min(len(prefix), 6)), [])
        for word in words[:8]:
            if word not in known:
                known.append(word)

    # Words that were never offered

    def _prefixes(self, state: Any, seat: Seat) -> None:
        rules, picking = self.rules, self._picking(state, seat)
        for _ in range(self.prefixes * self._often):
            prefix = self._prefix(state, seat)
            for what, ask in (("sayable", rules.sayable),) if sealed(prefix) else (("words", rules.words), ("sayable", rules.sayable)):
                words = self._asks(f"{what} for {seat} after", ask, state, seat, prefix)
                if words:
                    known, _ = walked(partial(ask, state, seat), prefix)
                    offered = prefix[:-1] if prefix and prefix[-1] in SAID_UNOFFERED.get(rules.key, ()) else prefix
                    self._holds(known >= len(offered), f"{what} for {seat} go on after {prefix}, which is no beginning")
            ends = self._asks("closing", closing, rules, state, seat, prefix)
            self._asks("redact", rules.redact, prefix)
            done = self._asks(f"apply for {seat}", rules.apply, state, seat, prefix, but=(Refused,))
            may = ends or prefix in rules.asides(state, seat) or sealed(prefix) or prefix[:1] == ("deck",)
            self._holds(done is None or may, f"{seat} may do what is not offered: {prefix}")
            self._holds(done is not None or not ends, f"{seat} may not do what is offered: {prefix}")
            self._labels(state, seat, prefix, picking)

    def _prefix(self, state: Any, seat: Seat) -> Action:
        """Words of the game in the order of actions, but out of place: mostly such as stood there in other positions."""
        rng, rules = self.rng, self.rules
        way = rng.random()
        if way < 0.3 and self._whole:
            action = list(rng.choice(self._whole[-KEPT:]))
        elif way < 0.4 and self._said:
            action = list(rng.choice(self._said).line)
        else:
            asked = rules.answers[rules.decision(state, seat).kind] if seat in rules.to_act(state) and rng.random() < 0.7 else ()
            verbs = asked or [v for verbs in rules.answers.values() for v in verbs]
            action = [rng.choice(SEALED if rng.random() < 0.15 else verbs if rng.random() < 0.9 else ODD)]
            for n in range(1, rng.randint(1, 7)):
                here = [w.text for w in (rules.sayable if sealed(tuple(action)) else rules.words)(state, seat, tuple(action))]
                elsewhere = self._places.get((action[0], n), [])
                known = [w for w in elsewhere if w in self._sight] or elsewhere
                action.append(rng.choice((here if rng.random() < 0.5 else known if rng.random() < 0.7 else elsewhere) or elsewhere or ODD))
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            kind, at = rng.randrange(4), rng.randrange(len(action)) if action else 0
            word = rng.choice(ODD) if rng.random() < 0.3 else rng.choice(rng.choice([*self._places.values(), ODD]) or ODD)
            if kind == 0:
                action.insert(at, word)
            elif kind == 1 and action:
                action.pop(at)
            elif action:
                action[at] = word
        return tuple(action[: rng.randint(0, len(action))] if rng.random() < 0.5 else action)

    def _labels(self, state: Any, seat: Seat, prefix: Action, picking: Picking) -> None:
        """How words are shown that may stand anywhere."""
        for n, word in enumerate(prefix):
            for what in ("name_of", "hint_of"):
                self._asks(what, getattr(picking, what), prefix[:n], word)
        if prefix:
            self._asks("in_words", in_words, picking, prefix, picking.view, partial(self.rules.words, state, seat))

    def _picking(self, state: Any, seat: Seat, root: Action = ()) -> Picking:
        rules = self.rules
        names = tuple(f"P{n}" for n in seats_of(state))
        look = Look("dark", self._say, names)
        table: Any = SimpleNamespace(
            rules=rules, state=state, id=1, names=names, acting=rules.to_act(state), over=rules.outcome(state) is not None, mark=lambda seat: 1,
            sight=lambda seat: 1, orders=lambda seat: rules.given(state, seat), view=lambda seat: rules.view(state, seat),
            row=SimpleNamespace(theme="dark", language="en"),
        )  # fmt: skip
        return Picking(table, seat, rules.view(state, seat), look, self._say, state, root)

    # What is typed

    def _texts(self, state: Any, seat: Seat) -> None:
        names = [namer(self._paint, self.rules.view(state, seat), self._picking(state, seat).look, self._say)]
        for _ in range(self.prefixes // 3):
            text = " ".join(self._prefix(state, seat)) + self.rng.choice(("", "", " ", " x", " then x", "; x", " 7"))
            for make in (lambda: self.rules, lambda: Sayings(self.rules)):
                for what in (read, understand, first, complete):
                    self._asks(f"{what.__name__} for {seat}", partial(what, Counting(make())), state, seat, text, but=(Refused, Misread))
            found = complete(self.rules, state, seat, text)
            self._asks("by_beginning", by_beginning, found, partial(self.rules.words, state, seat), names, text, but=(Misread,))
            self._asks("meant", meant, self.rules, state, seat, names, text, but=(Refused, Misread))

    # What is said ahead

    def _ahead(self, state: Any, seat: Seat) -> None:
        """Everything that is shown of what a seat may say ahead; and what it says is said."""
        rules, rng = self.rules, self.rng
        if STOPS in rules.verbs and rng.random() < 0.3:
            self._say_ahead(state, seat, giving(rules.orders, frozenset(rng.sample(rules.orders, min(2, len(rules.orders))))))
        self._asks("pass_ahead", pass_ahead, rules, state, seat)
        self._asks("drafts", drafts, rules, state, seat)
        if DRAFT in rules.verbs and rng.random() < 0.4 and (there := self._asks("foreseen", rules.foreseen, state, seat)) is not None:
            steps: list[Action] = []
            while there is not None and len(steps) < rng.randint(1, 5) and seat in rules.to_act(there):
                action = self._walk(partial(rules.words, there, seat), (), f"{seat} in a turn to come")
                if action is None:
                    break
                steps.append(action)
                there = self._asks("drafting_on", rules.drafting_on, rules.apply(there, seat, action).state, seat)
            if steps and len(" ".join(joined(steps))) < 800:
                self._say_ahead(state, seat, drafting(steps))
        for root in ((), (READY,)):
            self._asks("the picker", _choices, self._picking(state, seat, root), root)

    def _say_ahead(self, state: Any, seat: Seat, line: Action) -> None:
        step = self._asks(f"apply for {seat}", self.rules.apply, state, seat, line, but=(Refused,))
        if step is not None:
            self._keep(state, seat, line, step.state)

    def _keep(self, state: Any, seat: Seat, line: Action, after: Any) -> None:
        self._said = [*self._said[-KEPT:], Said(seat, line, self.rules.ahead(after, seat))]
        self._shown(after, seat)
        self._asks("spoken", spoken, self.rules, after, seat)

    def _elsewhere(self, state: Any) -> None:
        """What was said at other positions is kept at this one, and the game goes on."""
        rules, rng = self.rules, self.rng
        if not self._said or not hasattr(state, "ahead") or rules.outcome(state) is not None:
            return
        for _ in range(2 * self._often):
            ahead, orders = dict(state.ahead), dict(state.orders)
            for seat in seats_of(state):
                if fitting := [s for s in rng.sample(self._said, min(30, len(self._said))) if s.ahead != NOTHING]:
                    ahead[seat] = self._meeting(state, seat, rng.choice(fitting).ahead)
            there = replace(state, ahead=ahead, orders=orders)
            self._where = f"{self._where.partition(' with ')[0]} with {ahead}"
            for seat in seats_of(state):
                self._shown(there, seat)
            self._follow(there)
        self._where = self._where.partition(" with ")[0]

    def _meeting(self, state: Any, seat: Seat, ahead: Ahead) -> Ahead:
        """What was said, about something that the question of a seat is about, if it is about anything."""
        rules, rng = self.rules, self.rng
        if seat not in rules.to_act(state) or not hasattr(rules, "about"):
            return ahead
        kind, about = rules.decision(state, seat).kind, [*rules.about(state, seat)]
        alike = [r for s in self._said for r in s.ahead.ready if r.kind == kind]
        if alike and rng.random() < 0.8:
            ready = rng.choice(alike)
            ahead = replace(ahead, ready=(replace(ready, about=rng.choice(about)) if about else ready,))
        if rng.random() < 0.2 and self._whole:
            ahead = replace(ahead, then=(rng.choice(self._whole[-KEPT:]),))
        return ahead

    def _shown(self, state: Any, seat: Seat) -> None:
        """All that is asked about what a seat has said."""
        rules = self.rules
        picking = self._picking(state, seat)
        said = self._asks("said", rules.said, state, seat)
        self._holds(said is None or closing(rules, state, seat, said.action), f"{seat} has said {said}, which is not legal")
        self._asks("due", rules.due, state, rules.to_act(state))
        self._asks("stopped", stopped, rules, state, seat)
        self._asks("sources", lambda: list(sources(rules, state, seat)) if said else [])
        draft = rules.ahead(state, seat).draft if hasattr(rules, "ahead") else ()
        rehearsal = self._asks("rehearse", rehearse, rules, state, seat, draft)
        self._asks("draft_in_words", draft_in_words, picking, draft, rehearsal)
        for step in draft:
            self._asks("step_in_words", step_in_words, picking, step, state)
        self._asks("ready_in_words", ready_in_words, picking)
        self._asks("stopped_lines", stopped_lines, picking)
        self._asks("answered_lines", answered_lines, picking)
        if said:
            self._asks("answer_in_words", answer_in_words, picking, said.action)

    def _follow(self, state: Any) -> None:
        """Carries out what has been said, and what else comes by default, as a table does."""
        rules = self.rules
        for _ in range(self.rng.choice((1, 2, 4))):
            for _ in range(FOLLOWED):
                due = self._asks("due", rules.due, state, rules.to_act(state))
                if due is None:
                    break
                state = self._asks("apply what is due", rules.apply, state, due[0], due[1].action).state
            acting = rules.to_act(state)
            if not acting:
                return
            state = self._asks("apply", rules.apply, state, acting[0], rules.decision(state, acting[0]).default).state


def table_of(probe: Probe) -> list[str]:
    """How often each kind of question met each lack, as lines; fewer than 100 are marked."""
    lacks = sorted({lack for _, lack in probe.met})
    width = max(map(len, [*probe.asked, "question"]))
    lines = ["  ".join([f"{'question':{width}}", f"{'asked':>7}", *(f"{lack:>{max(7, len(lack))}}" for lack in lacks)])]
    for kind, asked in sorted(probe.asked.items()):
        counts = [probe.met[kind, lack] for lack in lacks]
        lines.append(
            "  ".join([f"{kind:{width}}", f"{asked:7}", *(f"{n if n else '-':>{max(7, len(lack))}}" for n, lack in zip(counts, lacks, strict=True))])
        )
    few = [f"{kind} without {lack}: {n}" for (kind, lack), n in sorted(probe.met.items()) if n < 100]
    return [*lines, *(["", "met fewer than 100 times:", *few] if few else [])]
