"""All kinds of decisions of this edition: those that editions share, and its own.

Who is asked and what `decision.data` says stands in docs/resolver.md; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from datasheets.fields import Amount, Text
from datasheets.systems import system
from datasheets.words import has_words
from resolver.engine.asking import Asker
from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import DecisionKinds, decisions_by_name, finite, open_kind, shape, with_worth
from resolver.engine.game import Game
from resolver.families.wh40k.decisions import FAMILY_DECISIONS
from resolver.rulesets.wh40k_8e import deployment, traits


def _divide_label(asker: Asker, decision: Decision, data: Data) -> str:
    angle = f"{data['angle']:g}"
    return asker.say(f"divide.{angle}" if has_words(f"option.divide.{angle}") else "divide", angle=angle)


def _trait_label(asker: Asker, decision: Decision, data: Data) -> str:
    names = {row["trait"]: row["name"] for row in decision.data["traits"]}
    names |= {trait.id: trait.name for trait in system(asker.game.ruleset.id).traits if trait.id in names}
    return asker.say("trait", name=names[data["trait"]]) if data["trait"] in names else asker.say("trait.roll")


def _middle_worth(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Put markers where both armies get to: nobody knows yet which half is whose."""
    board = game.state.board
    return [-hypot(option["at"][0] - board.width / 2, option["at"][1] - board.depth / 2) for option in options]


DECISIONS: DecisionKinds = {
    **FAMILY_DECISIONS,
    **decisions_by_name(
        (
            with_worth(FAMILY_DECISIONS["place-marker"], _middle_worth),
            open_kind(
                "divide",
                shape(angle=Amount(least=0, most=180, required=True)),
                deployment.divide_options,
                deployment.divide_check,
                _divide_label,
            ),
            finite("warlord-trait", shape(trait=Text(required=True)), traits.options, _trait_label),
        )
    ),
}
