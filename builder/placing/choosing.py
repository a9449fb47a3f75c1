"""Lists that leave out what every unit has: a unit by its name and size with its defaults, then the options that it names.

An option stands wherever below the unit the catalogue has it; a default that has to give way does. Where a name may mean
several options, those are taken with which the unit costs what the list states and nothing is hidden or too much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from builder.placing import names, shown
from builder.placing.doubts import weight
from builder.placing.draft import Node, default_node, selection
from builder.placing.equipping import Equipping, ItemKey
from builder.placing.reach import Reaches
from builder.placing.report import How, Match
from builder.placing.totals import cost_type
from builder.placing.uids import Uids
from datasheets.closure import Closure, Resolved
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.selecting import default_roots
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.resolving import SEPARATOR
from datasheets.systems import system_for
from exports.lists.listed import ListedSelection

MOST_TRIALS = 30
MOST_EVALUATED = 20_000
MOST_AROUND = 150
MOST_ALONE = 50  # models that are units by themselves, of one line
NO_GAP = (0, Decimal(0), 0)


@dataclass(frozen=True, slots=True)
class Gap:
    """How far a unit is from the list: in what its models carry, where the list says all of it, in costs, and in what is
    wrong with its force; `flagged` are the entries meant."""

    carried: int
    cost: Decimal
    wrong: int
    flagged: frozenset[str]

    @property
    def measure(self) -> tuple[int, Decimal, int]:
        """What makes one unit better than another."""
        return self.carried, self.cost, self.wrong


@dataclass(slots=True)
class Trial:
    """A unit as it was chosen, and how far that is from what the list says."""

    nodes: list[Node]
    equipping: list[Equipping]
    gap: Gap


@dataclass(slots=True)
class Effort:
    """How many selections may still be evaluated for one list; afterwards the first choice is taken as it is."""

    left: int = MOST_EVALUATED

    def spend(self, selections: int) -> bool:
        """Say whether so many can be evaluated."""
        self.left -= selections
        return self.left >= 0


@dataclass
class Choosing:
    """Places the units of one force. `matches` grows with every selection of the list.

    `entry` is the force entry's id; `brought` has the entries that came with this force and those before it; `effort` is
    what all forces of the list share. `outfitted`: each line is one unit, below it are all its models. `whole`: the list
    names all that the force has.
    """

    closure: Closure
    uids: Uids
    other_revision: bool = False
    entry: str = ""
    brought: set[str] = field(default_factory=set)
    matches: list[Match] = field(default_factory=list)
    effort: Effort = field(default_factory=Effort)
    outfitted: bool = False
    whole: bool = False
    _before: tuple[Selection, ...] = ()

    def __post_init__(self) -> None:
        self._reaches = Reaches(self.closure)

    def roots(self, listed: Iterable[ListedSelection]) -> tuple[Selection, ...]:
        """Return the selections of the force: what every such force has, then the units."""
        listed = tuple(listed)
        made = [
            each
            for each in default_roots(self.closure, force=self.closure.force_entry(self.entry))[0]
            if not self.whole and not self._is_there(each.entry) and not self._is_named(each.entry, listed)
        ]
        self.brought |= {each.entry for each in made}
        self._before = tuple(_anew(each, self.uids) for each in made)
        for each in listed:
            self._before = (*self._before, *self._unit(each))
        return self._before

    def _is_outfitted(self, listed: ListedSelection) -> bool:
        """Whether all models of a unit stand below it with all that they carry."""
        return self.outfitted or (self.whole and any(each.type == "model" for each in listed.selections))

    def _is_named(self, entry: str, listed: Sequence[ListedSelection]) -> bool:
        """Whether the list names an entry itself that comes with every such force."""
        resolved = self.closure.entry(entry)
        return resolved is not None and any(names.is_called(each.name, resolved) for each in listed)

    def _is_there(self, entry: str) -> bool:
        """Whether an earlier force brought an entry of which the whole roster has one."""
        resolved = self.closure.entry(entry)
        once = resolved and any(each.type == "max" and each.query.scope == "roster" for _, each in resolved.constraints)
        return bool(once) and entry in self.brought

    def _unit(self, listed: ListedSelection) -> list[Selection]:
        trials = [self._trial(root, listed) for root in self._candidates(listed)]
        if not trials:
            return [self._stand_in(listed, listed.name)]
        best = min(trials, key=lambda each: each.gap.measure)
        self._drop_defaults(listed, best)
        made: dict[str, Node] = {}
        selections = [selection(node, self.uids, made) for node in best.nodes]
        self._report(listed, best, selections[0].uid, made)
        return selections

    def _candidates(self, listed: ListedSelection) -> list[Resolved]:
        """Return the root entries that a unit may be, those whose name is surest."""
        ranked = [(names.best(listed.name, names.names_of(root)), root) for root in self.closure.roots()]
        best = min((rank for rank, _ in ranked if rank is not None), default=None)
        found = [root for rank, root in ranked if rank is not None and rank == best]
        return [root for root in found if root.entry.type != "model" or listed.number <= MOST_ALONE][:4]

    def _trial(self, root: Resolved, listed: ListedSelection) -> Trial:
        """Return a unit of an entry with the options of the list; of several meanings of one item the best."""
        chosen: dict[ItemKey, int] = {}
        best = self._try(root, listed, chosen)
        trials = 0
        for at, options in best.equipping[0].several.items():
            for option in range(1, options):
                if best.gap.measure == NO_GAP or trials >= MOST_TRIALS:
                    return best
                trials += 1
                other = self._try(root, listed, {**chosen, at: option})
                if other.gap.measure < best.gap.measure:
                    best, chosen = other, {**chosen, at: option}
        return best

    def _try(self, root: Resolved, listed: ListedSelection, chosen: dict[ItemKey, int]) -> Trial:
        several = listed.number if root.entry.type == "model" and not self._is_outfitted(listed) else 1
        nodes = [default_node(self.closure, root) for _ in range(several)]
        equipping = [Equipping(self.closure, nodes[0], root, self._reaches, chosen, self._is_outfitted(listed))]
        left = equipping[0].equip(listed, listed.number if several == 1 else 1)
        for node in nodes[1:]:
            equipping.append(Equipping(self.closure, node, root, self._reaches, chosen))
            left = equipping[-1].equip(listed, 1, left)
        equipping[0].keep_rest(left)
        if self.whole:
            said = names.words(each.name for each in listed.walk())
            for node in nodes:
                _drop_unsaid(node, said)
        return Trial(nodes, equipping, self._gap(listed, nodes))

    def _drop_defaults(self, listed: ListedSelection, trial: Trial) -> None:
        """Take away defaults that the list does not name where less is wrong without them."""
        for parent in [node for root in trial.nodes for node in root.walk()]:
            for node in [each for each in parent.below if not any(inner.wanted for inner in each.walk())]:
                if node.entry is None or not (trial.gap.carried or node.entry.entry.id in trial.gap.flagged):
                    continue
                kept = parent.below
                parent.below = [each for each in kept if each is not node]
                gap = self._gap(listed, trial.nodes)
                if gap.measure < trial.gap.measure:
                    trial.gap = gap
                else:
                    parent.below = kept

    def _gap(self, listed: ListedSelection, nodes: Sequence[Node]) -> Gap:
        """Return how far units, in their force, are from the costs that the list states, and how much is wrong."""
        uids = Uids({each.uid for root in self._before for each in root.walk()})
        made = tuple(selection(node, uids, {}) for node in nodes)
        force = Force("force", self.closure.catalogue.id, self.entry, "", "", (*self._around(), *made))
        game = self.closure.system
        roster = Roster(system_for(game.id, game.name, game.revision), "", (force,))
        if not self.effort.spend(sum(1 for _ in roster.walk())):
            return Gap(*NO_GAP, frozenset())
        evaluation = evaluate(roster, _Only(self.closure))
        entries = {each.uid: each.entry.rpartition(SEPARATOR)[2] for each in roster.walk()}
        flagged = frozenset(entries.get(finding.path[-1], "") for finding in evaluation.findings if finding.path)
        wrong = sum(weight(finding) for finding in evaluation.findings)
        carried = (
            shown.difference(listed, made, roster, evaluation, _Only(self.closure))
            if self._is_outfitted(listed)
            else Counter[str]()
        )
        return Gap(sum(map(abs, carried.values())), self._difference(listed, made, evaluation), wrong, flagged)

    def _around(self) -> Iterator[Selection]:
        """Yield what stands in the force already; of much of it only what is chosen for the army."""
        is_much = sum(1 for root in self._before for _ in root.walk()) > MOST_AROUND
        for root in self._before:
            entry = self.closure.entry(root.entry)
            if not is_much or (entry and entry.entry.type == "upgrade"):
                yield root

    def _difference(self, listed: ListedSelection, made: Sequence[Selection], evaluation: Evaluation) -> Decimal:
        found = Decimal(0)
        for stated in listed.costs:
            type = cost_type(stated, self.closure.cost_types)
            ours = sum((evaluation.by_uid[root.uid].total_costs.get(type, Decimal(0)) for root in made), Decimal(0))
            found += abs(ours - stated.value)
        return found

    def _report(self, listed: ListedSelection, trial: Trial, uid: str, made: dict[str, Node]) -> None:
        """Say what became of a unit, its models and its items."""
        unit = trial.nodes[0]
        self._match(uid, listed, "name", listed.name, unit.name)
        stands = {id(item): (uid, node) for uid, node in made.items() for item in node.wanted}
        absorbed = {id for each in trial.equipping for id in each.absorbed}
        torn = {part: whole for each in trial.equipping for part, whole in each.torn.items()}
        for part, whole in torn.items():
            while id(whole) in torn:
                whole = torn[id(whole)]
            if id(whole) in stands:
                stands[part] = stands[id(whole)]
            else:
                absorbed.add(part)
        for item in listed.selections:
            self._report_item(item, uid, listed.name, stands, absorbed)
            for inner in item.selections:
                self._report_item(inner, uid, listed.name, stands, absorbed)

    def _report_item(
        self, item: ListedSelection, unit: str, name: str, stands: dict[int, tuple[str, Node]], absorbed: set[int]
    ) -> None:
        if id(item) in stands:
            uid, node = stands[id(item)]
            self._match(uid, item, "name" if node.entry else "none", name, node.name if node.entry else "")
        elif id(item) in absorbed:
            self._match(unit, item, "keyword", name)

    def _stand_in(self, listed: ListedSelection, unit: str) -> Selection:
        uid = self.uids.selection()
        self._match(uid, listed, "none", unit)
        below = tuple(self._stand_in(each, unit) for each in listed.selections)
        return Selection(uid, "", listed.name, "", listed.number, listed.title, listed.note, below)

    def _match(self, uid: str, listed: ListedSelection, how: How, unit: str, entry: str = "") -> None:
        self.matches.append(Match(uid, listed, how, unit, entry, self.other_revision))


def _drop_unsaid(parent: Node, said: frozenset[str]) -> None:
    """Take away defaults of which a list that leaves out nothing does not say a word that it would."""
    for node in parent.below:
        _drop_unsaid(node, said)
    parent.below = [
        node
        for node in parent.below
        if node.is_model or any(inner.wanted for inner in node.walk()) or names.words([node.name]) <= said
    ]


@dataclass(frozen=True, slots=True)
class _Only:
    """One closure as catalogues."""

    one: Closure

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        """Return it."""
        return self.one


def _anew(made: Selection, uids: Uids) -> Selection:
    below = tuple(_anew(each, uids) for each in made.selections)
    return Selection(uids.selection(), made.entry, made.name, made.group, made.number, "", "", below)
