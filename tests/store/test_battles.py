"""Battles as rows: what happened is stored whole or not at all, and only once."""

from builder.store import Database, Store, battles
from builder.store.battles import BattleRow, Progress

ROW = BattleRow(
    "b1",
    "wh40k-9e",
    "A against B",
    "only-war",
    2**63,
    [{"player": "human"}, {"player": "random"}],
    ["x", "y"],
    {"engine": "1"},
)


def insert_battle(db: Database) -> BattleRow:
    battles.insert(db, ROW)
    row = battles.get(db, ROW.id)
    assert row is not None
    return row


def event(n: int, visible: object = "all") -> dict[str, object]:
    return {"n": n, "visible": visible}


def test_a_seed_of_any_size_comes_back(store: Store) -> None:
    with store.writing() as db:
        battles.insert(db, ROW)
    with store.reading() as db:
        row = battles.get(db, "b1")
        assert row is not None
        assert (row.seed, row.choices, row.outcome) == (2**63, 0, None)
        assert battles.page(db, system="wh40k-9e", start=None, limit=5) == [row]
        assert battles.page(db, system="aos-1e", start=None, limit=5) == []


def test_progress_is_stored_once(store: Store) -> None:
    progress = Progress([{"n": 0}, {"n": 1}], [event(0), event(1, 0), event(2, 1)], "d1", {"id": 2}, None)
    with store.writing() as db:
        new = insert_battle(db)
        assert battles.advance_if(db, new, progress)
        assert not battles.advance_if(db, new, progress)
        row = battles.get(db, "b1")
        assert row is not None
        assert (row.digest, row.pending) == ("d1", {"id": 2})
        assert battles.advance_if(db, row, Progress([], [event(3)], "d2", None, {"winner": 0}))
    with store.reading() as db:
        assert battles.choices(db, "b1", 1) == [{"n": 1}]
        assert [each["n"] for each in battles.events(db, "b1", ["all"], 0, 9)] == [0, 3]
        assert [each["n"] for each in battles.events(db, "b1", ["all", "1"], 1, 9)] == [2, 3]
        row = battles.get(db, "b1")
        assert row is not None
        assert (row.choices, row.events, row.outcome) == (2, 4, {"winner": 0})


def test_the_round_that_a_battle_has_come_to(store: Store) -> None:
    with store.writing() as db:
        new = insert_battle(db)
        assert battles.rounds(db, ["b1", "b2"]) == {}
        battles.advance_if(
            db, new, Progress([], [event(0) | {"round": 1}, event(1, 0) | {"round": 2}], "d", {"id": 2}, None)
        )
        assert battles.rounds(db, ["b1", "b2"]) == {"b1": 2}
        assert battles.rounds(db, ["b2"]) == {}


def test_what_is_over_stays_over(store: Store) -> None:
    with store.writing() as db:
        assert battles.advance_if(db, insert_battle(db), Progress([], [], "", None, {"winner": None}))
        row = battles.get(db, "b1")
        assert row is not None
        assert not battles.advance_if(db, row, Progress([{"n": 0}], [], "", None, None))
        assert not battles.cut_if(db, row, Progress([], [], "", None, None))


def test_what_is_taken_back_is_gone_and_counted(store: Store) -> None:
    progress = Progress([{"n": 0}, {"n": 1}], [event(0), event(1), event(2)], "d1", {"id": 2}, None)
    with store.writing() as db:
        new = insert_battle(db)
        assert battles.advance_if(db, new, progress)
        row = battles.get(db, "b1")
        assert row is not None
        left = Progress([{"n": 0}], [event(0)], "d0", {"id": 1}, None)
        assert not battles.cut_if(db, new, left)
        assert battles.cut_if(db, row, left)
        assert not battles.cut_if(db, row, left)
        back = battles.get(db, "b1")
        assert back is not None
        assert (back.choices, back.events, back.digest, back.pending, back.cuts) == (1, 1, "d0", {"id": 1}, [1])
        assert back.changed > row.changed
        assert battles.choices(db, "b1") == [{"n": 0}]
        assert [each["n"] for each in battles.events(db, "b1", ["all"], 0, 9)] == [0]
        assert not battles.advance_if(db, row, progress)
        assert battles.seat_if(db, back, [{"player": "human"}, {"player": "human"}])
        assert not battles.seat_if(db, back, back.seats)


def test_deleting(store: Store) -> None:
    with store.writing() as db:
        battles.advance_if(db, insert_battle(db), Progress([{"n": 0}], [event(0)], "", None, None))
        assert battles.delete(db, "b1")
        assert not battles.delete(db, "b1")
        assert battles.choices(db, "b1") == []
