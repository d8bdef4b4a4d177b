"""The clocks of tables: whose time runs, when it stands, who is reminded, and what happens when it is over.

How a clock counts is pure, and in `rules/competition/clock.py`: kinds of clocks, *dials* (what each seat has left), and when somebody is reminded
(`running`). At a table:

- `dials.py` starts a seat's dial when it is asked and stops it when it has answered, in the transaction of that action; rests (`data/rest_hours.py`)
  are not charged, and an undo gives nobody time back (`after_undo`).
- `table_clocks.py` is `table.clocks`: pauses, another clock, and time that *stands* while nobody can act there or nobody has been told that they are
  asked. That is a row, shown with its reason, and it goes on by itself.
- `expiry.py` sends reminders and ends somebody's time; `claims.py` is for rated games, in which whoever waits claims it.
- `downtime.py` charges nobody for time in which no process served a server (`data/store/heartbeat.py`), or in which a process was frozen
  (`cogs/service/heartbeat.py`). Every change of a table waits until such time has been credited.

Around it: `cogs/service/timer.py` sleeps until the next moment is due. `cogs/service/reachability.py` looks whether people can act (the server, the
channel, boards in the outbox), `cogs/service/deaf_gateway.py` at gateways that deliver nothing. `cogs/play/notification_rules.py` says whether a
reminder pings. `cogs/messages/table/clocks.py` has clocks in words: as they are typed, and as they are shown. Players who are not there are in
`cogs/play/presence`.

The three seconds that Discord gives an answer are no clock of a game: `cogs/messages/interaction_deadlines.py`.
"""
