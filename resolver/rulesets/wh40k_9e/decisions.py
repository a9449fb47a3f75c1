"""All kinds of decisions of this edition: those that editions share, and its own.

Who is asked and what `decision.data` says stands in docs/resolver.md; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.fields import Choice, Flag, Items, Whole
from resolver.engine.ruleset import DecisionKind
from resolver.rulesets.common.decisions import MOST_MODELS, SHARED, finite, listed, model, poses, proposed, shape
from resolver.rulesets.wh40k_9e import deployment, mission_only_war, morale

DECISIONS: Mapping[str, DecisionKind] = {
    **SHARED,
    "warlord": finite(shape(model=model()), mission_only_war.warlord_options),
    "choose-zone": finite(shape(zone=Whole(required=True)), lambda g, d: ({"zone": 1}, {"zone": 2})),
    "split": listed(
        shape(models=Items(Whole(most=MOST_MODELS), most=MOST_MODELS, required=True)),
        deployment.split_options,
        deployment.split_check,
    ),
    "set-up": proposed(
        shape(poses=poses(), reserves=Flag(required=True)), deployment.set_up_options, deployment.set_up_check
    ),
    "choose-turn": finite(
        shape(turn=Choice(("first", "second"), required=True)), lambda g, d: ({"turn": "first"}, {"turn": "second"})
    ),
    "flee": finite(shape(model=model()), morale.model_options),
    "remove": finite(shape(model=model()), morale.remove_options),
    "casualty": finite(shape(model=model()), morale.model_options),
}
