"""What was posted as the answer to a decision, as a choice: the number of an option, fields, words, or data by pointing."""

from __future__ import annotations

from collections.abc import Iterator

from werkzeug.datastructures import MultiDict

from builder.answers import NotUnderstood, own
from builder.services.battles import Asked
from builder.services.errors import Conflict
from builder.web.rendering import t
from resolver.engine.decision import STANDS, Choice, Data, Decision

MOST_FIELDS = 2000
Fields = MultiDict[str, str]


def choice_of(fields: Fields, asked: Asked) -> Choice:
    """Return the choice that was posted.

    Raises:
        Conflict: it answers a decision that is not open any more.
        NotUnderstood: it is no answer.
    """
    decision = asked.decision
    if decision is None or fields.get("decision") != str(decision.id):
        raise Conflict(t("asked.stale"))
    standing = fields.get("standing", "")
    data = _data(fields, asked, decision)
    return Choice(decision.id, decision.kind, data, standing if standing in STANDS else "")


def typed_text(fields: Fields) -> str:
    """Return what was typed, to be shown again."""
    return fields.get("own", "")[:2000]


def _data(fields: Fields, asked: Asked, decision: Decision) -> Data:
    number = fields.get("option", "")
    if number.isascii() and number.isdigit() and int(number[:6]) < len(asked.options):
        return asked.options[int(number)].data
    if fields.get("together") and not _join(fields):
        raise NotUnderstood("asked.nothing-ticked")
    text = next((text for text in (_pointer_text(fields), _join(fields), _attacks(fields), typed_text(fields)) if text), "")
    return own(text.strip(), asked.view, decision, asked.options)


def _pointer_text(fields: Fields) -> str:
    data = fields.get("data", "")
    return f"json {data}" if data else ""


def _join(fields: Fields) -> str:
    numbers = [each for each in fields.getlist("join") if each.isascii() and each.isdigit()]
    return "+".join(str(int(each[:6]) + 1) for each in numbers)


def _attacks(fields: Fields) -> str:
    """Return the table of shots or blows in words: "fire 3 x 1 at 2; 2 x 1 at 3", "strike 1 at 2 with 1"."""
    shots, blows = list(_shots(fields)), list(_blows(fields))
    if shots:
        return f"fire {'; '.join(shots)}"
    return f"strike {'; '.join(blows)}" if blows else ""


def _shots(fields: Fields) -> Iterator[str]:
    for name, value in list(fields.items())[:MOST_FIELDS]:
        _, _, rest = name.partition("fire-")
        weapon, _, target = rest.partition("-")
        if all(part.isascii() and part.isdigit() for part in (weapon, target, value.strip())) and int(value[:6]):
            yield f"{value.strip()} x {weapon} at {target}"


def _blows(fields: Fields) -> Iterator[str]:
    for name, value in list(fields.items())[:MOST_FIELDS]:
        _, _, model = name.partition("strike-")
        weapon = fields.get(f"with-{model}", "")
        if all(part.isascii() and part.isdigit() for part in (model, value)):
            yield f"{model} at {value} with {weapon}" if weapon.isdigit() else f"{model} at {value}"


def explain(error: NotUnderstood) -> str:
    """Return what to say of words that are no answer."""
    code = error.code.replace("play.own.", "asked.own.", 1)
    return t(code if code.startswith("asked.") else "asked.own.none")
