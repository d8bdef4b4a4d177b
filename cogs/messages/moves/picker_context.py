"""The context of a move picker: table, question, seat and position; and how actions read in plain words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cogs.messages.drawing import label_of, look_of, unescaped
from cogs.play.table import Table
from cogs.play.table_queries import Stale
from data.language import Texts
from data.timestamps import distance
from render.look import Look, Say
from render.painter import Painter, painter
from rules.game import Action, Event, Seat, Several, View, Word
from rules.parts.ahead import ANY, DRAFT, ELSE, FITTING, READY, THEN, choices, sealed
from rules.parts.planned_turns import Rehearsal, kept, rehearse

MOST_OPTIONS = 25
"""So many options Discord takes in a menu."""


class Place(NamedTuple):
    """Where a picker stands: at which table and question (by its mark), on which page, after which words (`prefix`).

    If the words begin a sealed action, said ahead, `question` is the number of what the seat sees and has said (`Position.sight`).
    """

    table: int
    question: int
    page: int
    prefix: Action

    def write(self) -> str:
        """The place as text for a custom id."""
        return f"{self.table}:{self.question}:{self.page}:{' '.join(self.prefix)}"

    @classmethod
    def read(cls, text: str) -> Place:
        """The place from `write`. Raises ValueError for anything else."""
        table, question, page, prefix = text.split(":", 3)
        return cls(int(table), int(question), int(page), tuple(prefix.split()))

    @property
    def ahead(self) -> bool:
        """Whether the words begin an action that is said ahead."""
        return sealed(self.prefix)


class Picking(NamedTuple):
    """The context of a choice: a seat at a table, what it sees, its texts and its colours.

    `root` are the words before the choice that say something ahead, such as `draft`; () for an action now. Steps of a draft are chosen in the
    expected position (`state`; None where the draft has ended), everything else in the table's.
    """

    table: Table
    seat: Seat
    view: View[Any]
    look: Look
    say: Texts
    state: Any
    root: Action = ()
    rehearsal: Rehearsal | None = None

    @property
    def verb(self) -> str:
        """The verb of what is said ahead, such as `draft`; "" for an action now."""
        return self.root[0] if self.root else ""

    @property
    def paint(self) -> Painter[Any]:
        return painter(self.table.rules.key)

    def kind(self, prefix: Action = ()) -> str:
        """The kind of decision that `prefix` begins to answer."""
        if self.verb == READY:
            return prefix[1] if len(prefix) > 2 else ""
        return self.view.decision.kind if self.view.decision is not None else ""

    def words(self, prefix: Action) -> list[Word]:
        """The next words of an action."""
        rules, state = self.table.rules, self.state
        if self.verb not in ("", DRAFT):
            return rules.sayable(state, self.seat, prefix)
        return [] if state is None else rules.words(state, self.seat, prefix[len(self.root) :])

    def together(self, prefix: Action) -> Several | None:
        """How the words after `prefix` are chosen together in one menu; None where each is chosen after the one before."""
        if self.state is None or self.verb not in ("", DRAFT) or len(prefix) < len(self.root):
            return None
        found = self.table.rules.together(self.state, self.seat, prefix[len(self.root) :])
        return found if found is not None and len(found.options) <= MOST_OPTIONS else None

    def ends(self, action: Action) -> bool:
        """Whether the words are a complete action, though others might follow."""
        return len(action) > len(self.root) and any(w.text == action[-1] and w.end for w in self.words(action[:-1]))

    def plain(self, prefix: Action) -> Action:
        """The words of the game's own action in `prefix`, without those that say it ahead."""
        if self.verb != READY:
            return prefix[len(self.root) :]
        rest = prefix[3:]
        last = max((n for n, word in enumerate(rest, 1) if word in (THEN, ELSE)), default=0)
        return rest[last:]

    @property
    def in_text(self) -> Picking:
        """The same context with people's names escaped, for the lines of a message; buttons and menus need no escaping."""
        return self._replace(look=look_of(self.table, self.say))

    def name_of(self, prefix: Action, word: str) -> str:
        """The name of a word."""
        if self.verb == READY and len(prefix) == 1:
            return occasion_of(self.say, word)
        if self.verb == READY and (found := NAMED.get(word)):
            own = self.say.find(f"{found}.{prefix[1]}") if len(prefix) == 2 else None
            return own or self.say(found)
        words = prefix[:2] if self.verb == READY and len(prefix) == 2 else self.plain(prefix)
        own = None if words else self.say.find(f"do.{self.kind(prefix)}.{word}")
        own = own or self.paint.label(self.view, self.look, words, word)
        return label_of(self.say, words, word) if own is None else own

    def hint_of(self, prefix: Action, word: str) -> str:
        """A short remark on a word, such as a price; "" for none."""
        if self.verb == READY and len(prefix) < 3:
            return ""
        return self.paint.hint(self.view, self.look, self.plain(prefix), word) or ""


