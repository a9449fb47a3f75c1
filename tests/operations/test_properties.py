"""Whatever is done to a roster: it raises nothing but OperationError, and leaves a roster that can be used."""

import json
from collections import Counter
from random import Random

import pytest

from builder.operations.error import OperationError
from builder.operations.nodes import aside
from builder.operations.roster_json import roster_from_json, roster_to_json
from builder.operations.table import KINDS, apply
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.loadout import groups_of
from tests.operations.edits import CATALOGUES, MAKERS, random_edit, random_roster, start_roster

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_edits_leave_a_roster_that_evaluates_serialises_and_reads_back_equal(seed):
    random = Random(seed)
    roster = start_roster(random)
    for _ in range(25):
        try:
            after = apply(roster, random_edit(roster, random), CATALOGUES)
        except OperationError as error:
            assert error.message  # noqa: PT017 - that it is one is the test
            continue
        check_uids(roster, after)
        roster = after
    evaluation = evaluate(roster, CATALOGUES)
    assert set(evaluation.by_uid) == {node.uid for node in roster.walk()}
    assert roster_from_json(json.loads(json.dumps(roster_to_json(roster)))) == roster
    check_groups(roster)
    check_declarations(roster)


def check_uids(before, after):
    """No uid is ever given twice."""
    old, new = (set(every_uid(roster)) for roster in (before, after))
    assert all(int(uid[1:]) >= before.next_uid for uid in new - old)
    assert after.next_uid >= before.next_uid


def every_uid(roster):
    """The uids of all selections, of those too that were set aside."""
    yield from (node.uid for node in roster.walk())
    yield from (node.uid for _, each in aside(roster) for node in each.selection.walk())


def check_groups(roster):
    """Equal models are one selection, and no unit is without models."""
    for unit in roster.units():
        groups = zip(groups_of(unit), [node for node in unit.selections if node.number], strict=True)
        seen = [
            repr((group.row, node.title, node.note, sorted(group.items.items())))
            for group, node in groups
            if group.items is not None
        ]
        assert len(seen) == len(set(seen))
        assert all(node.number > 0 for node in unit.walk())
        assert unit.selections


def check_declarations(roster):
    """Declarations name what is there, and one thing is stated once."""
    numbers = {node.uid: node.number for node in roster.walk()}
    for each in roster.declarations:
        assert each.subject == "" or each.index < numbers[each.subject]
        assert each.kind != "embarked" or each.value in numbers
    about = [(each.kind, each.subject, each.key, each.index) for each in roster.declarations]
    assert len(about) == len(set(about))


def test_every_kind_is_tried_and_most_edits_fit():
    assert set(MAKERS) == set(KINDS)
    done = Counter()
    for seed in range(40):
        random = Random(seed)
        roster = start_roster(random)
        for _ in range(25):
            operation = random_edit(roster, random)
            try:
                roster = apply(roster, operation, CATALOGUES)
            except OperationError:
                continue
            done[operation["op"]] += 1
    imported_only = {"select", "deselect"}
    assert set(KINDS) - imported_only <= set(done)
    assert done.total() > 450, "of 1000; nothing can be brought back while nothing is set aside"


def test_an_edit_shares_what_it_does_not_touch():
    roster = random_roster(3)
    after = apply(roster, {"op": "rename", "subject": "", "name": "Another"}, CATALOGUES)
    assert after.forces is roster.forces
