"""An evaluation that takes from the one before what the edit cannot have changed is the same as one that takes nothing."""

from dataclasses import fields, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasheets.battlescribe.parse_catalogue import read
from datasheets.closure import Catalogues, CatalogueSet
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import Catalogue, GameSystem, Modifier
from datasheets.native.bundled import bundled_catalogues
from tests.evaluation import spec
from tests.evaluation.build import (
    at_least,
    at_most,
    catalogues,
    category,
    change,
    costs,
    group,
    group_link,
    model,
    unit,
    upgrade,
    when,
)
from tests.evaluation.edits import edit_roster

SPECS = {name: (file, case) for name, file, case in spec.load()}
SEEDS = st.integers(0, 2**32 - 1)


def plain_values(evaluation: Evaluation) -> list[object]:
    """Return everything that an evaluation says, as plain values in its order."""
    return [
        dict(evaluation.costs),
        [_values(shown) for shown in evaluation.by_uid.values()],
        [_values(shown) for shown in evaluation.forces.values()],
        evaluation.findings,
    ]


def _values(value: object) -> object:
    found = {field.name: getattr(value, field.name) for field in fields(value)}  # type: ignore[arg-type]
    categories = found["categories"]
    return found | {"categories": [each if isinstance(each, str) else _values_of_category(each) for each in categories]}


def _values_of_category(category: object) -> dict[str, object]:
    return {field.name: getattr(category, field.name) for field in fields(category)}  # type: ignore[arg-type]


def follow(roster: Roster, cats: Catalogues, seed: int, edits: int) -> tuple[int, int]:
    """Make random edits, and compare after each; return how many units were kept, of how many."""
    chance, before = Random(seed), evaluate(roster, cats)
    kept = units = 0
    for _ in range(edits):
        roster = edit_roster(roster, cats, chance)
        after = evaluate(roster, cats, before)
        assert plain_values(after) == plain_values(evaluate(roster, cats, replace(before, kept=None)))
        known = {id(each) for each in before.kept.units.values()} if before.kept else set()
        units += len(after.kept.units) if after.kept else 0
        kept += sum(id(each) in known for each in after.kept.units.values()) if after.kept else 0
        before = after
    return kept, units


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", SPECS)
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_edits_of_every_spec(name: str, seed: int) -> None:
    file, case = SPECS[name]
    start = replace(spec.roster(case), next_uid=1000)
    follow(start, spec.catalogues(file), seed, 12)


@pytest.mark.parametrize("catalogue", bundled_catalogues(), ids=lambda each: each.id)
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_edits_of_bundled_armies(catalogue, seed: int) -> None:
    start = Roster(catalogue.header.system, "A", (Force("f1", catalogue.id),), next_uid=2)
    follow(start, catalogue.catalogues(), seed, 10)


def test_what_is_not_concerned_is_kept() -> None:
    cats = catalogues([unit("squad", entries=(model("trooper"),)), unit("knight")])
    squad, knight = Selection("a", "squad", selections=(Selection("t", "trooper", number=2),)), Selection("b", "knight")
    both = Roster("game", "A", (Force("f1", "own", selections=(squad, knight)),))
    alone = replace(both, forces=(replace(both.forces[0], selections=(squad,)),))
    before = evaluate(both, cats)
    assert evaluate(alone, cats, before).by_uid["t"] is before.by_uid["t"]
    assert evaluate(alone, cats).by_uid["t"] is not before.by_uid["t"]


def army(*selections: Selection) -> Roster:
    return Roster("game", "A", (Force("f1", "own", selections=selections),))


def rich_if(type: str, value: int = 0, **query: object) -> Modifier:
    return change("set", "name", "Rich", when(type, value, **query))


GEM = {"child": "gem"}
CONCERNED = {
    "counts": rich_if("atLeast", 1, scope="roster", **GEM),
    "costs": rich_if("atLeast", 5, field="points", scope="force", **GEM),
    "shares": rich_if("atLeast", 50, scope="force", percent=True, **GEM),
    "counts through links": rich_if("atLeast", 1, scope="parent", shared=False, **GEM),
}


