"""What one spec works on: a game system with its catalogues, one roster, and its evaluation after every change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from datasheets.closure import CatalogueSet, Closure, UnknownCatalogue
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Force, Roster
from datasheets.model import Catalogue, GameSystem


class Impossible(ValueError):
    """A message asks for something that is not there or cannot be done; its text is one sentence."""


@dataclass(frozen=True, slots=True)
class Custom:
    """A name and notes that the player gave to something."""

    name: str = ""
    notes: str = ""


@dataclass(slots=True)
class Labels:
    """What the player named beside selections: forces by uid, categories by force uid and category id."""

    forces: dict[str, Custom] = field(default_factory=dict)
    categories: dict[tuple[str, str], Custom] = field(default_factory=dict)


class Session:
    """One roster over one set of data. `quirks`: BattleScribe's known faults are shown, too."""

    def __init__(self, name: str, system: GameSystem, catalogues: Iterable[Catalogue], quirks: bool) -> None:
        self.system = system
        self.catalogues = CatalogueSet(system, catalogues)
        self.quirks = quirks
        limits = {each.id: each.limit for each in system.cost_types if each.limit >= 0}
        self.load(Roster(system.id, name, limits=limits))

    def load(self, roster: Roster) -> None:
        """Begin with this roster; nothing is known of any earlier one."""
        self.labels = Labels()
        self.shown_costs: set[str] = set()
        self.has_had_force = bool(roster.forces)
        self._evaluation: Evaluation | None = None
        self.change(roster)

    def change(self, roster: Roster) -> None:
        """Put another tree in the place of the roster, and evaluate it."""
        self.roster = roster
        self._evaluation = evaluate(roster, self.catalogues, self._evaluation)
        self.shown_costs |= {type for type, value in self._evaluation.costs.items() if value}

    @property
    def evaluation(self) -> Evaluation:
        """What the roster amounts to now."""
        if self._evaluation is None:
            raise TypeError("a session begins with a roster")
        return self._evaluation

    def closure(self, force: Force) -> Closure | None:
        """Return what a force can see, None where its catalogue is unknown."""
        try:
            return self.catalogues.closure(force.catalogue)
        except UnknownCatalogue:
            return None

    def known_closure(self, force: Force) -> Closure:
        """Return what a force can see; raise `Impossible` where its catalogue is unknown."""
        found = self.closure(force)
        if found is None:
            raise Impossible(f'There is no catalogue "{force.catalogue}".')
        return found

    def new_uid(self, letter: str) -> str:
        """Give out a uid that the roster never had."""
        number = self.roster.next_uid
        self.roster = replace(self.roster, next_uid=number + 1)
        return f"{letter}{number}"
