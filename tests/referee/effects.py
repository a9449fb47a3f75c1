"""Which effects of abilities concern a unit or model now, as far as the log and the documents tell.

`find_effects` gives two lists: effects that hold, and effects that may hold (a condition or a printed text that the
referee cannot judge). A check that meets one of the second list allows for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.referee.documents import Source, WeaponRow, normal
from tests.referee.geometry import SLACK, gap_of, polygon_gap, within
from tests.referee.table import Model, Table, bodies
from tests.referee.values import Change, dice, weapon_type


@dataclass(frozen=True)
class Scene:
    """What is going on: which attack, with what, at whom; nothing outside attacks."""

    attacker: Model | None = None
    unit: str = ""
    target: str = ""
    weapon: WeaponRow | None = None
    ranged: bool | None = None
    half_range: bool | None = None
    overwatch: bool = False
    mortal: bool = False
    test: int | None = None
    struck: Model | None = None


CALM = Scene()


@dataclass
class Found:
    """Effects that hold, and those that perhaps do."""

    sure: list[Source] = field(default_factory=list)
    perhaps: list[Source] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.sure)

    @property
    def any(self) -> list[Source]:
        """All that hold or may hold."""
        return [*self.sure, *self.perhaps]


def find_effects(table: Table, kind: str, unit: str, model: Model | None = None, scene: Scene = CALM, **about: Any) -> Found:
    """Find the effects of a kind that concern a unit or one of its models; `about` are parameters that they must have."""
    result = Found()
    auras: set[tuple[str, int]] = set()
    for number, source in enumerate(table.armies.sources):
        if source.effect["kind"] != kind or any(source.effect.get(key, usual(key)) != value for key, value in about.items()):
            continue
        answer = _concerns(table, source, unit, model, scene)
        if answer is False or (source.aura and (source.name, _part(table, number)) in auras):
            continue
        if answer is True and source.sure:
            result.sure.append(source)
            if source.aura and not table.auras_add:
                auras.add((source.name, _part(table, number)))
        else:
            result.perhaps.append(source)
    return result


def usual(parameter: str) -> Any:
    """The default of a parameter of an effect (docs/effects.md)."""
    return {"of": "models", "against": "all", "unmodified": True, "instead": False, "only": False}.get(parameter)


def changes(sources: Iterable[Source]) -> list[Change]:
    """What effects do to a number."""
    return [(str(s.effect["operation"]), Fraction(s.effect["value"])) for s in sources if is_fixed(s)]


def is_fixed(source: Source) -> bool:
    """Whether an effect changes by a fixed number."""
    value = dice(str(source.effect["value"]))
    return value is None or not value.number


def _part(table: Table, number: int) -> int:
    """The place of an effect among those of its ability."""
    sources = table.armies.sources
    source, part = sources[number], 0
    while (
        part < number and sources[number - part - 1].name == source.name and sources[number - part - 1].unit == source.unit
    ):
        part += 1
    return part


def _concerns(table: Table, source: Source, unit: str, model: Model | None, scene: Scene) -> bool | None:
    """Whether an effect holds for a unit or model now: yes, no, or None where the referee cannot tell."""
    when = source.effect.get("when") or ()
    if source.lasts:
        if not any(each.source is source and each.unit == unit for each in table.lasting):
            return False
        if source.scope == "bearer" and model is not None and model not in bearers(table, source):
            return False
        return _all(table, source, [c for c in when if _name(c) in OF_ATTACKS], unit, model, scene)
    reached = _in_scope(table, source, unit, model, scene)
    return reached and _all(table, source, when, unit, model, scene)


def home(table: Table, source: Source) -> str:
    """The unit that has an effect now: a Warlord takes its trait along where the unit is divided."""
    return source.unit if source.model is None else table.models[source.model].unit


def bearers(table: Table, source: Source) -> list[Model]:
    """The models on the table that have an effect."""
    units = [home(table, source)]
    if source.model is None and f"{source.unit}+" in table.units:
        units.append(f"{source.unit}+")
    models = [model for unit in units for model in table.standing(unit)]
    if source.model is not None:
        return [model for model in models if model.number == source.model]
    if source.groups is not None:
        return [model for model in models if model.sheet.group in source.groups]
    return models


def _in_scope(table: Table, source: Source, unit: str, model: Model | None, scene: Scene) -> bool | None:
    models, own, scope = bearers(table, source), home(table, source), source.scope
    if not models:
        return False
    if scope == "weapon":
        mine = scene.attacker is not None and scene.attacker.sheet.unit == source.unit
        return mine and scene.weapon is not None and scene.weapon.id == source.weapon
    if scope == "target":
        return scene.target == unit and scene.unit == own
    twins = {own, f"{own}+"} if source.model is None else {own}
    if scope == "bearer":
        return unit in twins and (model is None or model in models)
    if scope == "unit":
        return unit in twins and any(each.unit == unit for each in models)
    if not table.standing(unit):
        return False
    return _reaches(table, source, models, unit, model)


def _reaches(table: Table, source: Source, models: list[Model], unit: str, model: Model | None) -> bool | None:
    to, owner = source.to, table.units[source.unit].player
    side = {"friendly": owner, "enemy": 1 - owner}.get(source.scope.split("-")[0])
    single = source.scope.endswith("models") and model is not None
    own = unit == home(table, source)
    if (side is not None and table.units[unit].player != side) or (own and not to.get("own", True)):
        return False
    words = model.sheet.keywords if single and model else table.words(unit)
    if not all(normal(word) in words for word in to.get("keywords", ())):
        return False
    if any(normal(word) in words for word in to.get("without", ())):
        return False
    if to.get("carriers"):
        models = _carriers(table, source, models)
        if not models:
            return False
    reach = to.get("range")
    if reach is not None and (not own or single):
        whom = [model] if single and model else table.standing(unit)
        if not within(gap_of(bodies(models), bodies(whom)), reach):
            return False
    return None if to.get("visible") and not own else True


def _carriers(table: Table, source: Source, models: list[Model]) -> list[Model]:
    """The friendly models that carry an effect on: they have its keywords and stand near one that has the effect."""
    words, near = [normal(word) for word in source.to["carriers"]], source.to.get("carriers_range", 0)
    friends = [m for m in table.all_standing() if table.player_of(m) == table.units[source.unit].player]
    able = [friend for friend in friends if all(word in friend.sheet.keywords for word in words)]
    return [friend for friend in able if within(gap_of([friend.body], bodies(models)), near)]


def recipients(table: Table, source: Source, unit: str, scene: Scene = CALM) -> bool | None:
    """Whether an effect that happens now, or begins to last, reaches a unit: yes, no, or None where nobody can tell."""
    reached = _in_scope(table, source, unit, None, scene)
    now = [condition for condition in source.effect.get("when") or () if _name(condition) not in OF_ATTACKS]
    return reached and _all(table, source, now, unit, None, scene) if reached is not None else None


def _all(table: Table, source: Source, when: Iterable[Any], unit: str, model: Model | None, scene: Scene) -> bool | None:
    unknown = False
    for condition in when:
        given = {"name": condition} if isinstance(condition, str) else condition
        judge = CONDITIONS.get(given["name"])
        answer = judge(_Case(table, source, unit, model, scene, given)) if judge else None
        if answer is None:
            unknown = True
        elif answer == bool(given.get("not")):
            return False
    return None if unknown else True


def _name(condition: Any) -> str:
    return condition if isinstance(condition, str) else str(condition["name"])


@dataclass(frozen=True)
class _Case:
    table: Table
    source: Source
    unit: str
    model: Model | None
    scene: Scene
    given: Mapping[str, Any]

    def band(self, value: float | None) -> bool | None:
        """Whether a value lies between the condition's bounds."""
        if value is None:
            return None
        return bool(self.given.get("at_least", 0) <= value <= self.given.get("at_most", 1000) + 1e-6)

    def did(self, *what: str) -> bool:
        """Whether the unit did one of these things this turn."""
        return any(each in self.table.units[self.unit].did for each in what)


