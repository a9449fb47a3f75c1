"""Forms as operations: a page's form says what it edits in the names of its fields, and only what differs becomes an edit.

A button gives `operations`, a list as JSON or in words ("remove s3;select s1 e5"); beside it, fields of its form are not
read. A field's name is an operation as JSON that lacks its last argument, which is the field's value: {"op": "rename",
"subject": "s3"} lacks `name`. A list as `subject` makes one operation each. The wargear of models is a `loadout` (unit and
selection as JSON), `models`, and a field `item:<id>` for each item. An empty field takes back. Nothing is judged here:
operations check themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.operations import MOST_OPERATIONS, nodes
from builder.services.errors import Invalid
from datasheets import strict_json
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.tree import Roster, Scalar
from datasheets.problems import DocumentError, Problem
from datasheets.systems import System
from datasheets.systems.agreed import find_choice
from datasheets.words import Message

LACKING: Mapping[str, str] = {
    "rename": "name",
    "annotate": "note",
    "agree": "value",
    "declare": "value",
    "limit": "value",
    "set-size": "number",
    "set-number": "number",
    "take-option": "models",
    "add-unit": "models",
}
"""The argument that a field gives, by operation."""

WORDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("remove", "duplicate", "set-aside"), ("selection",)),
    **dict.fromkeys(("select", "deselect"), ("parent", "entry", "group")),
}
"""Operations that buttons say in words, with the arguments that follow in order, the last of which may lack: a page of forty
units has hundreds."""
WORD = re.compile(r"[^\s;\[]+")

LENGTH = re.compile(r"[0-9]+(?:[.,][0-9]+)?", re.ASCII)
Fields = Mapping[str, str]


def operations_of(form: Fields, roster: Roster, system: System) -> list[Operation]:
    """Return what a form asks for.

    Raises:
        Invalid: a field cannot be read; its problem says which and what to write.
    """
    if "operations" in form:
        return _check_count(_read_list(form["operations"]))
    found: list[Operation] = []
    if "loadout" in form:
        found.append(_loadout(form))
    for name, text in form.items():
        if name.startswith("{"):
            found += _of_field(_read(name), text.replace("\r\n", "\n"), roster, system)
    return _check_count(found)


def field(operation: Operation) -> str:
    """Return the name of the field that completes an operation."""
    return json.dumps(dict(operation), ensure_ascii=False, separators=(",", ":"))


def write_operations(operations: Sequence[Operation]) -> str:
    """Return what a button gives: operations in words where all can be said so, else as JSON."""
    said = [_say(each) for each in operations]
    return ";".join(said) if said and all(said) else json.dumps(list(operations), ensure_ascii=False, separators=(",", ":"))


def _say(operation: Operation) -> str:
    """Return an operation in words, "" for one that has none."""
    names = ("op", *WORDS.get(str(operation["op"]), ()))[: len(operation)]
    words = [str(operation[name]) for name in names if name in operation]
    can = len(words) == len(operation) > 1 and all(map(WORD.fullmatch, words))
    return " ".join(words) if can else ""


def _check_count(operations: list[Operation]) -> list[Operation]:
    if len(operations) > MOST_OPERATIONS:
        raise Invalid((Problem("", Message("refused.request.form-most", {"most": MOST_OPERATIONS})),))
    return operations


def _read_list(text: str) -> list[Operation]:
    if text.partition(" ")[0] in WORDS:
        return [_of_words(each.split()) for each in text.split(";")]
    operations = _read(text)
    if not isinstance(operations, list) or not all(isinstance(each, dict) for each in operations):
        raise Invalid((Problem("/operations", Message("refused.request.operation-list")),))
    return operations


def _of_words(words: Sequence[str]) -> Operation:
    names = WORDS.get(words[0] if words else "", ())
    if not 0 < len(words) - 1 <= len(names):
        raise Invalid((Problem("/operations", Message("refused.request.operation-list")),))
    return {"op": words[0], **dict(zip(names, words[1:], strict=False))}


def _loadout(form: Fields) -> Operation:
    about = _read(form["loadout"])
    if not isinstance(about, dict):
        raise _of_another_version()
    items = {name.removeprefix("item:"): _whole(text) for name, text in form.items() if name.startswith("item:") and text}
    return {"op": "set-loadout", **about, "models": _whole(form.get("models", "1")), "items": items}


def _of_another_version() -> Invalid:
    return Invalid((Problem("", Message("error.other-form")),))


def _of_field(about: Any, text: str, roster: Roster, system: System) -> Iterator[Operation]:
    if not isinstance(about, dict) or about.get("op") not in LACKING:
        raise _of_another_version()
    subjects = about.get("subject")
    for subject in subjects if isinstance(subjects, list) else [subjects]:
        one = about if subject is None else {**about, "subject": subject}
        yield from _complete(one, text, roster, system)


def _complete(about: dict[str, Any], text: str, roster: Roster, system: System) -> Iterator[Operation]:
    match about["op"]:
        case "rename":
            if text.strip() != _name(roster, about):
                yield {**about, "name": text.strip()}
        case "annotate":
            if text.strip() != _note(roster, about):
                yield {**about, "note": text.strip()}
        case "agree":
            kind = next((each.value for each in system.agreements if each.key == about.get("key")), None)
            value = _value(find_choice(kind, text) if kind else text, kind.type if kind else "")
            if value != roster.agreed.get(str(about.get("key"))):
                yield {**about, "value": value}
        case "declare":
            yield from _declare(about, text, roster, system)
        case "limit":
            limit = roster.limits.get(str(about.get("cost")))
            if (_whole(text) if text else None) != limit:
                yield {**about, "value": _whole(text) if text else None}
        case op:
            if text:
                yield {**about, LACKING[op]: _whole(text)}


def _declare(about: dict[str, Any], text: str, roster: Roster, system: System) -> Iterator[Operation]:
    kind = system.declaration(str(about.get("kind")))
    value = _value(text, kind.value.type if kind else "")
    where: dict[str, Any] = {name: about[name] for name in ("kind", "subject", "key", "index") if name in about}
    stated = [each for each in roster.declarations if all(getattr(each, name) == wanted for name, wanted in where.items())]
    if value is None and stated:
        yield {"op": "withdraw", **where}
    elif value is not None and value not in [each.value for each in stated]:
        yield {**about, "value": value}


def _value(text: str, type: str) -> Scalar:
    """Return a value as its kind takes it; None for an empty field."""
    text = text.strip()
    if not text:
        return None
    if type == "number":
        return _whole(text)
    if type == "length":
        return _length(text)
    return True if type == "flag" else text


def _name(roster: Roster, about: Mapping[str, Any]) -> str:
    subject = str(about.get("subject", ""))
    if not subject:
        return roster.name
    if any(force.uid == subject for force in nodes.forces(roster)):
        return nodes.find_force(roster, subject, "/subject").name
    return nodes.find(roster, subject, "/subject").selection.title


def _note(roster: Roster, about: Mapping[str, Any]) -> str:
    subject = str(about.get("subject", ""))
    return nodes.find(roster, subject, "/subject").selection.note if subject else roster.note


def _whole(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise Invalid((Problem("", Message("error.whole", {"text": repr(text[:20])})),))
    return int(text)


def _length(text: str) -> float:
    """Return a length in inches; a whole one stays whole, and a comma is as good as a point."""
    text = text.strip()
    if not (len(text) < 12 and LENGTH.fullmatch(text)):
        raise Invalid((Problem("", Message("error.length", {"text": repr(text[:20])})),))
    length = float(text.replace(",", "."))
    return int(length) if length.is_integer() else length


def _read(text: str) -> Any:
    try:
        return strict_json.read_json(text.encode("utf-8", "surrogatepass"))
    except DocumentError as error:
        raise Invalid(error.problems) from error
