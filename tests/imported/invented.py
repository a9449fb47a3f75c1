"""An invented catalogue as authors of BattleScribe data write them, in all the ways that real ones do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from builder.operations.table import apply
from builder.rules.judgement import Judgement, judge
from builder.snapshot.document import snapshot
from datasheets.closure import CatalogueSet
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Roster, Selection
from datasheets.model import (
    Catalogue,
    CategoryEntry,
    CharacteristicType,
    CostType,
    Entry,
    EntryGroup,
    GameSystem,
    Profile,
    ProfileType,
)
from datasheets.systems import System, system
from exports.document import RosterDocument
from exports.document.model import ModelGroup, Unit
from tests.evaluation.build import at_least, at_most, change, costs, group, is_in, model, unit, upgrade, when

CATALOGUE = "march"
TYPES = {
    "Unit": ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Save"),
    "Weapon": ("Range", "Type", "S", "AP", "D", "Abilities"),
    "Abilities": ("Description",),
    "Wound Track": ("Remaining W", "Characteristic 1", "Characteristic 2"),
    "Runner Wound Track": ("Remaining W", "M", "BS", "Bolts"),
    "Psyker": ("Cast", "Deny", "Powers Known", "Other"),
    "Psychic Power": ("Warp Charge", "Range", "Details"),
    "Transport": ("Capacity",),
    "Marching Orders": ("Effect",),
    "Warlord Trait": ("Effect",),
}
CATEGORIES = (
    "HQ",
    "Troops",
    "No Force Org Slot",
    "Faction: March",
    "March",
    "Faction: <Column>",
    "Infantry",
    "Bearer",
    "Vehicle",
)


def shows(type: str, name: str, *values: str) -> Profile:
    """A profile of a type, its values in the order of the columns."""
    headings = (f"{type}/{column}" for column in TYPES[type])
    return Profile(id=f"{type}/{name}", name=name, type=type, characteristics=dict(zip(headings, values, strict=False)))


def body(name: str, wounds: str = "1", ws: str = "4+") -> Profile:
    """A row of characteristics."""
    return shows("Unit", name, '5"', ws, "4+", "3", "3", wounds, "1", "7", "5+")


def arm(name: str, reach: str = '24"', kind: str = "Rapid Fire 1", text: str = "-") -> Profile:
    """A weapon's row."""
    return shows("Weapon", name, reach, kind, "3", "0", "1", text)


def says(name: str, text: str) -> Profile:
    """An ability."""
    return shows("Abilities", name, text)


def once(id: str) -> tuple[Any, ...]:
    """Exactly one."""
    return at_least(1, f"{id}-least"), at_most(1, f"{id}-most")


def item(id: str, *profiles: Profile, name: str = "", must: bool = True, **parts: Any) -> Entry:
    """Something that a model has."""
    parts.setdefault("collective", True)
    return upgrade(id, name=name or id.title(), profiles=profiles, constraints=once(id) if must else (), **parts)


def categories(*names: str) -> tuple[Any, ...]:
    """Links to categories, the first of which is the primary one."""
    return tuple(is_in(name, at == 0) for at, name in enumerate(names))


