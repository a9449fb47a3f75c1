"""Event texts made of real rosters come in at the costs of these rosters: a check that no list was tuned for."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

import pytest

from builder.placing.place import place
from builder.placing.report import Report
from datasheets.closure import Closure
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Roster, Selection
from exports.lists.parse_list import read_list
from tests.placing.real import ORACLE, oracle, shelf_of

pytestmark = [pytest.mark.shared, pytest.mark.slow]
PL, PTS = "PL", "pts"
SAMPLE = ("bigmeks-e", "drukari-test-d", "joshirlgame-c", "necron-test", "sample-army", "xenos-test-7")
"""How the ids of some rosters begin: armies of six codices, with whole squads and single models."""


def total(evaluation: Evaluation, uid: str, closure: Closure, name: str) -> Decimal:
    ids = [id for id, type in closure.cost_types.items() if type.name.strip() == name]
    return sum((evaluation.by_uid[uid].total_costs.get(id, Decimal(0)) for id in ids), Decimal(0))


def wargear(evaluation: Evaluation, node: Selection) -> Counter[str]:
    found: Counter[str] = Counter()
    for child in node.selections:
        if evaluation.by_uid[child.uid].type != "model":
            found[child.name] += child.number
            found += wargear(evaluation, child)
    return found


def join_counts(items: Counter[str]) -> str:
    return ", ".join(f"{number} {name}" if number > 1 else name for name, number in items.items())


def unit_lines(evaluation: Evaluation, unit: Selection, closure: Closure) -> Iterator[str]:
    """Yield a unit as events write it: single models among several on lines of their own, all else on the first."""
    models = [each for each in unit.walk() if each is not unit and evaluation.by_uid[each.uid].type == "model"]
    most = max((model.number for model in models), default=0)
    own_line = [model for model in models if model.number == 1 and most > 1]
    items = wargear(evaluation, unit)
    for model in models:
        items += Counter() if model in own_line else wargear(evaluation, model)
    count = sum(model.number for model in models) or 1
    costs = f"[{total(evaluation, unit.uid, closure, PTS)} pts] [{total(evaluation, unit.uid, closure, PL)} PL]"
    yield f"HQ 1 : {f'{count} ' if count > 1 else ''}{unit.name} (0) {join_counts(items)} {costs}"
    for model in own_line:
        yield f"- {model.name} (0) {join_counts(wargear(evaluation, model))}"


def units(roster: Roster, evaluation: Evaluation) -> list[Selection]:
    return [unit for unit in roster.units() if evaluation.by_uid[unit.uid].type != "upgrade"]


@pytest.fixture(scope="module")
def outcome(whole: bool) -> Counter[str]:
    """How many units there are, how many came in, and at the same costs: of some rosters, always the same, or of all."""
    found: Counter[str] = Counter()
    for row in (each for each in oracle() if whole or each["id"].startswith(SAMPLE)):
        shelf = shelf_of(row)
        roster = place(read_list((ORACLE / row["file"]).read_bytes(), row["id"]), shelf).roster
        evaluation = evaluate(roster, shelf)
        lines = []
        for force in roster.forces:
            closure = shelf.closure(force.catalogue)
            lines.append(f"== Patrol DETACHMENT : {closure.catalogue.name} (0 CP) [0CP, 0pts] ==")
            for unit in force.selections:
                if evaluation.by_uid[unit.uid].type != "upgrade":
                    lines += unit_lines(evaluation, unit, closure)
        made = place(read_list("\n".join(lines).encode(), row["id"]), shelf)
        again = evaluate(made.roster, shelf)
        assert made.report.unread == ()
        found["unplaced"] += len(made.report.unplaced)
        found["selections"] += len(made.report.matches)
        closure = shelf.closure(roster.forces[0].catalogue)
        for before, after in zip(units(roster, evaluation), _uids(made.report), strict=True):
            found["units"] += 1
            found["there"] += not again.by_uid[after].missing
            for cost in (PL, PTS):
                same = total(evaluation, before.uid, closure, cost) == total(again, after, closure, cost)
                found[cost] += same
    return found


def _uids(report: Report) -> list[str]:
    """Return the uids of what the listed units became."""
    found = {id(match.listed): match.uid for match in report.matches}
    return [found[id(unit)] for force in report.listed.forces for unit in force.selections]


def test_every_unit_comes_in(outcome: Counter[str]) -> None:
    assert outcome["there"] == outcome["units"] > 60


@pytest.mark.parametrize(("cost", "share"), [(PL, 0.98), (PTS, 0.95)])
def test_nearly_all_units_cost_what_they_did(cost: str, share: float, outcome: Counter[str]) -> None:
    """The others have models that such a text does not name (a Grot Oiler), or name their models in another way."""
    assert outcome[cost] >= share * outcome["units"]


def test_few_selections_find_no_place(outcome: Counter[str]) -> None:
    assert outcome["unplaced"] <= 0.02 * outcome["selections"]
