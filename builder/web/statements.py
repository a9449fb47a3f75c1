"""What a player can state about a unit, one of its models or the army, as forms; which kinds there are is system data.

A statement's field name is the declaration that lacks its value; an empty value withdraws it (`builder.web.forms`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.api.current import services
from builder.rules.army import Army, ArmyUnit
from builder.rules.batteries import BATTERY
from builder.rules.commanders import commanders
from builder.rules.leader import appoint
from builder.rules.support_weapons import is_support_weapon
from builder.rules.transports import admits, carries
from builder.services.judging import Judged
from builder.web.warlords import stated_about, traits_of
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.tree import Scalar, Selection
from datasheets.imported.warlords import TRAIT
from datasheets.markup import strip_marks
from datasheets.systems import System
from datasheets.systems.system import DeclarationKind, ValueKind
from datasheets.words import Message, has_words

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One form: what is stated now (None: nothing), and what may be. `about` names the models that it is about, or "".

    `choices` are (value, name); `open` says that other text may be written too. `operation` lacks the value. For a flag,
    `operations` state it. `picked`: every choice is sent as the edits that make it (`picks`), because the data know it.
    """

    kind: DeclarationKind
    operation: Operation
    value: Scalar
    about: str = ""
    choices: Choices = ()
    open: bool = False
    operations: tuple[Operation, ...] = ()
    picked: bool = False

    @property
    def picks(self) -> tuple[tuple[str, bool, tuple[Operation, ...]], ...]:
        """The choices: name, whether it is stated now, and the edits that state it; first the one for nothing."""
        nothing = self.withdrawal if self.value is not None else ()
        made = [(name, value == self.value, ({**self.operation, "value": value},)) for value, name in self.choices]
        return (("", self.value is None, nothing), *made)

    @property
    def withdrawal(self) -> tuple[Operation, ...]:
        """The operations that take a statement back."""
        return ({"op": "withdraw", **{name: value for name, value in self.operation.items() if name != "op"}},)

    @property
    def is_mark(self) -> bool:
        """Whether a row of the army shows it: a mark or a choice that was made. An understrength unit has its own badge."""
        chosen = self.value is not None and self.kind.value.type in ("flag", "choice", "unit")
        return chosen and self.kind.kind != "understrength"

    @property
    def label(self) -> str:
        """What is stated, by its name."""
        return dict(self.choices).get(str(self.value), str(self.value))


def of_army(judged: Judged) -> tuple[Statement, ...]:
    """Return what can be stated about the whole army."""
    kinds = [kind for kind in judged.system.declarations if kind.subject == "army"]
    return tuple(_statement(kind, judged, None) for kind in kinds)


def of_unit(judged: Judged, unit: ArmyUnit, is_open: bool = True) -> tuple[Statement, ...]:
    """Return what can be stated about a unit and its models; only what is stated where it is not open.

    The mark of an understrength unit is offered where the unit is one or is marked; a Battery to support weapons; the
    command to who may have it; a place in a transport where there is one; what only the model of another statement can
    have, once that is made.
    """
    return tuple(
        statement
        for kind in judged.system.declarations
        for statement in _of_kind(kind, judged, unit, is_open)
        if statement.value is not None or (is_open and _is_offered(kind, statement, unit, judged))
    )


def keywords_of_army(judged: Judged) -> tuple[tuple[Statement, int], ...]:
    """Return for each angle-bracket keyword of the army the form that chooses it for all units, and how many these are."""
    kind = next((each for each in judged.system.declarations if each.key == "keyword"), None)
    if kind is None:
        return ()
    about: dict[str, list[ArmyUnit]] = {}
    for unit in judged.judgement.units.values():
        for key in placeholders(unit):
            about.setdefault(key, []).append(unit)
    return tuple((_keyword(kind, judged, units, key), len(units)) for key, units in about.items() if len(units) > 1)


def placeholders(unit: ArmyUnit) -> Mapping[str, Sequence[str]]:
    """Return a unit's angle-bracket keywords with what may be chosen (nothing said: anything)."""
    found = unit.details.get("choices")
    return found if isinstance(found, Mapping) else {}


def _of_kind(kind: DeclarationKind, judged: Judged, unit: ArmyUnit, is_open: bool) -> Iterator[Statement]:
    if kind.subject == "unit" and kind.key == "keyword":
        for key in placeholders(unit):
            if is_open or key in unit.chosen:
                yield _keyword(kind, judged, [unit], key)
    elif kind.subject == "unit":
        if is_open or stated_about(judged, unit, kind.kind, unit.uid):
            yield _statement(kind, judged, unit, is_open=is_open)
    elif kind.subject == "model":
        for group in unit.groups:
            if is_open or stated_about(judged, unit, kind.kind, group.uid):
                yield _statement(kind, judged, unit, group, is_open=is_open)


