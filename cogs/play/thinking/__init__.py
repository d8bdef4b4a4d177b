"""How computer players think: in processes of their own, each request in its turn.

They think in worker processes (`cogs/play/thinking/pool.py`) that know the rules and nothing else: one fewer than there are cores
(`COMPUTER_WORKERS`). Each is started by its first request (a third of a second, about 25 MB), and gone after five minutes without a question, or as
soon as the bot is gone in whatever way.

- A request is a snapshot, a seat and a key of chance. The same request gets the same answer from any process: opponents count positions, each as many
  as its `nodes` (`rules/<game>/computer/levels.py`). That a decision takes at most 3 seconds of a core, and a seat's decisions in a turn 20
  (`cogs/play/thinking/budget.py`), only guards them.
- Servers have their turns one after the other, and so have the people of a server. None has all of the processes, and whoever waits for that is told.
  A request that nobody waits for any more is dropped.
- A process that dies is replaced and asked again. Where three die of a position, or one thinks for ten seconds, or an opponent fails or breaks a
  rule, the game gives its own answer for the seat (`_answer` in `cogs/play/table_actions.py`), as it does when time is over, and the log says so.
- The same processes compute hints (`cogs/play/thinking/hints.py`), whose chance comes from what the asker sees, so that asking twice tells nothing,
  and analyses (`cogs/play/thinking/analysis.py`), a second of a core at a time. Both are kept in memory alone.

Nobody's requests hold up others (`cogs/play/fair_share.py`). All tasks that an interaction begins belong to the person who sent it (an `Asker`). In
each round of the event loop one task of each server does a step, and a server's people take turns. Work in threads (pictures, looking up rules,
records) waits for a turn, as computers do. More than 25 things at a time are not done for anybody: they are told so, a second later. Of what somebody
is setting up, the latest ten are kept.
"""
