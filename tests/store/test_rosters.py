"""Rosters and their steps as rows."""

import sqlite3

import pytest

from builder.store import Store, rosters
from builder.store.rosters import Standing, StepRow


def add(store: Store, id: str, name: str = "Host", system: str = "wh40k-9e") -> None:
    with store.writing() as db:
        rosters.insert(db, id, system, "user", Standing(1, 1, name, {"legal": True}))
        rosters.add_step(db, id, StepRow(1, None, [], "0.1.0"), {"name": name})


def names(store: Store, **choice: object) -> list[str]:
    defaults: dict[str, object] = {"system": "", "text": "", "start": None, "limit": 10}
    with store.reading() as db:
        return [row.name for row in rosters.page(db, **(defaults | choice))]  # type: ignore[arg-type]


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
        first = rosters.page(db, system="", text="", start=None, limit=3)
    assert [row.name for row in first] == ["d", "c", "b"]
    assert names(store, start=first[-1].changed - 1) == ["a"]


def test_by_system_and_by_part_of_the_name(store: Store) -> None:
    add(store, "a", "Sunward Host")
    add(store, "b", "Sunset 100%_", "aos-1e")
    assert names(store, system="aos-1e") == ["Sunset 100%_"]
    assert names(store, text="sunw") == ["Sunward Host"]
    assert names(store, text="%_") == ["Sunset 100%_"]
    assert names(store, text="%") == ["Sunset 100%_"]


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
