"""All kinds of decisions of this edition: those that editions share, and its own.

Who is asked and what `decision.data` says stands in docs/resolver.md; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping

from resolver.engine.ruleset import DecisionKind
from resolver.rulesets.common.decisions import SHARED

DECISIONS: Mapping[str, DecisionKind] = {**SHARED}
