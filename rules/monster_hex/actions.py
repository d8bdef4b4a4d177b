"""What an action does, by its verb: tiles placed, values taken, factions and abilities chosen (MH-2 to MH-8)."""

from __future__ import annotations

from rules.game import Action, Event, Seat
from rules.monster_hex import abilities, capture, opening, placement
from rules.monster_hex.content import Content
from rules.monster_hex.state import State


def do(content: Content, s: State, seat: Seat, action: Action, events: list[Event]) -> None:
    """Carries out a legal action."""
    verb = action[0]
    if verb == "place":
        _place(content, s, seat, action, events)
    elif verb == "take":
        stone = content.board(s).stones[s.queue[0]]
        events.append(capture.take(s, stone, seat, int(action[1])))
    elif verb == opening.SPLIT:
        events.extend(opening.name_split(s, seat, int(action[1])))
    elif verb in (opening.BEGIN, opening.SECOND):
        events.extend(opening.choose_turn(s, seat, verb, content.board(s).hand))
    elif verb == "faction":
        s.factions[seat] = action[1]
        events.append(Event("faction", {"seat": seat, "faction": action[1]}, rule="MH-1.4"))
    elif verb == "ability":
        s.chosen[seat] = action[1]
        events.append(Event("ability", {"seat": seat, "ability": action[1]}, rule="MH-8.1"))
    elif verb == "order":
        events.extend(abilities.reorder(s, seat, action[1:]))
    else:
        events.extend(abilities.use(s, content.board(s), content.tiles, seat, action))


def _place(content: Content, s: State, seat: Seat, action: Action, events: list[Event]) -> None:
    _, tile, label, rotation = action[:4]
    board, slot = content.board(s), s.slot
    how = placement.way(s, board, content.tiles, slot)  # Told with the placement, not before: it says what a hand lacks (MH-9.5).
    placement.put(s, board, content.tiles[tile], label, slot, placement.ROTATIONS[rotation])
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
