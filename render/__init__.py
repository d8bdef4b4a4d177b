"""Turns views into pictures and text. It never sees a game's state and knows nothing of Discord.

A module or package named like a game is its painter. The shell asks it for pictures (`paint` for everybody, `paint_hand` and `paint_choice` for
one seat), for the same in words (`describe`, `describe_hand`, `hint` for a choice, `notes` for the picker, `shortcut` for a row of actions,
`narrate` for an event), and for the rules behind what somebody may do (`rules_now`).

A scene (`render/canvas.py`) is a list of items with keys; a place is painted anew when its key changes. Pictures mark the *trace*: the deeds of
the turn in which something last happened. A replay is a GIF of which each picture holds what has changed (`render/animation.py`): of each moment
at which everybody saw something new, in a long game of each turn; what decided something strikes in it as it did when it was posted
(`render/motion.py`). Two are made at a time, piece by piece (`cogs/messages/table/replay.py`).

Themes (`render/theme.py`) are layers of colours in `render/themes`. A layer replaces the roles that need it; those for the colour-blind give roles
one of seven swatches. Beside the colours stands what must `differ` and be `legible`, and tests look at it as the colour-blind do. Large letters
are set last, where there is room (`render/large_type.py`).

What a word looks like (`render/art`): `<game>.json` names the outline of every card, monster, place and figure, `shapes.json` holds the outlines,
and `python -m render.art` draws them into `<game>.zip`, masks that are unpacked one by one when a sprite wants them. A painter draws a mask in the
colour of a role (`Canvas.figure`) on a ground with a light (`Canvas.glow`, `Canvas.shade`). Gradients are dithered in an ordered pattern from the
colours that the palette has, so that a sprite is still drawn once and costs nothing from then on. `render/cards.py` draws whole cards, cards in
hands and lists of decks for all games. `make gallery` puts all of it on pages to look at.
"""
