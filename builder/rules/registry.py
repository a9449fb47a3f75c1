"""The one registry of army rules, found by the id of their system; battles of the same id are in `resolver.engine.registry`.

A module is imported when its system is first asked for; it offers its table of steps, `RULES`. A system without one is
judged by its data alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.rules.steps import Rules

DATA_ONLY = "builder.rules.data_only"
_MODULES: dict[str, str] = {
    "aos-1e": "builder.rules.aos_1e",
    "grundregelwerk": "builder.rules.grundregelwerk",
    "wh40k-2e": "builder.rules.wh40k_2e",
    "wh40k-8e": "builder.rules.wh40k_8e",
    "wh40k-9e": "builder.rules.wh40k_9e",
}


def register(modules: Mapping[str, str]) -> None:
    """Add army rules: the module of each system that offers its `RULES`, by the system's id."""
    _MODULES.update(modules)


def judged_systems() -> tuple[str, ...]:
    """Return the ids of the systems whose armies are judged by their own rules."""
    return tuple(_MODULES)


def army_rules(id: str) -> Rules:
    """Return the army rules of a system; where there are none, what its data say."""
    found: Rules = import_module(_MODULES.get(id, DATA_ONLY)).RULES
    return found
