"""Deny the Witch: the opponent's psykers undo a power whose test was passed.

Source: 9E-DENY-01..03, 9E-MANIF-03, 8E-PSYCHIC-13..15.
"""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.decision import Data
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.engine.windows import Opening, Window
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.psychic import PASSED, PSYKER, psykers
from resolver.shared.effects import abilities
from resolver.shared.rolling import roll_test
from resolver.shared.units import engagement
from resolver.table.geometry import EPSILON

DENY_RANGE = 24.0


def deniers(game: Game, unit: int) -> list[int]:
    """Return the enemy PSYKER units that may try to deny what this unit manifests (9E-MANIF-03, 9E-DENY-03)."""
    found, manifesting = [], psykers(game, unit)
    for other in game.units_on_table(1 - game.owner(unit)):
        more = sum(s.effect["number"] for s in abilities.effects(game, "extra-powers", other) if s.effect["of"] == "deny")
        most = max(game.armies.units[other].denies, edition(game).psychic.least_denies) + more
        able = engagement.has_keyword(game, other, PSYKER) and game.count(other, "denies") < most
        gap = engagement.gap(game, manifesting, psykers(game, other))
        if abilities.may(game, "deny", other, able) and gap <= DENY_RANGE + EPSILON:
            found.append(other)
    return found


def _who_denies(game: Game, fields: Data) -> Iterator[Opening]:
    """Yield the opponent once, where any of its units may try to deny the power (9E-DENY-02)."""
    unit = fields["unit"]
    if able := deniers(game, unit):
        keys = [game.key(other) for other in able]
        yield Opening(1 - game.owner(unit), unit, {"power": fields["power"], "total": fields["total"], "units": keys})


def _deny(game: Game, fields: Data, opening: Opening, answer: Data) -> Script[bool]:
    """Test with the unit that tries; tell whether the power is denied. A tie fails (9E-DENY-01)."""
    if answer["unit"] is None:
        return False
    unit, total, denier = fields["unit"], fields["total"], game.unit(answer["unit"])
    ordinal = game.count(unit, "casts")
    attempt = yield from roll_test(game, "deny", denier, 2, total + 1, target=unit, number=ordinal)
    denied: bool = attempt.total > total
    yield from game.happen(
        "deny.tested",
        unit=denier,
        target=unit,
        power=fields["power"],
        dice=attempt.dice,
        modifier=attempt.modifier,
        total=attempt.total,
        needed=total + 1,
        denied=denied,
        counts={"denies": 1},
        rules=("deny.test", "deny.once", "deny"),
        **attempt.reasons,
    )
    return denied


DENIAL = Window(on=PASSED, who=_who_denies, decision="deny", rule="deny", then=_deny)
"""The opponent may deny a power whose test was passed."""
