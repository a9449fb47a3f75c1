"""All kinds of decisions of this edition: those that editions share, and its own.

Who is asked and what `decision.data` says stands in docs/resolver.md; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.fields import Items, Whole
from resolver.engine.ruleset import DecisionKind
from resolver.rulesets.common.decisions import MOST_MODELS, SHARED, finite, listed, model, shape
from resolver.rulesets.wh40k_9e import deployment, morale

DECISIONS: Mapping[str, DecisionKind] = {
    **SHARED,
    "split": listed(
        shape(models=Items(Whole(most=MOST_MODELS), most=MOST_MODELS, required=True)),
        deployment.split_options,
        deployment.split_check,
    ),
    "remove": finite(shape(model=model()), morale.remove_options),
}
