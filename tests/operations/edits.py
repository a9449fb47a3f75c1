"""Random edits of a roster: operations that mostly fit it, and now and then one that cannot."""

from random import Random

from builder.operations.error import OperationError
from builder.operations.table import apply
from datasheets.evaluation.tree import Roster
from tests.bundled import Bundled

CATALOGUES = Bundled()
NAMES = ("core-9e", "sunward-host", "gloam-court")
KEYWORDS = ("DAWNWARD", "HIGH NOON", "ULTRAMARINES", "<CHAPTER>", "small", "GLOAM COURT")
TITLES = ("", "Gråben", "Ночная стража", "The 1st", "x" * 200)
STRANGE = ("", "s999999", "f1", "nothing", None, 7)


def start_roster(random: Random) -> Roster:
    """Return a roster with one force of each catalogue and some units."""
    roster = Roster("wh40k-9e", "Random")
    for name in NAMES:
        roster = apply(roster, {"op": "add-force", "catalogue": name}, CATALOGUES)
    for _ in range(random.randint(1, 4)):
        roster = apply(roster, _add_unit(Look(roster, random)), CATALOGUES)
    return roster


def random_roster(seed: int, edits: int = 25) -> Roster:
    """Return a roster after random edits; those that do not fit it are left out."""
    random = Random(seed)
    roster = start_roster(random)
    for _ in range(edits):
        try:
            roster = apply(roster, random_edit(roster, random), CATALOGUES)
        except OperationError:
            continue
    return roster


class Look:
    """A roster with a force, a unit, a group and a node of it picked at random."""

    def __init__(self, roster: Roster, random: Random) -> None:
        self.roster, self.random = roster, random
        self.force = random.choice(roster.forces) if roster.forces else None
        self.closure = CATALOGUES.closure(self.force.catalogue if self.force else "core-9e")
        units = self.force.selections if self.force else ()
        self.unit = random.choice(units) if units else None
        self.nodes = [node.uid for node in roster.walk()]
        self.node = random.choice(self.nodes) if self.nodes else "s1"
        self.group = random.choice(self.unit.selections) if self.unit and self.unit.selections else None
        self.entry = self.closure.entry(self.unit.entry) if self.unit else None
        self.rows = [row for row in self.closure.offers(self.entry) if row.entry.type == "model"] if self.entry else []
        self.items = [item.id for item in self.closure.offers(self.rows[0])] if self.rows else []

    @property
    def aside(self) -> list[str]:
        return [each.selection.uid for force in self.roster.forces for each in force.aside]

    @property
    def force_uid(self) -> str:
        return self.force.uid if self.force else "f1"

    @property
    def unit_uid(self) -> str:
        return self.unit.uid if self.unit else "s1"

    @property
    def group_uid(self) -> str:
        return self.group.uid if self.group else "s1"

    def some_models(self) -> int:
        return self.random.randint(1, self.group.number if self.group else 3)


def random_edit(roster: Roster, random: Random) -> dict[str, object]:
    """An operation for a roster; one in ten has a strange value somewhere."""
    look = Look(roster, random)
    kind = random.choice(list(MAKERS))
    operation = {"op": kind, **MAKERS[kind](look)}
    if random.random() < 0.1:
        operation[random.choice(list(operation))] = random.choice(STRANGE)
    return operation


def _add_unit(look: Look) -> dict[str, object]:
    made = {"op": "add-unit", "force": look.force_uid, "entry": look.random.choice(look.closure.roots()).id}
    return made | ({"models": look.random.randint(1, 16)} if look.random.random() < 0.5 else {})


def _move(look: Look) -> dict[str, object]:
    siblings = [each.uid for each in (look.force.selections if look.force else ())]
    made = {"selection": look.unit_uid, "before": look.random.choice([*siblings, None])}
    return made if look.random.random() < 0.7 else {"selection": look.node, "force": look.force_uid, "before": None}


def _replace(look: Look) -> dict[str, object]:
    if look.rows and look.random.random() < 0.5:
        return {"selection": look.group_uid, "entry": look.random.choice(look.rows).id}
    return {"selection": look.unit_uid, "entry": look.random.choice(look.closure.roots()).id}


