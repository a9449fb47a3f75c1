"""Options of this game's decisions in words."""

from __future__ import annotations

from resolver.engine.asking import Asker
from resolver.engine.decision import Data, Decision
from resolver.engine.squares import corners_of
from resolver.engine.telling import Teller, Values
from resolver.rulesets.grundregelwerk import allowed, ground, set_up, worth
from resolver.rulesets.grundregelwerk.names import EDGES
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.shared.labels import moved_words


def label_edge(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a long edge of the table, with the squares of the strip along it."""
    edge = data["edge"]
    first, last = corners_of(asker.game.state.board, set_up.zone_at(asker.game, EDGES.index(edge)))
    return asker.say("edge", edge=asker.say(f"edge.{edge}"), first=first, last=last)


def label_activation(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a unit that is activated, or the Waaaaagh!."""
    return asker.say("activate.waaaaagh") if data["unit"] is None else asker.unit(data["unit"])


def label_action(asker: Asker, decision: Decision, data: Data) -> str:
    """Say an action, and what it does: how far one may go, and whether anybody is in reach."""
    action, unit = data["action"], asker.game.unit(decision.subject)
    if action in ("shoot", "suppressive-fire") and not _is_anybody_in_reach(asker, unit):
        return asker.say(f"action.{action}.far")
    far = ground.allowance(asker.game, unit, twice=action == "sprint").values()
    return asker.say(f"action.{action}", most=max(far, default=0.0))


def _is_anybody_in_reach(asker: Asker, unit: int) -> bool:
    game = asker.game
    reach = worth.reach_of(game, unit) + TOUCH
    return any(float(worth.gaps_between(game, unit, foe).min()) <= reach for foe in allowed.targets(game, unit))


def label_reaction(asker: Asker, decision: Decision, data: Data) -> str:
    """Say who reacts, and how; or that nobody does."""
    if data["unit"] is None:
        return asker.say("react.none")
    action = asker.teller.word("action", data["action"])
    return asker.say("react", unit=asker.teller.units[data["unit"]], action=action)


def label_march(asker: Asker, decision: Decision, data: Data) -> str:
    """Say where a unit moves, or that it stays."""
    return moved_words(asker, decision, data) if data["moves"] else asker.say("march.still")


def label_fire(asker: Asker, decision: Decision, data: Data) -> str:
    """Say at whom a unit shoots, with how many of which weapons."""
    if not data["shots"]:
        return asker.say("fire.none")
    target = asker.teller.units[data["shots"][0]["target"]]
    names: dict[str, int] = {}
    for row in data["shots"]:
        names[asker.weapon(row)] = names.get(asker.weapon(row), 0) + 1
    weapons = ", ".join(f"{number} x {name}" for name, number in names.items())
    return asker.say("fire", target=target, weapons=weapons)


def label_blade(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a melee weapon by its name."""
    return str(decision.data["weapons"][data["weapon"]])


def label_lost_weapon(asker: Asker, decision: Decision, data: Data) -> str:
    """Say the weapon that a vehicle loses."""
    return str(dict(map(tuple, decision.data["slots"]))[data["slot"]])


def action_values(teller: Teller, data: Data) -> Values:
    """Say what a unit has done in its activation."""
    return {"done": ", ".join(teller.word("action", action) for action in data["done"])}


def action_note(teller: Teller, data: Data) -> str:
    """Say which actions are not offered, and why: those together that are refused for the same reason."""
    together: dict[tuple[str, str], list[str]] = {}
    for action, rule, code in data["refused"]:
        together.setdefault((rule, code), []).append(teller.word("action", action))
    rows = [
        teller.say(
            "battle.not-offered",
            {"action": actions, "why": teller.say(f"battle.not-now.{code.partition('.')[2]}", {}), "rule": rule},
        )
        for (rule, code), actions in together.items()
    ]
    return teller.say("battle.not-possible", {"refused": "; ".join(rows)}) if rows else ""


def reaction_values(teller: Teller, data: Data) -> Values:
    """Say what the enemy has just done."""
    return {"action": teller.word("action", data["action"])}


def march_values(teller: Teller, data: Data) -> Values:
    """Say which kind of move it is."""
    return {"move": teller.word("kind-of-move", data["move"])}