NAMED = {ANY: "ahead.any", FITTING: "ahead.fitting", THEN: "ahead.then", ELSE: "ahead.else"}
"""The texts of words that stand in what is said ahead alone."""


def occasion_of(say: Texts, kind: str) -> str:
    """The question for which an answer is laid ready, in words."""
    return say.find(f"ready.{kind}") or say.plainly(_asking(say, kind, 0))


def picking_at(table: Table, seat: Seat, look: Look, say: Texts, prefix: Action = ()) -> Picking:
    """The context in which the words after `prefix` are chosen."""
    rules, view, look = table.rules, table.view(seat), unescaped(table, look)
    if prefix[:1] != (DRAFT,):
        return Picking(table, seat, view, look, say, table.state, prefix[:1] if sealed(prefix) else ())
    found = rehearse(rules, table.state, seat, kept(rules, table.state, seat).draft)
    instead = prefix[1:2] == (ELSE,)
    state = found.before[-1] if instead and found.before else None if found.ends else found.state
    shown = state if state is not None else found.state
    return Picking(table, seat, view if shown is None else rules.view(shown, seat), look, say, state, prefix[: 1 + instead], found)


def check(picking: Picking, place: Place) -> None:
    """Raises Stale if a place belongs to an earlier question, or its words lead nowhere now."""
    table, seat = picking.table, picking.seat
    if not place.ahead:
        table.check_fresh(seat, place.question)
        if seat not in table.acting:
            raise Stale
    elif place.question != table.sight(seat) or table.over:
        raise Stale
    if len(place.prefix) > len(picking.root) and all(w.text != place.prefix[-1] for w in picking.words(place.prefix[:-1])):
        raise Stale


def capital(name: str) -> str:
    """A name with a capital, for a button or a menu."""
    return name[:1].upper() + name[1:]


def decapitalized(words: str) -> str:
    """Words without the capital, for use within a sentence."""
    return words[:1].lower() + words[1:]


def prompt(say: Texts, kind: str, words: int, chosen: Action = ()) -> str:
    """The question for a decision's next word, after `words` of them; `chosen` are the words so far."""
    return say(_asking(say, kind, words, chosen))


def _asking(say: Texts, kind: str, words: int, chosen: Action = ()) -> str:
    """The text key of `prompt`: that of the verb's latest word that has one, else that of the kind of decision."""
    of_verb = (f"pick.verb.{chosen[0]}.{n}" for n in range(words if chosen else 0, 0, -1))
    return next((key for key in (*of_verb, f"pick.{kind}.{words}", f"pick.{kind}") if say.find(key)), "pick.next")


Told = Callable[[Action], list[Word]]
"""The next words of an action, where it is told."""


def in_words(picking: Picking, action: Action, view: View[Any], words: Told) -> str:
    """An action in plain words, as in a position (`view`, `words`); what isn't possible there has its general names."""
    kind = view.decision.kind if view.decision is not None else ""
    if len(action) == 1 and (own := picking.say.find(f"do.{kind}.{action[0]}")):
        return own
    return sentence(picking.say, named(picking, action, view, words))


def deed_in_words(picking: Picking, action: Action, state: Any) -> str:
    """An action of the picking seat in plain words, as in the `state` before it."""
    rules, seat = picking.table.rules, picking.seat
    return capital(in_words(picking, action, rules.view(state, seat), lambda prefix: rules.words(state, seat, prefix)))


def named(picking: Picking, action: Action, view: View[Any], words: Told) -> list[str]:
    """The names of all words of an action."""
    say, found = picking.say, list[str]()
    kind = view.decision.kind if view.decision is not None else ""
    for n, word in enumerate(action):
        prefix = action[:n]
        if word == FITTING:
            found.append(say.find(f"ahead.fitting.{action[0]}") or say("ahead.fitting"))
        elif picking.table.rules.decks and prefix == ("deck",) and word not in picking.table.rules.presets:
            found.append(say("word.own_deck"))
        else:
            known = any(w.text == word for w in words(prefix))
            own = picking.say.find(f"do.{kind}.{word}") if known and not prefix else None
            own = own or (picking.paint.label(view, picking.look, prefix, word) if known else None)
            found.append(label_of(say, prefix, word) if own is None else own)
    return found


