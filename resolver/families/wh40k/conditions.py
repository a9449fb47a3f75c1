"""Conditions of effects that only this game knows: its moves, its weapon types, its powers and Warlords."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from datasheets.effects.effect import Condition
from datasheets.systems.system import Part
from resolver.families.wh40k.edition import edition
from resolver.shared.effects.conditions import has_mark, is_between
from resolver.shared.effects.effect_rules import Case, Test
from resolver.shared.effects.sources import bearers
from resolver.shared.units import characteristics


def _weapon_type(case: Case, condition: Condition) -> bool:
    printed = _printed_value(case, "type").casefold()
    return any(printed.startswith(name.casefold()) for name in condition.parameters["types"])


def _printed_value(case: Case, part: Part) -> str:
    weapon = case.context.weapon
    return weapon.characteristics[characteristics.of_weapon(case.game, part).key] if weapon else ""


def _number(case: Case, part: Part) -> int | None:
    try:
        return int(_printed_value(case, part))
    except ValueError:
        return None


def _was_charged(case: Case, _: Condition) -> bool:
    declared = np.flatnonzero(case.game.state.pairs[:, case.unit])
    return any(case.game.has_mark(int(unit), "charged") for unit in declared)


def _in_cover(case: Case, _: Condition) -> bool:
    context = case.context
    return context.target >= 0 and bool(edition(case.game).combat.cover(case.game, context.target, context))


def _has_moved(case: Case, _: Condition) -> bool:
    return any(case.game.has_mark(case.unit, mark) for mark in ("normal-move", "advanced", "fell-back"))


def _stationary(case: Case, _: Condition) -> bool:
    return case.game.has_mark(case.unit, "stationary") and not case.game.has_mark(case.unit, "disembarked")


CONDITIONS: Mapping[str, Test] = {
    "overwatch": Test(lambda case, c: case.context.reacting, of_attack=True),
    "weapon-type": Test(_weapon_type, of_attack=True),
    "weapon-ap": Test(lambda case, c: _number(case, "penetration") in c.parameters["values"], of_attack=True),
    "weapon-damage": Test(lambda case, c: is_between(c, _number(case, "damage")), of_attack=True),
    "target-toughness": Test(lambda case, c: is_between(c, case.context.resistance), of_attack=True),
    "target-in-cover": Test(_in_cover, of_attack=True),
    "arrived": has_mark("arrived"),
    "charged": has_mark("charged"),
    "was-charged": Test(_was_charged),
    "intervened": has_mark("intervened"),
    "moved": Test(_has_moved),
    "stationary": Test(_stationary),
    "advanced": has_mark("advanced"),
    "fell-back": has_mark("fell-back"),
    "disembarked": has_mark("disembarked"),
    "warlord": Test(lambda case, c: any(case.game.model_marked(m, "warlord") for m in bearers(case.game, case.source))),
    "psychic-test": Test(lambda case, c: is_between(c, case.context.test)),
    "psychic": Test(lambda case, c: case.context.by_power),
}
