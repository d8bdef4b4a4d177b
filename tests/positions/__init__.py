"""Positions that play seldom reaches: built, not played, for the suites of all games.

Each game has a module named like it with two functions:

- `position(rules, chance) -> State`: a valid position, another one for each chance: hurt, empty, crowded, without means, with a seat gone, in the
  middle of things;
- `lacks(rules, state, seat) -> frozenset[str]`: what the seat lacks there for the question that it is asked, out of the module's `LACKS`.
"""
