"""What the numbers of models of two armies say in systems that measure armies by them: read from their rulebooks."""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.systems import rulebook
from datasheets.systems.system import System


def has_ratio(system: System) -> bool:
    """Whether a system says from which ratio of models on an army is outnumbered."""
    rule = system.rule("outnumbered")
    numbers = rulebook(system.id).rule(rule).numbers if rule else None
    return isinstance(numbers, Mapping) and {"ratio_denominator", "ratio_numerator"} <= numbers.keys()


def is_outnumbered(models: int, enemies: int, system: System) -> bool:
    """Whether an army has so many fewer models than the other that it is outnumbered (AOS-SUDDEN-01)."""
    ratio = _numbers(system, "outnumbered")
    return models > 0 and ratio["ratio_denominator"] * enemies >= ratio["ratio_numerator"] * models


def models_of_an_evening(system: System) -> int:
    """Return about how many models on each side fill an evening (AOS-ARMY-03)."""
    return _numbers(system, "size-guide")["guideline_models_per_side"]


def _numbers(system: System, rule: str) -> Mapping[str, int]:
    numbers = rulebook(system.id).rule(system.rule(rule)).numbers
    if not isinstance(numbers, Mapping):
        raise ValueError(f"{system.rule(rule)} has no numbers")
    return numbers
