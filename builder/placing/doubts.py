"""Names that several entries have: which of them a list means is told by what it says, then by what is legal.

`settle_doubts` tries the other entries within the whole roster. Better is what costs what the list states, is called so and
stands under that heading; then what is not hidden; then what leaves least wrong. Where the list leaves open which it is and
that makes a difference, the match says how many there are.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from builder.placing import names
from builder.placing.report import Match
from builder.placing.totals import cost_type
from datasheets.closure import Catalogues, Resolved, UnknownCatalogue
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import CostType

MOST_EVALUATED = 60_000
"""Selections of all rosters that are evaluated for one list; afterwards the first choice stands."""
MOST_ENTRIES = 6
NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class Placement:
    """A selection, what became of all that the list says of it, and the doubts about it and what is below it."""

    selection: Selection
    matches: tuple[Match, ...]
    doubts: tuple[Doubt, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A selection whose name several entries have. `others` are those that it was not taken for, the likeliest first;
    `place` places another."""

    uid: str
    others: tuple[Resolved, ...]
    place: Callable[[Resolved], Placement]


@dataclass(frozen=True, slots=True)
class Fitting:
    """A roster with how far it is from its list: in what the list states, in what is hidden, in what is wrong."""

    roster: Roster
    matches: tuple[Match, ...]
    evaluation: Evaluation
    stated: tuple[Decimal, int, Decimal]
    hidden: int
    wrong: int

    def is_better(self, other: Fitting) -> bool:
        """Whether it is nearer to the list than another one."""
        return (self.stated, self.hidden, self.wrong) < (other.stated, other.hidden, other.wrong)

    def is_open(self, other: Fitting) -> bool:
        """Whether the list fits another one just as well, which something else is wrong with."""
        return self.stated == other.stated and _faults(self.evaluation) != _faults(other.evaluation)


def settle_doubts(
    roster: Roster, matches: Sequence[Match], doubts: Iterable[Doubt], catalogues: Catalogues, types: Mapping[str, CostType]
) -> tuple[Roster, list[Match]]:
    """Return the roster with the entries that fit best, and what became of the list's selections.

    Args:
        roster: the roster with the likeliest entries.
        matches: what became of the list's selections in it.
        doubts: which of them may be other entries, parents first.
        catalogues: where its closures come from.
        types: the kinds of cost.
    """
    waiting = deque(doubts)
    if not waiting:
        return roster, list(matches)
    found = _Settling(catalogues, types, waiting).settle(roster, tuple(matches))
    return found.roster, list(found.matches)


