"""How programs that plan expect a battle to go on."""

from __future__ import annotations

from resolver.rulesets.aos_1e.valuation import outlook
from resolver.rulesets.aos_1e.valuation.outlook import Rest
from tests.aos_1e.field import Field, blade, unit


def lead(strength: str, *, gap: float = 6.0, charges: bool = True) -> float:
    """What player 0 is expected to be ahead by when its unit charges an enemy of so many attacks, or stays."""
    field = Field([unit("x", 3, blade())], [unit("y", 3, blade(Attacks=strength))], "charge")
    field.row("a.x", 10.0, 20.0)
    field.row("b.y", 10.0, 21.0 + gap)
    game = field.game
    mine, theirs = game.unit("a.x"), game.unit("b.y")
    done = frozenset({mine})
    return outlook.foresee(game, 0, Rest("charge", done, done, {mine: theirs} if charges else {}))


def test_who_strikes_first_is_ahead() -> None:
    assert lead("4") > lead("4", charges=False)


def test_a_stronger_enemy_leaves_less() -> None:
    found = [lead(strength) for strength in ("1", "2", "4")]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[-1]
