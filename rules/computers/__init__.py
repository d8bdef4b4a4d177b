"""What computer players of all games share: search, evaluation, reasons. The names of levels: `rules/computer_levels.py`.

Search is in `rules/computers/tree_search.py`. The hard level looks ahead in worlds that its seat cannot tell apart (`imagine`), each with a tree of
its own (Monte Carlo tree search). Results are counted over all worlds for the present legal actions. A game's `guide.py` says which actions are worth
trying (*candidates*) and how positions are evaluated: a softmax over seats of weights in `data/<key>/judgement.json`, fitted to games of computers,
gives each seat's *share*, the part of the victory that it may expect. Where both seats can tell all hands and little is left, the game is solved
(`rules/computers/endgame_solver.py`; so far in Monster Hex). Easy and normal choose by first impressions and miss some options
(`rules/computers/first_impression.py`); only Planetary Conquerors' normal searches, at few positions. Which level is what, how many options it
misses, and how many positions hard looks at, is in each game's `computer/levels.py`.

Characters have a name, a level and a temper (`rules/computers/characters.py`): what is to their liking looks better to them, as a game's
`computer/characters.py` says. What one that teaches says of its moves is in `rules/computers/teaching.py`.

Reasons are in `rules/computers/reasons.py`. Two actions are followed in the same worlds to the seat's next turn. A game's `computer/reasons.py` says
what the events there are worth to a seat; a reason names those that come more often after one action.
"""