class _Settling:
    def __init__(self, catalogues: Catalogues, types: Mapping[str, CostType], waiting: deque[Doubt]) -> None:
        self.catalogues, self.types, self.waiting = catalogues, types, waiting
        self.left = MOST_EVALUATED

    def settle(self, roster: Roster, matches: tuple[Match, ...]) -> Fitting:
        """Settle one doubt after the other, and those that another entry brings along."""
        best = self._fit(roster, matches)
        while self.waiting and self.left > 0:
            doubt = self.waiting.popleft()
            if doubt.uid in best.evaluation.by_uid:
                best = self._settle(best, doubt)
        return best

    def _settle(self, best: Fitting, doubt: Doubt) -> Fitting:
        uid, tried, below = doubt.uid, [best], tuple[Doubt, ...]()
        for entry in doubt.others[:MOST_ENTRIES]:
            if self.left <= 0:
                break
            placed = doubt.place(entry)
            roster, matches = _exchange(best, uid, placed)
            other = self._fit(roster, matches, best.evaluation)
            tried.append(other)
            if other.is_better(best):
                best, uid, below = other, placed.selection.uid, placed.doubts
        self.waiting.extendleft(reversed(below))
        return _mark_doubt(best, uid, sum(best.is_open(each) for each in tried if each is not best))

    def _fit(self, roster: Roster, matches: tuple[Match, ...], before: Evaluation | None = None) -> Fitting:
        self.left -= sum(1 for _ in roster.walk())
        evaluation = evaluate(roster, self.catalogues, before)
        hidden = sum(each.hidden for each in evaluation.by_uid.values())
        wrong = sum(weight(each) for each in evaluation.findings)
        return Fitting(roster, matches, evaluation, self._distance(roster, matches, evaluation), hidden, wrong)

    def _distance(self, roster: Roster, matches: Iterable[Match], evaluation: Evaluation) -> tuple[Decimal, int, Decimal]:
        """Return how far it is from what the list states: in costs, in names and headings, in costs that it leaves out."""
        costs, otherwise, left_out = NOTHING, 0, NOTHING
        headings = dict(self._headings(roster, evaluation))
        for match in (each for each in matches if each.how == "name"):
            shown, listed = evaluation.by_uid[match.uid], match.listed
            ours = shown.total_costs if listed.unfolded else shown.costs
            stated = {cost_type(each, self.types): each.value for each in listed.costs}
            costs += sum((abs(ours.get(type, NOTHING) - value) for type, value in stated.items()), NOTHING)
            left_out += sum((abs(value) for type, value in ours.items() if type not in stated), NOTHING)
            otherwise += _is_otherwise(match, shown, headings.get(match.uid, ""))
        return costs, otherwise, left_out

    def _headings(self, roster: Roster, evaluation: Evaluation) -> Iterator[tuple[str, str]]:
        """Yield the units with the names of the categories that they stand under."""
        for force in _all_forces(roster.forces):
            try:
                closure = self.catalogues.closure(force.catalogue, force.pin)
            except UnknownCatalogue:
                continue
            for selection in force.selections:
                if category := closure.category(evaluation.by_uid[selection.uid].primary):
                    yield selection.uid, category.name


def _all_forces(forces: Iterable[Force]) -> Iterator[Force]:
    for force in forces:
        yield force
        yield from _all_forces(force.forces)


def _is_otherwise(match: Match, shown: Effective, heading: str) -> int:
    """Return how many of name and heading are not as the list has them."""
    listed = match.listed
    is_elsewhere = bool(listed.heading and heading) and names.score(listed.heading, heading) not in (
        names.SAME,
        names.PLURAL,
    )
    return (names.normal(shown.name) != names.normal(listed.name)) + is_elsewhere


def _exchange(before: Fitting, uid: str, placed: Placement) -> tuple[Roster, tuple[Match, ...]]:
    """Return a roster with another selection in the place of one, and its matches."""
    gone: set[str] = set()

    def exchange(selections: tuple[Selection, ...]) -> tuple[Selection, ...]:
        made = []
        for each in selections:
            if each.uid == uid:
                gone.update(inner.uid for inner in each.walk())
                made.append(placed.selection)
            else:
                made.append(replace(each, selections=exchange(each.selections)))
        return tuple(made)

    def exchange_in(force: Force) -> Force:
        return replace(force, selections=exchange(force.selections), forces=tuple(map(exchange_in, force.forces)))

    roster = replace(before.roster, forces=tuple(map(exchange_in, before.roster.forces)))
    at = next((at for at, each in enumerate(before.matches) if each.uid == uid), 0)
    kept = [each for each in before.matches[at:] if each.uid not in gone]
    return roster, (*before.matches[:at], *placed.matches, *kept)


def _mark_doubt(best: Fitting, uid: str, count: int) -> Fitting:
    """Return a roster whose match of one selection says how many other entries the list may mean."""
    if not count:
        return best
    return replace(best, matches=tuple(replace(each, others=count) if each.uid == uid else each for each in best.matches))


def _faults(evaluation: Evaluation) -> Counter[tuple[object, ...]]:
    found = evaluation.findings
    return Counter((each.code, each.rule, each.wanted, each.found) for each in found)


def weight(finding: Finding) -> int:
    """Return how wrong it is: by how much a number is too large or too small."""
    difference = finding.values.get("difference")
    return max(1, difference) if isinstance(difference, int) else 1
