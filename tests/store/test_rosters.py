"""Rosters and their steps as rows."""

import sqlite3

import pytest

from builder.store import Store, rosters
from builder.store.rosters import Sought, Standing, StepRow


def add(store: Store, id: str, name: str = "Host", system: str = "wh40k-9e") -> None:
    with store.writing() as db:
        rosters.insert(db, id, system, "user", Standing(1, 1, name, {"legal": True}))
        rosters.add_step(db, id, StepRow(1, None, [], "0.1.0"), {"name": name})


def names(store: Store, **choice: object) -> list[str]:
    start = choice.pop("start", None)
    with store.reading() as db:
        return [row.name for row in rosters.page(db, Sought(**choice), start, 10)]  # type: ignore[arg-type]


def test_the_last_changed_comes_first(store: Store) -> None:
    for id, name in (("a", "Alpha"), ("b", "Beta"), ("c", "Gamma")):
        add(store, id, name)
    with store.writing() as db:
        assert rosters.stand_if(db, "a", 1, Standing(1, 1, "Alpha", {}))
    assert names(store) == ["Alpha", "Gamma", "Beta"]


def test_a_page_begins_where_it_is_told(store: Store) -> None:
    for id in "abcd":
        add(store, id, id)
    with store.reading() as db:
        first = rosters.page(db, Sought(), None, 3)
    assert [row.name for row in first] == ["d", "c", "b"]
    assert names(store, start=first[-1].changed - 1) == ["a"]


def test_by_system_and_by_part_of_the_name(store: Store) -> None:
    add(store, "a", "Sunward Host")
    add(store, "b", "Sunset 100%_", "aos-1e")
    assert names(store, system="aos-1e") == ["Sunset 100%_"]
    assert names(store, text="sunw") == ["Sunward Host"]
    assert names(store, text="%_") == ["Sunset 100%_"]
    assert names(store, text="%") == ["Sunset 100%_"]


def test_filed_rosters_are_found_by_tag_and_apart_when_put_away(store: Store) -> None:
    for id, name in (("a", "Alpha"), ("b", "Beta"), ("c", "Gamma")):
        add(store, id, name)
    with store.writing() as db:
        assert rosters.shelve_if(db, "a", 1, ["league", "painted"], archived=True, locked=False)
        assert rosters.shelve_if(db, "b", 1, ["league"], archived=False, locked=True)
        assert not rosters.shelve_if(db, "b", 1, [], archived=False, locked=False), "in an old version"
        assert rosters.tags(db) == ["league", "painted"]
    assert names(store, tag="league") == ["Beta", "Alpha"]
    assert names(store, tag="leag") == []
    assert names(store, archived=False) == ["Gamma", "Beta"]
    assert names(store, archived=True) == ["Alpha"]
    with store.reading() as db:
        filed = rosters.get(db, "b")
    assert filed
    assert (filed.tags, filed.archived, filed.locked, filed.version) == (("league",), False, True, 2)


def test_steps_have_names(store: Store) -> None:
    add(store, "a")
    with store.writing() as db:
        assert rosters.name_step(db, "a", 1, "For the league")
        assert not rosters.name_step(db, "a", 2, "x")
        assert rosters.named_steps(db, "a") == {1: "For the league"}
        assert rosters.steps(db, "a", 1, 10)[0].name == "For the league"
        rosters.name_step(db, "a", 1, "")
        assert rosters.named_steps(db, "a") == {}


def test_steps_keep_their_trees(store: Store) -> None:
    add(store, "a")
    with store.writing() as db:
        rosters.add_step(db, "a", StepRow(2, 1, [{"op": "rename"}], "0.1.0"), {"name": "ä€𝔘"})
    with store.reading() as db:
        assert rosters.parents(db, "a") == {1: None, 2: 1}
        assert rosters.tree(db, "a", 2) == {"name": "ä€𝔘"}
        assert rosters.tree(db, "a", 3) is None
        assert rosters.steps(db, "a", 2, 10) == [StepRow(2, 1, [{"op": "rename"}], "0.1.0")]


@pytest.mark.parametrize(
    "step", [StepRow(3, 2, [], "0"), StepRow(2, None, [], "0"), StepRow(1, None, [], "0"), StepRow(2, 2, [], "0")]
)
def test_a_step_that_hangs_in_the_air_is_refused(store: Store, step: StepRow) -> None:
    add(store, "a")
    with pytest.raises(sqlite3.IntegrityError), store.writing() as db:
        rosters.add_step(db, "a", step, {})


def test_deleting_takes_the_history_along(store: Store) -> None:
    add(store, "a")
    with store.writing() as db:
        assert rosters.delete_if(db, "a", 1)
    with store.reading() as db:
        assert rosters.get(db, "a") is None
        assert rosters.parents(db, "a") == {}
