"""Playing a spec: from names that a player knows to operations, and from a judgement to what the spec expects.

In an operation, `as` names the unit that it makes. "squad" is that unit, "squad/Sergeant" its first group of models of that
row, "squad/Guard 2" the second. Rows, items and options are named as on the datasheet.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from builder.operations.table import apply
from builder.rules.judgement import Judgement, judge, system_of
from datasheets.closure import Catalogues
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.keywords import Keywords
from datasheets.native.naming import item_id, model_id, part_id
from datasheets.systems import system
from tests.bundled import Bundled
from tests.rules.eighth import eighth

CHOICE = "DAWNWARD"
UIDS = ("force", "unit", "selection", "subject", "before", "parent")

BUNDLED = Bundled(eighth())


@dataclass
class Table:
    """A roster being built, with the names that its units were given."""

    system: str = "wh40k-9e"
    catalogues: Catalogues = BUNDLED
    roster: Roster = field(init=False)
    names: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.roster = Roster(self.system, "Spec")

    def force(self, catalogue: str) -> str:
        """The uid of the force of a catalogue, added if it is not there."""
        if catalogue not in self.names:
            before = self.roster.next_uid
            self.do(op="add-force", catalogue=catalogue)
            self.names[catalogue] = f"f{before}"
        return self.names[catalogue]

    def add(self, entry: str, name: str = "", **arguments: Any) -> str:
        """Add a unit of whatever bundled catalogue has it, and return its uid."""
        if "force" not in arguments:
            arguments["force"] = self.force(home_of(self.catalogues, entry))
        uid = f"s{self.roster.next_uid}"
        self.do(op="add-unit", entry=entry, **arguments)
        self.names[name or entry] = uid
        return uid

    def do(self, **operation: Any) -> None:
        """Apply one operation."""
        self.roster = apply(self.roster, operation, self.catalogues)

    def play(self, operation: Mapping[str, Any]) -> None:
        """Apply one operation of a spec."""
        said = {key: self._uid(value) if key in UIDS else value for key, value in operation.items() if key != "as"}
        if said["op"] == "add-unit":
            self.add(said["entry"], operation.get("as", ""), **{k: v for k, v in said.items() if k not in ("op", "entry")})
            return
        if said.get("kind") == "embarked":
            said["value"] = self._uid(said["value"])
        before = {unit.uid for unit in self.roster.units()}
        self.do(**self._in_full(said))
        if said["op"] == "duplicate" and "as" in operation:
            self.names[operation["as"]] = next(unit.uid for unit in self.roster.units() if unit.uid not in before)

    def ready(self) -> None:
        """Choose every keyword that is still open, and a leader: the first model."""
        for unit in self.roster.units():
            entry = self.force_of(unit)[1].entry(unit.entry)
            for key, allowed in entry.entry.details["choices"].items() if entry else ():
                if not any(each.key == key for each in self.roster.declarations_of("keyword", unit.uid)):
                    value = CHOICE if not allowed or CHOICE in allowed else allowed[0]
                    self.do(op="declare", kind="keyword", subject=unit.uid, key=key, value=value)
        leader = system(self.system).leader
        if leader and not self.roster.declarations_of(leader.kind):
            unit = next(self.roster.units())
            self.do(op="declare", kind=leader.kind, subject=unit.selections[0].uid)
            closure = self.force_of(unit)[1]
            entry, model = closure.entry(unit.entry).entry, closure.entry(unit.selections[0].entry).entry
            if "CHARACTER" in Keywords((*entry.details["keywords"]["other"], *model.details["keywords"])):
                self.do(op="declare", kind="warlord-trait", subject=unit.selections[0].uid, value="inspiring-leader")

    def judge(self, fixes: bool = True) -> Judgement:
        """Judge the roster as it stands."""
        return judge_roster(self.roster, self.catalogues, fixes)

    def force_of(self, unit: Selection) -> tuple[Force, Any]:
        """The force of a unit, and its closure."""
        force = next(force for force in self.roster.forces if unit in force.selections)
        return force, self.catalogues.closure(force.catalogue, force.pin)

    def unit(self, name: str) -> Selection:
        """The unit of that name."""
        return next(unit for unit in self.roster.units() if unit.uid == self.names[name])

    def group(self, name: str) -> Selection:
        """The group of models of that name, like "squad/Sergeant"."""
        unit, row = name.split("/")
        found = re.fullmatch(r"(.*?)(?: (\d+))?", row)
        wanted, number = found[1], int(found[2] or 1)
        return [node for node in self.unit(unit).selections if node.name == wanted][number - 1]

    def _uid(self, name: str) -> str:
        if "/" in name:
            return self.group(name).uid
        return self.names.get(name, name)

    def _in_full(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Put ids for the names of rows, items and options."""
        unit = next((unit for unit in self.roster.units() if unit.uid == said.get("unit")), None)
        made = dict(said)
        if unit and "row" in said:
            made["row"] = model_id(unit.entry, said["row"])
        if unit and "option" in said:
            made["option"] = part_id(unit.entry, "option", said["option"])
        if unit and "card" in said:
            made["option"] = part_id(unit.entry, "card", made.pop("card"))
        if unit and "items" in said:
            made["items"] = {item_id(unit.entry, name): number for name, number in said["items"].items()}
        return made


def judge_roster(roster: Roster, catalogues: Catalogues = BUNDLED, fixes: bool = True) -> Judgement:
    """Judge a roster by the bundled data."""
    return judge(roster, evaluate(roster, catalogues), catalogues, system_of(roster), fixes=fixes)


def home_of(catalogues: Catalogues, entry: str) -> str:
    """The catalogue that has a datasheet: bundled, or of those invented for tests."""
    homes = ("core-9e", "sunward-host", "gloam-court", "core-8e", "dusk-march", "saltmarch-league", "hollow-bough")
    homes += ("rustwater-pact", "thornmane-kin", "core-grundregelwerk", "rampart-column", "undertow", "core-2e")
    return next(home for home in homes if catalogues.closure(home).entry(entry))


def play(spec: Mapping[str, Any]) -> Table:
    """Build the roster of a spec."""
    table = Table(spec["army"].get("system", "wh40k-9e"))
    for operation in spec["army"]["operations"]:
        table.play(operation)
    if spec["army"].get("ready"):
        table.ready()
    return table


@cache
def spec_roster(file: Path) -> Roster:
    """The roster of a spec, built once."""
    return play(tomllib.loads(file.read_text(encoding="utf-8"))).roster


def finding_lines(judgement: Judgement) -> Iterator[str]:
    """Each finding as a spec writes it: severity, code, rule."""
    return (f"{each.severity} {each.code} {each.rule}" for each in judgement.findings)
