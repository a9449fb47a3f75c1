"""Conditions of effects: one small function for each, asked about the unit or model that the effect concerns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from datasheets.effects import Condition
from resolver.engine.enlisted import WeaponProfile
from resolver.engine.game import Game
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.effects.sources import Source, bearers
from resolver.rulesets.common.units import engagement, strength
from resolver.table.geometry import EPSILON


class Scene(NamedTuple):
    """What is going on while the question is asked. `attacker` is a model, `unit` its unit, `target` a unit.

    `ranged` is None outside attacks. `strength`, `toughness`, `distance` and `half_range` are of the
    attack, `struck` is the model to which it is allocated, `struck_save` its Save, `test` is the result of a Psychic test.
    """

    attacker: int = -1
    unit: int = -1
    target: int = -1
    weapon: WeaponProfile | None = None
    ranged: bool | None = None
    overwatch: bool = False
    half_range: bool = False
    distance: float | None = None
    strength: int | None = None
    toughness: int | None = None
    struck: int = -1
    struck_save: int | None = None
    test: int | None = None
    mortal: bool = False
    psychic: bool = False


CALM = Scene()


def holds(game: Game, source: Source, conditions: Iterable[Condition], unit: int, model: int | None, scene: Scene) -> bool:
    """Tell whether all conditions of an effect hold for the unit or model that it concerns."""
    return all(
        _CONDITIONS[condition.name](_Case(game, source, unit, model, scene), condition) != condition.negated
        for condition in conditions
    )


@dataclass(frozen=True, slots=True)
class _Case:
    game: Game
    source: Source
    unit: int
    model: int | None
    scene: Scene


def _band(condition: Condition, value: float | None) -> bool:
    return value is not None and condition.parameters["at_least"] <= value <= condition.parameters["at_most"] + EPSILON


def _marked(mark: str) -> Callable[[_Case, Condition], bool]:
    return lambda case, _: case.game.marked(case.unit, mark)


def _below_half(game: Game, unit: int) -> bool:
    return unit >= 0 and strength.below_half(game, unit)


def _near(case: _Case, condition: Condition) -> bool:
    game, given = case.game, condition.parameters
    side = game.owner(case.unit) if given["side"] == "friendly" else 1 - game.owner(case.unit)
    return any(
        other != case.unit
        and engagement.unit_keywords(game, other).has_any(given["keywords"])
        and engagement.within(game, case.unit, other, given["distance"])
        for other in game.fielded(side)
    )


def _weapon_type(case: _Case, condition: Condition) -> bool:
    weapon = case.scene.weapon
    printed = weapon.characteristics["Type"].casefold() if weapon else ""
    return any(printed.startswith(name.casefold()) for name in condition.parameters["types"])


def _weapon_number(case: _Case, key: str) -> int | None:
    weapon = case.scene.weapon
    try:
        return int(weapon.characteristics[key]) if weapon else None
    except ValueError:
        return None


def _was_charged(case: _Case, _: Condition) -> bool:
    declared = np.flatnonzero(case.game.state.pairs[:, case.unit])
    return any(case.game.marked(int(unit), "charged") for unit in declared)


def _target_keyword(case: _Case, condition: Condition) -> bool:
    target = case.scene.target
    return target >= 0 and engagement.unit_keywords(case.game, target).has_any(condition.parameters["keywords"])


def _attacker_keyword(case: _Case, condition: Condition) -> bool:
    return case.scene.attacker >= 0 and any(
        engagement.model_has(case.game, case.scene.attacker, word) for word in condition.parameters["keywords"]
    )


def _struck_keyword(case: _Case, condition: Condition) -> bool:
    return case.scene.struck >= 0 and any(
        engagement.model_has(case.game, case.scene.struck, word) for word in condition.parameters["keywords"]
    )


def _target_closest(case: _Case, _: Condition) -> bool:
    game, scene = case.game, case.scene
    if scene.target < 0:
        return False
    enemies = game.fielded(game.owner(scene.target))
    nearest = min(engagement.distance(game, scene.unit, enemy) for enemy in enemies)
    return engagement.distance(game, scene.unit, scene.target) <= nearest + EPSILON


def _in_cover(case: _Case, _: Condition) -> bool:
    scene = case.scene
    return scene.target >= 0 and edition(case.game).combat.cover(case.game, scene.target, scene) > 0


_CONDITIONS: Mapping[str, Callable[[_Case, Condition], bool]] = {
    "phase": lambda case, c: case.game.step.phase == c.parameters["phase"],
    "own-turn": lambda case, c: case.game.state.turn == case.game.owner(case.source.unit),
    "round": lambda case, c: _band(c, case.game.state.round),
    "shooting": lambda case, c: case.scene.ranged is True,
    "fighting": lambda case, c: case.scene.ranged is False,
    "overwatch": lambda case, c: case.scene.overwatch,
    "targeted": lambda case, c: case.scene.target == case.unit,
    "weapon-type": _weapon_type,
    "weapon-strength": lambda case, c: _band(c, case.scene.strength),
    "weapon-ap": lambda case, c: _weapon_number(case, "AP") in c.parameters["values"],
    "weapon-damage": lambda case, c: _band(c, _weapon_number(case, "D")),
    "half-range": lambda case, c: case.scene.half_range,
    "target-distance": lambda case, c: _band(c, case.scene.distance),
    "target-keyword": _target_keyword,
    "target-models": lambda case, c: _band(c, len(case.game.state.models_of(case.scene.target))),
    "target-toughness": lambda case, c: _band(c, case.scene.toughness),
    "target-below-half-strength": lambda case, c: _below_half(case.game, case.scene.target),
    "target-closest": _target_closest,
    "target-in-cover": _in_cover,
    "struck-keyword": _struck_keyword,
    "struck-save": lambda case, c: 0 < (case.scene.struck_save or 0) <= int(c.parameters["save"][0]),
    "attacker-keyword": _attacker_keyword,
    "charged": _marked("charged"),
    "was-charged": _was_charged,
    "intervened": _marked("intervened"),
    "moved": lambda case, c: any(case.game.marked(case.unit, m) for m in ("normal-move", "advanced", "fell-back")),
    "stationary": lambda case, _: (
        case.game.marked(case.unit, "stationary") and not case.game.marked(case.unit, "disembarked")
    ),
    "advanced": _marked("advanced"),
    "fell-back": _marked("fell-back"),
    "arrived": _marked("arrived"),
    "disembarked": _marked("disembarked"),
    "engaged": lambda case, c: engagement.engaged(case.game, case.unit),
    "below-starting-strength": lambda case, c: strength.below_starting(case.game, case.unit),
    "below-half-strength": lambda case, c: _below_half(case.game, case.unit),
    "wounds": lambda case, c: any(
        _band(c, int(case.game.state.wounds[model]))
        for model in ([case.model] if case.model is not None else case.game.state.models_of(case.unit))
    ),
    "models": lambda case, c: _band(c, len(case.game.state.models_of(case.unit))),
    "keyword": lambda case, c: engagement.unit_keywords(case.game, case.unit).has_any(c.parameters["keywords"]),
    "warlord": lambda case, c: any(case.game.model_marked(m, "warlord") for m in bearers(case.game, case.source)),
    "near": _near,
    "psychic-test": lambda case, c: _band(c, case.scene.test),
    "psychic": lambda case, c: case.scene.psychic,
    "mortal": lambda case, c: case.scene.mortal,
}
OF_ATTACKS = frozenset(
    {
        "shooting",
        "fighting",
        "overwatch",
        "targeted",
        "weapon-type",
        "weapon-strength",
        "weapon-ap",
        "weapon-damage",
        "half-range",
    }
    | {name for name in _CONDITIONS if name.startswith("target-")}
    | {"attacker-keyword", "mortal", "struck-keyword", "struck-save"}
)
"""Conditions about one attack: those of a lasting effect are asked at the attack, all others at its trigger."""
OF_STRUCK = frozenset({"struck-keyword", "struck-save"})
"""Conditions about the model to which an attack is allocated: the damage alone may depend on them."""
