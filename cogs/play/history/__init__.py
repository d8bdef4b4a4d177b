"""The history of a table: records, replays, points to go back to.

A record only grows. A *row* is an action as it is stored; a *record* is all of them as text. Beside a game's own actions it may hold `resign`,
`undo 12`, `settle`, and `redraw`. The *past* is what has been played and still counts, a *stage* what a row of it has led to, and a *moment* a
stage at which everybody saw something new.

Going back. `redraw` has a key of chance, and follows an undo past what chance has shown (`cogs/play/undo_redraw.py`). What nobody knew there is
drawn anew (`redrawn`), what anybody knew stays. The key follows from the seed and the last action of the game before it, so that a question is
drawn anew once; while the game goes on nobody reads of it. What a plan, an order or an answer laid ready has played is its seat's own doing
there, and whatever would do it again at once is set aside (`Cascade.go_back`). A moderator goes back to points (`cogs/play/history/points.py`),
which are counted by what everybody saw.

No row is played by rules of another version than its own. Whoever loads a table that an earlier version has played tries its snapshot. Where the
present rules can go on, one commit notes a *base*, and undo, rollback and log begin there. A snapshot that cannot be read strands its table: it
waits, and `/referee end` closes it. A game's `version` goes up with every change that an old record would notice.
"""