def did_in_words(picking: Picking, action: Action, state: Any) -> str:
    """An action done in a `state`, as a sentence to its player: the text of the question and the verb (`did.<kind>.<verb>`) or of the verb alone
    (`did.<verb>`), with the number of further words at its end where that makes a difference, `ends` if nothing more is asked of them, or `short` if
    what has come of it doesn't name its first thing, such as a way that stops before its end."""
    rules, seat, say = picking.table.rules, picking.seat, picking.say
    view = rules.view(state, seat)
    kind = view.decision.kind if view.decision is not None else ""
    names = named(picking, action, view, lambda prefix: rules.words(state, seat, prefix))
    verb, further = action[0], names[1:]
    special = [f"did.{verb}.{end}" for end in ("ends", "short") if say.find(f"did.{verb}.{end}") is not None]
    step = rules.apply(state, seat, action) if special else None
    ways = [key for key in special if step and (seat not in rules.to_act(step.state) if key.endswith("ends") else _short(action, step.events))]
    for key in (*ways, f"did.{kind}.{verb}", f"did.{verb}.{len(further)}", f"did.{verb}"):
        if (text := say.find(key)) is not None:
            return text.format_map({"what": ", ".join(further), **dict(zip("ab", further, strict=False))})
    return say("did", what=sentence(say, names))


def _short(action: Action, events: Sequence[Event]) -> bool:
    """Whether nothing that has come of an action names its first thing in a list, such as the hexes of a way."""
    return not any(isinstance(fact, list) and action[1] in fact for event in events for fact in event.facts.values())


def sentence(say: Say, names: Sequence[str]) -> str:
    """The names of an action's words as one phrase: the verb, then its objects as far as they have names. What only leads on to a further word
    (its name ends with "…") is left out before that."""
    further = [name for n, name in enumerate(names) if n and name and (n == len(names) - 1 or not name.endswith(" …"))]
    if not further:
        return capital(names[0])
    done, what = names[0].removesuffix(" …"), ", ".join(further)
    return capital(f"{done} {what}" if what[:1].islower() else f"{done}{say('colon')}{what}")


def plainly(say: Texts, action: Action) -> str:
    """An action by the general names of its words, in no position."""
    return sentence(say, [label_of(say, action[:n], word) for n, word in enumerate(action)])


def answer_in_words(picking: Picking, action: Action) -> str:
    """An answer to the present question of a seat in plain words."""
    table, seat = picking.table, picking.seat
    return in_words(picking, action, table.view(seat), lambda prefix: table.rules.words(table.state, seat, prefix))


def draft_in_words(picking: Picking, steps: Sequence[Action], rehearsal: Rehearsal) -> list[str]:
    """The steps of a draft as a list in plain words, each as in the position before it; where it waits for its seat, and why it ends."""
    say, found = picking.say, []
    for n, step in enumerate(steps):
        state = rehearsal.before[n] if n < len(rehearsal.before) else rehearsal.state
        if n == len(rehearsal.before) and rehearsal.ends:
            found.append(say(f"ahead.ends.{rehearsal.ends}"))
        found.append(f"{n + 1}. {step_in_words(picking, step, picking.table.state if state is None else state)}")
        if n in rehearsal.stops:
            found.append(say("ahead.waits"))
    if rehearsal.ends and len(steps) == len(rehearsal.before):
        found.append(say(f"ahead.ends.{rehearsal.ends}"))
    return found


def step_in_words(picking: Picking, step: Action, state: Any) -> str:
    """A step of a draft in plain words: an action, or alternatives, of which the first possible one is done."""
    rules, seat = picking.table.rules, picking.seat
    view = rules.view(state, seat)
    actions = [in_words(picking, action, view, lambda prefix: rules.words(state, seat, prefix)) for action in choices(step)]
    return f" – {picking.say('ahead.else')} – ".join(actions)


def waiting(table: Table, say: Texts, since: float | None = None, but: Seat | None = None) -> str:
    """Whom the game waits for, perhaps without one seat (`but`), and, if given, `since` when (seconds since 1970), without a ping. Whoever is asked
    by orders of their own alone is not named."""
    if table.over:
        return say("refused.game_over")
    asked = f" · {say('waiting.since', ago=distance(since))}" if since else ""
    others = [(seat, kind) for seat, kind in table.view(None).asked if seat != but]
    lines = [say("waiting.asked", name=table.names[seat], what=say(f"asked.{kind}")) + asked for seat, kind in others]
    hidden = [] if lines or but is not None else [say("waiting.hidden")]
    return "\n".join([*lines, *hidden, *([say(late)] if (late := table.late) else [])])
