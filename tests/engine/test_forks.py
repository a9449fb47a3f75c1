"""Forks: a battle of its own from any choice on, which names its origin; records played again in part."""

from __future__ import annotations

import pytest

from resolver.engine.record import ForkOrigin, read_record, record_from
from resolver.engine.replay import ReplayError, replay
from tests.engine.test_battles import finished_battle, lines


def test_a_fork_stands_where_its_origin_stood_and_goes_its_own_way() -> None:
    done = finished_battle(2)
    for at in (0, 1, 40, len(done.choices)):
        fork = done.fork(at, ("human", "greedy"), "b1")
        assert fork.choices == done.choices[:at]
        assert fork.players == ("human", "greedy")
        assert fork.origin == ForkOrigin("b1", at, done.record().events_digest)
        assert lines(fork) == lines(done)[: len(fork.events)]
        for choice in done.choices[at:]:
            fork.choose(choice)
        assert lines(fork) == lines(done)
    other = done.fork(40, done.players)
    other.choose(next(option for option in other.options() if option != done.choices[40]))
    assert lines(other) != lines(done)[: len(other.events)]


def test_the_record_of_a_fork_names_its_origin() -> None:
    fork = finished_battle(2).fork(30, ("human", "human"), "b1")
    record = fork.record()
    assert record.to_json()["origin"] == {
        "battle": "b1",
        "choices": 30,
        "events_digest": finished_battle(2).record().events_digest,
    }
    again = replay(read_record(record.to_bytes()))
    assert again.origin == fork.origin
    assert again.record().to_bytes() == record.to_bytes()
    assert again.clone().origin == fork.origin
    assert "origin" not in finished_battle(2).record().to_json()


def test_no_fork_where_there_is_no_choice() -> None:
    for at in (-1, len(finished_battle(2).choices) + 1):
        with pytest.raises(ValueError, match="choices"):
            finished_battle(2).fork(at, ("", ""))
        with pytest.raises(ValueError, match="choices"):
            replay(finished_battle(2).record(), at)


def test_the_part_before_a_difference_can_be_played_again() -> None:
    data = finished_battle(2).record().to_json()
    data["choices"][30]["before"] = "000000000000"
    record = record_from(data)
    with pytest.raises(ReplayError) as caught:
        replay(record)
    assert (caught.value.decision, caught.value.alike) == (30, 29)
    assert lines(replay(record, 29)) == lines(finished_battle(2))[: finished_battle(2).happened_before[29]]
    with pytest.raises(ReplayError):
        replay(record, 30)
    data = finished_battle(2).record().to_json() | {"seed": 99}
    with pytest.raises(ReplayError) as caught:
        replay(record_from(data))
    assert (caught.value.decision, caught.value.alike) == (0, None)
