"""The rulebooks: one package for each edition. `ruleset(id)` finds one; no package imports another."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from datasheets.words import Said

if TYPE_CHECKING:
    from resolver.engine.ruleset import Ruleset

PACKAGES = {"wh40k-8e": "resolver.rulesets.wh40k_8e", "wh40k-9e": "resolver.rulesets.wh40k_9e"}
"""The editions that battles can be played by."""

MUSTER = {"wh40k-8e": "resolver.rulesets.wh40k_8e.muster", "wh40k-9e": "resolver.rulesets.wh40k_9e.muster"}
"""The modules with facts about two armies together."""


class UnknownRuleset(KeyError):
    """No ruleset of that id can be played."""

    def __str__(self) -> str:
        return Said("error.not-playable", {"system": repr(self.args[0]), "systems": tuple(PACKAGES)})


@cache
def ruleset(id: str) -> Ruleset:
    """Return a ruleset by the id of its system.

    Raises:
        UnknownRuleset: There is none.
    """
    if id not in PACKAGES:
        raise UnknownRuleset(id)
    found: Ruleset = import_module(PACKAGES[id]).RULESET
    return found
