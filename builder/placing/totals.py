"""The totals that a list states beside ours, every difference explained by the selections that cause it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from builder.placing.names import normal
from builder.placing.report import Cause, Match, Total, Why
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Roster
from datasheets.model import CostType
from exports.lists.listed import ListedArmy, ListedSelection, StatedCost

SYNONYMS = {"points": "pts", "point": "pts", "pt": "pts", "power": "pl", "power level": "pl", "power rating": "pl"}
NOTHING = Decimal(0)


def totals(
    listed: ListedArmy,
    roster: Roster,
    evaluation: Evaluation,
    types: Mapping[str, CostType],
    matches: Iterable[Match],
) -> tuple[Total, ...]:
    """Return every total that the list states beside ours.

    Args:
        listed: the list.
        roster: what was made of it.
        evaluation: what that amounts to.
        types: the kinds of cost of its forces.
        matches: what became of the selections of the list.
    """
    known = list(matches)
    unfolded = any(each.listed.unfolded for each in known)
    names = {each.uid: each.name for each in (roster.units() if unfolded else roster.walk())}
    found = []
    for stated in listed.costs:
        type = cost_type(stated, types)
        ours = evaluation.costs.get(type, NOTHING)
        causes = tuple(_causes(type, known, names, evaluation, types)) if ours != stated.value else ()
        rest = ours - stated.value - sum((cause.ours - cause.stated for cause in causes), NOTHING)
        if rest:
            causes = (*causes, Cause("", "", stated.value, stated.value + rest, "file"))
        name = types[type].name.strip() if type in types else stated.name
        found.append(Total(type, name or stated.name, stated.value, ours, causes))
    return tuple(found)


def cost_type(stated: StatedCost, types: Mapping[str, CostType]) -> str:
    """Return the id of the kind of cost that a list means, by id or by name; what is unknown keeps what it is called."""
    if stated.type in types:
        return stated.type
    wanted = _plain(stated.name)
    return next((id for id, type in types.items() if wanted in (_plain(type.name), _plain(id))), stated.type or stated.name)


def stated_cost(listed: ListedSelection, type: str, types: Mapping[str, CostType]) -> Decimal | None:
    """Return what a list says that a selection costs, None where it says nothing."""
    return next((cost.value for cost in listed.costs if cost_type(cost, types) == type), None)


def _causes(
    type: str,
    matches: Iterable[Match],
    names: Mapping[str, str],
    evaluation: Evaluation,
    types: Mapping[str, CostType],
) -> Iterator[Cause]:
    """Yield the selections whose costs differ: units with all below them in a text, in other lists every selection."""
    compared = {each.uid: each for each in matches if each.how != "keyword"}
    for uid, name in names.items():
        effective, each = evaluation.by_uid[uid], compared.get(uid)
        unfolded = each is not None and each.listed.unfolded
        ours = (effective.total_costs if unfolded else effective.costs).get(type, NOTHING)
        stated = stated_cost(each.listed, type, types) if each else NOTHING
        if stated is None:
            stated = NOTHING
        if ours != stated:
            yield Cause(uid, name, stated, ours, _why(each))


def _why(each: Match | None) -> Why:
    if each is None:
        return "added"
    if each.how == "none":
        return "unplaced"
    return "revision" if each.other_revision else "data"


def _plain(name: str) -> str:
    text = normal(name)
    return SYNONYMS.get(text, text)
