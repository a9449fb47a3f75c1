"""The rulebooks: one package for each edition; no package imports another."""

from __future__ import annotations

from collections.abc import Mapping

MODULES: Mapping[str, str] = {
    "aos-1e": "resolver.rulesets.aos_1e.descriptor",
    "wh40k-8e": "resolver.rulesets.wh40k_8e.descriptor",
    "wh40k-9e": "resolver.rulesets.wh40k_9e.descriptor",
    "grundregelwerk": "resolver.rulesets.grundregelwerk.descriptor",
}
"""The module that describes each system, by its id."""
