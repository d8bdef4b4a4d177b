"""Scheduled events of servers: what Discord takes, and who may make and change them.

Since February 2026 making one asks for *Create Events*, which also lets one change and delete one's own; *Manage Events* does for those of others.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from playground.error_codes import MISSING_PERMISSIONS, TOO_MANY_EVENTS, UNKNOWN_EVENT, Rejected, invalid, sized
from playground.permission_bits import CREATE_EVENTS, INVITED
from playground.stored_state import BOT_ROLE, Json, Memory

EXTERNAL, MEMBERS_ONLY = 3, 2
SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
FOLLOWS = {SCHEDULED: (ACTIVE, CANCELLED), ACTIVE: (COMPLETED,), COMPLETED: (), CANCELLED: ()}
"""What an event may become."""
MOST_EVENTS = 100
"""Events of a server that are scheduled or active."""


class ScheduledEvents(Memory):
    """Events that the bot makes: external ones, with a place and an end."""

    most_events = MOST_EVENTS

    def make_event(self, server: str, body: Mapping[str, Any]) -> Json:
        """Creates an event. Raises Rejected."""
        self._need_events()
        faults = [*sized("name", body.get("name"), 1, 100), *sized("description", body.get("description") or "-", 1, 1000)]
        if body.get("privacy_level") != MEMBERS_ONLY or body.get("entity_type") != EXTERNAL:
            faults.append("privacy_level, entity_type: Value must be one of those that are known.")
        faults += sized("entity_metadata.location", (body.get("entity_metadata") or {}).get("location"), 1, 100)
        faults += self._times(body)
        if faults:
            raise invalid(faults)
        if len([e for e in self.events.values() if e["guild_id"] == server and e["status"] in (SCHEDULED, ACTIVE)]) >= self.most_events:
            raise Rejected(400, TOO_MANY_EVENTS, "Maximum number of uncompleted guild scheduled events reached")
        made = {"channel_id": None, "entity_id": None, "description": None, **body, "id": self.new_id(), "guild_id": server}
        made |= {"creator_id": self.bot["id"], "status": SCHEDULED}
        self.events[made["id"]] = made
        self.save()
        return made

    def change_event(self, server: str, number: str, body: Mapping[str, Any]) -> Json:
        """Changes an event's name, time or status. Raises Rejected, also for a status that may not follow the present one."""
        event = self.event(server, number)
        self._need_events()
        status = body.get("status", event["status"])
        if status != event["status"] and status not in FOLLOWS[event["status"]]:
            raise invalid(["status: Cannot go there from here"])
        if {"scheduled_start_time", "scheduled_end_time"} & body.keys() and (faults := self._times({**event, **body})):
            raise invalid(faults)
        event.update(body)
        self.save()
        return event

    def delete_event(self, server: str, number: str) -> None:
        """Deletes an event. Raises Rejected."""
        self.event(server, number)
        self._need_events()
        del self.events[number]
        self.save()

    def event(self, server: str, number: str) -> Json:
        """An event of a server. Raises Rejected if it does not exist."""
        found = self.events.get(number)
        if found is None or found["guild_id"] != server:
            raise Rejected(404, UNKNOWN_EVENT, "Unknown Guild Scheduled Event")
        return found

    def _need_events(self) -> None:
        if not self.role_rights.get(BOT_ROLE, INVITED) & CREATE_EVENTS:
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")

    def _times(self, body: Mapping[str, Any]) -> list[str]:
        """Errors about the start and the end of an event."""
        try:
            start, end = (datetime.fromisoformat(body[name]).timestamp() for name in ("scheduled_start_time", "scheduled_end_time"))
        except (KeyError, TypeError, ValueError):
            return ["scheduled_start_time, scheduled_end_time: This field is required"]
        return [] if self.now() < start < end else ["scheduled_start_time: Cannot schedule event in the past, or to end before its start"]
