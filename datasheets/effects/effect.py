"""An effect as a frozen value, and its strict reading from JSON.

In JSON: `{"kind", its parameters, "on", "when", "to", "until", "limit"}`; all but kind and parameters may be left out.
`EffectField` and `effects_field()` stand in the schemas of documents that carry effects; `load` reads one by itself.
Which words there are is said in `vocabulary`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from marshmallow import ValidationError, fields, post_load

from datasheets.effects import vocabulary
from datasheets.effects.vocabulary import Parameter, Word
from datasheets.fields import Choice, Flag, Items, Part, Strict, Text, Whole, document_message, unknown
from datasheets.problems import DocumentError, from_messages
from datasheets.values.dice import Dice

LOWEST_SET = -20
MOST_EFFECTS = 20
MOST_CONDITIONS = 10


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition; `negated` turns it round."""

    name: str
    negated: bool = False
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recipients:
    """Whom an effect concerns.

    `range` is inches from the bearer (None: no range); units need every keyword of `keywords` and none of `without`;
    `own` False leaves out the bearer's own unit. `carriers`: the range counts from every friendly model with these keywords
    that is within `carriers_range` inches of the bearer, itself included where it has them.
    """

    scope: str = "unit"
    range: int | None = None
    keywords: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    pick: str = "all"
    visible: bool = False
    own: bool = True
    carriers: tuple[str, ...] = ()
    carriers_range: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect. `parameters` holds every parameter of the kind, defaults filled in; `effect["value"]` reads one."""

    kind: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    on: str = "always"
    when: tuple[Condition, ...] = ()
    to: Recipients = Recipients()
    until: str = "while"
    limit: str = "none"

    def __getitem__(self, parameter: str) -> Any:
        return self.parameters[parameter]

    def condition(self, name: str) -> Condition | None:
        """Return the condition of that name, if it has one."""
        return next((condition for condition in self.when if condition.name == name), None)


class RecipientsSchema(Strict):
    """The JSON form of `Recipients`."""

    scope = Choice(tuple(vocabulary.SCOPES), required=True)
    range = Whole(least=0, most=1000, load_default=None)
    keywords = Items(Text(most=60), most=20, load_default=())
    without = Items(Text(most=60), most=20, load_default=())
    pick = Choice(tuple(vocabulary.PICKS), load_default="all")
    visible = Flag(load_default=False)
    own = Flag(load_default=True)
    carriers = Items(Text(most=60), most=20, load_default=())
    carriers_range = Whole(least=0, most=1000, load_default=0)

    @post_load
    def _make(self, data: dict[str, Any], **_: Any) -> Recipients:
        return Recipients(**_with_tuples(data))


class ConditionField(fields.Field[Condition]):
    """A condition: its name, or `{"name": ..., "not": true, parameters}`."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Condition:
        given = {"name": value} if isinstance(value, str) else value
        word = _word(given, "name", vocabulary.CONDITIONS, "condition")
        loaded = _schema("name", word).load(given)
        return Condition(loaded.pop("name"), loaded.pop("not"), _with_tuples(loaded))


