"""Random battles of each edition end, replay byte for byte in another process, and the referee finds nothing."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.soak.__main__ import read_arguments
from tests.soak.armies import armies
from tests.soak.running import random_battle, referee_battle, run_soak

CHUNK = 1
REAL = 1
EDITIONS = ("wh40k-9e", "wh40k-8e")
GAMES = (*EDITIONS, "grundregelwerk")


@pytest.mark.slow
def test_random_armies_are_legal_and_the_same_for_the_same_seed() -> None:
    made = list(islice(armies(5, "wh40k-9e"), 4))
    assert [army.digest for army in islice(armies(5, "wh40k-9e"), 4)] == [army.digest for army in made]
    assert len({army.digest for army in made}) == 4
    assert all(army.data["judgement"]["legal"] for army in made)
    assert {unit.datasheet for army in made for unit in army.army.units}


@pytest.mark.slow
@pytest.mark.shared
def test_real_catalogues_give_armies() -> None:
    army = next(armies(1, "wh40k-9e", "Necrons"))
    assert army.data["judgement"]["legal"]
    assert sum(unit.model_count for unit in army.army.units)


@pytest.mark.slow
def test_what_is_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = random_battle(3)
    assert referee_battle(battle) == []
    battle.events[-1]["victory_points"][0] += 1
    assert any("9E-VICTOR-02" in fault for fault in referee_battle(battle))
    monkeypatch.setattr("tests.soak.running.play", lambda *_: 1 / 0)
    (result,) = run_soak([3], "wh40k-9e")
    assert "ZeroDivisionError" in result.faults[0]


@pytest.mark.slow
@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.parametrize("first", range(1, 25, CHUNK))
@pytest.mark.sample(1)
def test_bundled_armies_fight(edition: str, first: int) -> None:
    results = run_soak(range(first, first + CHUNK), edition)
    assert [(result.seed, result.faults) for result in results if result.faults] == []
    assert all(result.events > 100 for result in results)


@pytest.mark.shared
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("first", range(1001, 1051, REAL))
@pytest.mark.sample(0)
def test_real_armies_fight(edition: str, first: int) -> None:
    results = run_soak(range(first, first + REAL), edition, "real")
    assert [(result.seed, result.faults) for result in results if result.faults] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ten"], "invalid int value: 'ten'"),
        (["0"], "N is 1 or more"),
        (["1", "whist"], 'No game "whist" is played here'),
        (["1", "grundregelwerk", "Whist Club"], "no real catalogues of grundregelwerk"),
        (["1", "wh40k-9e", "bundled", "-1"], "FIRST is 0 or more"),
    ],
)
def test_wrong_words_of_the_command_line_are_refused_with_what_would_be_right(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        read_arguments(words)
    assert said in capsys.readouterr().err


def test_the_command_line_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        read_arguments(["--help"])
    assert "[N] [SYSTEM] [SOURCE] [FIRST]" in capsys.readouterr().out
    assert vars(read_arguments(["3", "aos-1e"])) == {"number": 3, "system": "aos-1e", "source": "bundled", "first": 1}