RIFLE, LANCE, SWORD = arm("Rifle"), arm("Lance", '36"', "Heavy 1"), arm("Sword", "Melee", "Melee")
WARDENS = unit(
    "wardens",
    name="Wardens",
    costs=costs(pl=3, pts=40),
    modifiers=(
        change("set", "pl", 6, when("atLeast", 6, scope="self", child="model", include_child_selections=True)),
        change("add", "category", "Bearer", when("atLeast", 1, scope="self", child="icon", include_child_selections=True)),
    ),
    category_links=categories("Troops", "Faction: March", "Faction: <Column>", "Infantry"),
    profiles=(says("Steady", "Add 1 to Leadership."),),
    entries=(
        model(
            "sergeant",
            name="Sergeant",
            constraints=once("sergeant"),
            profiles=(body("Sergeant", ws="3+"),),
            groups=(
                group(
                    "sidearm",
                    upgrade("pistol", profiles=(arm("Pistol", '12"', "Pistol 1"),)),
                    upgrade("sword", profiles=(SWORD,)),
                    constraints=once("sidearm"),
                    default="pistol",
                ),
            ),
        ),
        item("bombs", arm("Frag bomb", '6"', "Grenade D6"), arm("Krak bomb", '6"', "Grenade 1"), name="Frag & Krak bombs"),
        item("mortar", arm("Mortar", '48"', "Heavy D6"), must=False, collective=False),
        item("icon", must=False, collective=False),
    ),
    groups=(
        EntryGroup(
            id="ranks",
            name="4-9 Wardens",
            default="warden",
            constraints=(at_least(4, "ranks-least"), at_most(9, "ranks-most")),
            entries=(
                model("warden", name="Warden", profiles=(body("Warden"),), entries=(item("rifle", RIFLE),)),
                model(
                    "lancer",
                    name="Warden w/ lance",
                    constraints=(at_most(2, "lancer-most"),),
                    profiles=(body("Warden"),),
                    entries=(item("lance", LANCE, collective=False), item("cloak", says("Cloak", "A 6+ save."))),
                ),
            ),
        ),
    ),
)
WALKER = model(
    "walker",
    name="Walker",
    costs=costs(pl=7),
    category_links=categories("HQ", "Faction: March", "Vehicle"),
    profiles=(body("Walker", "10"),),
    entries=(
        item(
            "track",
            shows("Wound Track", "Walker", "", "M", "BS"),
            shows("Wound Track", "Walker 1", "6-10+", '10"', "3+"),
            shows("Wound Track", "Walker 2", "3-5", '7"', "4+"),
            shows("Wound Track", "Walker 3", "1-2", '4"', "5+"),
        ),
        item("cannon", arm("Cannon - Shell"), arm("Cannon - Shot", '12"'), name="2x Cannon"),
        item("orders", shows("Marching Orders", "Forward!", "Move again.")),
    ),
)
SEER = model(
    "seer",
    name="Seer",
    costs=costs(pl=4),
    category_links=categories("HQ", "March", "Infantry", "Character"),
    profiles=(body("Seer", "4"), shows("Psyker", "Seer", "2", "1", "Smite and one of the March")),
    entries=(
        upgrade("warlord", name="Warlord", constraints=(at_most(1, "warlord-most"),)),
        item("gust", shows("Psychic Power", "Gust", "6", '18"', "Push a unit."), must=False),
    ),
    groups=(
        EntryGroup(
            id="traits", name="Warlord Traits", entries=(upgrade("stern", name="Stern", profiles=(says("Stern", "Hold."),)),)
        ),
    ),
)
HAULER = unit(
    "hauler",
    name="Hauler",
    costs=costs(pl=5),
    category_links=categories("No Force Org Slot", "Faction: March", "Vehicle"),
    profiles=(
        body("1. Hauler (4+ wounds remaining)", "8"),
        shows("Unit", "2. Hauler (1-3 wounds remaining)", '3""', "4+", "6+", "3", "3", "N/A", "1", "7", "5+"),
        shows(
            "Transport",
            "Hauler",
            "This model has a transport capacity of 6 MARCH INFANTRY models. It cannot transport BEARER models.",
        ),
    ),
)
MOB = unit(
    "mob",
    name="Mob",
    costs=costs(pl=2),
    category_links=categories("Troops", "Faction: March"),
    entries=(
        upgrade(
            "rabble",
            name="Rabble",
            constraints=(at_least(3, "rabble-least"), at_most(6, "rabble-most")),
            profiles=(body("Rabble"),),
        ),
    ),
    groups=(
        group(
            "arms",
            upgrade("club", profiles=(arm("Club", "Melee", "Melee"),)),
            upgrade("sling", profiles=(arm("Sling", '12"', "Assault 1"),)),
            upgrade("volley", name="Volley gun", profiles=(arm("Volley gun", kind="Volley 6/4", text="Loud."),)),
            upgrade("shoota", name="Big shoota", profiles=(arm("Big shoota", '36"', "Dakka 5/3"),)),
            upgrade(
                "hint", name="Sighted", profiles=(shows("Weapon", "Sighted", "-", "-", "-", "-", "-", "Choose a shell."),)
            ),
        ),
    ),
)
STAR = shows("Unit", "Strider", "*", "4+", "*", "3", "3", "8", "1", "7", "5+")
STRIDER = model(
    "strider",
    name="Strider",
    category_links=categories("No Force Org Slot", "HQ"),
    profiles=(STAR, shows("Wound Track", "1", "4-8+", '9"', "3+"), shows("Wound Track", "2", "1-3", '5"', "5+")),
)
RUNNER = model(
    "runner",
    name="Runner",
    category_links=categories("Troops"),
    profiles=(
        STAR,
        shows("Runner Wound Track", "1", "4-+", '9"', "3+", "2"),
        shows("Runner Wound Track", "2", "1-3", '5"', "5+", "1"),
    ),
)
GATE = model("gate", name="Gate", category_links=categories("Troops"), profiles=(body("Gate", "N/A"),))
ASKED = upgrade("game-type", name="Game Type", constraints=(at_least(1, "asked", scope="roster"),))
SETTING = upgrade("size", name="Battle Size", category_links=categories("No Force Org Slot"))
SECOND = "9ea8-c89d-9104-ed03"


