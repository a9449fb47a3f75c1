"""How a program that plays this edition weighs what it may choose: one function for each kind of decision.

Each is given the battle as the player sees it, the decision and its options, and returns a number for each option; more is
better, in Power (`weights`). Kinds that are not in `VALUATION` have no opinion: the first option is as good as any.

| module | weighs |
|---|---|
| `worth` | units, models and wounds; exact expected worth that attacks take |
| `reach` | what units could do to each other, weapon by weapon |
| `position` | standing somewhere: markers, shooting, charging, threats |
| `moves` `strikes` `powers` `turns` | the kinds of decisions |
"""

from __future__ import annotations

from collections.abc import Mapping

from resolver.engine.ruleset import Valuer
from resolver.rulesets.common.valuation import moves, powers, strikes, turns

VALUATION: Mapping[str, Valuer] = {
    "choose-zone": turns.zone,
    "start-embarked": moves.start_embarked,
    "select": turns.select,
    "set-up": moves.set_up,
    "pick-unit": powers.picked,
    "re-roll": powers.again,
    "roll-again": powers.roll_again,
    "count-for": turns.count_for,
    "move": moves.move,
    "advance": moves.advance,
    "embark": moves.embark,
    "disembark": moves.disembark,
    "arrive": moves.arrive,
    "power": powers.power,
    "deny": powers.deny,
    "shots": strikes.shots,
    "allocate": turns.loss,
    "charge": strikes.charge,
    "overwatch": turns.overwatch,
    "charge-move": moves.closing,
    "heroic-move": moves.closing,
    "pile-in": moves.closing,
    "melee": strikes.fight,
    "consolidate": moves.closing,
    "flee": turns.loss,
    "casualty": turns.loss,
}
