"""What a form's fields and buttons do to the document that the form was made of."""

from __future__ import annotations

import copy
from typing import Any, Protocol

from builder.web.writing.blanks import blank, key_for
from builder.web.writing.controls import Control
from builder.web.writing.nodes import Form, Group, Rows
from builder.web.writing.places import at, put
from builder.web.writing.references import follow_renames
from datasheets.effects.effect import condition_fields, effect_fields
from datasheets.fields import Table
from datasheets.systems import System

Document = dict[str, Any]
TO = "effect.to."


class Posted(Protocol):
    """A form that was posted: all values of each name."""

    def getlist(self, key: str) -> list[str]:
        """Return the values of a name, none where it was not posted."""


def write_posted(cls: type, base: Document, posted: Posted, system: System) -> Document:
    """Return the document with what was posted: only what differs from what the form showed is written.

    Who gives a row, weapon or piece of wargear another name renames it wherever the document speaks of it.
    """
    controls = {control.name: control for control in Form(cls, base, system).controls()}
    changed = [
        (control, values)
        for control in controls.values()
        if (values := posted.getlist(control.name)) and control.differs(values)
    ]
    document = copy.deepcopy(base)
    for control, values in changed:
        if not control.is_key:
            put(document, control.steps, control.value(values))
        if control.pattern.startswith(TO):
            _keep_scope(document, controls[f"{control.name.rpartition('/')[0]}/scope"])
    for control, _ in changed:
        if control.pattern in ("effect.kind", "condition.name"):
            _narrow(document, control)
    for control, values in changed:
        if control.is_key:
            _rename_key(document, control, values[-1].strip())
    return follow_renames(base, document)


def press_button(cls: type, document: Document, button: str, system: System) -> tuple[Document, str]:
    """Return the document after one of the form's buttons, and the id of the element to go to.

    Buttons are `add:`, `put:` and `drop:` with the name of a list or part, and `remove:`, `up:`, `down:` with a row's. A
    button that the form of this document does not have does nothing.
    """
    verb, _, name = button.partition(":")
    form, made = Form(cls, document, system), copy.deepcopy(document)
    if verb == "add" and (rows := form.rows(name)) and rows.room:
        return made, _add(made, rows, system)
    if verb in ("put", "drop"):
        return made, _switch(made, form, verb, name, system)
    around, _, place = name.rpartition("/")
    rows = form.rows(around)
    number = int(place) if place.isascii() and place.isdigit() and len(place) < 5 else -1
    if rows is None or not 0 <= number < len(rows.rows):
        return made, ""
    if verb == "remove":
        _remove(at(made, rows.place.steps), number)
        return made, rows.id
    target = number + {"up": -1, "down": 1}.get(verb, 0)
    if rows.is_ordered and target != number and 0 <= target < len(rows.rows):
        items = at(made, rows.place.steps)
        items[number], items[target] = items[target], items[number]
        return made, rows.rows[target].id
    return made, rows.rows[number].id


def _add(document: Document, rows: Rows, system: System) -> str:
    here = at(document, rows.place.steps)
    if isinstance(rows.field, Table):
        table = here if isinstance(here, dict) else {}
        key = key_for(rows.pattern, table, document, system)
        value = blank(rows.field.values, rows.pattern, document, system) if rows.pattern != "options.with" else 1
        put(document, rows.place.steps, {**table, key: value})
        return rows.place.at_index(len(table), key).id if key not in table else rows.id
    items = here if isinstance(here, list) else []
    put(document, rows.place.steps, [*items, blank(rows.field.inner, rows.pattern, document, system)])
    return rows.place.item(len(items)).id


def _switch(document: Document, form: Form, verb: str, name: str, system: System) -> str:
    node = next((node for node in form.all() if isinstance(node, Group) and node.name == name), None)
    if node is not None and node.switch == verb:
        document[name[1:]] = blank(None, node.pattern, document, system) if verb == "put" else None  # type: ignore[arg-type]
    return node.id if node else ""


def _remove(items: Any, number: int) -> None:
    if isinstance(items, dict):
        del items[list(items)[number]]
    else:
        del items[number]


def _keep_scope(document: Document, scope: Control) -> None:
    """Say whom an effect concerns where something else about them is said."""
    at(document, scope.steps[:-1]).setdefault("scope", scope.shown)


def _narrow(document: Document, control: Control) -> None:
    """Take away what an effect or condition had as another kind."""
    whole = at(document, control.steps[:-1])
    fields = effect_fields(whole.get("kind")) if control.pattern == "effect.kind" else condition_fields(whole.get("name"))
    for key in set(whole) - set(fields) - {"on", "when", "to", "until", "limit", "not"}:
        del whole[key]


def _rename_key(document: Document, control: Control, key: str) -> None:
    """Give a key of a table another name, in its place; where that is there already, numbers add up."""
    table = at(document, control.steps[:-1])
    if isinstance(table, dict) and control.steps[-1] in table:
        rows = [(key if each == control.steps[-1] else each, value) for each, value in table.items()]
        table.clear()
        for each, value in rows:
            table[each] = _both(table[each], value) if each in table else value


def _both(first: Any, second: Any) -> Any:
    return first + second if type(first) is type(second) and isinstance(first, int | list) else second
