"""A roster as the plain text that BattleScribe shares, which `exports.lists.battlescribe_text` reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from datasheets.closure import Catalogues, Closure, UnknownCatalogue
from datasheets.evaluation.limits import limits_of
from datasheets.evaluation.modified import Costs, EffectiveForce
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import CostType
from exports.battlescribe.stated import agreements_of, statements_of

LONGEST_UNIT = 3  # a longer name of a cost is a word and stands apart from its number


def plain_text(roster: Roster, evaluation: Evaluation, catalogues: Catalogues) -> str:
    """Return the text, lines ending in a line feed."""
    return "".join(f"{line}\n" for line in _Writer(evaluation, catalogues).lines(roster))


class _Writer:
    def __init__(self, evaluation: Evaluation, catalogues: Catalogues) -> None:
        self.evaluation, self.catalogues = evaluation, catalogues
        self.types: Mapping[str, CostType] = {}
        self.stated: Mapping[str, list[str]] = {}

    def lines(self, roster: Roster) -> Iterator[str]:
        """Yield the lines of the whole list."""
        self.stated = {unit.uid: list(statements_of(roster, unit)) for unit in roster.units()}
        closures = [closure for force in roster.forces if (closure := self._closure(force))]
        for closure in closures:
            self.types = {**closure.cost_types, **self.types}
        system = closures[0].system.name if closures else roster.system
        total = self._costs(self.evaluation.costs)
        yield f"+++ {roster.name} ({system}){total} +++"
        for force in roster.forces:
            yield from self._force(force)
        yield ""
        yield f"++ Total:{total or ' [0]'} ++"
        if limits := limits_of(roster, closures):
            yield f"++ Limit:{self._costs(limits, with_nothing=True)} ++"
        yield ""
        yield from agreements_of(roster)
        yield "Created with Muster"

    def _force(self, force: Force) -> Iterator[str]:
        effective, closure = self.evaluation.forces[force.uid], self._closure(force)
        catalogue = closure.catalogue.name if closure else force.catalogue
        yield ""
        yield f"++ {effective.name or catalogue} ({catalogue}){self._costs(effective.total_costs)} ++"
        for name, selections in self._by_category(force, effective, closure):
            yield ""
            yield f"+ {name} +"
            for selection in selections:
                yield ""
                yield from self._selection(selection, 0)
        for inner in force.forces:
            yield from self._force(inner)

    def _by_category(
        self, force: Force, effective: EffectiveForce, closure: Closure | None
    ) -> Iterator[tuple[str, list[Selection]]]:
        """Yield the selections of a force by their primary category, in the order of the force's categories."""
        found: dict[str, list[Selection]] = {category.id: [] for category in effective.categories}
        for selection in force.selections:
            found.setdefault(self.evaluation.by_uid[selection.uid].primary, []).append(selection)
        for id, selections in found.items():
            category = closure.category(id) if closure and id else None
            if selections:
                yield category.name if category else "Uncategorised", selections

    def _selection(self, selection: Selection, depth: int) -> Iterator[str]:
        leaves = [each for each in selection.selections if not each.selections]
        behind = ", ".join([*self.stated.get(selection.uid, ()), *map(self._line, leaves)])
        yield f"{'. ' * depth}{self._line(selection)}{': ' if behind else ''}{behind}"
        for each in selection.selections:
            if each.selections:
                yield from self._selection(each, depth + 1)

    def _line(self, selection: Selection) -> str:
        effective = self.evaluation.by_uid[selection.uid]
        count = f"{selection.number}x " if selection.number != 1 else ""
        title = f' "{selection.title}"' if selection.title else ""
        return f"{count}{effective.name.strip()}{title}{self._costs(effective.total_costs)}"

    def _costs(self, costs: Costs, with_nothing: bool = False) -> str:
        """Return costs in brackets, those that are not 0 unless `with_nothing`; no brackets where there are none."""
        effective = [
            _amount(costs[id], type.name)
            for id, type in self.types.items()
            if costs.get(id) or (with_nothing and id in costs)
        ]
        return f" [{', '.join(effective)}]" if effective else ""

    def _closure(self, force: Force) -> Closure | None:
        try:
            return self.catalogues.closure(force.catalogue, force.pin)
        except UnknownCatalogue:
            return None


def _amount(value: Decimal, name: str) -> str:
    """Return an amount as BattleScribe writes it, "5 PL" and "1,000pts"."""
    number = f"{value:,.0f}" if value == value.to_integral_value() else f"{value.normalize():f}"
    return f"{number}{' ' if len(name) > LONGEST_UNIT and not name.startswith(' ') else ''}{name.rstrip()}"
