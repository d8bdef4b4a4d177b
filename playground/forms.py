"""Validates forms (modals) against Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playground.components import ACTION_ROW, MENUS, TEXT_INPUT, bounds_faults, menu_faults, repeated_faults
from playground.error_codes import counted, crossed, invalid, ranged, repeated, sized

TEXT_DISPLAY, LABEL, FILE_UPLOAD = 10, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
MOST_UPLOADS, MOST_BOXES, MOST_LETTERS = 10, 10, 4000


def check_modal(data: Mapping[str, Any]) -> None:
    """Raises Rejected for a form that Discord would refuse."""
    rows = data.get("components") or ()
    inner = [child for row in rows for child in (row.get("component"), *(row.get("components") or ())) if child]
    faults = [
        *sized("title", data.get("title"), 1, 45),
        *sized("custom_id", data.get("custom_id"), 1, 100),
        *counted("components", rows, 1, 5),
        *repeated_faults([*rows, *inner]),
    ]
    for row in rows:
        faults += _row_faults(row)
    if faults:
        raise invalid(faults)


def _row_faults(row: Mapping[str, Any]) -> Iterator[str]:
    """Discord's errors about a part of a form: a row with a labelled text input, a label around any other input, or plain text."""
    if row.get("type") == ACTION_ROW:
        children = row.get("components") or ()
        yield from counted("components.components", children, 1, 1)
        for child in children:
            if child.get("type") == TEXT_INPUT:
                yield from sized("label", child.get("label"), 1, 45)
                yield from _input_faults(child)
            else:
                yield f"components.type: Value of field 'type' must be one of ({TEXT_INPUT},)."
    elif row.get("type") == LABEL:
        yield from sized("label", row.get("label"), 1, 45)
        if row.get("description") is not None:
            yield from sized("description", row["description"], 1, 100)
        yield from _labelled_faults(row.get("component") or {})
    elif row.get("type") == TEXT_DISPLAY:
        yield from sized("content", row.get("content"), 1, MOST_LETTERS)
    else:
        yield f"components.type: Value of field 'type' must be one of ({ACTION_ROW}, {TEXT_DISPLAY}, {LABEL})."


def _labelled_faults(child: Mapping[str, Any]) -> Iterator[str]:
    kind = child.get("type")
    if kind == TEXT_INPUT:
        if child.get("label"):
            yield "component.label: a text input within a label has none of its own"
        yield from _input_faults(child)
    elif kind in MENUS:
        yield from menu_faults(child)
        if child.get("disabled"):
            yield "component.disabled: a menu of a form cannot be disabled"
        yield from _required_faults(child)
    elif kind == FILE_UPLOAD:
        yield from sized("custom_id", child.get("custom_id"), 1, 100)
        yield from bounds_faults(child, MOST_UPLOADS)
        yield from _required_faults(child)
    elif kind in (RADIO_GROUP, CHECKBOX_GROUP):
        yield from _group_faults(child)
    elif kind == CHECKBOX:
        yield from sized("custom_id", child.get("custom_id"), 1, 100)
    else:
        yield "component: This field is required"


def _required_faults(child: Mapping[str, Any]) -> Iterator[str]:
    """An error if an input is required, as all are by default, and accepts nothing."""
    if child.get("min_values") == 0 and child.get("required") in (None, True):
        yield "component.min_values: Must be at least 1 where an answer is required."


def _group_faults(group: Mapping[str, Any]) -> Iterator[str]:
    options = group.get("options") or ()
    yield from sized("custom_id", group.get("custom_id"), 1, 100)
    yield from counted("options", options, 2 if group["type"] == RADIO_GROUP else 1, MOST_BOXES)
    yield from repeated("options.value", [option.get("value") for option in options])
    for option in options:
        yield from sized("options.label", option.get("label"), 1, 100)
        yield from sized("options.value", option.get("value"), 1, 100)
        yield from sized("options.description", option.get("description") or "", 0, 100)
    if group["type"] == CHECKBOX_GROUP:
        yield from ranged("max_values", group.get("max_values"), 1, len(options))
        yield from crossed("min_values", group.get("min_values"), group.get("max_values"))
        yield from _required_faults(group)
    elif sum(bool(option.get("default")) for option in options) > 1:
        yield "options: more defaults than one"


def _input_faults(child: Mapping[str, Any]) -> Iterator[str]:
    yield from sized("custom_id", child.get("custom_id"), 1, 100)
    yield from sized("placeholder", child.get("placeholder") or "", 0, 100)
    if child.get("style") not in (1, 2):
        yield "style: Value must be one of (1, 2)."
    least, most = child.get("min_length"), child.get("max_length")
    yield from ranged("min_length", least, 0, MOST_LETTERS)
    yield from ranged("max_length", most, 1, MOST_LETTERS)
    yield from crossed("min_length", least, most)
    yield from sized("value", child.get("value") or "", 0, MOST_LETTERS if most is None else most)
