"""An edit that is tried and taken back is evaluated as any other: what comes out is the same, for each of many in a row."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from datasheets.closure import Catalogues
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.evaluation.trials import Trials
from datasheets.native.bundled import bundled_catalogues
from tests.evaluation import spec
from tests.evaluation.build import at_most, catalogues, category, change, unit, when
from tests.evaluation.edits import edit_roster
from tests.evaluation.test_incremental import REAL, SEEDS, SPECS, plain_values, read_real


def try_edits(roster: Roster, cats: Catalogues, seed: int, edits: int) -> None:
    """Make a roster by random edits, then try as many from there, one or two at a time, and compare each."""
    chance = Random(seed)
    for _ in range(edits):
        roster = edit_roster(roster, cats, chance)
    before = evaluate(roster, cats)
    tried = Trials(roster, before, cats)
    for _ in range(edits):
        after = edit_roster(roster, cats, chance)
        if chance.random() < 0.3:
            after = edit_roster(after, cats, chance)
        with tried.of(after) as evaluation:
            assert plain_values(evaluation) == plain_values(evaluate(after, cats, replace(before, kept=None)))
    with tried.of(roster) as same:
        assert plain_values(same) == plain_values(before)


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", SPECS)
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_trials_of_every_spec(name: str, seed: int) -> None:
    file, case = SPECS[name]
    try_edits(replace(spec.roster(case), next_uid=1000), spec.catalogues(file), seed, 8)


@pytest.mark.parametrize("catalogue", bundled_catalogues(), ids=lambda each: each.id)
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_trials_of_bundled_armies(catalogue, seed: int) -> None:
    start = Roster(catalogue.header.system, "A", (Force("f1", catalogue.id),), next_uid=2)
    try_edits(start, catalogue.catalogues(), seed, 8)


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("file", REAL)
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_trials_of_real_armies(shared_folder: Path, file: str, seed: int) -> None:
    system, catalogue, cats = read_real(shared_folder / "bsdata" / "wh40k-9e", file)
    host = next(each for each in system.force_entries if not each.hidden)
    try_edits(Roster(system.id, "A", (Force("f1", catalogue.id, host.id),), next_uid=2), cats, seed, 25)


def names_after(roster: Roster, cats: Catalogues, after: Roster) -> list[object]:
    """Return what a trial says, which is what is said of the whole."""
    with Trials(roster, evaluate(roster, cats), cats).of(after) as evaluation:
        assert plain_values(evaluation) == plain_values(evaluate(after, cats))
        return [[shown.name, *shown.categories] for shown in evaluation.by_uid.values()]


def army(*selections: Selection) -> Roster:
    return Roster("game", "A", (Force("f1", "own", selections=selections),))


WEALTHY = {"child": "wealthy", "scope": "force", "include_child_selections": True}


def test_categories_of_others_that_depend_on_what_is_tried() -> None:
    wealthy = change("add", "category", "wealthy", when("atLeast", 1, scope="force", child="gem"))
    cats = catalogues([unit("watcher", modifiers=(wealthy,)), unit("gem")], categories=(category("wealthy"),))
    first, gem = Selection("w", "watcher"), Selection("g", "gem")
    assert names_after(army(first), cats, army(first, gem)) == [["Watcher", "wealthy"], ["Gem"]]
    assert names_after(army(first, gem), cats, army(first)) == [["Watcher"]]


def test_what_is_tried_and_depends_on_categories_of_others() -> None:
    wealthy = change("add", "category", "wealthy", when("atLeast", 1, scope="force", child="watcher"))
    proud = change("add", "category", "proud", when("atLeast", 1, **WEALTHY))
    entries = [unit("watcher", modifiers=(wealthy,)), unit("herald", modifiers=(proud,))]
    cats = catalogues(entries, categories=(category("wealthy"), category("proud")))
    first, herald = Selection("w", "watcher"), Selection("h", "herald")
    assert names_after(army(first), cats, army(herald, first)) == [["Herald", "proud"], ["Watcher", "wealthy"]]


def test_a_limit_of_a_root_entry_sees_what_is_tried() -> None:
    cats = catalogues([unit("hero", constraints=(at_most(1, scope="force"),)), unit("squad")])
    hero, other, squad = Selection("a", "hero"), Selection("b", "hero"), Selection("s", "squad")
    before, tried = army(hero, squad), army(hero, squad, other)
    trials = Trials(before, evaluate(before, cats), cats)
    with trials.of(tried) as evaluation:
        assert [each.path for each in evaluation.findings] == [("f1", "b")]
    with trials.of(before) as evaluation:
        assert not evaluation.findings
