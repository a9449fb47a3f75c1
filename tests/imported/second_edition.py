"""2nd edition's real data: an army that is built of them by operations, and what is asked of it."""

from __future__ import annotations

from typing import Any

from builder.operations.table import apply_all
from builder.rules.army import Army
from builder.rules.judgement import Judgement
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Roster
from exports.document.model import Unit
from tests.imported.real import edition

MEGA_ARMOURED = ["Ghazghkull Mag Uruk Thraka, Mighty Goff Warlord and Leader of the WAAAGH!"]
MARINES, CHAPTER = "Codex - Ultramarines", "4e7e-9512-b2cc-1777"


class Muster:
    """An army of one catalogue, in a force of a kind ("": none was named)."""

    _judged: tuple[Roster, bool, Judgement] | None = None

    def __init__(self, name: str = MARINES, kind: str = "", *, every: bool = False) -> None:
        self.data, self.name = edition("wh40k-2e", "" if every else name), name
        self.roster = Roster("wh40k-2e", "Army")
        self.do(op="add-force", catalogue=self.data.closure(name).catalogue.id, entry=kind)

    def do(self, **operation: Any) -> None:
        self.roster = apply_all(self.roster, [operation], self.data.catalogues)

    def add(self, *units: str) -> Muster:
        for unit in units:
            self.do(op="add-unit", force=self.roster.forces[0].uid, entry=self.data.unit(self.name, unit).id)
        return self

    def appoint(self) -> Muster:
        """Make the first model the army's commander."""
        group = next(iter(self.judge().units.values())).groups[0]
        self.do(op="declare", kind="commander", subject=group.uid)
        return self

    def army(self) -> Army:
        """What the rules look at."""
        read, data = evaluate(self.roster, self.data.catalogues), self.data
        return Army(self.roster, read, data.catalogues, data.system, tuple(self.judge().units.values()), False)

    def judge(self, *, fixes: bool = False) -> Judgement:
        """Judge the roster as it is now, once; trying fixes takes most of the time."""
        if self._judged is None or self._judged[0] is not self.roster or (fixes and not self._judged[1]):
            self._judged = self.roster, fixes, self.data.judge(self.roster, fixes=fixes)
        return self._judged[2]

    def errors(self) -> list[tuple[str, object]]:
        found = self.judge().findings
        return [(each.code, each.values.get("name")) for each in found if each.severity == "error"]

    def finding(self, code: str) -> Finding:
        return next(each for each in self.judge(fixes=True).findings if each.code == code)

    def take(self, fix: Fix) -> list[tuple[str, object]]:
        """What is still wrong after a fix, which is then taken back."""
        before = self.roster
        self.roster = apply_all(self.roster, fix.operations, self.data.catalogues)
        left, self.roster = self.errors(), before
        return left


def only_unit(catalogue: str, name: str) -> Unit:
    data = edition("wh40k-2e", catalogue)
    return data.document(data.army(catalogue, [data.unit(catalogue, name)])).army.fielded[-1]


def with_weapons(*weapons: str) -> Muster:
    """A legal army of Ultramarines with support weapons, as far as these are in Batteries."""
    army = Muster(kind=CHAPTER).add("Space Marine Captain", "Tactical Squad", "Techmarine").appoint().add(*weapons)
    army.do(op="agree", key="points_limit", value=1500)
    return army


def give(army: Muster, at: int, *cards: str) -> None:
    """Give Wargear Cards to the unit at a place of the army."""
    uid = list(army.roster.units())[at].uid
    for card in cards:
        army.do(op="select", parent=uid, entry=_card(army, at, card))


def _card(army: Muster, at: int, name: str) -> str:
    closure = army.data.closure(army.name)
    unit = closure.entry(list(army.roster.units())[at].entry)
    return next(each.id for each in closure.offers(unit) if each.name == name)
