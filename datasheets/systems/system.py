"""A game system as data: what its datasheets, lists and battles are made of.

One `System` is one file `datasheets/data/systems/<id>/system.json`, read strictly. Everything that generic code needs to
know about an edition stands there, with the ledger id of the rule it comes from; code that is the same for every system
never names an edition. What the single tables hold is said in `armoury`, `mission` and docs/systems.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from datasheets.evaluation.finding import Severity
from datasheets.systems.armoury import Ability, Command, Power, Provenance, SystemWeapon, Trait
from datasheets.systems.ground import Action, TerrainAdvice, TerrainClass, TerrainPiece, UnitType
from datasheets.systems.imports import ImportedAs, Imports
from datasheets.systems.mission import BattleSize, Card, Deck, Mission, SizeAdvice
from datasheets.systems.shape import Name, plain
from datasheets.systems.vehicles import LocationDamage, RamValues, StrategyRating, WeaponTrait
from datasheets.values import Kind

Part = Literal[
    "",
    "move",
    "melee-hit",
    "ranged-hit",
    "hit",
    "wound",
    "strength",
    "resistance",
    "wounds",
    "number",
    "nerve",
    "save",
    "type",
    "reach",
    "penetration",
    "damage",
]
"""What a characteristic is for: how far a model moves, what it needs to hit in melee or at range (or a weapon needs), what a
weapon needs to wound; how hard it strikes and is to hurt; how many wounds it has and attacks it makes; what it tests
when comrades fall; what its armour saves on; of what type a weapon is, how far it reaches, how well it pierces armour, what
it inflicts."""


MOST_NUMBER = 1_000_000
"""The largest number that players may state where the system says no other."""


@dataclass(frozen=True, slots=True)
class Characteristic:
    """A column of a profile.

    `values` says in words what may be written there, `kind` names the reader in `datasheets.values.READERS`, `choices` are
    the only texts allowed (empty: no such list), `names` what they are called. A printed number lies between `least` and
    `most`; `least_of` is the least by what the column with the part "type" says, `usual_of` what a "-" stands for by the
    same (GRW-Q-37); no "-" stands for a value that is `needed`,
    nothing rolled and no span for one that is `fixed`.
    All rows of a datasheet print the same where it is `shared`; `rule` is the ledger's that bounds what is printed. A
    modified value is never below `minimum`; where "-" is printed and the value is needed, the one of `substitute` stands in.
    `part` says which part the value plays in a battle, whatever it is called: code asks for "resistance", never for "T".
    """

    key: str
    name: Name
    part: Part = ""
    meaning: str = ""
    values: str = ""
    kind: Kind = "text"
    minimum: int | None = None
    substitute: str = ""
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    least_of: Mapping[str, int] = field(default_factory=dict)
    usual_of: Mapping[str, str] = field(default_factory=dict)
    needed: bool = False
    fixed: bool = False
    shared: bool = False
    rule: str = ""
    names: Mapping[str, Name] = field(default_factory=dict)

    def name_of(self, printed: str) -> str:
        """Return what a printed value is called ("jump_troops" are "Jump troops")."""
        return self.names.get(printed, printed)


@dataclass(frozen=True, slots=True)
class CostKind:
    """A kind of cost: "Power Rating" on a datasheet, short "PR", and `total` what an army's sum of it is called.

    An `optional` cost may be left out on a datasheet.
    """

    id: str
    name: Name
    short: Name
    total: Name
    rule: str = ""
    total_rule: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Role:
    """A battlefield role, or the section of the army list that a unit belongs to."""

    id: str
    name: Name
    provenance: Provenance = "seed"
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """How much of the agreed limit the units of one role, and of those that count `also`, may or must cost, in percent."""

    role: str
    rule: str
    also: tuple[str, ...] = ()
    least_percent: int | None = None
    most_percent: int | None = None


@dataclass(frozen=True, slots=True)
class Size:
    """How the size of an army is measured: by the sum of one cost, or by counting models or units; `name` is its name."""

    by: Literal["cost", "models", "units"]
    name: Name
    cost: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What may be stated.

    Nothing more than the statement itself (`flag`), free `text`, a whole `number`, a `length` in inches, a `keyword`
    (capitals), one of `choices`, or the uid of another `unit` of the army. `table` names a table of the system whose
    ids are choices too; `deck` with "cards" narrows it. `usual` are numbers that players usually agree on; they are
    from `least` to `most`. Beside what an `open` choice lists others are as good, such as missions of other
    publications.
    """

    type: Literal["flag", "text", "number", "length", "keyword", "choice", "unit"]
    choices: tuple[str, ...] = ()
    table: Literal["", "traits", "missions", "battle_sizes", "cards"] = ""
    deck: str = ""
    usual: tuple[int, ...] = ()
    least: float = 0
    most: int = MOST_NUMBER
    open: bool = False