def _damage(case: _Case) -> bool | None:
    found = dice(case.scene.weapon.row["D"]) if case.scene.weapon else None
    return False if found is None or found.number else case.band(found.constant)


def _rend(row: Any) -> int:
    """AP, which Age of Sigmar calls Rend; "-" is 0."""
    printed = row.get("AP", row.get("Rend"))
    return 0 if printed in (None, "", "-") else int(printed)


def _ap(case: _Case) -> bool | None:
    return bool(case.scene.weapon and _rend(case.scene.weapon.row) in case.given["values"])


def _wounds(case: _Case) -> bool | None:
    models = [case.model] if case.model else case.table.of(case.unit)
    return any(case.band(model.wounds) for model in models)


def _half_strength(case: _Case, unit: str) -> bool | None:
    return bool(unit) and 2 * len(case.table.of(unit)) < case.table.units[unit].starting


def is_in_terrain(table: Table, unit: str) -> bool | None:
    """Whether each model of a unit is on or within terrain, at least partly; None where that is too close to tell."""
    depths = [
        min((polygon_gap(model.body, piece.corners) for piece in table.terrain), default=1.0)
        for model in table.standing(unit)
    ]
    deepest = max(depths, default=1.0)
    return None if abs(deepest) < 2 * SLACK else deepest < 0


