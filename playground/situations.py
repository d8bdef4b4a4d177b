"""One-line situations for tests and the soak: what the world does to a bot and its players, by name."""

from __future__ import annotations

from playground.http_server import Standin
from playground.permission_bits import ALL_RIGHTS, INVITED, MODERATES, ORDINARY
from playground.stored_state import ANNOUNCEMENT, BOT_ROLE, DAY, FORUM, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, VOICE
from playground.world import World


class Situations:
    """Situations of the `standin`, whose `world` it is. Servers are the first one unless they are named."""

    standin: Standin
    world: World

    # Members, of whom the bot hears nothing

    def newcomer(self, name: str, locale: str = "en-US") -> str:
        """Adds a member, with a name in any script and perhaps like somebody else's; returns their number."""
        return self.world.add_member(name, locale)

    def leaves(self, member: str, server: str | None = None) -> None:
        """A member leaves a server, or is thrown out of it."""
        self.world.left.add(f"{server or self.world.guild}/{member}")
        self.world.changed_member(member, server)

    def comes_back(self, member: str, server: str | None = None) -> None:
        """A member who had left is there again."""
        self.world.left.discard(f"{server or self.world.guild}/{member}")
        self.world.changed_member(member, server)

    def renamed(self, member: str, name: str | None, server: str | None = None) -> None:
        """A member is called something else in a server, by themselves or by a moderator; None for their own name again."""
        key = f"{server or self.world.guild}/{member}"
        self.world.nicks.pop(key, None)
        if name is not None:
            self.world.nicks[key] = name
        self.world.changed_member(member, server)

    def calls_themselves(self, member: str, name: str) -> None:
        """A person takes another name, everywhere."""
        self.world.members[member]["global_name"] = name
        self.world.changed_member(member)

    def timed_out(self, member: str, seconds: float, server: str | None = None) -> None:
        """A moderator times a member out for some time; 0 ends that."""
        self.world.timeouts[f"{server or self.world.guild}/{member}"] = self.world.now() + seconds
        self.world.changed_member(member, server)

    def logged(self, by: str, action: int, target: str, *changed: str) -> None:
        """The audit log of the first server tells that somebody has done something, by Discord's number, and what has changed."""
        changes = [{"key": key, "new_value": True} for key in changed]
        entry = {"id": self.world.new_id(), "user_id": by, "target_id": target, "action_type": action, "changes": changes}
        self.world.audit.setdefault(self.world.guild, []).append(entry)

    def may(self, member: str, rights: int, server: str | None = None) -> None:
        """Sets what a member may do, by roles that they get or lose, in a server or in all."""
        self.world.member_rights[f"{server}/{member}" if server else member] = rights
        self.world.changed_member(member, server)

    def moderates(self, member: str, server: str | None = None) -> None:
        """A member is made a moderator of a server, or of all."""
        self.may(member, ORDINARY | MODERATES, server)

    def regular(self, member: str, is_one: bool = True) -> None:
        """A member gets the role of regulars, or loses it."""
        (self.world.regulars.add if is_one else self.world.regulars.discard)(member)
        self.world.changed_member(member)

    def writes(self, member: str, channel: str, words: str = "Hello") -> str:
        """A member writes something; gives the number of the message."""
        return str(self.world.write(member, channel, words)["id"])

    # Servers, and the gateway

    def throws_out(self, server: str | None = None) -> None:
        """A server throws the bot out."""
        self.world.throw_out(server or self.world.guild)

    def asks_in(self, server: str | None = None) -> None:
        """A server asks the bot in again."""
        self.world.ask_in(server or self.world.guild)

    def unavailable(self, server: str | None = None) -> None:
        """A server breaks down: neither the bot nor anybody else reaches it."""
        self.world.break_down(server or self.world.guild)

    def available(self, server: str | None = None) -> None:
        """A server that had broken down is there again."""
        self.world.recover(server or self.world.guild)

    def deaf(self, on: bool = True, echoes: bool = False, lasting: bool = False) -> None:
        """Makes the gateway deaf: connected, answering heartbeats, delivering nothing; perhaps it `echoes` what is asked by it. A new session ends
        it, unless it is `lasting`."""
        self.standin.gateway.deafen(echoes, lasting) if on else self.standin.gateway.hear()

    def starts_left(self, count: int) -> None:
        """Sets how many sessions may still begin today."""
        self.standin.gateway.starts.leave(count)

    def commands_off(self, *names: str, server: str | None = None) -> None:
        """Moderators switch commands off in the settings of their server, all of them where none is named. Buttons go on."""
        self.world.switched_off.setdefault(server or self.world.guild, set()).update(names or ("*",))

    def commands_on(self, server: str | None = None) -> None:
        """Switches all commands on again."""
        self.world.switched_off.pop(server or self.world.guild, None)

    # Channels and threads

    def new_channel(self, name: str = "channel", kind: int = TEXT, server: str | None = None) -> str:
        """A new channel; gives its number."""
        number = self.world.new_id()
        self.world.add_channel(number, name, server, kind)
        return number

    def forum(self, name: str = "forum") -> str:
        """A new forum."""
        return self.new_channel(name, FORUM)

    def tagged(self, forum: str, *names: str, required: bool = False, moderated: bool = False) -> list[str]:
        """A forum gets tags, of which each post must have one where they are `required`; gives their numbers."""
        if required:
            self.world.requires_tag.add(forum)
        return self.world.add_tags(forum, *names, moderated=moderated)

    def voice(self, name: str = "voice") -> str:
        """A new channel to talk in, with its text chat."""
        return self.new_channel(name, VOICE)

    def announcements(self, name: str = "news") -> str:
        """A new channel of announcements."""
        return self.new_channel(name, ANNOUNCEMENT)

    def becomes(self, channel: str, kind: int) -> None:
        """A channel changes its kind."""
        self.world.change_kind(channel, kind)

    def post_in(self, forum: str, by: str, name: str = "Post") -> str:
        """A member's post in a forum; gives its number."""
        return str(self.world.post_in(forum, by, name)["id"])

    def thread_in(self, channel: str, by: str, name: str = "Thread", minutes: int = DAY, private: bool = False) -> str:
        """A member's thread in a channel; gives its number."""
        return str(self.world.open_thread(by, channel, name, PRIVATE_THREAD if private else PUBLIC_THREAD, minutes)["id"])

    def puts_in(self, thread: str, *people: str) -> None:
        """A member brings people into a thread, the bot where nobody is named."""
        for person in people or (self.world.bot["id"],):
            self.world.put_in(thread, person)

    def archives(self, thread: str) -> None:
        """A thread is archived, by itself or by somebody."""
        self.world.archive(thread)

    def locks(self, thread: str, archived: bool = False) -> None:
        """A moderator locks a thread, and perhaps closes it, too."""
        self.world.lock(thread)
        if archived:
            self.world.archive(thread)

    def unlocks(self, thread: str) -> None:
        """A moderator unlocks a thread; one that is archived stays that."""
        self.world.lock(thread, False)

    def deletes(self, channel: str) -> None:
        """A channel or a thread is deleted."""
        self.world.delete_channel(channel)

    def bot_may(self, channel: str, rights: int = ALL_RIGHTS) -> None:
        """Allows the bot something in a channel, of what its role gives."""
        self.world.set_rights(channel, rights)

    def bot_may_not(self, channel: str, *rights: int) -> None:
        """Forbids the bot something in a channel."""
        lost = 0
        for right in rights:
            lost |= right
        self.world.set_rights(channel, ALL_RIGHTS & ~lost)

    def role_may(self, *rights: int) -> None:
        """The bot's role gives it these rights besides those that its invitation asks for."""
        more = 0
        for right in rights:
            more |= right
        self.world.set_role_rights(BOT_ROLE, INVITED | more)

    def hides(self, channel: str, *members: str) -> None:
        """Hides a channel from these members alone."""
        self.world.hide(channel, *members)
