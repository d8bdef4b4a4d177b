"""What computer players of all games share: search, judgement, levels.

Search is in `rules/computers/tree_search.py`. The hard level looks ahead in worlds that its seat cannot tell apart (`imagine`), each with a tree
of its own (Monte Carlo tree search). Results are counted over all worlds for what may be done now. What is worth trying (*candidates*) and how
positions are judged is a game's `guide.py`. The judgement is a softmax over seats of weights in `data/<key>/judgement.json`, fitted to games of
computers: it gives each seat's *share*, the part of the victory that it may expect. Where two can tell all hands and little is left, the game is
counted to its end (`rules/computers/endgame_solver.py`; so far in Monster Hex). Easy and normal do what looks good at first sight and overlook
some of it (`rules/computers/casual.py`). How much, and how many positions hard looks at, is in each game's `computer/levels.py`.

Why (`rules/computers/reasons.py`). Two actions are followed in the same worlds to the seat's next turn. What comes about there is told by events, of
which a game's `computer/reasons.py` says what they are worth to a seat; a reason names those that come more often after the one action.
"""
