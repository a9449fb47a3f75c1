"""Options of this game's decisions in words."""

from __future__ import annotations

from textwrap import shorten

from resolver.engine.asking import Asker
from resolver.engine.decision import Data, Decision
from resolver.shared.labels import moved_words

MOST_TEXT = 200


def label_warlord(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a model and its unit."""
    return asker.say("warlord", model=asker.teller.model(data["model"]), unit=asker.owner(data["model"]))


def label_split(asker: Asker, decision: Decision, data: Data) -> str:
    """Say the models that become a unit of their own, or that none do."""
    names = ", ".join(asker.teller.model(model) for model in data["models"])
    return asker.say("split", models=names) if names else asker.say("split.whole")


def label_embarked(asker: Asker, decision: Decision, data: Data) -> str:
    """Say who starts the battle in which transport."""
    rows = [
        asker.say("embarked", unit=asker.teller.units[key], transport=asker.owner(model))
        for key, model in data["embarked"].items()
    ]
    return "; ".join(rows) or asker.say("start-embarked.nobody")


def label_move(asker: Asker, decision: Decision, data: Data) -> str:
    """Say how and where a unit moves."""
    kind = asker.say(f"move.{data['kind']}")
    if data["moves"]:
        return asker.say("move.way", kind=kind, way=moved_words(asker, decision, data))
    return asker.say("move.still", kind=kind) if data["kind"] == "normal" else kind


def label_embark(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a transport, or that a unit stays outside."""
    transport = data["transport"]
    return asker.say("embark.none") if transport is None else asker.say("embark", transport=asker.owner(transport))


def label_power(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a power, its warp charge and what it does, or that no more are attempted."""
    if data["power"] is None:
        return asker.say("power.none")
    charge = next(row["warp_charge"] for row in decision.data["powers"] if row["power"] == data["power"])
    known = asker.game.armies.units[asker.game.unit(decision.subject)].powers
    text = next((power.text for power in known if power.id == data["power"]), "")
    shown = shorten(text, MOST_TEXT, placeholder=" \N{HORIZONTAL ELLIPSIS}")
    return asker.say("power", power=asker.teller.powers[data["power"]], charge=charge, text=shown).removesuffix(": ")


def label_charge(asker: Asker, decision: Decision, data: Data) -> str:
    """Say the targets of a charge and how far away they are."""
    state = asker.game.state
    bodies = state.bodies(state.standing(asker.game.unit(decision.subject)))
    gaps = {key: round(asker.places.gap(state, bodies, asker.game.unit(key)), 1) for key in data["targets"]}
    return "; ".join(asker.say("charge", target=asker.teller.units[key], distance=gap) for key, gap in gaps.items())


def label_save(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a save and what it needs."""
    needed = next(row["needed"] for row in decision.data["saves"] if row["save"] == data["save"])
    return asker.say(f"save.{data['save']}", needed=needed or 7)


def label_toughness(asker: Asker, decision: Decision, data: Data) -> str:
    """Say a Toughness."""
    return asker.say("toughness", toughness=data["toughness"])
