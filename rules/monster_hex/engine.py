"""The game as the rest of the house knows it: setup, whose turn it is, what may be done, what follows (sections 2, 3, 6, 7, 8)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.game import Action, Decision, Event, Option, Options, Outcome, Refused, Seat, Step, View, Word
from rules.legal_actions import legal
from rules.monster_hex import abilities, capture, ending, placement, planning
from rules.monster_hex.content import Board, Content
from rules.monster_hex.state import SHARED, Slot, State
from rules.monster_hex.validation import check
from rules.monster_hex.view import ASKED_BY, BoardView, public_view, seat_view
from rules.parts import known_cards
from rules.parts.ahead import ANY, DRAFT, PAUSES, READY, STOPS, known_to, sealed
from rules.parts.engine import Codec
from rules.parts.options import settings
from rules.parts.planning import WithOrders
from rules.parts.validation import restored
from rules.printed_cards import Face
from rules.randomness import Chance

TAKE_BEST = "take_best"
"""The standing order of MH-9.2."""

_SEAT_BOARDS = {2: "two", 3: "three", 4: "four"}
_LONGEST = {"place": 4, abilities.TWIST: 3, abilities.INSIGHT: 1, abilities.BOLD: 1}
"""How many words such an action has, without a champion."""
_codec = Codec(State)


class MonsterHex(WithOrders):
    """Monster Hex. See `rules.game.Rules` for what the methods promise."""

    key = "monster_hex"
    version = 5
    seats = range(2, 5)
    options: tuple[Option, ...] = (
        Option("board", ("auto", "two", "three", "four")),
        Option("abilities", ("off", "on")),
        Option("seating", ("drawn", "joined")),
        PAUSES,
    )
    orders: tuple[str, ...] = (TAKE_BEST,)
    kinds: Mapping[str, str] = ASKED_BY
    takes: Mapping[str, tuple[str, ...]] = {
        **dict.fromkeys(("place", "order"), ("monster",)),
        **dict.fromkeys(("twist", "take", "ability", "faction"), ("",)),
    }
    answers: Mapping[str, tuple[str, ...]] = {
        "choose_faction": ("faction",),
        "choose_ability": ("ability",),
        "put_back": ("order",),
        "choose_value": ("take",),
        "place": ("place", *abilities.VERBS),
        "place_shared": ("place",),
    }
    verbs: Mapping[str, str] = {
        "place": "MH-3.1",
        "place_shared.place": "MH-6.3",
        "take": "MH-4.5",
        "twist": "MH-8.2",
        "insight": "MH-8.3",
        "order": "MH-8.3",
        "bold": "MH-8.4",
        STOPS: "MH-9.2",
        READY: "MH-9.2",
        DRAFT: "MH-9.2",
    }

    def __init__(self, content: Content) -> None:
        self.content = content
        self.faces: Mapping[str, Face] = content.faces
        self.tiles = content.tiles
        self._kept: tuple[State | None, BoardView | None] = (None, None)
        self._words = {text: Word(text) for text in self._vocabulary()}
        self._ends = {text: Word(text, True) for text in self._vocabulary()}

    def _vocabulary(self) -> set[str]:
        labels = {label for board in self.content.boards.values() for label in board.hexes}
        verbs = {"faction", "ability", "place", "take", "order", *abilities.ABILITIES, *self.content.factions}
        return labels | verbs | set(self.tiles) | set(placement.ROTATIONS) | {str(n) for n in range(1, 10)}

    def board(self, state: State) -> Board:
        """The board that a game is played on."""
        return self.content.boards[state.board]

    # Setup

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        chosen = settings(self.options, options, "MH-1.1")
        name = _SEAT_BOARDS.get(seats, "") if chosen["board"] == "auto" else chosen["board"]
        board = self.content.boards.get(name)
        if board is None or seats not in self.seats:
            raise Refused("no_such_board", "MH-1.1", tuple(self.content.boards), board=chosen["board"], seats=seats)
        if seats not in board.players:
            fitting = tuple(b.id for b in self.content.boards.values() if seats in b.players)
            raise Refused("board_needs", "MH-1.1", fitting, board=name, seats=seats)
        chance = Chance.of(seed)
        shared = seats < board.factions
        slots = seats + shared
        stacks = [sorted(self.tiles) for _ in range(slots)]
        for stack in stacks:
            chance.shuffle(stack)
        hands = [[stack.pop(0) for _ in range(board.hand)] for stack in stacks[:seats]] + [[] for _ in range(shared)]
        with_abilities = chosen["abilities"] == "on"
        state = State(
            board=name,
            seats=seats,
            shared=shared,
            abilities=with_abilities,
            phase="faction",
            factions=[""] * slots,
            hands=hands,
            stacks=stacks,
            known=[0] * slots,
            scores=[0] * seats,
            round=1,
            chosen=[""] * seats,
            used=[False] * seats,
        )
        events = [Event("set_up", {"board": name, "seats": seats, "shared": shared, "abilities": with_abilities}, rule="MH-1.1")]
        events += [Event("drew", {"seat": s, "tiles": sorted(hands[s])}, to=(s,), rule="MH-1.5") for s in range(seats)]
        return Step(state, tuple(events))

    # Whose decision it is

    def to_act(self, state: State) -> tuple[Seat, ...]:
        seat = self._active(state)
        return () if seat is None else (seat,)

    def _active(self, state: State) -> Seat | None:
        if state.phase == "over":
            return None
        if state.phase == "faction":
            return state.factions.index("")
        if state.phase == "ability":
            return state.unfilled()[0]
        choosing = state.choosing()
        return state.seat_of(self._slot(state)) if choosing is None else choosing

    @staticmethod
    def _slot(state: State) -> Slot:
        return planning.slot_of(state, state.turn)

    def _kind(self, state: State) -> str:
        if state.phase == "faction":
            return "choose_faction"
        if state.phase == "ability":
            return "choose_ability"
        if state.looking:
            return "put_back"
        if state.queue:
            return "choose_value"
        return "place_shared" if state.turn >= state.seats else "place"

    def decision(self, state: State, seat: Seat) -> Decision:
        if seat != self._active(state):
            raise Refused("not_your_turn", "MH-2.1")
        kind = self._kind(state)
        # What a placement turns on is said first: the match, and for the first tile where it may lie.
        rule = ASKED_BY[kind] if kind != "place" else "MH-3.3" if state.placed else "MH-3.2"
        return Decision(kind, self._default(state, seat, kind), rule)

    def _default(self, state: State, seat: Seat, kind: str) -> Action:
        """The answer given in place of a seat that does not answer (MH-9.8): the first legal one, the value worth most, or no change."""
        if kind == "choose_value":
            return self._take_best(state, seat)
        if kind == "put_back":
            return ("order", *state.stacks[seat][: abilities.DEPTH])
        prefix: Action = ("place",) if kind in ("place", "place_shared") else ()
        return next(legal(self, state, seat, prefix), ())

    def _take_best(self, state: State, seat: Seat) -> Action:
        stone = self.board(state).stones[state.queue[0]]
        return ("take", str(capture.best_value(stone, state.captures[stone.id], seat)))

    def shortcuts(self, state: State, seat: Seat) -> list[tuple[Action, ...]]:
        return []

    def standing(self, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
        if TAKE_BEST in orders and seat == self._active(state) and self._kind(state) == "choose_value":
            return self._take_best(state, seat)
        return None

    # What is said ahead

    def absent(self, state: State, seat: Seat) -> Refused | None:
        if seat in state.resigned:
            return Refused("resigned_already", "MH-5.1")
        return None if seat in range(state.seats) else Refused("not_your_turn", "MH-2.1")

    def turn(self, state: State) -> Seat | None:
        return planning.turn_of(state)

    def present_turn(self, state: State) -> tuple[int, ...] | None:
        return planning.placement_of(state)

    def leaves(self, state: State, seat: Seat, action: Action) -> bool:
        """Values that others take between the placements of a turn are no answer to it (MH-9.1)."""
        return action[0] == planning.TAKE

    def about(self, state: State, seat: Seat) -> Mapping[str, str]:
        """The stone where a value is chosen, with the one worth most."""
        if self._kind(state) != planning.VALUE:
            return {}
        return {self.board(state).stones[state.queue[0]].label: self._take_best(state, seat)[1]}

    def ready_words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        return planning.ready_words(state, self.board(state), prefix)

    def may_ask(self, state: State, seat: Seat, kind: str, about: str) -> bool:
        """A stone none of whose values is left to choose asks nobody any more (MH-4.8)."""
        stones = planning.open_stones(state, self.board(state))
        return bool(stones) if about == ANY else about in stones

    def occasion(self, state: State, seat: Seat) -> tuple[int, ...] | None:
        """A round, and the point of it at which the seat places."""
        return planning.placement(state, self.board(state), seat)

    def foreseen(self, state: State, seat: Seat) -> State | None:
        return None if self.absent(state, seat) else planning.come(self.imagine(state, seat, Chance.of(0)), self.board(state), seat)

    def drafting_on(self, state: State, seat: Seat) -> State | None:
        """A placement of the shared tile is drafted only where it has been drawn (MH-6.2)."""
        found = super().drafting_on(state, seat)
        return None if found is None or (not found.queue and not found.hands[self._slot(found)]) else found

    # What may be done

    def words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        if seat != self._active(state):
            return []
        kind = self._kind(state)
        if kind in ("place", "place_shared"):
            return self._placing_words(state, seat, prefix, kind)
        word, end = self._words, self._ends
        if kind == "put_back":
            return self._put_back_words(state, seat, prefix)
        verb = {"choose_faction": "faction", "choose_ability": "ability", "choose_value": "take"}[kind]
        if not prefix:
            return [word[verb]]
        if prefix != (verb,):
            return []
        if kind == "choose_faction":
            return [end[f] for f in self.content.factions if f not in state.factions]
        if kind == "choose_ability":
            return [end[a] for a in abilities.ABILITIES if a not in state.chosen]
        stone = self.board(state).stones[state.queue[0]]
        return [end[str(value)] for value in capture.left(stone, state.captures[stone.id])]

    def _placing_words(self, state: State, seat: Seat, prefix: Action, kind: str) -> list[Word]:
        word, end = self._words, self._ends
        length = len(prefix)
        own = kind == "place"
        board = self.board(state)
        if length == 0:
            verbs = abilities.verbs(state, board, seat) if own and state.abilities else []
            return [word["place"], *(end[v] if v in (abilities.INSIGHT, abilities.BOLD) else word[v] for v in verbs)]
        if prefix[0] == abilities.TWIST and own and abilities.TWIST in abilities.verbs(state, board, seat):
            if length == 1:
                return [word[label] for label in abilities.twistable(state, board, seat)]
            if length == 2 and prefix[1] in abilities.twistable(state, board, seat):
                return [end[r] for r in abilities.twist_rotations(state, prefix[1])]
            return []
        if prefix[0] != "place":
            return []
        slot = self._slot(state)
        how = placement.way(state, board, self.tiles, slot)
        if length == 1:
            return [word[t] for t in placement.open_tiles(state, self.tiles, slot, how)]
        tile = self.tiles.get(prefix[1])
        if tile is None or prefix[1] not in state.hands[slot]:
            return []
        if length == 2:
            return [word[label] for label in placement.open_hexes(state, board, tile, how)]
        label = prefix[2]
        if (
            label not in board.hexes
            or label in state.placed
            or (how != placement.MATCH and label not in placement.open_hexes(state, board, tile, how))
        ):
            return []
        rotations = placement.open_rotations(state, tile, label, how)
        if length == 3:
            return [end[f"r{k}"] for k in rotations]
        champion = own and abilities.ready(state, seat) == abilities.CHAMPION
        if length == 4 and champion and placement.ROTATIONS.get(prefix[3]) in rotations:
            return [end[abilities.CHAMPION]]
        return []

    def _put_back_words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        if not prefix:
            return [self._words["order"]]
        seen = sorted(state.stacks[seat][: abilities.DEPTH])
        rest = [t for t in seen if t not in prefix[1:]]
        if prefix[0] != "order" or len(rest) != len(seen) - len(prefix) + 1:
            return []
        return [Word(t, len(rest) == 1) for t in rest]

    def knows(self, word: str) -> bool:
        return word in self._words

    def _check(self, state: State, seat: Seat, action: Action) -> None:
        """Raises Refused with the reason why an action is not legal; returns for exactly the legal ones."""
        if state.phase == "over":
            raise Refused("game_over", "MH-5.1")
        if seat != self._active(state):
            raise Refused("not_your_turn", "MH-2.1")
        kind = self._kind(state)
        verbs = tuple(w.text for w in self.words(state, seat, ()))
        verb = action[0] if action else ""
        if verb not in verbs and not (kind == "place" and verb in abilities.ABILITIES):
            raise Refused("asked_otherwise", ASKED_BY[kind], verbs, kind=kind)
        if verb == "place" and 1 < len(action) < 6:
            placement.check(state, self.board(state), self.tiles, self._slot(state), action[1:4])
            if len(action) == 5:
                self._check_champion(state, seat, kind, action[4])
        if verb in abilities.VERBS and len(action) <= _LONGEST[verb]:
            abilities.check(state, self.board(state), seat, action)
        if len(action) in (_LONGEST.get(verb), 5 if verb == "place" else 0):
            return
        options = self.words(state, seat, action[:-1])
        if any(w.text == action[-1] and w.end for w in options):
            return
        if verb == "take" and len(action) == 2:
            stone = self.board(state).stones[state.queue[0]]
            taken = action[1] in map(str, state.captures[stone.id].taken)
            names = tuple(w.text for w in options)
            raise Refused("value_taken" if taken else "no_such_value", "MH-4.5", names, value=action[1], hex=stone.label)
        if verb == "faction" and len(action) == 2 and action[1] in state.factions:
            raise Refused("faction_taken", "MH-1.4", tuple(w.text for w in options), faction=action[1])
        if verb == "ability" and len(action) == 2 and action[1] in state.chosen:
            raise Refused("ability_taken", "MH-8.1", tuple(w.text for w in options), ability=action[1])
        raise Refused("not_an_action", ASKED_BY[kind], tuple(w.text for w in options) or verbs)

    def _check_champion(self, state: State, seat: Seat, kind: str, word: str) -> None:
        if word != abilities.CHAMPION:
            raise Refused("not_an_action", "MH-3.1")
        if kind != "place":
            raise Refused("not_your_ability", "MH-8.1", ability=word)
        abilities.check(state, self.board(state), seat, (abilities.CHAMPION,))

    # What follows

    def carry_out(self, state: State, seat: Seat, action: Action) -> Step:
        self._check(state, seat, action)
        new = state.copy()
        events: list[Event] = []
        self._do(new, seat, action, events)
        self._go_on(new, events)
        return Step(new, tuple(events))

    def _do(self, s: State, seat: Seat, action: Action, events: list[Event]) -> None:
        verb = action[0]
        if verb == "place":
            self._place(s, seat, action, events)
        elif verb == "take":
            stone = self.board(s).stones[s.queue[0]]
            events.append(capture.take(s, stone, seat, int(action[1])))
        elif verb == "faction":
            s.factions[seat] = action[1]
            events.append(Event("faction", {"seat": seat, "faction": action[1]}, rule="MH-1.4"))
        elif verb == "ability":
            s.chosen[seat] = action[1]
            events.append(Event("ability", {"seat": seat, "ability": action[1]}, rule="MH-8.1"))
        elif verb == "order":
            events.extend(abilities.reorder(s, seat, action[1:]))
        else:
            events.extend(abilities.use(s, self.board(s), self.tiles, seat, action))

    def _place(self, s: State, seat: Seat, action: Action, events: list[Event]) -> None:
        _, tile, label, rotation = action[:4]
        board, slot = self.board(s), self._slot(s)
        how = placement.way(s, board, self.tiles, slot)
        placement.put(s, board, self.tiles[tile], label, slot, placement.ROTATIONS[rotation])
        s.hands[slot].remove(tile)
        s.bold = False
        champion = len(action) == 5
        if champion:
            s.used[seat] = True
            s.champions.append(label)
        facts = {"seat": seat, "slot": slot, "tile": tile, "faction": s.factions[slot], "hex": label, "how": how, "champion": champion}
        facts["rotation"] = placement.ROTATIONS[rotation]
        events.append(Event("placed", facts, rule=placement.RULE[how]))
        s.queue.extend(capture.completed(s, board, label))
        s.turn += 1

    def _go_on(self, s: State, events: list[Event]) -> None:
        """Everything that happens without a choice, until somebody has to decide or the game is over."""
        while s.phase != "over":
            if s.phase == "faction":
                if not self._factions_chosen(s, events):
                    return
            elif s.phase == "ability":
                if s.unfilled():
                    # One that is left alone is no choice.
                    if s.unfilled()[0] not in s.resigned and len(set(abilities.ABILITIES) - set(s.chosen)) > 1:
                        return
                    self._do(s, s.unfilled()[0], self._default(s, s.unfilled()[0], "choose_ability"), events)
                else:
                    s.phase = "play"
                    self._begin_round(s, events)
            else:
                capture.settle(s, self.board(s), self.tiles, events)
                if s.queue:
                    chooser = s.choosing()
                    if chooser is None or chooser not in s.resigned:
                        return
                    self._do(s, chooser, self._take_best(s, chooser), events)
                elif s.turn < s.slots:
                    forced = self._forced(s)
                    if forced is None:
                        return
                    self._do(s, self._active_seat(s), forced, events)
                else:
                    self._end_round(s, events)

    def _active_seat(self, s: State) -> Seat:
        seat = self._active(s)
        assert seat is not None
        return seat

    def _forced(self, s: State) -> Action | None:
        """The action of a seat that has resigned, or of one whose only placement is known to all (MH-9.4)."""
        seat, slot = self._active_seat(s), self._slot(s)
        if seat in s.resigned:
            return self._default(s, seat, self._kind(s))
        if s.looking or s.bold or len(s.hands[slot]) != 1 or s.stacks[slot] or not s.placed:
            return None
        choices = legal(self, s, seat)
        only = next(choices)
        return only if next(choices, None) is None else None

    def _factions_chosen(self, s: State, events: list[Event]) -> bool:
        """Takes choices without an alternative; True when all factions are chosen and the first round has begun."""
        while "" in s.factions:
            slot = s.factions.index("")
            free = [f for f in self.content.factions if f not in s.factions]
            if slot < s.seats and len(free) > 1 and slot not in s.resigned:
                return False
            s.factions[slot] = free[0]
            kind = "faction" if slot < s.seats else "shared_faction"
            events.append(Event(kind, {"seat": slot, "faction": free[0]}, rule="MH-1.4"))
        s.phase = "ability" if s.abilities else "play"
        if s.phase == "play":
            self._begin_round(s, events)
        return True

    def _begin_round(self, s: State, events: list[Event]) -> None:
        events.append(Event("round", {"round": s.round, "rounds": self.board(s).rounds}, rule="MH-2.1"))
        if s.shared:
            s.hands[SHARED].append(s.stacks[SHARED].pop(0))
            facts = {"seat": s.holder, "tile": s.hands[SHARED][0], "faction": s.factions[SHARED]}
            events.append(Event("drew_shared", {"seat": s.holder}, rule="MH-6.2"))
            events.append(Event("shared_tile", facts, to=(s.holder,), rule="MH-6.2"))

    def _end_round(self, s: State, events: list[Event]) -> None:
        board = self.board(s)
        if s.round == board.rounds:
            self._finish(s, events)
            return
        drawn: dict[int, str] = {}
        for seat in range(s.seats):
            if s.stacks[seat] and len(s.hands[seat]) < board.hand:
                drawn[seat] = s.stacks[seat].pop(0)
                s.known[seat] = known_cards.drawn(s.known[seat], 1)
                s.hands[seat].append(drawn[seat])
        if drawn:
            events.append(Event("refilled", {"seats": sorted(drawn)}, rule="MH-2.2"))
            for seat, tile in drawn.items():
                events.append(Event("drew", {"seat": seat, "tiles": [tile], "faction": s.factions[seat]}, to=(seat,), rule="MH-2.2"))
        s.round += 1
        s.turn = 0
        self._begin_round(s, events)

    def _finish(self, s: State, events: list[Event]) -> None:
        s.phase = "over"
        outcome = self.outcome(s)
        assert outcome is not None
        facts = {"places": [list(group) for group in outcome.places], "reason": outcome.reason, "scores": list(outcome.scores)}
        events.append(Event("over", facts, rule=outcome.rule))

    # The end

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state, self.board(state)) if state.phase == "over" else None

    def leave(self, state: State, seat: Seat) -> Step:
        if state.phase == "over":
            raise Refused("game_over", "MH-5.1")
        new = state.copy()
        new.resigned.append(seat)
        events = [Event("resigned", {"seat": seat}, rule="MH-5.2")]
        if new.looking and self._active(new) == seat:
            new.looking = False
        if len(new.resigned) == new.seats - 1:
            self._finish(new, events)
        else:
            self._go_on(new, events)
        return Step(new, tuple(events))

    # What may be known

    def view(self, state: State, seat: Seat | None) -> View[BoardView]:
        active = self._active(state)
        asked = () if active is None else ((active, self._kind(state)),)
        decision = self.decision(state, seat) if seat is not None and seat == active else None
        public = self._public(state)
        board = public if seat is None else seat_view(public, state, seat, self.content)
        return View(self.key, seat, self.to_act(state), asked, decision, self.outcome(state), board)

    def _public(self, state: State) -> BoardView:
        """What everybody sees. The seats ask for their views one after the other, so the last one is kept."""
        state_kept, view = self._kept
        if state_kept is not state:
            view = public_view(state, self.board(state), self.content)
            self._kept = (state, view)
        assert view is not None
        return view

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        new = state.copy()
        if state.phase == "over":
            return new
        new.orders = known_to(state.orders, seat)
        new.ahead = known_to(state.ahead, seat)
        for slot in range(state.slots):
            if seat == state.seat_of(slot):
                new.stacks[slot] = known_cards.imagined(new.stacks[slot], chance, state.known[slot])
            else:
                pool, size = known_cards.mixed([*new.hands[slot], *new.stacks[slot]], chance), len(new.hands[slot])
                new.hands[slot], new.stacks[slot] = pool[:size], pool[size:]
        return new

    def redrawn(self, state: State, chance: Chance) -> State:
        new = state.copy()
        if state.phase != "over":
            new.stacks = [known_cards.imagined(stack, chance, known) for stack, known in zip(state.stacks, state.known, strict=True)]
        return new

    def redact(self, action: Action) -> Action:
        return () if sealed(action) else ("order", "?") if action[:1] == ("order",) else action

    dump = staticmethod(_codec.dump)

    def load(self, snapshot: bytes) -> State:
        return restored(self, snapshot, _codec.load, partial(check, self.content), ("need",))
