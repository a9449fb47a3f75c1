"""Conditions of effects: one small function for each, asked about the unit or model that the effect concerns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from datasheets.effects.effect import Condition
from resolver.engine.game import Game
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.effect_rules import Case, Source, Test
from resolver.shared.rules import shared_rules
from resolver.shared.units import engagement, strength
from resolver.table.geometry import EPSILON


def holds(
    game: Game, source: Source, conditions: Iterable[Condition], unit: int, model: int | None, context: AttackContext
) -> bool:
    """Tell whether all conditions of an effect hold for the unit or model that it concerns."""
    return all(
        find_test(game, condition).passes(Case(game, source, unit, model, context), condition) != condition.negated
        for condition in conditions
    )


def find_test(game: Game, condition: Condition) -> Test:
    """Return how a condition is tested: as everywhere, or as the ruleset says."""
    return TESTS.get(condition.name) or shared_rules(game).effects.conditions[condition.name]


def is_of_attack(game: Game, condition: Condition) -> bool:
    """Tell whether a condition is about one attack: of a lasting effect it is asked then, all others at its trigger."""
    return find_test(game, condition).of_attack


def is_between(condition: Condition, value: float | None) -> bool:
    """Tell whether a value is within the bounds of a condition."""
    return value is not None and condition.parameters["at_least"] <= value <= condition.parameters["at_most"] + EPSILON


def has_mark(mark: str) -> Test:
    """Return the test whether the unit has a mark."""
    return Test(lambda case, _: case.game.has_mark(case.unit, mark))


def _below_half(game: Game, unit: int) -> bool:
    return unit >= 0 and strength.below_half(game, unit)


def _near(case: Case, condition: Condition) -> bool:
    game, given = case.game, condition.parameters
    side = game.owner(case.unit) if given["side"] == "friendly" else 1 - game.owner(case.unit)
    return any(
        other != case.unit
        and engagement.unit_keywords(game, other).has_any(given["keywords"])
        and engagement.within(game, case.unit, other, given["distance"])
        for other in game.units_on_table(side)
    )


def _target_keyword(case: Case, condition: Condition) -> bool:
    target = case.context.target
    return target >= 0 and engagement.unit_keywords(case.game, target).has_any(condition.parameters["keywords"])


def _attacker_keyword(case: Case, condition: Condition) -> bool:
    return case.context.attacker >= 0 and any(
        engagement.model_has(case.game, case.context.attacker, word) for word in condition.parameters["keywords"]
    )


def _struck_keyword(case: Case, condition: Condition) -> bool:
    return case.context.struck >= 0 and any(
        engagement.model_has(case.game, case.context.struck, word) for word in condition.parameters["keywords"]
    )


def _target_closest(case: Case, _: Condition) -> bool:
    game, context = case.game, case.context
    if context.target < 0:
        return False
    enemies = game.units_on_table(game.owner(context.target))
    nearest = min(engagement.distance(game, context.unit, enemy) for enemy in enemies)
    return engagement.distance(game, context.unit, context.target) <= nearest + EPSILON


TESTS: Mapping[str, Test] = {
    "phase": Test(lambda case, c: case.game.step.phase == c.parameters["phase"]),
    "own-turn": Test(lambda case, c: case.game.active == case.game.owner(case.source.unit)),
    "round": Test(lambda case, c: is_between(c, case.game.state.round)),
    "shooting": Test(lambda case, c: case.context.ranged is True, of_attack=True),
    "fighting": Test(lambda case, c: case.context.ranged is False, of_attack=True),
    "targeted": Test(lambda case, c: case.context.target == case.unit, of_attack=True),
    "weapon-strength": Test(lambda case, c: is_between(c, case.context.strength), of_attack=True),
    "half-range": Test(lambda case, c: case.context.half_range, of_attack=True),
    "target-distance": Test(lambda case, c: is_between(c, case.context.distance), of_attack=True),
    "target-keyword": Test(_target_keyword, of_attack=True),
    "target-models": Test(
        lambda case, c: is_between(c, len(case.game.state.models_of(case.context.target))), of_attack=True
    ),
    "target-below-half-strength": Test(lambda case, c: _below_half(case.game, case.context.target), of_attack=True),
    "target-closest": Test(_target_closest, of_attack=True),
    "struck-keyword": Test(_struck_keyword, of_attack=True),
    "struck-save": Test(lambda case, c: 0 < (case.context.struck_save or 0) <= int(c.parameters["save"][0]), of_attack=True),
    "attacker-keyword": Test(_attacker_keyword, of_attack=True),
    "engaged": Test(lambda case, c: engagement.is_engaged(case.game, case.unit)),
    "below-starting-strength": Test(lambda case, c: strength.below_starting(case.game, case.unit)),
    "below-half-strength": Test(lambda case, c: _below_half(case.game, case.unit)),
    "wounds": Test(
        lambda case, c: any(
            is_between(c, int(case.game.state.wounds[model]))
            for model in ([case.model] if case.model is not None else case.game.state.models_of(case.unit))
        )
    ),
    "models": Test(lambda case, c: is_between(c, len(case.game.state.models_of(case.unit)))),
    "keyword": Test(lambda case, c: engagement.unit_keywords(case.game, case.unit).has_any(c.parameters["keywords"])),
    "near": Test(_near),
    "mortal": Test(lambda case, c: case.context.mortal, of_attack=True),
}
"""Conditions that every ruleset knows; others are the ruleset's own (`SharedRules.conditions`)."""
OF_STRUCK = frozenset({"struck-keyword", "struck-save"})
"""Conditions about the model to which an attack is allocated: the damage alone may depend on them."""