def _in_cover(case: _Case) -> bool | None:
    if not case.scene.target or not case.table.covers or not case.scene.ranged:
        return False
    return is_in_terrain(case.table, case.scene.target)


def _of(model: Model | None, keywords: Iterable[str]) -> bool:
    return model is not None and any(model.has(word) for word in keywords)


CONDITIONS: Mapping[str, Callable[[_Case], bool | None]] = {
    "phase": lambda case: bool(case.table.phase == case.given["phase"]),
    "own-turn": lambda case: case.table.turn == case.table.units[case.source.unit].player,
    "round": lambda case: case.band(case.table.round),
    "shooting": lambda case: case.scene.ranged is True,
    "fighting": lambda case: case.scene.ranged is False,
    "overwatch": lambda case: case.scene.overwatch,
    "targeted": lambda case: case.scene.target == case.unit,
    "weapon-type": lambda case: bool(
        case.scene.weapon and weapon_type(case.scene.weapon.row["Type"])[0] in [t.title() for t in case.given["types"]]
    ),
    "weapon-ap": _ap,
    "weapon-damage": _damage,
    "half-range": lambda case: case.scene.half_range,
    "target-keyword": lambda case: bool(case.scene.target) and case.table.has(case.scene.target, *case.given["keywords"]),
    "target-models": lambda case: case.band(len(case.table.of(case.scene.target)) if case.scene.target else None),
    "target-below-half-strength": lambda case: _half_strength(case, case.scene.target),
    "target-in-cover": _in_cover,
    "struck-keyword": lambda case: _of(case.scene.struck, case.given["keywords"]),
    "attacker-keyword": lambda case: _of(case.scene.attacker, case.given["keywords"]),
    "charged": lambda case: case.did("charged"),
    "intervened": lambda case: case.did("intervened"),
    "moved": lambda case: case.did("normal", "advance", "fall-back"),
    "stationary": lambda case: case.did("stationary") and not case.did("disembarked"),
    "advanced": lambda case: case.did("advance"),
    "fell-back": lambda case: case.did("fall-back"),
    "arrived": lambda case: case.did("arrived"),
    "disembarked": lambda case: case.did("disembarked"),
    "below-starting-strength": lambda case: len(case.table.of(case.unit)) < case.table.units[case.unit].starting,
    "below-half-strength": lambda case: _half_strength(case, case.unit),
    "wounds": _wounds,
    "models": lambda case: case.band(len(case.table.of(case.unit))),
    "keyword": lambda case: case.table.has(case.unit, *case.given["keywords"]),
    "psychic-test": lambda case: case.band(case.scene.test),
    "mortal": lambda case: case.scene.mortal,
}
OF_ATTACKS = frozenset(
    {"shooting", "fighting", "overwatch", "targeted", "weapon-type", "weapon-strength", "weapon-ap", "weapon-damage"}
    | {"half-range", "target-distance", "target-keyword", "target-models", "target-toughness", "target-closest"}
    | {"target-below-half-strength", "target-in-cover", "attacker-keyword", "mortal", "struck-keyword", "struck-save"}
)
"""Conditions about one attack: those of an effect that lasts are asked at each attack, all others at its moment."""
