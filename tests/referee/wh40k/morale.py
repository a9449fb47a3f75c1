"""The Morale phase of 9th edition: tests, Combat Attrition, and the check of unit coherency."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.case import Case, Checks, Fault
from tests.referee.effects import find_effects
from tests.referee.numbers import may_roll_again, printed_value, rerolls, roll_modifiers, values
from tests.referee.table import Model, bodies
from tests.referee.values import parse_needed
from tests.referee.wh40k.ground import coherent

CHECKS = Checks()


@CHECKS.on("unit.selected")
def check_morale_selection(case: Case) -> Iterator[Fault]:
    """A unit on the battlefield that lost models this turn; the players alternate, the one whose turn it is begins."""
    if case.event["to"] != "test":
        return
    table = case.table
    if not table.units[case.unit].lost or not table.standing(case.unit):
        yield "morale.needed", f"{case.unit} takes a Morale test and has lost nobody."
    tests: list[int] = case.memory.setdefault("tests", [])
    go = 1 - tests[-1] if tests else table.turn
    if case.player != go and waiting(case, go):
        yield "morale.turn", f"{case.unit} takes a Morale test; player {go} is next with {waiting(case, go)}."
    tests.append(case.player)


def waiting(case: Case, player: int) -> list[str]:
    """The units of a player that still have to test."""
    table = case.table
    return [u for u in table.units_on_table(player) if table.units[u].lost and not case.did("selected to test", u)]


def leadership(case: Case, model: Model) -> set[int] | None:
    """What the Leadership of a model may be; its Toughness where it has none."""
    if printed_value(model, "Ld").strip() == "-":
        return {(parse_needed(printed_value(model, "T")) if case.numbers.toughness_instead else None) or 1}
    found_ = values(case.table, model, "Ld")
    return None if found_ is None else {value or 1 for value in found_}


def highest(case: Case) -> set[int] | None:
    """What the highest Leadership in the unit may be."""
    every = [leadership(case, model) for model in case.table.standing(case.unit)]
    known = [some for some in every if some is not None]
    if len(known) < len(every):
        return None
    least = max(min(some) for some in known)
    return {value for some in known for value in some if value >= least}


@CHECKS.on("morale.tested")
def check_morale_test(case: Case) -> Iterator[Fault]:
    """D6 and the models lost against the highest Leadership; an unmodified 1 passes."""
    event, table = case.event, case.table
    lost = table.units[case.unit].lost
    if event["lost"] != lost:
        yield "morale.lost", f"{case.unit} lost {lost} models this turn, not {event['lost']}."
    best = highest(case)
    if best is not None and event["leadership"] not in best:
        yield "morale.leadership", f"The highest Leadership of {case.unit} is {best}, not {event['leadership']}."
    if not event["dice"]:
        if not find_effects(table, "auto-pass", case.unit, roll="morale").any or not event["passed"]:
            yield "morale.dice", f"{case.unit} takes a Morale test without a die."
        case.memory["morale"] = {"unit": case.unit, "failed": False, "fled": 0, "rolled": True}
        return
    die = event["dice"][0]
    if len(event["dice"]) != 1 or event["total"] != max(die + event["modifier"], 1) + event["lost"]:
        yield "morale.total", f"A Morale test of {event['dice']} and {event['lost']} lost comes to {event['total']}."
    allowed = roll_modifiers(table, "morale", case.unit)
    if allowed is not None and event["modifier"] not in allowed:
        yield "morale.total", f"A Morale test of {case.unit} is modified by {event['modifier']}, not {allowed}."
    if event["passed"] != (die == 1 or event["total"] <= event["leadership"]):
        code = "morale.one" if die == 1 else "morale.passed"
        yield code, f"A Morale test of {event['total']} (die {die}) against {event['leadership']}: {event['passed']}."
    first = event.get("rerolled")
    if first and not may_roll_again(rerolls(table, "morale", case.unit), first, True) and not case.use_underdog_reroll():
        yield "re-roll", f"A Morale test of {first} is made again and no rule allows it."
    case.memory["morale"] = {"unit": case.unit, "failed": not event["passed"], "fled": 0, "rolled": False}


@CHECKS.on("attrition.tested")
def check_attrition(case: Case) -> Iterator[Fault]:
    """A die for each model left; each 1 makes one flee, with 1 less below Half-strength."""
    event, table = case.event, case.table
    models, starting = len(table.standing(case.unit)), table.units[case.unit].starting
    weak = 2 * models < starting
    if event["below_half"] != weak:
        yield "attrition.half", f"{case.unit} has {models} of {starting} models; below Half-strength: {event['below_half']}."
    if len(event["dice"]) != models:
        yield "attrition.dice", f"{case.unit} has {models} models and {len(event['dice'])} dice are rolled."
    allowed = roll_modifiers(table, "attrition", case.unit)
    wanted = None if allowed is None else {total - int(weak) for total in allowed}
    if wanted is not None and event["modifier"] not in wanted:
        yield "attrition.half", f"Combat Attrition of {case.unit} is modified by {event['modifier']}, not {wanted}."
    if event["fleeing"] != sum(die + event["modifier"] <= 1 for die in event["dice"]):
        yield "attrition.fleeing", f"Dice of {event['dice']} and {event['modifier']} make {event['fleeing']} flee."
    state = case.memory.get("morale", {})
    if not state.get("failed") or state.get("fled") != 1:
        yield "attrition.when", f"{case.unit} takes Combat Attrition tests before one model has fled of a failed test."
    state.update({"due": event["fleeing"], "rolled": True})


@CHECKS.on("model.fled")
def check_flight(case: Case) -> Iterator[Fault]:
    """One model flees of a failed test, then those of Combat Attrition."""
    state = case.memory.get("morale", {})
    if state.get("unit") != case.unit or not state.get("failed"):
        yield "morale.flee", f"A model of {case.unit} flees without a failed Morale test."
    elif state["fled"] >= 1 + state.get("due", 0):
        yield "morale.flee", f"More models of {case.unit} flee than should."
    state["fled"] = state.get("fled", 0) + 1


@CHECKS.on("unit.selected", "step.began", "phase.ended")
def check_all_fled(case: Case) -> Iterator[Fault]:
    """All that have to flee have fled."""
    state = case.memory.pop("morale", None)
    if not state:
        return
    standing = case.table.standing(state["unit"])
    if state["failed"] and state["fled"] < 1 + state.get("due", 0) and standing:
        yield "morale.flee", f"{state['fled']} models of {state['unit']} flee, {1 + state.get('due', 0)} should."
    steady = find_effects(case.table, "auto-pass", state["unit"], roll="attrition").any
    if state["failed"] and not state["rolled"] and standing and not steady:
        yield "attrition.dice", f"{state['unit']} takes no Combat Attrition tests."


@CHECKS.on("model.removed")
def check_removal(case: Case) -> Iterator[Fault]:
    """Only models of units out of coherency are removed."""
    if coherent(case.numbers, bodies(case.table.standing(case.unit))):
        yield "coherency.removed", f"A model of {case.unit}, which is in coherency, is removed."


@CHECKS.on("phase.ended")
def check_all_tested(case: Case) -> Iterator[Fault]:
    """Every unit has tested that had to, and all are in coherency."""
    table = case.table
    if table.phase != "morale":
        return
    case.memory.pop("tests", None)
    if not (table.living(0) and table.living(1)):
        return
    for unit in table.units_on_table():
        if table.units[unit].lost and not case.did("selected to test", unit) and not _since(case, unit):
            yield "morale.needed", f"{unit} lost models this turn and took no Morale test."
        if not coherent(case.numbers, bodies(table.standing(unit))):
            yield "coherency.check", f"{unit} is out of coherency at the end of the Morale phase."


def _since(case: Case, unit: str) -> bool:
    """Whether models of a unit were lost only after the tests: removed for coherency."""
    removed = 0
    for event in reversed(case.log[: case.at]):
        if event["kind"] == "phase.began":
            break
        removed += event["kind"] == "model.removed" and event["unit"] == unit
    return removed >= case.table.units[unit].lost
