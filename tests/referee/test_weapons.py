"""Weapons whose attacks are rolled several times, that harm their bearers, that count on cover: seen, and seen if wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from exports.document import document_from
from resolver.families.wh40k.conditions import CONDITIONS
from resolver.shared.effects.effect_rules import Test as ConditionTest
from tests.armies import few
from tests.referee.battles import Documents, play_and_referee
from tests.referee.test_faults import change_event

WEAPON = {"on": "attack", "to": {"scope": "weapon"}}
GIVEN: dict[str, dict[str, Any]] = {
    "best": {"kind": "best-roll", "of": "attacks", "times": 2, **WEAPON},
    "harm": {"kind": "harm-bearer", "roll": "hit", "results": [1, 2], "number": "1", "whom": "bearer"}
    | {"on": "after-shooting", "to": {"scope": "bearer"}},
    "once": {"kind": "harm-bearer", "roll": "hit", "results": [1, 2, 3], "number": "D3", "each": False}
    | {"on": "after-shooting", "to": {"scope": "bearer"}},
    "cover": {"kind": "modify-characteristic", "of": "weapons", "characteristic": "S", "operation": "add", "value": "2"}
    | {**WEAPON, "when": ["target-in-cover"]},
}
PATROLS = {"9e": ("sunward-patrol", "gloam-patrol"), "8e": ("tidewatch-patrol", "cinder-patrol")}
SEEDS, MOST = (1, 2), 100
"""Which battles are played, and how many choices of each."""


@cache
def documents(given: str, edition: str) -> Documents:
    """Two patrols whose ranged weapons all have such an effect, and make a random number of attacks."""
    made = []
    for id in PATROLS[edition]:
        data = json.loads(few(id).to_bytes())
        for unit in data["army"]["units"]:
            for row in (row for weapon in unit["weapons"] for row in weapon["profiles"]):
                if row["characteristics"]["Range"] != "Melee":
                    row["characteristics"]["Type"] = "Assault D3+1" if given == "best" else "Assault 3"
                    row["effects"], row["abilities"] = [GIVEN[given]], "Given for a test."
        made.append(document_from(data))
    return made[0], made[1]


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("edition", PATROLS)
@pytest.mark.parametrize("given", GIVEN)
def test_nothing_is_wrong_with_a_battle(given: str, edition: str) -> None:
    found = [str(finding) for some in play_and_referee(documents(given, edition), "greedy", 1, MOST) for finding in some]
    assert found == []


@pytest.mark.slow
def test_a_weapon_of_an_unknown_type_is_none_that_a_model_could_declare() -> None:
    armies = [json.loads(few(id).to_bytes()) for id in PATROLS["8e"]]
    for unit in (each for army in armies for each in army["army"]["units"]):
        odd = {**unit["weapons"][0]["profiles"][0]["characteristics"], "Range": '24"', "Type": "Macro 2D6"}
        row = {"name": "", "characteristics": odd, "abilities": "", "effects": []}
        unit["weapons"].insert(0, {"id": "odd", "name": "Odd", "note": "", "profiles": [row]})
        for group in unit["models"]:
            group["weapons"]["odd"] = 1
    documents = document_from(armies[0]), document_from(armies[1])
    found = [str(finding) for some in play_and_referee(documents, "greedy", 1, MOST) for finding in some]
    assert found == []


def rules_broken(given: str, edition: str) -> Iterator[str]:
    """Play on as long as somebody asks which rules the referee finds broken."""
    battles = (play_and_referee(documents(given, edition), "greedy", seed, MOST) for seed in SEEDS)
    return (finding.rule for battle in battles for some in battle for finding in some)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("edition", "rule"), [("9e", "9E-NUMATT-01"), ("8e", "8E-NUMATT-02")])
def test_not_the_best_roll_makes_the_referee_speak(edition: str, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def change(game: Any, fields: dict[str, Any]) -> None:
        fields["dice"] = [[*reversed(faces[: len(faces) // 2]), 6] for faces in fields["dice"]]

    change_event(monkeypatch, "attacks.began", change)
    assert rule in rules_broken("best", edition)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("given", ["harm", "once"])
@pytest.mark.parametrize(("edition", "rule"), [("9e", "9E-AIS-07"), ("8e", "8E-SHEET-09")])
@pytest.mark.parametrize("often", [0, 2])
def test_harm_too_often_or_too_seldom_makes_the_referee_speak(
    often: int, edition: str, rule: str, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from resolver.shared.attacks import attacks

    before = attacks.mortal_wounds

    def wounds(*args: Any, **kwargs: Any) -> Any:
        for _ in range(often):
            yield from before(*args, **kwargs)

    monkeypatch.setattr("resolver.shared.attacks.attacks.mortal_wounds", wounds)
    assert rule in rules_broken(given, edition)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("edition", PATROLS)
def test_cover_that_is_none_makes_the_referee_speak(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CONDITIONS, "target-in-cover", ConditionTest(lambda *_: True, of_attack=True))
    assert any(rule.startswith(f"{edition.upper()}-") for rule in rules_broken("cover", edition))
