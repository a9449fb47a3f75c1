"""Random legal armies, of the bundled datasheets or of real catalogues: built by operations, kept only when judged legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from builder.operations.error import OperationError
from builder.snapshot.document import snapshot
from datasheets.closure import Catalogues, Closure, Resolved
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.tree import Selection
from datasheets.native.bundled import bundled_catalogues
from exports.document import RosterDocument
from tests.imported.real import edition, names
from tests.rules.playing import BUNDLED, Table, judge_roster

BUNDLED_SOURCE = "bundled"
POWER = (12, 40)
"""Between how much and how much Power an army has at most."""
MENDED, OPTIONS, MODELS, MOST_UNITS = 10, 4, 16, 10
"""How often a unit is mended before it is left out; the most options, models and units that are tried."""
CHOSEN = "LAST LIGHT"
"""What angle brackets are filled with where anything may be chosen."""
INVENTED = {"wh40k-8e": "dusk-march"}
"""Catalogues that tests invent for editions of which few datasheets are bundled."""


@dataclass
class Muster:
    """An army in the making."""

    table: Table
    closure: Closure
    units: Sequence[Resolved]
    random: Random

    def try_edit(self, **operation: Any) -> bool:
        """Make an edit that may not fit; tell whether it did."""
        try:
            self.table.do(**operation)
        except OperationError:
            return False
        return True

    def errors(self) -> list[Finding]:
        """What is wrong now, that there is no Warlord left out."""
        found = (each for each in self.table.judge().findings if each.severity == "error")
        return [each for each in found if each.code not in ("warlord.missing", "army.empty")]

    def mend(self) -> bool:
        """Follow what the judge proposes, and choose where something is missing; tell whether nothing is wrong then."""
        for _ in range(MENDED):
            wrong = self.errors()
            if not wrong:
                return True
            finding = wrong[0]
            if finding.fixes:
                for operation in self.random.choice(finding.fixes).operations:
                    self.try_edit(**operation)
            elif not (finding.path and self._choose(str(finding.path[-1]))):
                return False
        return not self.errors()

    def _choose(self, uid: str) -> bool:
        """Select something that a node offers, at random."""
        node = next((node for node in self.table.roster.walk() if node.uid == uid), None)
        entry = node and self.closure.entry(node.entry)
        offers = list(self.closure.offers(entry)) if entry else []
        return bool(offers) and self.try_edit(op="select", parent=uid, entry=self.random.choice(offers).id)

    def add(self) -> None:
        """Add a unit with options, unless it cannot be made legal."""
        before, force = self.table.roster, self.table.roster.forces[-1].uid
        models = {"models": self.random.randint(1, MODELS)} if self.random.random() < 0.4 else {}
        if not self.try_edit(op="add-unit", force=force, entry=self.random.choice(self.units).id, **models):
            return
        self._keywords()
        unit = self.table.roster.forces[-1].selections[-1]
        for _ in range(self.random.randint(0, OPTIONS)):
            self._option(unit)
        if not self.mend():
            self.table.roster = before

    def _option(self, unit: Selection) -> None:
        entry = self.closure.entry(unit.entry)
        bullets = entry.entry.loadout.bullets if entry and entry.entry.loadout else ()
        if not bullets or not unit.selections:
            return
        bullet, before = self.random.choice(bullets), self.table.roster
        done = self.try_edit(
            op="take-option",
            unit=unit.uid,
            option=bullet.id,
            choice=self.random.randrange(len(bullet.choices)),
            selection=self.random.choice(unit.selections).uid,
            models=1,
        )
        if done and self.errors():
            self.table.roster = before

    def _keywords(self) -> None:
        """Choose what stands in angle brackets, where that is asked for."""
        unit = self.table.roster.forces[-1].selections[-1]
        entry = self.closure.entry(unit.entry)
        choices = dict(entry.entry.details.get("choices") or ()) if entry else {}
        for key, allowed in choices.items():
            self.try_edit(
                op="declare", kind="keyword", subject=unit.uid, key=key, value=allowed[0] if allowed else "LAST LIGHT"
            )

    def warlord(self) -> None:
        """Appoint a Warlord as the judge proposes."""
        for finding in self.table.judge().findings:
            if finding.code == "warlord.missing" and finding.fixes:
                for operation in self.random.choice(finding.fixes).operations:
                    self.try_edit(**operation)

    def document(self) -> RosterDocument | None:
        """The army as a document, None where it is not legal."""
        judged = judge_roster(self.table.roster, self.table.catalogues, fixes=False)
        if not judged.legal or not any(force.selections for force in self.table.roster.forces):
            return None
        document = snapshot(self.table.roster, self.table.catalogues, judged)
        return document if any(unit.profiles for unit in document.army.units) else None


def random_army(random: Random, system: str, source: str = BUNDLED_SOURCE) -> RosterDocument:
    """Return a random legal army: of the "bundled" datasheets, of a "real" catalogue, or of the one of that name."""
    while True:
        muster = _begin_muster(random, system, source)
        limit = random.randint(*POWER)
        for _ in range(random.randint(3, MOST_UNITS)):
            before = muster.table.roster
            muster.add()
            if (muster.table.judge(fixes=False).power_level or 0) > limit:
                muster.table.roster = before
        muster.warlord()
        if document := muster.document():
            return document


def _begin_muster(random: Random, system: str, source: str) -> Muster:
    if source == BUNDLED_SOURCE:
        homes = [each.id for each in bundled_catalogues() if each.header.system == system]
        home = random.choice([*homes, *([INVENTED[system]] if system in INVENTED else [])])
        return _muster(random, system, BUNDLED, BUNDLED.closure(home), None)
    name = random.choice(names(system)) if source == "real" else source
    data = edition(system, name)
    return _muster(random, system, data.catalogues, data.closure(name), data.units(name))


def _muster(
    random: Random, system: str, catalogues: Catalogues, closure: Closure, units: Sequence[Resolved] | None
) -> Muster:
    table = Table(system, catalogues)
    table.do(op="add-force", catalogue=closure.catalogue.id)
    muster = Muster(table, closure, closure.roots() if units is None else units, random)
    muster.mend()
    return muster


def armies(seed: int, system: str, source: str = BUNDLED_SOURCE) -> Iterator[RosterDocument]:
    """Yield random legal armies without end, the same for the same seed."""
    random = Random(f"{system} {source} {seed}")
    while True:
        yield random_army(random, system, source)