def _take_option(look: Look) -> dict[str, object]:
    bullets = look.entry.entry.loadout.bullets if look.entry else ()
    fitting = [each for each in bullets if look.group and look.group.entry in each.models] or list(bullets)
    bullet = look.random.choice(fitting) if fitting else None
    return {
        "unit": look.unit_uid,
        "option": bullet.id if bullet else "x",
        "choice": look.random.randrange(len(bullet.choices)) if bullet else 0,
        "selection": look.group_uid,
        "models": look.some_models(),
    }


def _set_loadout(look: Look) -> dict[str, object]:
    items = {item: look.random.randint(0, 2) for item in look.random.sample(look.items, min(3, len(look.items)))}
    return {"unit": look.unit_uid, "selection": look.group_uid, "models": look.some_models(), "items": items}


def _set_size(look: Look) -> dict[str, object]:
    row = look.random.choice(look.rows).id if look.rows else "x"
    return {"unit": look.unit_uid, "row": row, "number": look.random.randint(0, 16)}


def _declare(look: Look) -> dict[str, object]:
    random, index = look.random, look.random.randrange(3)
    return random.choice(
        [
            {"kind": "warlord", "subject": look.group_uid, "index": index},
            {"kind": "warlord-trait", "subject": look.group_uid, "value": "inspiring-leader", "index": index},
            {"kind": "warlord-trait", "subject": look.group_uid, "value": "swift", "index": index},
            {"kind": "keyword", "subject": look.unit_uid, "key": "<CHAPTER>", "value": random.choice(KEYWORDS)},
            {"kind": "keyword", "subject": look.unit_uid, "key": "<LODGE>", "value": random.choice(KEYWORDS)},
            {"kind": "understrength", "subject": look.unit_uid},
            {
                "kind": "embarked",
                "subject": look.unit_uid,
                "value": random.choice([each.uid for each in look.roster.units()] or ["s1"]),
            },
            {"kind": "battle-forged"},
        ]
    )


def _withdraw(look: Look) -> dict[str, object]:
    stated = look.roster.declarations
    each = look.random.choice(stated) if stated else None
    return {"kind": each.kind, "subject": each.subject} if each else {"kind": "warlord"}


def _agree(look: Look) -> dict[str, object]:
    number = look.random.randint(1, 60)
    return look.random.choice(
        [
            {"key": "power_limit", "value": number},
            {"key": "battle_size", "value": look.random.choice(["incursion", "combat-patrol", "skirmish"])},
            {"key": "mission", "value": look.random.choice(["only-war", "elsewhere", None])},
            {"key": "opponent_power", "value": number * 6},
        ]
    )


MAKERS = {
    "add-force": lambda look: {"catalogue": look.random.choice(NAMES)},
    "change-force": lambda look: {"force": look.force_uid, "entry": look.random.choice([*[""] * 9, "nothing"])},
    "remove-force": lambda look: {"force": look.random.choice([look.force_uid, *["f999"] * 5])},
    "move-pin": lambda look: {"force": look.force_uid, "digest": look.closure.digest},
    "add-unit": _add_unit,
    "remove": lambda look: {"selection": look.random.choice([look.node, look.unit_uid])},
    "set-aside": lambda look: {"selection": look.random.choice([look.node, *[look.unit_uid] * 5])},
    "bring-back": lambda look: {"selection": look.random.choice(look.aside or ["s999"])},
    "duplicate": lambda look: {"selection": look.random.choice([look.node, look.unit_uid, look.group_uid])},
    "replace": _replace,
    "move": _move,
    "set-size": _set_size,
    "set-number": lambda look: {
        "selection": look.random.choice([look.node, look.group_uid]),
        "number": look.random.randint(1, 9),
    },
    "take-option": _take_option,
    "set-loadout": _set_loadout,
    "select": lambda look: {"parent": look.node, "entry": look.random.choice(look.items or ["x"])},
    "deselect": lambda look: {"parent": look.node, "entry": look.random.choice(look.items or ["x"])},
    "declare": _declare,
    "withdraw": _withdraw,
    "rename": lambda look: {
        "subject": look.random.choice([look.node, look.force_uid, ""]),
        "name": look.random.choice(TITLES),
    },
    "annotate": lambda look: {
        "subject": look.random.choice([look.node, ""]),
        "note": look.random.choice(["", "Two\nlines"]),
    },
    "agree": _agree,
    "limit": lambda look: {"cost": "power", "value": look.random.choice([12, None, 7.5])},
}
