"""What people see and press: boards, menus, buttons, answers, drawing.

A board is a layout (Discord's components v2): one container in the colour of the seat that is asked, with what happened, the picture, who is
asked, and the buttons. When the next board comes, the one before is looked up and drawn again without its buttons
(`cogs/service/old_buttons.py`). For that the bot needs the right to read the channel's history. Without it earlier boards keep their buttons,
which answer with the present question. Lists have a button in each line and ten lines a page (`cogs/messages/button_lists.py`), since Discord takes
40 components and 4,000 letters.

A private panel (*Your move*) is a layout, too (`cogs/messages/panel_layout.py`), and stays the only one: it is edited in place by whatever is
pressed in it. Above stands what has happened; then the board, and the hand below it, a gallery of one picture each; then the question with what
there is to press. Who has lost the seat is told so there, and sees nothing more of it.

Buttons say verb, table, question and words, so that they work after a restart. A question is known by its mark, which tells nothing of hidden
actions.

What is typed (`cogs/messages/moves/typed_actions.py`) is read in words of the game, else by names in any language. Everyday words (`verbs.txt`)
are shown as what they mean before anything is done. What people send has a stated size. What takes long to read is read by threads apart. What
they have typed is a `Typed`, escaped wherever it is put into a sentence.

Commands in texts stand between backticks and in English. In messages that becomes Discord's mention, elsewhere the palette's name
(`data/commands.py`).

Names are those of Discord, as each interaction brings them (`cogs/service/display_names.py`). Whoever changes their name has the new one at tables
that are under way, and the old one in games that are over. What people call themselves is stored, and beside it their account's name (`Called`).
People whose names look the same (`data/similar_names.py`) are told apart when they are shown: in words by the sign of their seat and their
account's name. Where the font lacks more than a third of somebody's own name, a picture shows the account's name (`Look.in_pictures`). Names from
right to left stand between U+2068 and U+2069. Two things of one name on a board get a letter on arrival, such as `Raider (b)`, which never changes.

Direct messages (a *call*; `cogs/service/direct_messages.py`) are rows of the outbox, stored by the transaction that strikes off a board and due two
minutes later, at most one to each person about each table. What they say is made when they go out, so that only the newest of all that has happened
is told. Whether a *follower* (who reads without playing) still is a member and sees the channel is asked of Discord each time, since the bot hears
of no members. Whoever looks after the table's shard asks; sending needs no gateway.

Nobody waits without a word (`cogs/messages/interaction_deadlines.py`). An answer that is late is given up after a minute; what takes its time (a
replay, a copy) after ten. Whoever waits reads whether nothing, something or nobody knows what was stored (`data/store/progress.py`). A statement that
PostgreSQL has not answered within 25 seconds is given up with its connection.
"""