class EffectField(fields.Field[Effect]):
    """An effect. `scope` is whom it concerns where it does not say: "unit", on a weapon "weapon", on wargear "bearer"."""

    def __init__(self, scope: str = "unit", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scope = scope

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Effect:
        loaded = _schema("kind", _word(value, "kind", vocabulary.KINDS, "kind of effect")).load(value)
        _check_operation(loaded)
        parts = {name: loaded.pop(name) for name in ("kind", "on", "until", "limit")}
        to = loaded.pop("to") or Recipients(self.scope)
        return Effect(**parts, to=to, when=tuple(loaded.pop("when")), parameters=_with_tuples(loaded))


def effects_field(scope: str = "unit", **options: Any) -> fields.Field[Any]:
    """Return the field of a list of effects; it loads to a list of `Effect`."""
    return Items(EffectField(scope), most=MOST_EFFECTS, **options)


def load(data: object, scope: str = "unit") -> Effect:
    """Read one effect; `scope` is whom it concerns where it does not say.

    Raises:
        DocumentError: with every problem and its path.
    """
    try:
        return EffectField(scope).deserialize(data)
    except ValidationError as error:
        raise DocumentError(tuple(from_messages(error.messages))) from error


def effect_fields(kind: object) -> Mapping[str, fields.Field[Any]]:
    """Return the fields that an effect of a kind has, by name; only `kind` where there is no such kind."""
    return _fields_of("kind", kind, vocabulary.KINDS)


def condition_fields(name: object) -> Mapping[str, fields.Field[Any]]:
    """Return the fields that a condition has, by name; only `name` where there is no such condition."""
    return _fields_of("name", name, vocabulary.CONDITIONS)


def dump(effect: Effect) -> dict[str, Any]:
    """Write an effect as JSON data: kind, all parameters, the scope, and what else differs from its default.

    `load(dump(effect)) == effect`.
    """
    said = _differences(effect, Effect(effect.kind))
    written = {**said, "when": [_dump_condition(condition) for condition in effect.when]} if effect.when else said
    to = {"scope": effect.to.scope, **_differences(effect.to, Recipients(effect.to.scope))}
    return {"kind": effect.kind, **_with_lists(_parameters(effect)), **{**written, "to": to}}


def _parameters(effect: Effect) -> dict[str, Any]:
    """Return the parameters that are written: those that came later only where they say something."""
    silent = {each.name: each.default for each in vocabulary.KINDS[effect.kind].parameters if each.later}
    return {name: value for name, value in effect.parameters.items() if name not in silent or value != silent[name]}


def _differences(value: Effect | Recipients, silent: Effect | Recipients) -> dict[str, Any]:
    """Return what differs from the defaults, in the order of the fields."""
    names = [item.name for item in dataclasses.fields(value) if item.name not in ("kind", "parameters", "to")]
    return _with_lists({name: getattr(value, name) for name in names if getattr(value, name) != getattr(silent, name)})


def _dump_condition(condition: Condition) -> str | dict[str, Any]:
    if not condition.negated and not condition.parameters:
        return condition.name
    return {"name": condition.name, **({"not": True} if condition.negated else {}), **_with_lists(condition.parameters)}


def _check_operation(loaded: Mapping[str, Any]) -> None:
    lowest = {"set": LOWEST_SET, "divide": 1}.get(loaded.get("operation", "set"), 0)
    if "operation" in loaded and Dice.parse(loaded["value"]).minimum < lowest:
        raise ValidationError({"value": [document_message("never-below", lowest=lowest)]})


def _word(value: Any, key: str, table: Mapping[str, Word], what: str) -> Word:
    if not isinstance(value, Mapping):
        raise ValidationError(document_message("object-with", key=key))
    name = value.get(key)
    if not isinstance(name, str):
        raise ValidationError({key: [document_message("missing-text")]})
    if name not in table:
        raise ValidationError({key: [unknown(name, tuple(table), what)]})
    return table[name]


def _fields_of(key: str, value: object, table: Mapping[str, Word]) -> Mapping[str, fields.Field[Any]]:
    if isinstance(value, str) and value in table:
        return _schema(key, table[value]).fields
    return {key: Text(required=True)}


@cache
def _schema(key: str, word: Word) -> Strict:
    declared: dict[str, Any] = {key: Text(required=True)}
    declared |= {p.name: _parameter(p) for p in word.parameters}
    if key == "name":
        declared["not"] = Flag(load_default=False)
    else:
        declared |= {
            "on": Choice(tuple(vocabulary.TRIGGERS), load_default="always"),
            "when": Items(ConditionField(), most=MOST_CONDITIONS, load_default=list),
            "to": Part(RecipientsSchema, load_default=None),
            "until": Choice(tuple(vocabulary.DURATIONS), load_default="while"),
            "limit": Choice(tuple(vocabulary.LIMITS), load_default="none"),
        }
    made: type[Strict] = Strict.from_dict(declared, name=f"{word.name.title()}Schema")  # type: ignore[assignment]
    return made()


def _parameter(parameter: Parameter) -> fields.Field[Any]:
    if parameter.default is None:
        return parameter.field(required=True)
    if parameter.default == "":
        return parameter.field(load_default="")
    return parameter.field(load_default=parameter.default)


def _with_tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def _with_lists(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}
