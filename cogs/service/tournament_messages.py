"""Outbox steps of tournaments: the sign-up message, announcements, match threads, and the next round. A row is deleted after it has been done."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from cogs.messages.card_drafts.draft_log import draft_log
from cogs.messages.card_drafts.public_messages import called_message, calls, drafting_message
from cogs.messages.drawing import covered
from cogs.messages.mentions import NOBODY
from cogs.messages.tournaments.departed_entrants import away_message
from cogs.messages.tournaments.ladders import called_message as ladder_message
from cogs.messages.tournaments.ladders import passed_message
from cogs.messages.tournaments.leagues import called_message as league_message
from cogs.messages.tournaments.public_messages import (
    GALLERY,
    call_message,
    entries_message,
    match_message,
    news_message,
    notice_message,
    state_message,
    told_message,
    tournament_title,
)
from cogs.messages.tournaments.shown_tournament import ShownTournament, finished_round, shown, voice_of
from cogs.messages.tournaments.teams import invitation_message
from cogs.play.button_marks import nonce
from cogs.play.history.secret_decks import cards_told
from cogs.play.notification_rules import Call
from cogs.play.notifications import Calling, Notifications
from cogs.play.outbox_worker import GONE, LOST, REFUSED, STRANDED, Step, Trouble, Worker
from cogs.play.port import Port
from cogs.play.tournaments.ladders import CHALLENGED
from cogs.play.tournaments.matches import Tournaments
from cogs.play.tournaments.registry import Garbled
from cogs.service.asked_messages import AskedMessages
from cogs.service.forum_posts import OVER as MATCH_OVER
from cogs.service.match_threads import MatchThreads
from cogs.service.scheduled_events import ScheduledEvents
from data.store.changes import ASKED, CHECK_IN, ENTRIES, EVENT, GO_ON, INVITE, NEWS, NOTICE, PIN, TAG, THREAD, TOURNAMENT, Debt, Subject
from data.store.rows import LIVE, OVER, EntrantRow, Tournament
from data.user_text import escaped

log = logging.getLogger("referee.tournament")
SOON = 0.5
"""Seconds until it is looked again whether the end of the last season has been told."""


class TournamentMessages:
    """The outbox steps for messages and threads of tournaments."""

    def __init__(self, tournaments: Tournaments, port: Port, worker: Worker, notifications: Notifications) -> None:
        self._notifications = notifications
        self._tournaments = tournaments
        self._store = tournaments.store
        self._port = port
        tournaments.chat = port
        threads = MatchThreads(tournaments, port)
        worker.teach("go_on", self._patient(self._go_on), GO_ON)
        worker.teach("entries", self._patient(self._entries), ENTRIES)
        worker.teach("pin", self._patient(self._pin), PIN)
        worker.teach("channel {channel}", self._patient(self._message), NEWS, CHECK_IN, NOTICE)
        worker.teach("thread {fixture}", self._patient(threads.open), THREAD)
        self._asked = AskedMessages(tournaments, port)
        worker.teach("asked {message}", self._patient(self._asked.tell), ASKED)
        worker.teach("event", self._patient(ScheduledEvents(tournaments, port).tell), EVENT)
        worker.teach("tag {thread}", self._patient(self._tag), TAG)
        worker.teach("invite {thread} {entrant}", self._patient(threads.invite), INVITE)

    def _patient(self, step: Step) -> Step:
        """Wraps a step: its rows wait while the tournament can't be read, and are deleted if it is over."""

        async def patiently(debts: Sequence[Debt]) -> None:
            try:
                await step(debts)
            except Garbled as garbled:
                if garbled.row.status != OVER:
                    raise Trouble(STRANDED, garbled) from None
                await self._store.outbox.done(debts)

        return patiently

    async def _go_on(self, debts: Sequence[Debt]) -> None:
        await self._tournaments.go_on(debts[0].subject.id, debts)

    # Messages

    async def _entries(self, debts: Sequence[Debt]) -> None:
        """Updates the message with the entrants, later with the tournament's state; posts a new one if it is gone before the end. What is asked below
        other messages is looked at, too. Raises Trouble."""
        found = await self._tournaments.get(debts[0].subject.id)
        await self._asked.look(found)
        if found.message is None and found.terms.follows and await self._still_told(found.terms.follows):
            return await self._store.outbox.put_off(debts, self._store.now() + SOON)
        entrants = await self._store.tournaments.entrants(found.id)
        message = await self._standing(found, entrants)
        if found.message is not None:
            try:
                await self._port.edit(found.channel, found.message, _as_edit(message))
                return await self._store.outbox.done(debts)
            except Trouble as trouble:
                if trouble.kind != GONE:
                    raise
                log.info("tournament %d: its message is gone", found.id)
        if found.status == OVER:
            return await self._store.outbox.done(debts)
        if found.state is None:
            theme = (await self._store.channel_settings.here(found.guild, found.channel)).theme
            message = await covered(message, found.game, theme, found.language)
        sent = await self._port.send(found.channel, message, nonce(self._store.key, debts[0]))
        # Where it has been sent before, it is as it was then: what has happened since is shown by the debts that are left.
        await self._store.tournaments.posted(found.id, debts[:1], message=sent)

    async def _still_told(self, tournament: int) -> bool:
        """Whether the end of a season has yet to be tried to tell, before which no other one is shown."""
        return any(debt.kind == NEWS and not debt.tries for debt in await self._store.outbox.of(Subject(TOURNAMENT, tournament)))

    async def _standing(self, found: Tournament, entrants: Sequence[EntrantRow]) -> dict[str, Any]:
        """The message on a tournament's state: its entrants, its draft, or its rounds."""
        if found.state is None:
            return entries_message(found, entrants)
        there = await self._tournaments.drafting(found) if found.status == LIVE and not found.state.fixtures else None
        if there is not None:
            say = voice_of(found)
            return drafting_message(tournament_title(found, say), there, entrants, say)
        return await state_message(await shown(self._store, found))

    async def _pin(self, debts: Sequence[Debt]) -> None:
        """Pins the tournament's message; while that is refused, moderators see why. Raises Trouble."""
        found = await self._tournaments.get(debts[0].subject.id)
        try:
            await self._port.pin(found.channel, debts[-1].payload["message"])
        except Trouble as trouble:
            if trouble.kind != GONE and found.status != OVER:
                raise
            log.info("tournament %d: its message is not pinned (%s)", found.id, trouble)
        await self._store.outbox.done(debts)

    async def _tag(self, debts: Sequence[Debt]) -> None:
        """Tags the post of a finished match; if the bot may not, it stays as it is. Raises Trouble."""
        try:
            await self._port.tag(debts[0].payload["thread"], MATCH_OVER)
        except Trouble as trouble:
            if trouble.kind not in (GONE, REFUSED):
                raise
            log.info("post %s keeps its tags (%s)", debts[0].payload["thread"], trouble)
        await self._store.outbox.done(debts)

    async def _message(self, debts: Sequence[Debt]) -> None:
        """Sends the first of a channel's messages. Raises Trouble."""
        first = debts[0]
        found = await self._store.tournaments.get(first.subject.id)
        if found is None or (found.unreadable and not (first.kind == NOTICE and {"act", "key"} & first.payload.keys())):
            found = await self._tournaments.get(first.subject.id)
        if first.kind == NEWS and "message" in first.payload:
            return await self._last_results(found, first)
        channel, sent, done = first.payload["channel"], None, [first]
        present = first.kind == NEWS and first.payload["news"] == found.news and channel == found.channel
        told = found.announced if present else None
        if (message := await self._made(found, first)) is not None:
            if first.kind == NEWS and channel != found.channel:  # Its buttons are for the tournament's own channel.
                message.pop("view", None)
            try:
                if told is not None:  # Threads that were late are shown there, too, and results as they come.
                    await self._port.edit(channel, told, _as_edit(message))
                    done = [debt for debt in debts if debt.kind == NEWS and debt.payload["news"] == found.news]
                else:
                    sent = await self._port.send(channel, message, nonce(self._store.key, first))
            except Trouble as trouble:
                if trouble.kind != GONE or (channel == found.channel and told is None):
                    raise
                log.info("tournament %d: what it would tell something is gone", found.id)
        asked = self._asked.of(found, first.payload, sent) if first.kind == NOTICE and sent is not None else None
        await self._store.tournaments.posted(found.id, done, announced=sent if present else None, asked=asked)
        if first.kind == CHECK_IN and sent is not None:
            await self._tournaments.called(found.id)

    async def _last_results(self, found: Tournament, debt: Debt) -> None:
        """Puts the last results of a round into its message, when what follows has begun. What Discord refuses stays as it is: the results have been
        told. Raises Trouble."""
        then = finished_round(await shown(self._store, found), debt.payload["news"]) if found.state is not None else None
        if then is not None:
            try:
                message = await news_message(then, debt.payload["news"])
                await self._port.edit(debt.payload["channel"], debt.payload["message"], _as_edit(message))
            except Trouble as trouble:
                if trouble.kind == LOST:
                    raise
                log.info("tournament %d: a round's message lacks its last results (%s)", found.id, trouble)
        await self._store.outbox.done([debt])

    async def _made(self, found: Tournament, debt: Debt) -> dict[str, Any] | None:
        """The message of a row; None if it is outdated."""
        payload = debt.payload
        if debt.kind == CHECK_IN:
            entrants = [p for p in await self._store.tournaments.entrants(found.id) if p.entrant in payload["entrants"]]
            pinged = (await self._notifications.answers(Calling(Call.CHECK_IN, found), [p.player for p in entrants])).pinged
            return call_message(found, entrants, pinged) if found.checking is not None and entrants else None
        if "cards" in payload:
            who = [p for p in await self._store.tournaments.entrants(found.id) if p.entrant in payload["entrants"]]
            told = Calling(Call.CHECK_IN, found)
            pinged = (await self._notifications.answers(told, [p.player for p in who])).pinged if calls(payload) else NOBODY
            return called_message(found, payload["cards"], who, pinged, voice_of(found)) if found.status == LIVE and who else None
        if "league" in payload or payload.get("ladder") == CHALLENGED:
            return await self._wanted(found, payload)
        if "ladder" in payload:
            return passed_message(found, await self._store.tournaments.entrants(found.id), payload)
        if "team" in payload:
            calling = Calling(Call.CHALLENGE, found, payload["by"])
            pinged = (await self._notifications.answers(calling, [payload["player"]])).pinged
            await self._notifications.note_pings(calling, pinged)
            return invitation_message(found, await self._store.tournaments.entrants(found.id), payload, pinged)
        if "entrants" in payload:
            entrants = [p for p in await self._store.tournaments.entrants(found.id) if p.entrant in payload["entrants"]]
            pinged = (await self._notifications.answers(Calling(Call.CHECK_IN, found), [p.player for p in entrants])).pinged
            return told_message(found, entrants, payload, pinged) if entrants else None
        if debt.kind == NEWS:
            past = payload["news"] != found.news  # It could not be told while it was played; what was told of it is not told again.
            if found.state is None or (past and payload.get("again")):
                return None
            cup = await shown(self._store, found)
            if not past:
                return await self._news(cup, payload)
            then = finished_round(cup, payload["news"])
            return await news_message(then, payload["news"]) if then is not None else None
        if "over" in payload:
            return None if found.state is None else match_message(await shown(self._store, found), payload["over"], payload.get("why"))
        if "away" in payload:
            pinged = (await self._notifications.answers(Calling(Call.HOST, found), [found.host])).pinged
            return away_message(found, await self._store.tournaments.entrants(found.id), payload, pinged)
        facts: dict[str, str] = {}
        if "fixture" in payload:
            match = await self._tournaments.match(found.id, payload["fixture"])
            if match is None or match.thread is None:
                return None
            facts = {"who": " – ".join(escaped(p.name) for p in match.entrants), "channel": f"<#{match.thread}>"}
        return notice_message(found, payload, facts)

    async def _wanted(self, found: Tournament, payload: Mapping[str, Any]) -> dict[str, Any] | None:
        """What entrants of a league or ladder are asked. Who would play somebody calls them as by a challenge."""
        entrants = await self._store.tournaments.entrants(found.id)
        called = [p.player for p in entrants if p.entrant in payload["entrants"]]
        by = next((p.player for p in entrants if p.entrant == payload.get("by")), 0)
        calling = Calling(Call.CHALLENGE if by else Call.CHECK_IN, found, by)
        pinged = (await self._notifications.answers(calling, called)).pinged
        await self._notifications.note_pings(calling, pinged)
        return (league_message if "league" in payload else ladder_message)(found, entrants, payload, pinged)

    async def _news(self, cup: ShownTournament, payload: Mapping[str, Any]) -> dict[str, Any]:
        """The news of a round or the end, with the draft's log."""
        there = await self._tournaments.drafting(cup.tournament) if payload["news"] == OVER else None
        told = there is None or await cards_told(self._store, cup.tournament)
        message = await news_message(cup, payload["news"], payload.get("ruled", False), told)
        if there is not None and told:
            log_of = await draft_log(self._store, there, cup.entrants, cup.say)
            message["files"] = [*message["files"][: GALLERY - 1], log_of]
        return message


def _as_edit(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message as the arguments of an edit: its files replace the earlier ones."""
    return {"attachments" if part == "files" else part: value for part, value in message.items()}
