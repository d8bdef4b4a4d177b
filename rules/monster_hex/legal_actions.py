"""The legal actions, word by word: a tile, then a hex, then a rotation (MH-4, MH-5, MH-7.1, MH-8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.computer_levels import USUAL_LEVEL
from rules.game import Action, Seat, Word
from rules.monster_hex import abilities, capture, placement
from rules.monster_hex.content import Content
from rules.monster_hex.opening import BEGIN, MOST, SECOND, SPLIT
from rules.monster_hex.state import State
from rules.monster_hex.whose_decision import CHOOSES, NAMES, PLACING, active, kind_of

_VERBS = {"choose_faction": "faction", "choose_ability": "ability", "choose_value": "take", NAMES: SPLIT}


class LegalActions:
    """Finds the legal words; answers are cached, since they are asked for all the time."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._words = {text: Word(text) for text in self._vocabulary()}
        self._ends = {text: Word(text, True) for text in self._vocabulary()}

    def _vocabulary(self) -> set[str]:
        labels = {label for board in self.content.boards.values() for label in board.hexes}
        verbs = {"faction", "ability", "place", "take", "order", SPLIT, BEGIN, SECOND, *abilities.ABILITIES, *self.content.factions}
        return labels | verbs | set(self.content.tiles) | set(placement.ROTATIONS) | {str(n) for n in range(MOST + 1)}

    def knows(self, word: str) -> bool:
        """Whether a word may occur in an action at all."""
        return word in self._words

    def legal(self, state: State, seat: Seat, prefix: Action = ()) -> Iterator[Action]:
        """All legal actions that begin with `prefix`, in the order of the words."""
        for word in self.words(state, seat, prefix):
            action = (*prefix, word.text)
            if word.end:
                yield action
            yield from self.legal(state, seat, action)

    def words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        """The next words of a seat's legal actions, as `Rules.words` has them."""
        if seat != active(state):
            return []
        kind = kind_of(state)
        if kind in PLACING:
            return self._placing_words(state, seat, prefix, kind)
        word, end = self._words, self._ends
        if kind == "put_back":
            return self._put_back_words(state, seat, prefix)
        if kind == CHOOSES:
            return [end[BEGIN], end[SECOND]] if not prefix else []
        verb = _VERBS[kind]
        if not prefix:
            return [word[verb]]
        if prefix != (verb,):
            return []
        if kind == NAMES:
            return [end[str(n)] for n in self._splits(state)]
        if kind == "choose_faction":
            return [end[f] for f in self.content.factions if f not in state.factions]
        if kind == "choose_ability":
            return [end[a] for a in abilities.ABILITIES if a not in state.chosen]
        stone = self.content.board(state).stones[state.queue[0]]
        return [end[str(value)] for value in capture.left(stone, state.captures[stone.id])]

    def _splits(self, state: State) -> list[int]:
        """The half points that may be named, the measured number first (MH-1.8)."""
        measured = round(self.content.even[state.board][USUAL_LEVEL].halves)
        return [measured, *(n for n in range(MOST + 1) if n != measured)]

    def _placing_words(self, state: State, seat: Seat, prefix: Action, kind: str) -> list[Word]:
        word, end = self._words, self._ends
        length = len(prefix)
        own = kind == "place"
        board = self.content.board(state)
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
        slot = state.slot
        how = placement.way(state, board, self.content.tiles, slot)
        if length == 1:
            return [word[t] for t in placement.open_tiles(state, self.content.tiles, slot, how)]
        tile = self.content.tiles.get(prefix[1])
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
