"""Options of this game's decisions in words."""

from __future__ import annotations

from math import atan2, degrees, isclose
from textwrap import shorten

from resolver.engine.asking import Asker
from resolver.engine.decision import Data, Decision
from resolver.engine.telling import Teller
from resolver.rulesets.aos_1e import spells
from resolver.rulesets.aos_1e.events import card_name
from resolver.shared.labels import label_shots, moved_words

MOST_TEXT = 160


def label_scenery(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a scenery rule."""
    return card_name(asker.teller, data["scenery"])


def label_features(asker: Asker, decision: Decision, data: Data) -> str:
    """Say how many terrain features a square gets."""
    return asker.say("features", number=data["number"])


def label_divide(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a border."""
    angle, board = data["angle"], asker.game.state.board
    if angle in (0, 90):
        return asker.say(f"divide.{angle:g}")
    corner = degrees(atan2(board.depth, board.width))
    for code, its in (("rising", corner), ("falling", 180 - corner)):
        if isclose(angle, its, abs_tol=0.01):
            return asker.say(f"divide.{code}")
    return asker.say("divide", angle=angle)


def label_general(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a model and its unit."""
    return asker.say("warlord", model=asker.teller.model(data["model"]), unit=asker.owner(data["model"]))


def label_objective(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a Sudden Death objective, or none."""
    if data["objective"] is None:
        return asker.say("sudden-death.none")
    name = card_name(asker.teller, data["objective"])
    if data["feature"] is None:
        return name
    return asker.say("sudden-death.feature", name=name, number=data["feature"] + 1)


def label_blessed(asker: Asker, decision: Decision, data: Data) -> str:
    """Say the die that is set, and to what; or that all are kept."""
    if data["die"] is None:
        return asker.say("roll-again.none")
    return asker.say("blessed", before=decision.data["dice"][data["die"]], place=data["die"] + 1, face=data["face"])


def label_action(asker: Asker, decision: Decision, data: Data) -> str:
    """Say what may be done in a hero phase, or that it is enough."""
    if data["action"] is None:
        return asker.say("act.none")
    action = decision.data["actions"][data["action"]]
    values = {"unit": asker.teller.units[action["unit"]]}
    if action["do"] == "cast":
        unit = asker.game.unit(action["unit"])
        power = next(power for power in asker.game.armies.units[unit].powers if power.id == action["power"])
        text = shorten(power.text, MOST_TEXT, placeholder=" \N{HORIZONTAL ELLIPSIS}")
        several = len(asker.game.state.standing(unit)) > 1
        who = asker.teller.model(action["model"]) if several else values["unit"]
        nobody = not spells.targets(asker.game, unit, action["model"], power)
        said = "act.cast.nobody" if nobody else "act.cast"
        return asker.say(said, unit=who, power=power.name, value=power.value, text=text)
    if action["do"] == "sacrifice":
        return asker.say("act.sacrifice", number=action["feature"] + 1, **values)
    return asker.say(f"act.{action['do']}", ability=action["ability"], **values)


def note_spells(teller: Teller, data: Data) -> str:
    """Say which spells are over for this turn, and why."""
    rows = [
        teller.say(
            "battle.not-offered",
            {
                "action": f"{teller.units[row['unit']]}: {row['spell']}",
                "why": teller.say(f"battle.not-now.{row['code'].partition('.')[2]}", {}),
                "rule": row["rule"],
            },
        )
        for row in data["refused"]
    ]
    return teller.say("battle.not-possible", {"refused": "; ".join(rows)}) if rows else ""


def label_unbinder(asker: Asker, decision: Decision, data: Data) -> str:
    """Say the wizard that tries to unbind, or that nobody does."""
    if data["model"] is None:
        return asker.say("deny.none")
    return asker.say("warlord", model=asker.teller.model(data["model"]), unit=asker.owner(data["model"]))


def label_move(asker: Asker, decision: Decision, data: Data) -> str:
    """Say how and where a unit moves."""
    kind = asker.say(f"move.{data['kind']}")
    return asker.say("move.way", kind=kind, way=moved_words(asker, decision, data)) if data["moves"] else kind


def label_strikes(asker: Asker, decision: Decision, data: Data) -> str:
    """Say declared attacks: how many weapons at whom."""
    shown: Data = {"shots": data["strikes"]}
    return label_shots(asker, decision, shown) or asker.say("strikes.closest")
