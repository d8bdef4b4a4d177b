"""Checks the application on Discord's developer pages: token, intents, installation, and the servers it is in."""

from __future__ import annotations

from typing import Any

import discord

from cogs.service.doctor.channel_permissions import lacking
from cogs.service.doctor.client import Answer, Discord
from cogs.service.doctor.findings import Finding, right, untold, wrong

SCOPES = ("bot", "applications.commands")
FLAGS = {"presences": 0b11 << 12, "members": 0b11 << 14, "message_content": 0b11 << 18}
"""Privileged intents, and the flags of an application that may have them."""
CLOCK = 5.0
"""Seconds by which the clock may be wrong."""
LOOKED_AT = 20
"""Servers that are asked whether they show the commands."""
PAGES = "Discord's developer pages"


def token(me: Answer) -> Finding:
    """Whether Discord knows the token."""
    if me.status == 401:
        return wrong("token", "Discord does not accept it.", f"copy it again from the application's Bot page on {PAGES} into DISCORD_TOKEN (.env).")
    if me.status != 200:
        return untold("token", f"Discord answers {me.status}.")
    if not me.body.get("bot"):
        return wrong("token", "it is not a bot's.", f"copy the one of the application's Bot page on {PAGES} into DISCORD_TOKEN (.env).")
    return right("token", "Discord accepts it.")


def clock(ahead: float | None) -> Finding:
    """Whether the machine's clock agrees with Discord's."""
    if ahead is None:
        return untold("clock", "Discord did not say what time it is.")
    if abs(ahead) > CLOCK:
        words = f"it is {abs(ahead):,.0f} seconds {'behind' if ahead > 0 else 'ahead of'} Discord's."
        return wrong("clock", words, "let the system keep it (NTP, `timedatectl set-ntp true`): moments that people read come from it.")
    return right("clock", "it agrees with Discord's.")


def intents(application: Answer, wanted: discord.Intents) -> Finding:
    """Whether Discord grants the gateway intents that the bot asks for."""
    if application.status != 200:
        return untold("intents", f"Discord answers {application.status}.")
    flags = int(application.body.get("flags") or 0)
    missing = [name for name, bits in FLAGS.items() if getattr(wanted, name) and not flags & bits]
    if missing:
        names = ", ".join(name.replace("_", " ") for name in missing)
        return wrong("intents", f"the bot asks for {names}, which is not switched on.", f"switch it on on the application's Bot page on {PAGES}.")
    if not wanted.guilds:
        return wrong("intents", "the bot does not ask to hear of servers.", "install the bot anew: its files are not as they were.")
    return right("intents", "the bot asks for none that has to be switched on.")


def _parameters(application: dict[str, Any]) -> list[dict[str, Any]]:
    """The permissions and scopes that an installation in a server asks for, wherever they are set."""
    config = (application.get("integration_types_config") or {}).get("0") or {}
    return [found for found in (config.get("oauth2_install_params"), application.get("install_params")) if found]


def installation(application: Answer) -> list[Finding]:
    """Whether the bot can be installed in servers with what it needs, and receives interactions."""
    if application.status != 200:
        return [untold("installation", f"Discord answers {application.status}.")]
    body, found = application.body, []
    if body.get("interactions_endpoint_url"):
        words = "an Interactions Endpoint URL is set, so that Discord sends there what people do, and not to the bot."
        found.append(wrong("interactions", words, f"empty it under General Information on {PAGES}."))
    else:
        found.append(right("interactions", "they come to the bot."))
    if body.get("bot_require_code_grant"):
        found.append(
            wrong("installation", "it requires an OAuth2 code grant, which nobody completes.", f"switch that off on the Bot page on {PAGES}.")
        )
    config = body.get("integration_types_config")
    if config is not None and "0" not in config:
        found.append(wrong("installation", "Guild Install is off: no server can add the bot.", f"allow it under Installation on {PAGES}."))
    if not _parameters(body):
        found.append(untold("scopes", "no default installation is set; the address with which you invite the bot has to ask for them."))
        return found
    for asked in _parameters(body)[:1]:
        missing = [scope for scope in SCOPES if scope not in (asked.get("scopes") or ())]
        rights = lacking(int(asked.get("permissions") or 0))
        if missing:
            found.append(wrong("scopes", f"the installation lacks {', '.join(missing)}.", f"add them under Installation on {PAGES}."))
        else:
            found.append(right("scopes", "the installation has both."))
        if rights:
            found.append(wrong("permissions", f"the installation lacks {', '.join(rights)}.", f"add them under Installation on {PAGES}."))
        else:
            found.append(right("permissions", "the installation has all that games need."))
    return found


async def servers(discord_: Discord, application: str) -> list[Finding]:
    """Whether the servers that the bot is in show its commands and let it play. Raises Unanswered."""
    answer = await discord_.get("/users/@me/guilds?limit=200")
    if answer.status != 200:
        return [untold("servers", f"Discord answers {answer.status}.")]
    there = answer.body
    if not there:
        return [wrong("servers", "the bot is in none.", "invite it: README, Invite it to your server.")]
    missing = [rights for server in there if (rights := lacking(int(server.get("permissions") or 0)))]
    found = []
    if missing:
        names = ", ".join(dict.fromkeys(name for rights in missing for name in rights))
        remedy = "give them to the bot's role in those servers; `/referee doctor` in a channel says more."
        found.append(wrong("servers", f"in {len(missing)} of {len(there)} the bot's roles lack {names}.", remedy))
    else:
        found.append(right("servers", f"in all {len(there)} the bot's roles may do what games need."))
    looked_at, hidden = there[:LOOKED_AT], 0
    for server in looked_at:
        hidden += (await discord_.get(f"/applications/{application}/guilds/{server['id']}/commands")).status == 403
    if hidden:
        words = f"{hidden} of {len(looked_at)} servers have not let the bot bring commands."
        found.append(wrong("servers", words, "invite it there anew with the scope applications.commands; it need not be thrown out before."))
    else:
        found.append(right("servers", "they show the commands."))
    return found
