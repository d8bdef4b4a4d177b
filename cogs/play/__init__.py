"""Tables and tournaments at work, without Discord. Tested alone.

Whoever asks gets a table from one place (`cogs/service/access.py`): one of their own server and channel, unless they sit at it. What one person
may do to another is one table of rules (`cogs/play/permissions.py`), asked before a moderator's act is done. What it lets a moderator who plays
do with the others' consent is a motion (`cogs/play/motions.py`): a row that lives through a restart and ends in the transaction of the act. An
*act* is what a moderator did, with its reason. A *proposal* is an undo or a draw that waits for others. A *challenge* is an open table at which
somebody is named who has not accepted yet.

Nobody is called without asking (`cogs/play/notification_rules.py`). Whether a message may mention somebody, or write to them alone, is one table
of rules: kinds of calls by what they have set (pings, direct messages, rest), who calls, and how often. A *nudge* is a call at the word of
another player. `cogs/play/notifications.py` asks that table with what is stored when the message goes out, and alone makes the `Rung` that names
those whom Discord pings. What people ask of each other looks the same whether it pings or not, so that nobody learns whom somebody has blocked.

The rules fail on a legal answer (`cogs/play/engine_faults.py`). Nothing is stored but that. The time of its seat stands, for a day at most in a
whole game, and all are told the number under which the log tells of it. When time is over, or a computer or a moderator answers, the first other
answer that can be carried out is given and told. Where there is none (`stuck`), no clock runs, the others may end the game without a result, and
the worker tries it again, ever more rarely: another version of the bot may know better.

A plan cannot be carried out. In whatever way it fails, it costs its seat that plan alone: `cogs/play/cascade.py` sets it aside by a sealed row of
its own (`lapse`), and everybody else plays on.
"""
