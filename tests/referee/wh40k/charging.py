"""The Charge phase: who may charge whom, charge rolls, Heroic Interventions."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.case import Case, Checks, Fault
from tests.referee.effects import find_effects
from tests.referee.geometry import near as is_near
from tests.referee.geometry import within
from tests.referee.numbers import forbidden, is_permitted, may_close, may_roll_again, rerolls, roll_modifiers

CHECKS = Checks()


@CHECKS.on("phase.began")
def note_start(case: Case) -> Iterator[Fault]:
    """Who is within reach of an enemy, and who is engaged, at the start of the phase."""
    if case.event["phase"] == "charge":
        table = case.table
        foes = table.units_on_table(1 - table.turn)
        own = table.units_on_table(table.turn)
        case.memory["near"] = {u for u in own if any(within(table.gap(u, foe), case.numbers.charge) for foe in foes)}
        case.memory["engaged at start"] = {u for u in own if case.engaged_with(u)}
    return iter(())


@CHECKS.on("unit.selected")
def check_charge_selection(case: Case) -> Iterator[Fault]:
    """Near enough and not engaged at the start; not after an Advance, a Fall Back or a wreck."""
    if case.event["to"] != "charge":
        return
    table, unit = case.table, case.unit
    if case.numbers.charge_all and unit not in case.memory.get("near", ()):
        yield "charge.near", f"{unit} charges and was not within {case.numbers.charge:g} inches at the start of the phase."
    if unit in case.memory.get("engaged at start", ()):
        yield "charge.engaged", f"{unit} charges and started the phase within Engagement Range."
    if case.did("advance") and not is_permitted(table, "charge-after-advance", unit):
        yield "charge.moved", f"{unit} Advanced and charges."
    if case.did("fall-back") and not is_permitted(table, "charge-after-fall-back", unit):
        yield "charge.moved", f"{unit} Fell Back and charges."
    if case.did("wrecked"):
        yield "charge.wrecked", f"{unit} got out of a destroyed transport this turn and charges."
    if forbidden(table, "charge", unit):
        yield "ability", f"An ability forbids {unit} to charge."


@CHECKS.on("charge.declared")
def check_declaration(case: Case) -> Iterator[Fault]:
    """Enemy units within 12 inches; AIRCRAFT only for those that FLY."""
    table, unit = case.table, case.unit
    if not case.did("selected to charge"):
        yield "charge.once", f"{unit} declares a charge and was not selected to."
    if not case.event["targets"]:
        yield "charge.target", f"{unit} declares a charge at nobody."
    for target in case.event["targets"]:
        if table.units[target].player == case.player or not within(table.gap(unit, target), case.numbers.charge):
            yield "charge.target", f"{unit} charges at {target}, which is {table.gap(unit, target):.2f} inches away."
        if not may_close(table, unit, target):
            yield "ability", f"{unit} charges at {target}, which keeps aloof."
        if case.numbers.aircraft and table.has(target, "AIRCRAFT") and not table.has(unit, "FLY"):
            yield "charge.target", f"{unit} charges at {target}, an aircraft."


@CHECKS.on("charge.rolled")
def check_charge_roll(case: Case) -> Iterator[Fault]:
    """2D6 and what abilities add."""
    event, table, unit = case.event, case.table, case.unit
    if len(event["dice"]) != 2 or event["distance"] != max(sum(event["dice"]) + event["modifier"], 1):
        yield "charge.roll", f"A charge roll of {event['dice']} and {event['modifier']} gives {event['distance']} inches."
    allowed = roll_modifiers(table, "charge", unit)
    if allowed is not None and event["modifier"] not in allowed:
        yield "charge.roll", f"A charge roll of {unit} is modified by {event['modifier']}, not {allowed}."
    first = event.get("rerolled")
    if first and not may_roll_again(rerolls(table, "charge", unit), first, True) and not case.use_underdog_reroll():
        yield "re-roll", f"A charge roll of {first} is made again and no rule allows it."
    case.memory.setdefault("charge", {})[unit] = event["distance"]


@CHECKS.on("phase.ended")
def forget_charges(case: Case) -> Iterator[Fault]:
    """Forget charge rolls with their phase."""
    case.memory.pop("charge", None)
    return iter(())


@CHECKS.on("unit.selected")
def check_intervention(case: Case) -> Iterator[Fault]:
    """A CHARACTER near an enemy and not engaged, in the enemy's Charge phase."""
    if case.event["to"] != "intervene":
        return
    table, unit = case.table, case.unit
    across, up = case.numbers.intervention
    reach = [across] if table.has(unit, "CHARACTER") else []
    reach += [float(source.effect.get("distance", 3)) for source in find_effects(table, "heroic-intervention", unit).any]
    if not reach:
        yield "heroic.who", f"{unit} intervenes and is no CHARACTER."
        return
    near = any(
        is_near(model.body, foe.body, max(reach), up) for model in table.standing(unit) for foe in table.enemies(case.player)
    )
    if not near:
        yield "heroic.near", f"{unit} intervenes and no enemy is within {max(reach):g} inches."
    if case.engaged_with(unit) and not case.numbers.engaged_intervene:
        yield "heroic.engaged", f"{unit} intervenes and is within Engagement Range already."
    if case.did("wrecked"):
        yield "charge.wrecked", f"{unit} got out of a destroyed transport this turn and intervenes."
