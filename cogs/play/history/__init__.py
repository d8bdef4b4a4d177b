"""The history of a table: records, replays, points to go back to.

A record only grows. A *row* is an action as it is stored; a *record* is all of them as text. Beside a game's own actions it may hold `resign`, `undo
12`, `settle`, and `redraw`. The *past* is the rows that still count, a *stage* is the state after one of them, and a *moment* a stage at which
everybody saw something new.

Which action an undo takes back, and whom that concerns, is in `cogs/play/undo.py`. An undo past a random event is followed by `redraw` with a key of
chance (`cogs/play/undo_redraw.py`): what nobody knew there is drawn anew (`redrawn`), what anybody knew stays. The key follows from the seed and the
last action of the game before it, so that a question is drawn anew once; it is not shown while the game goes on. There, what a plan, an order or an
answer laid ready has played counts as its seat's own action, and what would do it again at once is set aside (`Cascade.go_back`). A moderator goes
back to points (`cogs/play/history/rewind_points.py`), which are counted by what everybody saw.

No row is played by rules of another version than its own. When a table is loaded that an earlier version has played, its snapshot is tried. If the
present rules can go on from it, one commit stores a *base*, at which undo, rollback and log begin. If it cannot be read, the table is *stranded*: it
waits, and `/referee end` closes it. A game's `version` goes up with every change that an old record would notice.
"""
