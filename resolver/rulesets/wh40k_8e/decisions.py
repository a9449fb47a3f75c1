"""All kinds of decisions of this edition: those that editions share, and its own.

Who is asked and what `decision.data` says stands in docs/resolver.md; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.fields import Amount, Text
from resolver.engine.ruleset import DecisionKind
from resolver.rulesets.common.decisions import SHARED, finite, proposed, shape
from resolver.rulesets.wh40k_8e import deployment, traits

DECISIONS: Mapping[str, DecisionKind] = {
    **SHARED,
    "divide": proposed(
        shape(angle=Amount(least=0, most=180, required=True)), deployment.divide_options, deployment.divide_check
    ),
    "warlord-trait": finite(shape(trait=Text(required=True)), traits.options),
}
