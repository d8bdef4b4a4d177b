"""Broken commands, each beside its legal neighbour."""

from __future__ import annotations

from typing import Any

from tests.playground.broken import COMMANDS, Broken


def command(*inner: Any, **more: Any) -> list[Any]:
    return [{"name": "fine", "description": "x", "options": [*inner], **more}]


def typed(kind: int = 3, name: str = "a", **more: Any) -> dict[str, Any]:
    """An option of a command."""
    return {"type": kind, "name": name, "description": "x", **more}


def chosen(*values: Any) -> list[Any]:
    return [{"name": str(value), "value": value} for value in values]


def lengthy(last: int) -> list[Any]:
    """Options that fill a command of 5 letters: 17 letters, 79 choices of 100 each, half of them of the longest name, and one of twice as many."""
    longest = [{"name": str(n), "name_localizations": {"cs": f"{n:050}", "fr": f"{n:040}"}, "value": f"{n:050}"} for n in range(79)]
    return [*(typed(name=f"o{n}", choices=longest[n * 20 : n * 20 + 20]) for n in range(4)), typed(name="last", choices=chosen("x" * last))]


ONE = command(typed())
TYPED = "0/options/0"
COMMANDED = [
    Broken(COMMANDS, ONE, "0/name", "fine", "Fine", "Fine"),
    Broken(COMMANDS, ONE, "0/name", "x" * 32, "x" * 33, "x"),
    Broken(COMMANDS, ONE, "0/name", "so-fine", "so fine", "so fine"),
    Broken(COMMANDS, ONE, "0/name_localizations", {"cs": "pěkné"}, {"cs": "Pěkné"}, "fine"),
    Broken(COMMANDS, ONE, "0/name_localizations", {"cs": "x"}, {"cz": "x"}, "fine: name_localizations"),
    Broken(COMMANDS, ONE, "0/description_localizations", {"pt-BR": "x"}, {"pt": "x"}, "fine: description_localizations"),
    Broken(COMMANDS, ONE, "0/description_localizations", {"cs": "x" * 100}, {"cs": "x" * 101}, "fine: description"),
    Broken(COMMANDS, ONE, "0/description", "x" * 100, "x" * 101, "fine: description"),
    Broken(COMMANDS, ONE, "0/description", "x", "", "fine: description"),
    Broken(COMMANDS, [{"name": str(n), "description": "x"} for n in range(2)], "0/name", "0", "1", "name"),
    Broken(COMMANDS, {"all": ONE}, "all", [{"name": str(n), "description": "x"} for n in range(100)],
           [{"name": str(n), "description": "x"} for n in range(101)], "commands"),
    Broken(COMMANDS, ONE, "0/default_member_permissions", 8, -8, "fine: default_member_permissions"),
    Broken(COMMANDS, ONE, "0/default_member_permissions", 2**54 - 1, 2**54, "fine: default_member_permissions"),
    Broken(COMMANDS, ONE, "0/contexts", [0, 1, 2], [0, 3], "fine: contexts"),
    Broken(COMMANDS, ONE, "0/contexts", [0, 1], [0, 0], "fine: contexts"),
    Broken(COMMANDS, ONE, "0/integration_types", [0, 1], [], "fine: integration_types"),
    Broken(COMMANDS, [{"name": "Look At", "type": 2}], "0/description", None, "x", "Look At"),
    Broken(COMMANDS, [{"name": "Look At", "type": 3}], "0/name", "x" * 32, "x" * 33, "x"),
    Broken(COMMANDS, ONE, "0/options", [typed(name=f"o{n}") for n in range(25)], [typed(name=f"o{n}") for n in range(26)], "fine: options"),
    Broken(COMMANDS, ONE, "0/options", [typed(name="a"), typed(name="b")], [typed(name="a"), typed(name="a")], "fine: options.name"),
    Broken(COMMANDS, command(typed(name="a"), typed(name="b")), f"{TYPED}/name_localizations", {"fr": "c"}, {"fr": "b"}, "fine: options.name (fr)"),
    Broken(COMMANDS, command(typed(name="a"), typed(name="b", required=True)), f"{TYPED}/required", True, False, "fine: Required options"),
    Broken(COMMANDS, command(typed(1)), "0/options", [typed(1), typed(1, "b")], [typed(1), typed(3, "b")], "fine: Sub-command"),
    Broken(COMMANDS, command(typed(1)), "0/options", [typed(2, options=[typed(1)]), typed(1, "b")], [typed(2, options=[typed(1)]), typed(3, "b")],
           "fine: Sub-command"),
    Broken(COMMANDS, command(typed(1, options=[typed()])), f"{TYPED}/options/0/type", 4, 1, "fine a: options"),
    Broken(COMMANDS, command(typed(2, options=[typed(1)])), f"{TYPED}/options/0/type", 1, 2, "fine a: options"),
    Broken(COMMANDS, command(typed(2, options=[typed(1)])), f"{TYPED}/options/0/type", 1, 3, "fine a: options"),
    Broken(COMMANDS, ONE, f"{TYPED}/type", 11, 12, "fine a: type"),
    Broken(COMMANDS, ONE, f"{TYPED}/description", "x", "", "fine a: description"),
    Broken(COMMANDS, command(typed(autocomplete=True)), f"{TYPED}/type", 10, 6, "fine a: autocomplete"),
    Broken(COMMANDS, command(typed(choices=chosen("a"))), f"{TYPED}/autocomplete", False, True, "fine a: autocomplete"),
    Broken(COMMANDS, command(typed(min_length=1)), f"{TYPED}/type", 3, 4, "fine a: min_length"),
    Broken(COMMANDS, command(typed(4, max_value=1)), f"{TYPED}/type", 10, 3, "fine a: min_value"),
    Broken(COMMANDS, command(typed(max_length=5)), f"{TYPED}/min_length", 5, 6, "fine a: min_length"),
    Broken(COMMANDS, command(typed(4, max_value=5)), f"{TYPED}/min_value", 5, 6, "fine a: min_value"),
    Broken(COMMANDS, ONE, f"{TYPED}/max_length", 6000, 6001, "fine a: max_length"),
    Broken(COMMANDS, ONE, f"{TYPED}/max_length", 1, 0, "fine a: max_length"),
    Broken(COMMANDS, ONE, f"{TYPED}/min_length", 0, -1, "fine a: min_length"),
    Broken(COMMANDS, command(typed(4)), f"{TYPED}/max_value", 2**53 - 1, 2**53, "fine a: max_value"),
    Broken(COMMANDS, command(typed(7, channel_types=[0])), f"{TYPED}/type", 7, 8, "fine a: channel_types"),
    Broken(COMMANDS, ONE, f"{TYPED}/choices", chosen(*map(str, range(25))), chosen(*map(str, range(26))), "fine a: choices"),
    Broken(COMMANDS, ONE, f"{TYPED}/choices", [{"name": "a", "value": "a"}, {"name": "b", "value": "b"}],
           [{"name": "a", "value": "a"}, {"name": "a", "value": "b"}], "fine a: choices.name"),
    Broken(COMMANDS, ONE, f"{TYPED}/choices", [{"name": "a", "value": "a"}, {"name": "b", "value": "b"}],
           [{"name": "a", "value": "a"}, {"name": "b", "value": "a"}], "fine a: choices.value"),
    Broken(COMMANDS, ONE, f"{TYPED}/choices", [{"name": "x" * 100, "value": "a"}], [{"name": "x" * 101, "value": "a"}], "fine a: choices.name"),
    Broken(COMMANDS, ONE, f"{TYPED}/choices", [{"name": "a", "value": "x" * 100}], [{"name": "a", "value": "x" * 101}], "fine a: choices.value"),
    Broken(COMMANDS, ONE, f"{TYPED}/choices", [{"name": "a", "name_localizations": {"fr": "x" * 100}, "value": "a"}],
           [{"name": "a", "name_localizations": {"fr": "x" * 101}, "value": "a"}], "fine a: choices.name"),
    Broken(COMMANDS, ONE, f"{TYPED}/choices", [{"name": "a", "name_localizations": {"fr": "x"}, "value": "a"}],
           [{"name": "a", "name_localizations": {"fr-FR": "x"}, "value": "a"}], "fine a: name_localizations"),
    Broken(COMMANDS, command(typed(4)), f"{TYPED}/choices", chosen(1), chosen("1"), "fine a: choices.value"),
    Broken(COMMANDS, command(typed(4)), f"{TYPED}/choices", chosen(1 - 2**53), chosen(-(2**53)), "fine a: choices.value"),
    Broken(COMMANDS, command(typed(5)), f"{TYPED}/choices", [], chosen("a"), "fine a: choices"),
    Broken(COMMANDS, ONE, "0/options", lengthy(39), lengthy(40), "fine: Command exceeds"),
]  # fmt: skip
