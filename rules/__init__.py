"""The rule engines: pure, without Discord, input or output, clock or global randomness.

`game` is the contract, which rests on `randomness`, `decks` and `printed_cards` alone, and `notation` how actions are typed and recorded. `parts`
is what games are built from, `computers` what their computer players share, `competition` what is about more than one game. Every other package here
is a game, found by looking: there is no other registry.
"""

COMMON = ("competition", "computers", "parts")
"""The packages that are no games."""
