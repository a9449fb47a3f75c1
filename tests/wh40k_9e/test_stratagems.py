"""The two rules about Stratagems, with made-up ones (9E-Q-48)."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.families.wh40k.moves import charge
from resolver.rulesets.wh40k_9e.stratagems import Stratagem, refusal
from tests.field import Field, ability, gun, unit

rule, example = pytest.mark.rule, pytest.mark.example
OVERWATCH = ability("Watchful", {"kind": "overwatch", "to": {"scope": "unit"}})
VOLLEY, BRACE, GRIT = Stratagem("Volley", "shooting"), Stratagem("Brace", "charge"), Stratagem("Grit")


def broken_rule(refusal: Any) -> str | None:
    return refusal.rule if refusal else None


@rule("9E-OOP-02")
@example("9E-EX-12")
def test_a_stratagem_is_bound_to_its_phase_also_where_a_unit_shoots_as_if_it_were_another() -> None:
    field = Field([unit("x", 1)], [unit("y", 1, gun("Gun", '24"', "Assault 1"), abilities=[OVERWATCH])], "charges")
    field.put("a.x", (10, 20))
    field.put("b.y", (19, 20))
    list(charge.note_start(field.game))
    field.go(1, 3, 4)
    field.choose("select", unit="a.x")
    field.choose("overwatch", fire=True)
    assert field.asked == "shots"
    shooter = field.game.unit("b.y")
    assert [broken_rule(refusal(field.game, 1, each, shooter)) for each in (VOLLEY, BRACE, GRIT)] == [
        "9E-OOP-02",
        None,
        None,
    ]


@rule("9E-OOP-02")
def test_a_stratagem_is_used_in_its_own_phase() -> None:
    field = Field([unit("x", 1, gun())], [unit("y", 1)], "shooting")
    field.put("a.x", (10, 20))
    found = field.game.unit("a.x")
    assert [broken_rule(refusal(field.game, 0, each, found)) for each in (VOLLEY, BRACE, GRIT)] == [None, "9E-OOP-02", None]
    too_late = refusal(field.game, 0, BRACE, found)
    assert too_late
    assert too_late.values == {"name": "Brace", "phase": "charge"}


@rule("9E-EMB-07")
def test_no_stratagem_affects_an_embarked_unit() -> None:
    carrier = unit("t", 1, keywords=("VEHICLE", "TRANSPORT"))
    field = Field([carrier, unit("x", 1)], [unit("y", 1)], "shooting")
    carries, rider = field.put("a.t", (10, 20))[0], field.game.unit("a.x")
    field.state.write("embarked_in", rider, carries)
    assert broken_rule(refusal(field.game, 0, VOLLEY, rider)) == "9E-EMB-07"
    assert broken_rule(refusal(field.game, 0, GRIT, rider)) == "9E-EMB-07"
    assert refusal(field.game, 0, VOLLEY, field.game.unit("a.t")) is None
    field.state.write("embarked_in", rider, -1)
    assert refusal(field.game, 0, VOLLEY, rider) is None


@pytest.mark.parametrize(("points", "refused"), [(1, "9E-Q-48"), (2, None)])
def test_a_stratagem_is_paid_by_the_player_who_uses_it(points: int, refused: str | None) -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "shooting")
    field.put("a.x", (10, 20))
    field.score("command-points", (9, points))
    dear = Stratagem("Grit", cost=2)
    assert broken_rule(refusal(field.game, 1, dear, field.game.unit("a.x"))) == refused
