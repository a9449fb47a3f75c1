"""All kinds of decisions of this edition: those that editions share, and its own.

Who is asked and what `decision.data` says stands in docs/resolver.md; a test holds the two together.
"""

from __future__ import annotations

from resolver.engine.decision_kinds import DecisionKinds, decisions_by_name, finite, shape
from resolver.families.wh40k.decisions import FAMILY_DECISIONS
from resolver.rulesets.wh40k_9e import morale
from resolver.shared.decisions import MODEL, model
from resolver.shared.labels import label_model

DECISIONS: DecisionKinds = {
    **FAMILY_DECISIONS,
    **decisions_by_name((finite("remove", shape(model=model()), morale.remove_options, label_model, aim=MODEL),)),
}
