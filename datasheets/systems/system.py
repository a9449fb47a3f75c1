"""A game system as data: what its datasheets, lists and battles are made of.

One `System` is one file `datasheets/data/systems/<id>/system.json`, read strictly. Everything that generic code needs to
know about an edition stands there, with the ledger id of the rule it comes from; code that is the same for every system
never names an edition. Lengths are inches, durations hours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from marshmallow import fields

from datasheets.effects import EffectField
from datasheets.evaluation.finding import Severity
from datasheets.fields import Items
from datasheets.systems.shape import plain
from datasheets.values import Kind


class EffectData(EffectField):
    """An effect in the vocabulary, checked and kept as it is written."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        super()._deserialize(value, attr, data, **kwargs)
        return value


def _effects(**options: Any) -> fields.Field[Any]:
    return Items(EffectData(), **options)


def _weapon_effects(**options: Any) -> fields.Field[Any]:
    return Items(EffectData("weapon"), **options)


Effects = Annotated[tuple[Mapping[str, object], ...], _effects]
WeaponEffects = Annotated[tuple[Mapping[str, object], ...], _weapon_effects]
Provenance = Literal["seed", "project"]
"""Whether the rules' source says it, or the project decided it where the source is silent."""


@dataclass(frozen=True, slots=True)
class Characteristic:
    """A column of a profile.

    `values` says in words what may be written there, `kind` names the reader in `datasheets.values.READERS`. A modified
    value is never below `minimum`; where "-" is printed and the value is needed, the one of `substitute` stands in.
    """

    key: str
    name: str
    meaning: str = ""
    values: str = ""
    kind: Kind = "text"
    minimum: int | None = None
    substitute: str = ""


@dataclass(frozen=True, slots=True)
class CostKind:
    """A kind of cost: "Power Rating" on a datasheet, short "PR", and `total` what an army's sum of it is called."""

    id: str
    name: str
    short: str
    total: str
    rule: str = ""
    total_rule: str = ""


@dataclass(frozen=True, slots=True)
class Role:
    """A battlefield role."""

    id: str
    name: str
    provenance: Provenance = "seed"
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Size:
    """How the size of an army is measured: by the sum of one cost, or by counting models. `name` is what it is called."""

    by: Literal["cost", "models"]
    name: str
    cost: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A battlefield: `width_in` is the longer edge, `depth_in` the shorter."""

    width_in: float
    depth_in: float


@dataclass(frozen=True, slots=True)
class BattleSize:
    """A row of the battle-size table: up to `combined_power` of both armies together, up to `hours`, at least `table`."""

    id: str
    name: str
    combined_power: int
    hours: float
    table: Table
    rule: str
    table_rule: str


@dataclass(frozen=True, slots=True)
class SizeAdvice:
    """Advice to play another game when both armies together are smaller than `below` or larger than `above`."""

    rule: str
    game: str
    below: int | None = None
    above: int | None = None


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What may be stated.

    Nothing more than the statement itself (`flag`), free `text` or a `number`, a `keyword` (capitals), one of `choices`, or
    the uid of another `unit` of the army. `table` names a table of the system instead of `choices`.
    """

    type: Literal["flag", "text", "number", "keyword", "choice", "unit"]
    choices: tuple[str, ...] = ()
    table: Literal["", "traits", "missions", "battle_sizes"] = ""


@dataclass(frozen=True, slots=True)
class DeclarationKind:
    """Something that a player states about the army, a unit or one model.

    `key` says what tells several of one subject apart ("keyword": which angle-bracket keyword; "" when there is one).
    `most` is how many an army may have in all, `least` how many it must have (None: no limit).
    """

    kind: str
    name: str
    subject: Literal["army", "unit", "model"]
    value: ValueKind
    rule: str
    key: Literal["", "keyword", "number"] = ""
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class AgreementKind:
    """Something that both players agree on before the battle, as a player notes it on the roster."""

    key: str
    name: str
    value: ValueKind
    rule: str


@dataclass(frozen=True, slots=True)
class Understrength:
    """Units below their minimum size are legal when marked, `per_datasheet` of each datasheet.

    `cost` says what they pay: "base" is the datasheet's printed base, whatever their number (9E-Q-19).
    """

    per_datasheet: int
    rule: str
    cost: Literal["base"] = "base"
    decision: str = ""