@dataclass(frozen=True, slots=True)
class DeclarationKind:
    """Something that a player states about the army, a unit or one model.

    `key` says what tells several of one subject apart ("keyword": which angle-bracket keyword; "" when there is one).
    `most` is how many an army may have in all, `least` how many it must have (None: no limit); `needed_with` is the card
    with which it must have as many as it may, once both players agreed on it. `usual` is the keyword of the models that
    mostly have it, which fixes propose first; `by` what decides who may have it where no model has that keyword.
    """

    kind: str
    name: Name
    subject: Literal["army", "unit", "model"]
    value: ValueKind
    rule: str
    key: Literal["", "keyword", "number"] = ""
    least: int | None = None
    most: int | None = None
    needed_with: str = ""
    usual: str = ""
    by: Literal["", "leadership"] = ""


@dataclass(frozen=True, slots=True)
class AgreementKind:
    """Something that both players agree on before the battle, as a player notes it on the roster.

    `own` is what each notes of its own side: what it knows of the enemy, what it drew or won. `by_one`: what one of them
    says counts where the other says nothing.
    """

    key: str
    name: Name
    value: ValueKind
    rule: str
    own: bool = False
    by_one: bool = False


@dataclass(frozen=True, slots=True)
class Understrength:
    """Units below their minimum size are legal when marked, `per_datasheet` of each datasheet.

    `cost` says what they pay: "base" is the datasheet's printed base, whatever their number (9E-Q-19).
    """

    per_datasheet: int
    rule: str
    cost: Literal["base"] = "base"
    decision: str = ""


USUAL_SCORES = ("yours", "opponent")
"""A row of victory points for each player."""
Deed = Literal["", "command", "move", "psychic", "shoot", "charge", "fight", "morale"]
"""What a phase is for. A page at the table leads through those phases that have a part."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a turn or round, in order; `part` says what is done in it, whatever it is called."""

    id: str
    name: Name
    rule: str
    part: Deed = ""