def _statement(
    kind: DeclarationKind, judged: Judged, unit: ArmyUnit | None, group: Selection | None = None, *, is_open: bool = True
) -> Statement:
    subject = group.uid if group else unit.uid if unit else ""
    own = judged.roster.declarations_of(kind.kind, subject)
    stated = stated_about(judged, unit, kind.kind, subject) if unit else next(iter(own), None)
    operation: dict[str, object] = {"op": "declare", "kind": kind.kind, "subject": subject}
    if kind.key == "number":
        operation["key"] = stated.key if stated else "1"
    if group:
        operation["index"] = stated.index if stated else 0
    of_data = traits_of(judged, unit, subject) if unit and is_open and kind.kind == TRAIT else None
    return Statement(
        kind=kind,
        operation=operation,
        value=stated.value if stated else None,
        about=_name(unit, group) if unit and group else "",
        choices=_choices(kind, judged, unit, of_data),
        picked=of_data is not None,
        open=kind.value.type not in ("unit", "choice"),
        operations=_flag_edits(kind, judged, operation, unit, group) if is_open and kind.value.type == "flag" else (),
    )


def _choices(kind: DeclarationKind, judged: Judged, unit: ArmyUnit | None, of_data: Sequence[str] | None) -> Choices:
    """Return what may be stated: units, what the system lists, or traits of the unit's data instead of the system's."""
    if kind.value.type == "unit":
        return _units(judged, unit)
    if not of_data:
        return () if of_data is not None else named_choices(judged.system, kind.value)
    return (*((name, name) for name in of_data), *((each, each) for each in kind.value.choices))


def _name(unit: ArmyUnit, group: Selection) -> str:
    """Return what models are called; where others of the unit are called so too, with what these carry."""
    name = group.title or unit.model_name(group)
    if sum((each.title or unit.model_name(each)) == name for each in unit.groups) < 2:
        return name
    return f"{name} ({', '.join(strip_marks(each.name) for each in group.selections)})"


def _flag_edits(
    kind: DeclarationKind, judged: Judged, operation: Operation, unit: ArmyUnit | None, group: Selection | None
) -> tuple[Operation, ...]:
    """Return the edits that state a flag: of whom there can be one, by taking it from who has it."""
    if kind == judged.system.leader and unit and group:
        return appoint(_army(judged), unit, group, 0).operations
    taken = kind.most == 1 and judged.roster.declarations_of(kind.kind)
    return (*([{"op": "withdraw", "kind": kind.kind}] if taken else ()), {**operation, "value": True})


def _army(judged: Judged) -> Army:
    units = tuple(judged.judgement.units.values())
    return Army(judged.roster, judged.evaluation, services().catalogues, judged.system, units, True)


def _keyword(kind: DeclarationKind, judged: Judged, units: Sequence[ArmyUnit], key: str) -> Statement:
    chosen = {unit.chosen.get(key) for unit in units}
    allowed = [word for unit in units for word in placeholders(unit).get(key, ())]
    usual = [unit.chosen[key] for unit in judged.judgement.units.values() if key in unit.chosen]
    words = tuple((word, word) for word in dict.fromkeys(allowed or usual))
    uids = [unit.uid for unit in units]
    operation = {"op": "declare", "kind": kind.kind, "subject": uids if len(uids) > 1 else uids[0], "key": key}
    value = chosen.pop() if len(chosen) == 1 else None
    return Statement(kind, operation, value, key, words, open=not allowed)


def choice_name(id: str) -> str:
    """Return the name of a choice that a setting lists itself: what `game.choice.<id>` says, else its id."""
    code = f"game.choice.{id}"
    return Message(code, {}) if has_words(code) else id


def named_choices(system: System, value: ValueKind) -> Choices:
    """Return what a value of type "choice" may be, each with its name."""
    tables = (system.traits, system.missions, system.battle_sizes, system.cards)
    names = {item.id: item.name for table in tables for item in table}
    return tuple((id, names.get(id, choice_name(id))) for id in system.choices(value))


def _units(judged: Judged, unit: ArmyUnit | None) -> Choices:
    """Return the transports of the army, those that admit the unit before the others."""
    carriers = [each for each in judged.judgement.units.values() if each is not unit and carries(each)]
    carriers.sort(key=lambda each: unit is None or not admits(each, unit))
    return tuple((each.uid, each.name) for each in carriers)


def _is_offered(kind: DeclarationKind, statement: Statement, unit: ArmyUnit, judged: Judged) -> bool:
    subject = statement.operation["subject"]
    if kind.kind == "understrength":
        return unit.below_minimum
    if kind.kind == BATTERY:
        return is_support_weapon(unit)
    if kind.value.type == "unit":
        return bool(statement.choices)
    if kind.value.type == "choice" and kind.subject == "model":
        declared = any(each.subject == subject for each in (*judged.roster.declarations, *unit.implied))
        return declared and bool(statement.choices)
    if kind.by == "leadership":
        return any(group.uid == subject for _, group in commanders(_army(judged)))
    return True