@dataclass(frozen=True, slots=True)
class WeaponProfile:
    """A row of a weapon's table; `characteristics` as printed, by the keys of `System.weapon_characteristics`."""

    name: str
    characteristics: Mapping[str, str]
    abilities: str = ""
    effects: WeaponEffects = ()


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon that the rules themselves give (the default close combat weapon); shaped as on a datasheet."""

    id: str
    name: str
    profiles: tuple[WeaponProfile, ...]
    rule: str
    note: str = ""
    provenance: Provenance = "seed"


@dataclass(frozen=True, slots=True)
class Power:
    """A psychic power or spell.

    `value` is what 2D6 must reach; `step` is added to it for each other attempt by the same army in the phase. `known_by` is
    the keyword whose bearers all know it ("" = named on datasheets). `target` is a code that the ruleset reads; effects on
    whom the power strikes have the scope "target".
    """

    id: str
    name: str
    value: int
    target: str
    text: str
    rules: tuple[str, ...]
    step: int = 0
    range_in: float | None = None
    known_by: str = ""
    duration: str = ""
    keywords: tuple[str, ...] = ()
    effects: Effects = ()
    provenance: Provenance = "seed"


@dataclass(frozen=True, slots=True)
class Trait:
    """A Warlord Trait (or the like). `needs` is the keyword that its bearer must have; `roll` its row in the trait table."""

    id: str
    name: str
    text: str
    rule: str
    aura: bool = False
    range_in: float | None = None
    needs: str = ""
    roll: int | None = None
    effects: Effects = ()
    provenance: Provenance = "seed"


@dataclass(frozen=True, slots=True)
class Objectives:
    """How objective markers are placed and controlled.

    Distances from edges must be more than `edge_in`, from other markers more than `apart_in`.
    `placing` is "alternate" (one at a time, starting with the winner of a roll-off) or "fixed" (by the mission).
    """

    count: int
    placing: Literal["alternate", "fixed"]
    edge_in: float
    apart_in: float
    range_in: float
    rules: tuple[str, ...]
    range_vertical_in: float | None = None
    diameter_mm: float = 0
    measured_from: Literal["edge", "centre"] = "edge"


@dataclass(frozen=True, slots=True)
class DeploymentZones:
    """Two strips along opposite edges; each ends `from_centre_in` before the centre line.

    `from_centre_in` is by battle-size id. On another table the distance from the centre line stays (9E-Q-14).
    """

    edges: Literal["long", "short"]
    from_centre_in: Mapping[str, float]
    rule: str
    provenance: Provenance
    decision: str = ""


@dataclass(frozen=True, slots=True)
class Scoring:
    """One way to victory points. `when` is a code that the ruleset reads ("command-phase-end", "battle-end")."""

    id: str
    name: str
    when: str
    points: str
    rule: str


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission: how long, what is scored, where the armies stand. `rules` names everything it is made of."""

    id: str
    name: str
    text: str
    rules: tuple[str, ...]
    rounds: int | None = None
    objectives: Objectives | None = None
    zones: DeploymentZones | None = None
    scoring: tuple[Scoring, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a turn or round, in order."""

    id: str
    name: str
    rule: str


@dataclass(frozen=True, slots=True)
class System:
    """A game system. See the module's docstring; every table may be empty where the system has nothing of the kind.

    `rules` names the ledger rule behind each thing that generic code checks ("unit-size", "maximum", "loadout" ...), so that
    it can cite the right one in every system. `severity` is the reviewed table of how grave a list rule's finding is
    where the ledger itself does not say.
    """

    id: str
    name: str
    language: str
    source: str
    edition: str
    characteristics: tuple[Characteristic, ...]
    weapon_characteristics: tuple[Characteristic, ...]
    size: Size
    rules: Mapping[str, str]
    severity: Mapping[str, Severity] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    costs: tuple[CostKind, ...] = ()
    roles: tuple[Role, ...] = ()
    battle_sizes: tuple[BattleSize, ...] = ()
    size_advice: tuple[SizeAdvice, ...] = ()
    declarations: tuple[DeclarationKind, ...] = ()
    agreements: tuple[AgreementKind, ...] = ()
    understrength: Understrength | None = None
    weapons: tuple[Weapon, ...] = ()
    default_weapon: str = ""
    powers: tuple[Power, ...] = ()
    traits: tuple[Trait, ...] = ()
    missions: tuple[Mission, ...] = ()
    phases: tuple[Phase, ...] = ()

    def rule(self, name: str) -> str:
        """The ledger id of the rule behind `name`, or "" where this system has no such rule."""
        return self.rules.get(name, "")

    def declaration(self, kind: str) -> DeclarationKind | None:
        """The declaration of that kind, or None where the system has none."""
        return next((item for item in self.declarations if item.kind == kind), None)

    def battle_size(self, id: str) -> BattleSize | None:
        """The battle size of that id, or None."""
        return next((item for item in self.battle_sizes if item.id == id), None)

    def mission(self, id: str) -> Mission | None:
        """The mission of that id, or None."""
        return next((item for item in self.missions if item.id == id), None)

    def document(self) -> dict[str, Any]:
        """All of it as plain JSON data, to be served."""
        made: dict[str, Any] = plain(self)
        return made
