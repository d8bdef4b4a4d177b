"""The bot's process: start and stop, gateway, sending the outbox, timers, tournaments in their channels, access control.

Nothing that arrives ends the process (`cogs/service/gateway.py`, `cogs/service/unreadable_events.py`). Each shard's connection is kept up by a task
of its own, with growing pauses, since discord.py ends all of them where one fails in a way that it does not foresee. An event that cannot be parsed
is skipped; a READY that cannot be parsed is waited for. A server counts as left only when Discord says so, by itself or when asked.

A start reads, then connects, then stands by. What is built on first use is built once, whichever thread asks (`rules/parts/lazy.py`), and msgspec
learns its types there, in which a second thread would end the process.

Several processes can share one PostgreSQL (`cogs/service/shard_leases.py`, `data/store/postgres/peers.py`); they are each other's *peers*. A *shard*
is a part of the servers, as Discord divides them.

- The process that holds a shard's advisory lock serves it. It loses the lock with the connection, or when its event loop has been silent for eight
  seconds by the server's clock: a process that is frozen or hangs is replaced like one that died. Others with the same shard stand by: connected to
  Discord, and silent.
- What a process has begun is under the *lease* of that moment (`data/store/lease.py`): neither stored nor sent any more when another one has got the
  shard since.
- Discord sends an interaction to all of them. The holder answers; the others wait for two seconds whether they get the shard. Of two who answer at
  the same moment Discord lets one.
- Tables in memory are compared with their revision before they are used. Notifications between processes (`NOTIFY`) only save waiting: what they
  would have told is found within half a minute.
"""