@pytest.mark.parametrize("modifier", CONCERNED.values(), ids=CONCERNED)
def test_what_is_concerned_is_evaluated_again(modifier: Modifier) -> None:
    check_that_it_gets_rich(modifier)


def test_categories_that_come_with_others_concern_a_unit() -> None:
    wealthy = change("add", "category", "wealthy", when("atLeast", 1, scope="force", **GEM))
    check_that_it_gets_rich(wealthy, rich_if("instanceOf", scope="self", child="wealthy"))


def check_that_it_gets_rich(*modifiers: Modifier) -> None:
    watcher, gem = unit("watcher", modifiers=modifiers), unit("gem", costs=costs(points=9))
    cats = catalogues([watcher, gem], categories=(category("wealthy"),))
    first = Selection("w", "watcher")
    before = evaluate(army(first), cats)
    after = evaluate(army(first, Selection("g", "gem")), cats, before)
    assert (before.by_uid["w"].name, after.by_uid["w"].name) == ("Watcher", "Rich")


def test_a_constraint_that_counts_beyond_the_unit_is_judged_again() -> None:
    purse = upgrade("purse", constraints=(at_most(1, scope="force", include_child_selections=True),))
    cats = catalogues([unit("watcher", entries=(purse,)), unit("gem")])
    first, second = (Selection(uid, "watcher", selections=(Selection(uid * 2, "purse"),)) for uid in "ab")
    before = evaluate(army(first), cats)
    after = evaluate(army(first, second), cats, before)
    assert (len(before.findings), len(after.findings)) == (0, 1)
    assert after.findings == evaluate(army(first, second), cats).findings


def test_another_way_to_the_same_entry_concerns_what_counts_by_the_way() -> None:
    arms = group(
        "arms", upgrade("bow", constraints=(at_most(1, scope="force", shared=False, include_child_selections=True),))
    )
    links = (group_link("left", "arms"), group_link("right", "arms"))
    cats = catalogues([unit("archer", links=links)], shared_groups=(arms,))

    def archer(uid: str, way: str) -> Selection:
        return Selection(uid, "archer", selections=(Selection(uid * 2, f"{way}::bow"),))

    first, second, other = archer("a", "left"), archer("b", "left"), archer("b", "right")
    before = evaluate(army(first, second), cats)
    after = evaluate(army(first, other), cats, before)
    assert (len(before.findings), len(after.findings)) == (1, 0)


def test_a_unit_in_another_force_is_found_there() -> None:
    cats = catalogues([unit("box", entries=(upgrade("lid", constraints=(at_least(1),)),))])
    box, one, two = Selection("b", "box"), Force("f1", "own"), Force("f2", "own")
    before = evaluate(Roster("game", "A", (replace(one, selections=(box,)), two)), cats)
    after = evaluate(Roster("game", "A", (one, replace(two, selections=(box,)))), cats, before)
    assert [finding.path for finding in before.findings] == [("f1", "b")]
    assert [finding.path for finding in after.findings] == [("f2", "b")]


REAL = ["Necrons.cat", "Orks.cat", "Leagues of Votann.cat"]


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("file", REAL)
def test_edits_of_real_armies(shared_folder: Path, file: str) -> None:
    """Most units stay as they were evaluated, in two armies that grow."""
    system, catalogue, cats = read_real(shared_folder / "bsdata" / "wh40k-9e", file)
    host = next(each for each in system.force_entries if not each.hidden)
    for seed in (1, 2):
        kept, units = follow(Roster(system.id, "A", (Force("f1", catalogue.id, host.id),), next_uid=2), cats, seed, 20)
        assert units > 40
        assert kept > units / 2


def read_real(folder: Path, name: str) -> tuple[GameSystem, Catalogue, Catalogues]:
    if name not in _READ:
        system, catalogue = (read((folder / each).read_bytes(), each) for each in ("Warhammer 40,000.gst", name))
        assert isinstance(system, GameSystem)
        assert isinstance(catalogue, Catalogue)
        _READ[name] = system, catalogue, CatalogueSet(system, [catalogue])
    return _READ[name]


_READ: dict[str, tuple[GameSystem, Catalogue, Catalogues]] = {}