def catalogues(edition: str = "9th", extra: tuple[Entry, ...] = ()) -> CatalogueSet:
    """The catalogue, ready for evaluation."""
    types = tuple(
        ProfileType(name, name, tuple(CharacteristicType(f"{name}/{column}", column) for column in columns))
        for name, columns in TYPES.items()
    )
    game = GameSystem(
        id=SECOND if edition == "2nd" else "28ec-711c-d87f-3aeb",
        name=f"Warhammer 40,000 {edition} Edition",
        digest="g",
        cost_types=(CostType("pl", " PL"), CostType("pts", "pts")),
        profile_types=types,
        categories=tuple(CategoryEntry(id=name, name=name) for name in (*CATEGORIES, "Character")),
    )
    entries = (WARDENS, WALKER, SEER, HAULER, MOB, GATE, STRIDER, RUNNER, SETTING, *extra)
    return CatalogueSet(game, [Catalogue(id=CATALOGUE, name="March", digest="c", system=game.id, entries=entries)])


@dataclass
class Muster:
    """A roster of the invented catalogue being built by operations."""

    system: System = field(default_factory=lambda: system("wh40k-9e"))
    catalogues: CatalogueSet = field(default_factory=catalogues)
    roster: Roster = field(init=False)

    def __post_init__(self) -> None:
        self.roster = Roster(self.system.id, "Muster")
        self.do(op="add-force", catalogue=CATALOGUE)

    def do(self, **operation: Any) -> None:
        """Apply an operation."""
        self.roster = apply(self.roster, operation, self.catalogues)

    def add(self, entry: str) -> Selection:
        """Add a unit as it comes."""
        self.do(op="add-unit", force="f1", entry=entry)
        return list(self.roster.units())[-1]

    def select(self, parent: Selection, entry: str, times: int = 1) -> None:
        """Choose something below a selection, or take it back (negative)."""
        for _ in range(abs(times)):
            self.do(op="select" if times > 0 else "deselect", parent=parent.uid, entry=entry)

    def selection(self, name: str) -> Selection:
        """The first selection of that name."""
        return next(node for node in self.roster.walk() if node.name == name)

    def judge(self, fixes: bool = True) -> Judgement:
        """Judge the roster."""
        return judge(self.roster, evaluate(self.roster, self.catalogues), self.catalogues, self.system, fixes=fixes)

    def document(self) -> RosterDocument:
        """The roster as a document."""
        return snapshot(self.roster, self.catalogues, self.judge(fixes=False))

    def unit(self) -> Unit:
        """The last unit of the document."""
        return self.document().army.units[-1]

    def finding_lines(self) -> list[str]:
        """What is wrong beside the Warlord, as severity, code and rule."""
        return [
            f"{each.severity} {each.code} {each.rule}" for each in self.judge().findings if each.code != "warlord.missing"
        ]


def wargear_by_group(unit: Unit) -> list[tuple[str, int, dict[str, int]]]:
    """Each group of models of a unit: name, number, and what one of them carries."""

    def of(group: ModelGroup) -> tuple[str, int, dict[str, int]]:
        return group.name, group.number, dict(unit.wargear_of(group))

    return [of(group) for group in unit.models]
