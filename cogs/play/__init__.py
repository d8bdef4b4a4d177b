"""Tables and tournaments in progress. Imports no Discord, so it is tested without.

Every table is got from one place (`cogs/service/access.py`): one of the person's own server and channel, unless they sit at it. What one person may
do to another is the permission table (`cogs/play/permissions.py`), asked before every act. An *act* is what a moderator did, with its reason. A
*motion* (`cogs/play/motions.py`) is an act that a moderator who plays proposes to the others: a row that survives a restart and ends in the
transaction of the act. A *proposal* (`cogs/play/proposals.py`) is an undo or a draw that waits for others. A *challenge* is an open table with named
players who have not accepted yet.

Nobody is notified without asking the notification policy (`cogs/play/notification_rules.py`): the kind of call, what its receiver has set (pings,
direct messages, rest), who calls, and how often. A *nudge* is a call that another player asks for (how often: `cogs/play/nudges.py`).
`cogs/play/notifications.py` applies the policy with what is stored when the message goes out, and it alone makes the `Pinged` that names those whom
Discord pings. A message looks the same whether it pings or not, so that nobody learns who has blocked them.

If the rules fail on a legal answer (`cogs/play/fault_rules.py`), only the fault is stored. The clock of that seat is stopped, for a day at most in a
whole game, and all are told the number under which the log has the error. When time is over, or when a computer or a moderator answers, the first
other answer that works is given and told. If none works (`stuck`), no clock runs, the others may end the game without a result, and the worker tries
again, ever more rarely: another version of the bot may succeed.

If a plan fails in any way, its seat loses that plan alone: `cogs/play/cascade.py` sets it aside by a sealed row of its own (`lapse`), and everybody
else plays on.
"""
