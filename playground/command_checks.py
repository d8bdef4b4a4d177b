"""Validates commands and their autocompletion against Discord's limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.error_codes import counted, crossed, invalid, ranged, repeated, sized

SUBCOMMAND, GROUP, STRING, INTEGER, CHANNEL, NUMBER = 1, 2, 3, 4, 7, 10
SLASH = 1
CHOSEN = (STRING, INTEGER, NUMBER)
"""The kinds of options that may have choices or completion."""
WITHIN = {SUBCOMMAND: frozenset(range(STRING, 12)), GROUP: frozenset([SUBCOMMAND])}
"""What may stand within what."""
MOST_COMMANDS, MOST_OPTIONS, MOST_LETTERS, MOST_PERMISSIONS, MOST_NUMBER = 100, 25, 8000, 2**54 - 1, 2**53 - 1
LOCALES = {
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl",
    "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
}  # fmt: skip
_NAME = re.compile(r"[-_'\w]{1,32}")


def check_choices(choices: Sequence[Mapping[str, Any]]) -> None:
    """Raises Rejected for autocomplete answers that Discord would refuse. It accepts two with one name, though clients only let one choose the first
    (discord-api-docs #8565)."""
    faults = [*counted("choices", choices, 0, MOST_OPTIONS)]
    for choice in choices:
        faults += sized("choices.name", choice.get("name"), 1, 100)
        value = choice.get("value")
        faults += (
            ranged("choices.value", value, -MOST_NUMBER, MOST_NUMBER) if isinstance(value, int | float) else sized("choices.value", value, 1, 100)
        )
    if faults:
        raise invalid(faults)


def check_commands(commands: Sequence[Mapping[str, Any]]) -> None:
    """Raises Rejected for commands that Discord would refuse."""
    faults = [*counted("commands", commands, 0, MOST_COMMANDS)]
    faults += repeated("name", [(command.get("type") or SLASH, command.get("name")) for command in commands])
    for command in commands:
        faults += _command_faults(command)
    if faults:
        raise invalid(faults)


def _command_faults(command: Mapping[str, Any]) -> Iterator[str]:
    path = str(command.get("name"))
    if (command.get("type") or SLASH) == SLASH:
        yield from _node_faults(command, path)
    else:
        yield from sized(f"{path}: name", command.get("name"), 1, 32)
        if command.get("description") or command.get("options"):
            yield f"{path}: what is used from a menu has neither description nor options"
    if _letters(command) > MOST_LETTERS:
        yield f"{path}: Command exceeds maximum size ({MOST_LETTERS})"
    permissions = command.get("default_member_permissions")
    if permissions is not None and not (str(permissions).isdigit() and int(permissions) <= MOST_PERMISSIONS):
        yield f"{path}: default_member_permissions: no set of permissions"
    for key, known in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        given = command.get(key)
        if given is not None and (not given or not {*given} <= known):
            yield f"{path}: {key}: Value must be one of {known}."
        yield from repeated(f"{path}: {key}", given or ())


def _letters(part: Mapping[str, Any]) -> int:
    """The letters of a command, option or choice with all within it: of each text, the longest of all languages counts, the default among them."""
    own = len(str(part["value"])) if "value" in part else 0
    for field in ("name", "description"):
        own += max(map(len, (part.get(field) or "", *(part.get(f"{field}_localizations") or {}).values())))
    return own + sum(_letters(inner) for key in ("options", "choices") for inner in part.get(key) or ())


def _node_faults(node: Mapping[str, Any], path: str) -> Iterator[str]:
    """Discord's errors about a command, group, subcommand or option, and all within it."""
    for name in (node.get("name"), *(node.get("name_localizations") or {}).values()):
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
            yield f"{path}: {name!r} is no name for a command or option"
    for text in (node.get("description"), *(node.get("description_localizations") or {}).values()):
        yield from sized(f"{path}: description", text, 1, 100)
    yield from _locale_faults(node, path)
    options = node.get("options") or ()
    yield from counted(f"{path}: options", options, 0, MOST_OPTIONS)
    yield from _order_faults(options, path)
    for option in options:
        yield from _node_faults(option, f"{path} {option.get('name')}")
        yield from _option_faults(option, f"{path} {option.get('name')}")


def _locale_faults(part: Mapping[str, Any], path: str) -> Iterator[str]:
    for field in ("name_localizations", "description_localizations"):
        unknown = {*(part.get(field) or {})} - LOCALES
        if unknown:
            yield f"{path}: {field}: unknown locales {sorted(unknown)}"


def _order_faults(options: Sequence[Mapping[str, Any]], path: str) -> Iterator[str]:
    """Discord's errors about the options of one command together: names used twice, mixed kinds, required ones after others."""
    for locale in sorted({key for option in options for key in option.get("name_localizations") or {}} | {""}):
        shown = [(option.get("name_localizations") or {}).get(locale, option.get("name")) for option in options]
        yield from repeated(f"{path}: options.name ({locale or 'default'})", shown)
    plain = [option for option in options if option.get("type") not in (SUBCOMMAND, GROUP)]
    if plain and len(plain) != len(options):
        yield f"{path}: Sub-command and sub-command group option types are mutually exclusive to all other types"
    demanded = [bool(option.get("required")) for option in plain]
    if demanded != sorted(demanded, reverse=True):
        yield f"{path}: Required options must be placed before non-required options"


def _option_faults(option: Mapping[str, Any], path: str) -> Iterator[str]:
    kind = option.get("type")
    inner = {child.get("type") for child in option.get("options") or ()}
    if kind not in range(SUBCOMMAND, 12):
        yield f"{path}: type: no kind of option"
    if inner - WITHIN.get(kind or 0, frozenset()):
        yield f"{path}: options: what cannot stand within this"
    if option.get("autocomplete") and kind not in CHOSEN:
        yield f"{path}: autocomplete: not for options of this type"
    if option.get("autocomplete") and option.get("choices"):
        yield f"{path}: autocomplete: Autocomplete and choices are mutually exclusive"
    if option.get("channel_types") and kind != CHANNEL:
        yield f"{path}: channel_types: not for options of this type"
    yield from _bound_faults(option, path)
    yield from _choice_faults(option, path)


def _bound_faults(option: Mapping[str, Any], path: str) -> Iterator[str]:
    kind = option.get("type")
    for what, kinds in (("value", (INTEGER, NUMBER)), ("length", (STRING,))):
        least, most = option.get(f"min_{what}"), option.get(f"max_{what}")
        if kind not in kinds and (least is not None or most is not None):
            yield f"{path}: min_{what}, max_{what}: not for options of this type"
        yield from crossed(f"{path}: min_{what}", least, most)
    yield from ranged(f"{path}: min_length", option.get("min_length"), 0, 6000)
    yield from ranged(f"{path}: max_length", option.get("max_length"), 1, 6000)
    for key in ("min_value", "max_value"):
        yield from ranged(f"{path}: {key}", option.get(key), -MOST_NUMBER, MOST_NUMBER)


def _choice_faults(option: Mapping[str, Any], path: str) -> Iterator[str]:
    kind, choices = option.get("type"), option.get("choices") or ()
    if choices and kind not in CHOSEN:
        yield f"{path}: choices: not for options of this type"
        return
    yield from counted(f"{path}: choices", choices, 0, MOST_OPTIONS)
    yield from repeated(f"{path}: choices.name", [choice.get("name") for choice in choices])
    yield from repeated(f"{path}: choices.value", [choice.get("value") for choice in choices])
    for choice in choices:
        for name in (choice.get("name"), *(choice.get("name_localizations") or {}).values()):
            yield from sized(f"{path}: choices.name", name, 1, 100)
        yield from _locale_faults(choice, path)
        if kind == STRING:
            yield from sized(f"{path}: choices.value", choice.get("value"), 1, 100)
        elif choice.get("value") is None or (kind == INTEGER and not isinstance(choice["value"], int)):
            yield f"{path}: choices.value: not a value of this type"
        else:
            yield from ranged(f"{path}: choices.value", choice["value"], -MOST_NUMBER, MOST_NUMBER)
