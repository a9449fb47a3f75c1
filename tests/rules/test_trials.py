"""Fixes are tried by evaluating only what they touch: what is offered is what trying each on the whole army would offer."""

from contextlib import contextmanager
from pathlib import Path

import pytest

from builder.operations.table import apply_all
from builder.rules import attempts
from builder.rules.judgement import judge, system_of
from builder.rules.read_army import read_army
from datasheets.closure import Catalogues
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.offering import offered_roots
from datasheets.evaluation.tree import Roster
from datasheets.evaluation.trials import Trials
from tests.evaluation.test_incremental import REAL, read_real
from tests.operations.edits import random_roster
from tests.rules.broken import WAYS, broken_roster
from tests.rules.playing import BUNDLED


def fixes_of(roster: Roster, catalogues: Catalogues) -> tuple[Finding, ...]:
    """Return all findings with their fixes."""
    return judge(roster, evaluate(roster, catalogues), catalogues, system_of(roster, catalogues)).findings


def fixes_of_whole(roster: Roster, catalogues: Catalogues) -> tuple[Finding, ...]:
    """Return them with each fix tried by evaluating and reading the whole army from nothing."""

    @contextmanager
    def whole(_, after):
        yield evaluate(after, catalogues)

    def read(army, after, evaluation):
        return read_army(after, evaluation, catalogues, army.system, proposing=False)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Trials, "of", whole)
        patched.setattr(attempts, "edited_army", read)
        patched.setattr(attempts.Attempts, "_identities", frozenset())  # whatever is found proposes fixes anew
        return fixes_of(roster, catalogues)


@pytest.mark.parametrize("way", WAYS)
def test_broken_rosters_are_offered_the_same(way):
    assert fixes_of(broken_roster(way), BUNDLED) == fixes_of_whole(broken_roster(way), BUNDLED)


@pytest.mark.parametrize("seed", range(8))
def test_random_rosters_are_offered_the_same(seed):
    assert fixes_of(random_roster(seed, 15), BUNDLED) == fixes_of_whole(random_roster(seed, 15), BUNDLED)


@pytest.mark.shared
@pytest.mark.parametrize("file", REAL)
def test_armies_of_real_catalogues_are_offered_the_same(shared_folder: Path, file: str):
    system, catalogue, catalogues = read_real(shared_folder / "bsdata" / "wh40k-9e", file)
    kind = next(each for each in system.force_entries if each.name.startswith("Battalion"))
    roster = Roster("wh40k-9e", "A")
    roster = apply_all(roster, [{"op": "add-force", "catalogue": catalogue.id, "entry": kind.id}], catalogues)
    units = offered_roots(roster, catalogues)["f1"]
    adding = [{"op": "add-unit", "force": "f1", "entry": each.id} for each in units[:: len(units) // 9]]
    roster = apply_all(roster, adding, catalogues)
    found = fixes_of(roster, catalogues)
    assert sum(len(each.fixes) for each in found) > 4
    assert found == fixes_of_whole(roster, catalogues)
