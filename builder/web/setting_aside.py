"""What was set aside, as the roster page shows it: what each unit would be, without being part of the army."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from builder.api.current import services
from builder.operations import nodes
from builder.operations.setting_aside import all_back
from builder.rules.army import ArmyUnit
from builder.rules.read_army import read_army
from builder.services.judging import Judged
from builder.web.rendering import amount
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Selection
from datasheets.markup import strip_marks


@dataclass(frozen=True, slots=True)
class AsideView:
    """A unit that was set aside: its uid, its name, how many models it has, and what it would cost."""

    uid: str
    name: str
    models: int
    cost: str


@dataclass(frozen=True, slots=True)
class AsideViews:
    """The units of a force that were set aside, and what they would cost together."""

    units: tuple[AsideView, ...]
    cost: str


def aside_views(judged: Judged) -> Mapping[str, AsideViews]:
    """Return what was set aside in each force, by the force's uid; they are evaluated as if they were in the army."""
    roster = judged.roster
    if not any(True for _ in nodes.aside(roster)):
        return {}
    whole, catalogues = all_back(roster), services().catalogues
    evaluation = evaluate(whole, catalogues, judged.evaluation)
    army = read_army(whole, evaluation, catalogues, judged.system, False, judged.judgement.units)
    size = judged.system.size.cost
    return {
        force.uid: _views([each.selection for each in force.aside], army.by_uid, size)
        for force in nodes.forces(roster)
        if force.aside
    }


def _views(selections: Sequence[Selection], units: Mapping[str, ArmyUnit], size: str) -> AsideViews:
    views, costs = [], []
    for selection in selections:
        unit = units.get(selection.uid)
        cost = unit.costs.get(size) if unit else None
        name = unit.name if unit else selection.title or strip_marks(selection.name)
        views.append(AsideView(selection.uid, name, unit.count if unit else 0, amount(cost)))
        costs += [] if cost is None else [cost]
    return AsideViews(tuple(views), amount(sum(costs, Decimal(0))) if costs else "–")
