"""All kinds of decisions of this edition: those that editions share, and its own.

Who is asked and what `decision.data` says stands in docs/resolver.md; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping

from resolver.engine.ruleset import DecisionKind
from resolver.rulesets.common.decisions import SHARED, finite, model, shape
from resolver.rulesets.wh40k_9e import morale

DECISIONS: Mapping[str, DecisionKind] = {
    **SHARED,
    "remove": finite(shape(model=model()), morale.remove_options),
}
