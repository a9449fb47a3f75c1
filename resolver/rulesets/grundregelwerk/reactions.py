"""Reactions: when an enemy unit has ended an action in sight, a unit with a reaction marker may take a short action.

A reaction is no action of an activation, so none answers to it: there is an end of them. Source: GRW-SECURE-01..05,
GRW-SPRINT-02, GRW-Q-33, -74, -90.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.engine.windows import Opening, Window
from resolver.rulesets.grundregelwerk import allowed, states
from resolver.rulesets.grundregelwerk.activation import perform
from resolver.rulesets.grundregelwerk.sight import sees


def witnesses(game: Game, unit: int) -> list[int]:
    """Return the enemy units with a reaction marker that see a unit now."""
    foes = game.units_on_table(1 - game.owner(unit)) if game.on_table(unit) else []
    return [foe for foe in foes if game.count(foe, "reaction") and sees(game, foe, unit)]


def answers(game: Game, among: Sequence[int]) -> list[tuple[str, str]]:
    """Return which of these units may still react, and how: (unit, action)."""
    return [
        (game.key(unit), action)
        for unit in among
        if game.on_table(unit) and not game.has_mark(unit, "reacted")
        for action in allowed.REACTIONS
        if allowed.refusal(game, unit, action, reaction=True) is None
    ]


def _who(game: Game, fields: Data) -> Iterator[Opening]:
    """Ask until nobody is left who may react, or the player wants no more reactions to this action.

    Who saw the unit where it ended its action may react, whatever the reactions before have done to it (GRW-Q-33).
    """
    unit, before = fields["unit"], None
    among = witnesses(game, unit)
    while (found := answers(game, among)) and found != before:
        before = found
        shown = {"target": game.key(unit), "action": fields["action"], "reactions": [list(each) for each in found]}
        yield Opening(1 - game.owner(unit), None, shown)


def _react(game: Game, fields: Data, opening: Opening, answer: Data) -> Script[None]:
    if answer["unit"] is None:
        return
    unit = game.unit(answer["unit"])
    yield from game.happen(
        "reaction.made",
        unit=unit,
        target=fields["unit"],
        action=answer["action"],
        marks=["reacted"],
        counts={"reaction": -game.count(unit, "reaction")},
        rules=("GRW-SECURE-02", "GRW-SECURE-03", "GRW-SECURE-04", "GRW-SECURE-05"),
    )
    yield from perform(game, unit, answer["action"], "reaction")


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every reaction of every unit that may react, and none."""
    yield {"unit": None, "action": ""}
    yield from ({"unit": key, "action": action} for key, action in decision.data["reactions"])


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a reaction of a unit that has none left, that does not see the enemy, or whose state forbids the action."""
    if data["unit"] is None:
        return None if data["action"] == "" else Refusal("GRW-SECURE-02", "react.who", {})
    unit = game.armies.by_key.get(data["unit"])
    if unit is None or game.owner(unit) != decision.player or not game.on_table(unit):
        return Refusal("GRW-SECURE-02", "activate.not-yours", {})
    if game.has_mark(unit, "reacted"):
        return Refusal("GRW-SECURE-05", "react.again", {"unit": data["unit"]})
    if not game.count(unit, "reaction"):
        return Refusal("GRW-SECURE-01", "react.no-marker", {"unit": data["unit"]})
    blind = Refusal("GRW-SECURE-02", "fire.not-seen", {"target": decision.data["target"]})
    reactions = decision.data["reactions"]
    target = game.unit(decision.data["target"])
    seen = any(key == data["unit"] for key, _ in reactions)
    if not seen and not (game.on_table(target) and sees(game, unit, target)):
        return blind
    if data["action"] not in allowed.REACTIONS:
        return Refusal("GRW-Q-33", "react.which", {})
    found = allowed.refusal(game, unit, data["action"], reaction=True)
    return blind if found is None and [data["unit"], data["action"]] not in reactions else found


def is_marked(game: Game, unit: int) -> bool:
    """Tell whether a unit has a reaction marker."""
    return game.count(unit, "reaction") > 0 and not states.is_fleeing(game, unit)


REACTION = Window(on="action.ended", who=_who, decision="react", rule="GRW-SECURE-02", then=_react)
