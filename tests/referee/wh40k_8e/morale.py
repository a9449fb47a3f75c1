"""The Morale phase of 8th edition: a model flees for each point by which the test is failed."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.case import Case, Checks, Fault
from tests.referee.effects import find_effects
from tests.referee.numbers import may_roll_again, rerolls, roll_modifiers
from tests.referee.wh40k.morale import highest, waiting

CHECKS = Checks()


@CHECKS.on("unit.selected")
def check_morale_selection(case: Case) -> Iterator[Fault]:
    """A unit that lost models this turn; all of the player whose turn it is first."""
    if case.event["to"] != "test":
        return
    table = case.table
    if not table.units[case.unit].lost or not table.standing(case.unit):
        yield "morale.needed", f"{case.unit} takes a Morale test and has lost nobody."
    if case.player != table.turn and waiting(case, table.turn):
        yield "morale.turn", f"{case.unit} takes a Morale test before {waiting(case, table.turn)}."


@CHECKS.on("morale.tested")
def check_morale_test(case: Case) -> Iterator[Fault]:
    """D6 and the models lost against the highest Leadership."""
    event, table = case.event, case.table
    lost, best = table.units[case.unit].lost, highest(case)
    if event["lost"] != lost:
        yield "morale.lost", f"{case.unit} lost {lost} models this turn, not {event['lost']}."
    if best is not None and event["leadership"] not in best:
        yield "morale.leadership", f"The highest Leadership of {case.unit} is {best}, not {event['leadership']}."
    over = event["total"] - event["leadership"]
    case.memory["morale"] = {"unit": case.unit, "due": 0 if event["passed"] else over, "fled": 0}
    if not event["dice"]:
        if not find_effects(table, "auto-pass", case.unit, roll="morale").any or not event["passed"]:
            yield "morale.dice", f"{case.unit} takes a Morale test without a die."
        return
    if len(event["dice"]) != 1 or event["total"] != max(event["dice"][0] + event["modifier"], 1) + event["lost"]:
        yield "morale.total", f"A Morale test of {event['dice']} and {event['lost']} lost comes to {event['total']}."
    allowed = roll_modifiers(table, "morale", case.unit)
    if allowed is not None and event["modifier"] not in allowed:
        yield "morale.total", f"A Morale test of {case.unit} is modified by {event['modifier']}, not {allowed}."
    if event["passed"] != (over <= 0):
        yield "morale.passed", f"A Morale test of {event['total']} against {event['leadership']}: {event['passed']}."
    first = event.get("rerolled")
    if first and not may_roll_again(rerolls(table, "morale", case.unit), first, True) and not case.use_underdog_reroll():
        yield "re-roll", f"A Morale test of {first} is made again and no rule allows it."


@CHECKS.on("model.fled")
def check_flight(case: Case) -> Iterator[Fault]:
    """Models flee of a failed test, no more than its points."""
    state = case.memory.get("morale", {})
    if state.get("unit") != case.unit or state["fled"] >= state["due"]:
        yield "morale.flee", f"A model of {case.unit} flees that need not."
    state["fled"] = state.get("fled", 0) + 1


@CHECKS.on("unit.selected", "step.began", "phase.ended")
def check_all_fled(case: Case) -> Iterator[Fault]:
    """All that have to flee have fled."""
    state = case.memory.pop("morale", None)
    if state and state["fled"] < state["due"] and case.table.standing(state["unit"]):
        yield "morale.flee", f"{state['fled']} models of {state['unit']} flee, {state['due']} should."


@CHECKS.on("phase.ended")
def check_all_tested(case: Case) -> Iterator[Fault]:
    """Every unit has tested that had to."""
    table = case.table
    if table.phase == "morale" and table.living(0) and table.living(1):
        for player in (0, 1):
            for unit in waiting(case, player):
                yield "morale.needed", f"{unit} lost models this turn and took no Morale test."


@CHECKS.on("model.removed")
def check_removal(case: Case) -> Iterator[Fault]:
    """Nobody is removed for being out of coherency."""
    yield "coherency", f"A model of {case.unit} is removed for coherency."