@dataclass(frozen=True, slots=True)
class System:
    """A game system. See the module's docstring; every table may be empty where the system has nothing of the kind.

    `rules` names the ledger rule behind each thing that generic code checks ("unit-size", "maximum", "loadout" ...), so that
    it can cite the right one in every system. Damage tables are printed by the wounds that are left, or by those suffered
    (`wounds_counted`). All modifiers together change a hit or wound roll by no more than `most_modified`. `severity` is the
    reviewed table of how grave a list rule's finding is where the ledger itself does not say. `datasheet_rules` names the
    rule behind each part of a native datasheet, by its path without numbers ("/weapons", "/profiles/characteristics/MW");
    the longest counts. `command_points`: players spend such points. `scores` are the rows in which sheets have victory
    points written ("track.<row>"). `words` are the system's own names of things ("datasheet": "Warscroll").
    """

    id: str
    name: Name
    language: str
    source: str
    characteristics: tuple[Characteristic, ...]
    weapon_characteristics: tuple[Characteristic, ...]
    size: Size
    rules: Mapping[str, str]
    edition: str = ""
    severity: Mapping[str, Severity] = field(default_factory=dict)
    datasheet_rules: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    costs: tuple[CostKind, ...] = ()
    roles: tuple[Role, ...] = ()
    shares: tuple[Share, ...] = ()
    wounds_counted: Literal["left", "suffered"] = "left"
    most_modified: int | None = None
    battle_sizes: tuple[BattleSize, ...] = ()
    size_advice: tuple[SizeAdvice, ...] = ()
    declarations: tuple[DeclarationKind, ...] = ()
    agreements: tuple[AgreementKind, ...] = ()
    understrength: Understrength | None = None
    weapons: tuple[SystemWeapon, ...] = ()
    default_weapon: str = ""
    powers: tuple[Power, ...] = ()
    commands: tuple[Command, ...] = ()
    traits: tuple[Trait, ...] = ()
    abilities: tuple[Ability, ...] = ()
    missions: tuple[Mission, ...] = ()
    decks: tuple[Deck, ...] = ()
    cards: tuple[Card, ...] = ()
    phases: tuple[Phase, ...] = ()
    command_points: bool = False
    scores: tuple[str, ...] = USUAL_SCORES
    actions: tuple[Action, ...] = ()
    unit_types: tuple[UnitType, ...] = ()
    terrain: tuple[TerrainClass, ...] = ()
    terrain_pieces: tuple[TerrainPiece, ...] = ()
    terrain_advice: TerrainAdvice | None = None
    damage_tables: tuple[LocationDamage, ...] = ()
    ram_values: tuple[RamValues, ...] = ()
    weapon_traits: tuple[WeaponTrait, ...] = ()
    strategy_ratings: tuple[StrategyRating, ...] = ()
    imported_as: tuple[ImportedAs, ...] = ()
    imports: Imports = field(default_factory=Imports)

    def is_imported_as(self, id: str, name: str, revision: int = 0) -> bool:
        """Whether BattleScribe's data of a game system of this id, name and revision (0: not known) are this system's."""
        return any(
            each.id == id
            and each.name.casefold() in name.casefold()
            and (each.before_revision is None or revision < each.before_revision)
            for each in self.imported_as
        )

    def is_called(self, name: str) -> bool:
        """Whether a game system of this name in BattleScribe's data, whatever its id, is this system."""
        return any(each.name and each.name.casefold() in name.casefold() for each in self.imported_as)

    @property
    def data_address(self) -> str:
        """Where data of it can be had, "" where none is known."""
        return next((each.address for each in self.imported_as if each.address), "")

    def imported_cost(self, name: str) -> str:
        """The id of the cost that imported data call so, or ""."""
        return next((each.costs[name.strip()] for each in self.imported_as if name.strip() in each.costs), "")

    def rule(self, name: str) -> str:
        """The ledger id of the rule behind `name`, or "" where this system has no such rule."""
        return self.rules.get(name, "")

    def datasheet_rule(self, path: str) -> str:
        """The ledger id of the rule behind a part of a datasheet, by its JSON pointer, or ""."""
        steps = [step for step in path.split("/") if not step.isdigit()]
        heads = ("/".join(steps[:count]) for count in range(len(steps), 1, -1))
        return next((self.datasheet_rules[head] for head in heads if head in self.datasheet_rules), "")

    def declaration(self, kind: str) -> DeclarationKind | None:
        """The declaration of that kind, or None where the system has none."""
        return next((item for item in self.declarations if item.kind == kind), None)

    @property
    def leader(self) -> DeclarationKind | None:
        """What says which one model leads an army (the Warlord, the general), None where no model does."""
        of_models = (each for each in self.declarations if each.subject == "model" and each.value.type == "flag")
        return next((each for each in of_models if each.most == 1), None)

    def battle_size(self, id: str) -> BattleSize | None:
        """The battle size of that id, or None."""
        return next((item for item in self.battle_sizes if item.id == id), None)

    def mission(self, id: str) -> Mission | None:
        """The mission of that id, or None."""
        return next((item for item in self.missions if item.id == id), None)

    def deck(self, id: str) -> tuple[Card, ...]:
        """The cards of a deck, in the ledger's order."""
        return tuple(card for card in self.cards if card.deck == id)

    def choices(self, value: ValueKind) -> tuple[str, ...]:
        """Everything that a value of type "choice" may be: the choices it lists, and the ids of the table it names."""
        tables: Mapping[str, tuple[Trait | Mission | BattleSize | Card, ...]] = {
            "": (),
            "traits": self.traits,
            "missions": self.missions,
            "battle_sizes": self.battle_sizes,
            "cards": tuple(card for card in self.cards if card.deck == value.deck or not value.deck),
        }
        return value.choices + tuple(item.id for item in tables[value.table])

    def wargear_cards(self) -> tuple[Card, ...]:
        """The cards that models may be given when the army is mustered."""
        return tuple(card for deck in self.decks if deck.taking == "give" for card in self.deck(deck.id))

    def document(self) -> dict[str, Any]:
        """All of it as plain JSON data, to be served."""
        made: dict[str, Any] = plain(self)
        return made
