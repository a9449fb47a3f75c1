"""To whom attacks are allocated, wounds lost and ignored, mortal wounds, destroyed models, explosions."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.case import Case, Checks, Fault
from tests.referee.documents import Source
from tests.referee.effects import Scene, find_effects
from tests.referee.geometry import gap, within
from tests.referee.numbers import roll_modifiers
from tests.referee.table import Model
from tests.referee.values import dice
from tests.referee.wh40k.attacks import scene_of

CHECKS = Checks()
WITHOUT_WOUNDS = ("no-room", "minimum-move", "never-arrived", "destroyed-transport", "coherency")
"""Causes by which models are destroyed that have wounds left."""
INFLICTS = ("mortal-wounds", "explodes", "attack-mortal-wounds")
"""Other kinds of effects by which an ability inflicts mortal wounds."""
OVER = ("attacks.began", "unit.selected", "phase.ended", "battle.ended", "charge.rolled")


@CHECKS.on("attack.allocated")
def check_allocation(case: Case) -> Iterator[Fault]:
    """A model that has lost wounds, or was allocated an attack in this phase, comes first."""
    table, number = case.table, case.event["model"]
    models = [model for model in table.standing(case.unit) if model.wounds > 0]
    bound = table.allocated if case.numbers.allocated_first else set()
    first = [model.number for model in models if model.wounds < model.full or model.number in bound]
    if number not in [model.number for model in models]:
        yield "allocate.model", f"An attack on {case.unit} is allocated to model {number}, which is not there."
    elif first and number not in first and not _is_named(case):
        yield "allocate.first", f"An attack on {case.unit} is allocated to model {number}; {first} comes first."
    pending = case.memory.setdefault("mortal", {})
    if pending.get(_key(case), 0) > 0:
        pending[_key(case)] -= 1
        case.memory["mortal blow"] = number


def _is_named(case: Case) -> bool:
    """Whether a rule names the model that suffers: the bearer of a weapon that harms it."""
    effects = (s.effect for s in case.table.armies.sources if s.name == case.event.get("cause"))
    return any(effect["kind"] == "harm-bearer" for effect in effects)


def _key(case: Case) -> tuple[str, str]:
    return case.unit, str(case.event.get("cause"))


@CHECKS.on("wounds.lost")
def check_lost_wounds(case: Case) -> Iterator[Fault]:
    """The damage, less what was ignored; what a destroyed model does not need is lost."""
    event, model = case.event, case.table.models[case.event["model"]]
    wounds, ignored, excess = event["wounds"], event.get("ignored") or 0, event.get("lost_excess") or 0
    if event["left"] != model.wounds - wounds or event["left"] < 0 or wounds < 1:
        yield "wounds.left", f"Model {model.number} with {model.wounds} wounds loses {wounds} and has {event['left']} left."
    if excess and event["left"]:
        yield "wounds.excess", f"Model {model.number} survives and {excess} damage is lost."
    blow, mortal = case.memory.pop("blow", None), case.memory.pop("mortal blow", None)
    if mortal == model.number:
        if wounds != 1:
            yield "mortal.one", f"A mortal wound takes {wounds} wounds from model {model.number}."
    elif blow and blow["model"] in (model.number, None) and wounds + ignored + excess != blow["damage"]:
        yield (
            "damage.wounds",
            f"{blow['damage']} damage takes {wounds} wounds from model {model.number}, {ignored} ignored, {excess} lost.",
        )
    elif not blow:
        yield "damage.wounds", f"Model {model.number} loses wounds and nothing inflicted them."
    if blow and blow["spill"] and excess:
        case.memory["blow"] = {"model": None, "damage": excess, "spill": True}
    if case.memory.pop("ignored", 0) != ignored and mortal is None:
        yield "ignore.number", f"Model {model.number} ignores {ignored} wounds, the dice say otherwise."


@CHECKS.on("wounds.ignored")
def check_ignored_wounds(case: Case) -> Iterator[Fault]:
    """A rule lets the model ignore wounds, and the die passes."""
    event, table = case.event, case.table
    model = table.models[event["model"]]
    mortal = case.memory.get("mortal blow") == model.number
    every = find_effects(table, "ignore-wounds", model.unit, model, Scene(mortal=mortal)).any
    needs = [int(s.effect["needs"][0]) for s in every if s.effect.get("against", "all") == "all" or mortal]
    if event["needed"] not in needs:
        yield "ignore.needed", f"Model {model.number} ignores wounds on {event['needed']}+, it may on {needs}."
    changes = roll_modifiers(table, "ignore-wounds", model.unit, model)
    die = event["dice"][0] if len(event["dice"]) == 1 else 0
    if changes is not None and event["ignored"] not in {die + total >= event["needed"] for total in changes}:
        yield "ignore.passed", f"A roll of {event['dice']} to ignore a wound on {event['needed']}+: {event['ignored']}."
    if not mortal:
        case.memory["ignored"] = case.memory.get("ignored", 0) + int(event["ignored"])
    elif event["ignored"]:
        case.memory.pop("mortal blow", None)


@CHECKS.on("mortal-wounds.suffered")
def check_mortal_wounds(case: Case) -> Iterator[Fault]:
    """As many mortal wounds as the rule that inflicts them says."""
    event, pending = case.event, case.memory.setdefault("mortal", {})
    pending[_key(case)] = pending.get(_key(case), 0) + event["number"]
    wanted = _mortal_numbers(case)
    faces = event["dice"] or []
    if wanted is None:
        return
    totals = {e.total(faces) for text in wanted if (e := dice(text)) and e.number == len(faces)}
    if event["number"] not in totals:
        yield (
            "mortal.number",
            f"{event['cause']} inflicts {event['number']} mortal wounds with dice {faces}, {wanted} are due.",
        )


def _mortal_numbers(case: Case) -> set[str] | None:
    """The expressions for the mortal wounds of this cause; None where nobody can tell."""
    cause = case.event["cause"]
    if cause in ("perils", "perils-nearby"):
        return {"D3"}
    kinds = ("mortal-wounds", "explodes", "attack-mortal-wounds", "harm-bearer")
    sources = case.table.armies.sources
    own = {str(s.effect["number"]) for s in sources if s.name == cause and s.effect["kind"] in kinds}
    pool = case.memory.get("pool")
    if pool and pool["weapon"] == cause:
        return own | {str(s.effect["number"]) for s in sources if s.effect["kind"] == "attack-mortal-wounds"}
    power = case.memory.get("power")
    if power and power.get("manifested") == cause:
        scene = Scene(unit=power["unit"], target=case.unit, test=power["total"])
        every = find_effects(case.table, "mortal-wounds", case.unit, None, scene).any
        own = {str(s.effect["number"]) for s in every if s.name == cause} or own
    return own


@CHECKS.on(*OVER)
def check_all_suffered(case: Case) -> Iterator[Fault]:
    """Mortal wounds go on until all are allocated or the unit is destroyed; models without wounds are gone."""
    for (unit, cause), left in case.memory.pop("mortal", {}).items():
        if left and case.table.standing(unit) and not _of_one(case, cause):
            yield "mortal.all", f"{left} mortal wounds of {cause} on {unit} were not allocated."
    case.memory.pop("blow", None)
    case.memory.pop("mortal blow", None)
    case.memory.pop("ignored", None)
    for model in case.table.all_standing():
        if model.wounds <= 0:
            yield "destroyed.missing", f"Model {model.number} of {model.unit} has no wounds left and still stands."


def _of_one(case: Case, cause: str) -> bool:
    """Whether nobody but the bearer suffers from a cause: what is left when it is gone is lost."""
    mine = [s.effect for s in case.table.armies.sources if s.name == cause and s.effect["kind"] == "harm-bearer"]
    return any(effect.get("whom", "unit") == "bearer" for effect in mine)


@CHECKS.on("model.destroyed")
def check_destroyed_model(case: Case) -> Iterator[Fault]:
    """A model is destroyed when it has no wounds left, or by a rule that says so."""
    model, cause = case.table.models[case.event["model"]], case.event["cause"]
    if not model.alive or model.unit != case.unit:
        yield "destroyed.model", f"Model {model.number} of {case.unit} is destroyed and was not there."
    backfire = any(s.effect["kind"] == "destroy-bearer" and s.name == cause for s in case.table.armies.sources)
    if model.wounds > 0 and cause not in WITHOUT_WOUNDS and not backfire:
        yield (
            "destroyed.model",
            f"Model {model.number} of {case.unit} is destroyed by {cause} with {model.wounds} wounds left.",
        )
    mortal = case.memory.get("mortal", {})
    if len(case.table.of(case.unit)) == 1:
        for key in [key for key in mortal if key[0] == case.unit]:
            mortal.pop(key)


@CHECKS.on("model.destroyed")
def check_backfire(case: Case) -> Iterator[Fault]:
    """Only the bearer of a weapon that says so is destroyed by it, and only by a roll that says so."""
    cause, model = case.event["cause"], case.table.models[case.event["model"]]
    mine = [s.effect for s in case.table.armies.sources if s.name == cause and s.effect["kind"] == "destroy-bearer"]
    if mine and not case.memory.get("backfire", {}).get(model.number):
        yield "backfire", f"Model {model.number} is destroyed by its {cause} and no roll says so."


@CHECKS.on("attack.made")
def note_dice(case: Case) -> Iterator[Fault]:
    """Remember what the dice of a model have shown: its weapon may turn on it."""
    event = case.event
    for name in ("hit", "wound"):
        roll = event[name]
        for source in case.table.armies.sources:
            effect = source.effect
            if (
                effect["kind"] == "destroy-bearer"
                and roll
                and effect["roll"] == name
                and (roll["dice"][0] if effect.get("unmodified", True) else roll["result"]) in effect["results"]
            ):
                case.memory.setdefault("backfire", {})[event["model"]] = True
    return iter(())


@CHECKS.on("attack.made")
def note_harm(case: Case) -> Iterator[Fault]:
    """Remember how often a weapon is to harm who uses it: for each roll that says so, or once for all of them."""
    event, due = case.event, case.memory.setdefault("harm", {})
    model, _, scene = scene_of(case)
    every = find_effects(case.table, "harm-bearer", case.unit, model, scene)
    for source in every.sure:
        effect, roll = source.effect, event[source.effect["roll"]]
        if roll and (roll["dice"][0] if effect.get("unmodified", True) else roll["result"]) in effect["results"]:
            key = case.unit, source.name
            models = due.setdefault(key, {})
            models[model.number] = models.get(model.number, 0) + 1 if effect.get("each", True) else 1
    if every.perhaps:
        case.memory["harm unknown"] = True
    return iter(())


@CHECKS.on("mortal-wounds.suffered")
def check_harmed_bearer(case: Case) -> Iterator[Fault]:
    """A weapon harms its bearer as often as its rolls have said."""
    cause = str(case.event["cause"])
    harms = [s for s in case.table.armies.sources if s.name == cause and s.effect["kind"] == "harm-bearer"]
    others = [s for s in case.table.armies.sources if s.name == cause and s.effect["kind"] in INFLICTS]
    if not harms or others or case.memory.get("harm unknown"):
        return
    due = case.memory.get("harm", {}).get((case.unit, cause), {})
    who = next((number for number, times in due.items() if times), None)
    if who is None:
        yield "backfire", f"{cause} harms {case.unit} and no roll says so, or more often than rolls say."
    else:
        due[who] -= 1


@CHECKS.on("unit.selected", "phase.ended", "battle.ended")
def check_all_harmed(case: Case) -> Iterator[Fault]:
    """No roll is forgotten that turns a weapon on its bearer, as long as there is one."""
    unknown = case.memory.pop("harm unknown", False)
    for (unit, cause), due in case.memory.pop("harm", {}).items():
        left = [number for number, times in due.items() if times and case.table.models[number].alive]
        if left and not unknown:
            yield "backfire", f"{cause} should have harmed {unit} by the rolls of {left}."


@CHECKS.on("explosion.rolled")
def check_explosion(case: Case) -> Iterator[Fault]:
    """A model that explodes has an ability that says so, and the die is high enough."""
    event, model = case.event, case.table.models[case.event["model"]]
    sources = [s for s in case.table.armies.sources if s.effect["kind"] == "explodes" and s.unit == model.sheet.unit]
    if event["needed"] not in {source.effect["needs"] for source in sources}:
        yield "explodes", f"Model {model.number} explodes on {event['needed']}."
    changes = roll_modifiers(case.table, "explodes", case.unit, model)
    die = event["dice"][0]
    if changes is not None and event["exploded"] not in {die + total >= int(event["needed"][0]) for total in changes}:
        yield "explodes", f"A roll of {die} to explode on {event['needed']}: {event['exploded']}."
    if event["exploded"]:
        distance = max((_inches(case, source) for source in sources), default=0.0)
        yield from _check_units_in_range(case, model, distance, [source.name for source in sources])


def _inches(case: Case, source: Source) -> float:
    """How far an explosion reaches: as said or, where that is rolled, as told next."""
    expression, told = dice(str(source.effect["distance"])), case.log[case.at + 1] if case.at + 1 < len(case.log) else {}
    if expression is None or not expression.number:
        return float(source.effect["distance"])
    mine = told.get("kind") == "ability.rolled" and told["ability"] == source.name
    return float(expression.total(told["dice"])) if mine and len(told["dice"]) == expression.number else 0.0


def _check_units_in_range(case: Case, model: Model, distance: float, names: list[str]) -> Iterator[Fault]:
    """Each unit within range suffers, and nobody else; read from what follows in the log."""
    table = case.table
    near = set()
    for unit in table.units_on_table():
        gaps = [gap(model.body, m.body) for m in table.standing(unit) if m is not model and m.wounds > 0]
        if gaps and within(min(gaps), distance - 0.01):
            near.add(unit)
    struck, gone = set(), set()
    for event in case.log[case.at + 1 :]:
        if event["kind"] == "mortal-wounds.suffered" and event["cause"] in names:
            struck.add(event["unit"])
        if event["kind"] == "unit.destroyed":
            gone.add(event["unit"])
        if event["kind"] == "model.destroyed" and event["model"] == model.number:
            break
    if missed := near - struck - gone:
        yield "explodes", f"Model {model.number} explodes and {sorted(missed)} within {distance:g} inches suffer nothing."


@CHECKS.on("wounds.regained")
def check_regained_wounds(case: Case) -> Iterator[Fault]:
    """Nobody has more wounds than its characteristic."""
    event, model = case.event, case.table.models[case.event["model"]]
    if event["left"] != model.wounds + event["wounds"] or event["left"] > model.full:
        yield (
            "wounds.left",
            f"Model {model.number} regains {event['wounds']} wounds and has {event['left']} of {model.full}.",
        )
