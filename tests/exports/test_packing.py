"""Blocks in columns: the fewest pages, in the order of roles where that costs none, nothing lost, nothing too tall."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from exports.sheet.packing import FURTHER, LOOKS, PackedPage, Room, Size, pack

ROOM = Room(2, 100.0, 10.0)
SIZES = st.builds(Size, st.floats(5, 100), st.sampled_from(["hq", "troops"]), wide=st.booleans())


def columns(pages: list[PackedPage]) -> list[list[list[int]]]:
    return [page.columns for page in pages]


@given(st.lists(SIZES, max_size=30))
def test_every_block_stands_once_and_within_its_column(sizes: list[Size]) -> None:
    pages = pack(sizes, ROOM)
    placed = [place for page in pages for place in ([] if page.wide is None else [page.wide]) + page.blocks]
    assert sorted(placed) == list(range(len(sizes)))
    for page in pages:
        above = 0 if page.wide is None else sizes[page.wide].height + ROOM.gap
        for column in page.columns:
            used = sum(sizes[place].height for place in column) + ROOM.gap * max(len(column) - 1, 0)
            assert not column or above + used <= ROOM.height + 0.001


def test_a_column_looks_ahead_for_what_fits_and_the_last_page_is_evened_out() -> None:
    sizes = [Size(70, "hq"), Size(60, "hq"), Size(20, "hq"), Size(30, "hq")]
    assert columns(pack(sizes, ROOM)) == [[[0, 2], [1, 3]]]
    assert columns(pack([Size(20), Size(20)], ROOM)) == [[[0], [1]]]


def test_the_order_of_roles_gives_way_only_where_it_is_told_to_and_that_takes_fewer_pages() -> None:
    looks = (*LOOKS, *FURTHER)
    other = [Size(70, "hq"), Size(70, "hq"), Size(60, "troops"), Size(20, "elites")]
    assert pack(other, ROOM, looks=looks)[0].blocks == [0, 1]
    saving = [Size(70, "hq"), Size(70, "hq"), Size(90, "troops"), Size(20, "elites"), Size(90, "heavy")]
    assert columns(pack(saving, ROOM, looks=looks)) == [[[0, 3], [1]], [[2], [4]]]
    assert columns(pack(saving, ROOM)) == [[[0], [1]], [[2], [3]], [[4], []]]


@given(st.lists(st.floats(5, 100), max_size=30), st.integers(1, 6))
def test_a_block_stands_at_most_three_before_its_turn_and_never_before_another_role(
    heights: list[float], length: int
) -> None:
    sizes = [Size(height, f"role {place // length}") for place, height in enumerate(heights)]
    placed = [place for page in pack(sizes, ROOM) for place in page.blocks]
    for at, place in enumerate(placed):
        waiting = [other for other in range(place) if other not in placed[:at]]
        assert len(waiting) <= 3
        assert all(sizes[other].role == sizes[place].role for other in waiting)


def test_what_continues_a_block_stays_behind_it() -> None:
    sizes = [Size(60), Size(100), Size(20, follows=True)]
    assert columns(pack(sizes, ROOM)) == [[[0], [1]], [[2], []]]


def test_blocks_begin_on_an_opened_page_where_they_fit() -> None:
    sizes = [Size(60), Size(30), Size(90), Size(50)]
    assert columns(pack(sizes, ROOM, [40.0, 20.0])) == [[[1], []], [[0], [2]], [[3], []]]
    assert columns(pack([Size(60)], ROOM, [40.0, 20.0]))[0] == [[], []]


def test_an_opened_page_that_begins_with_the_first_block_has_no_other_before_it() -> None:
    sizes = [Size(60), Size(30), Size(90), Size(50)]
    assert columns(pack(sizes, ROOM, [40.0, 20.0], begins_with_first=True))[0] == [[], []]
    assert columns(pack(sizes, ROOM, [40.0, 70.0], begins_with_first=True))[0] == [[], [0]]
    assert columns(pack(sizes, ROOM, [65.0, 35.0], begins_with_first=True))[0] == [[0], [1]]
