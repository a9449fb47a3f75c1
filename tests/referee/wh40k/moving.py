"""Moves of units: how far, over what, past whom, and where they end."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from tests.referee.case import Case, Checks, Fault
from tests.referee.effects import find_effects
from tests.referee.numbers import forbidden, is_permitted, move, random_move, roll_modifiers
from tests.referee.table import Model
from tests.referee.values import dice

CHECKS = Checks()
WALKS = ("normal", "advance", "fall-back")
CLOSING = ("pile-in", "consolidate", "heroic-move")
NEARLY = 0.02
"""Of inches: by so much the ways of base edges may be measured differently where a long base turns."""


@CHECKS.on("unit.moved")
def check_kind_of_move(case: Case) -> Iterator[Fault]:
    """Which kind of move a unit may make now, in which phase, and whether it was selected for it."""
    event, table, unit = case.event, case.table, case.unit
    kind = event["move"]
    if event.get("leg", 1) > 1:
        return
    to = {"charge": "charge", "heroic-move": "intervene", "pile-in": "fight", "consolidate": "fight"}.get(kind, "move")
    if not case.did(f"selected to {to}"):
        yield f"{to}.once", f"{unit} makes the move {kind} and was not selected to {to}."
    if kind in WALKS:
        yield from _may_walk(case, kind)
    foes = case.engaged_with(unit)
    if kind == "heroic-move" and foes and not case.numbers.engaged_intervene:
        yield "heroic.engaged", f"{unit} intervenes while it is within Engagement Range of {foes}."
    if kind in WALKS and "leg" not in event and not all(_goes_least(case, model) for model in table.standing(unit)):
        yield "aircraft.least", f"{unit} moves less than its minimum move."


def _may_walk(case: Case, kind: str) -> Iterator[Fault]:
    table, unit = case.table, case.unit
    foes = case.engaged_with(unit)
    free = case.numbers.aircraft and (table.has(unit, "AIRCRAFT") or all(table.has(foe, "AIRCRAFT") for foe in foes))
    bound = bool(foes) and not free
    action = {"normal": "move"}.get(kind, kind)
    if case.did("was moved"):
        yield "move.once", f"{unit} moves twice in one phase."
    if kind != "fall-back" and bound and not is_permitted(table, action, unit):
        yield "move.engaged", f"{unit} makes the move {kind} while it is within Engagement Range of {foes}."
    if kind == "fall-back" and not foes and not is_permitted(table, action, unit):
        yield "move.not-engaged", f"{unit} Falls Back and no enemy is within Engagement Range."
    if case.did("arrived"):
        yield "arrived.moves", f"{unit} arrived this turn and moves."
    if forbidden(table, action, unit):
        yield "ability", f"An ability forbids {unit} the move {kind}."


def _goes_least(case: Case, model: Model) -> bool:
    span = move(case.table, model, _extra(case) if case.numbers.aircraft else 0)
    if not span or not _has_least(case, model):
        return True
    end = next((row for row in case.event["poses"] if row[0] == model.number), None)
    return bool(end and hypot(end[1] - model.body.x, end[2] - model.body.y) > span[0] - NEARLY)


def _has_least(case: Case, model: Model) -> bool:
    """Whether a model has a minimum move: a Move of two values and, where that matters, the keyword AIRCRAFT."""
    span = move(case.table, model)
    return bool(span and span[0]) and (model.has("AIRCRAFT") or not case.numbers.aircraft)


def _extra(case: Case) -> int:
    """What is added to the Move characteristic by an Advance."""
    rolled = case.memory.get("advance", {}).get(case.unit)
    return int(rolled or 0) if case.event["move"] == "advance" else 0


@CHECKS.on("move.rolled")
def check_move_roll(case: Case) -> Iterator[Fault]:
    """A random Move characteristic is rolled once for the unit."""
    text = random_move(case.table, case.unit)
    expression = dice(text) if text else None
    faces = case.event["dice"]
    if not expression or len(faces) != expression.number or expression.total(faces) != case.event["distance"]:
        yield "move.random", f"{case.unit} with Move {text} rolls {faces} for {case.event['distance']} inches."
    case.memory.setdefault("move rolled", {})[case.unit] = case.event["distance"]


@CHECKS.on("advance.rolled")
def check_advance_roll(case: Case) -> Iterator[Fault]:
    """One D6 and what abilities add, or what they give instead."""
    event, unit = case.event, case.unit
    case.memory.setdefault("advance", {})[unit] = event["distance"]
    if event.get("instead"):
        given = [s for s in find_effects(case.table, "advance-instead", unit).any if s.name == event["instead"]]
        if not any(source.effect["distance"] == event["distance"] for source in given):
            yield "advance.roll", f"{unit} adds {event['distance']} inches instead of an Advance roll."
        return
    allowed = roll_modifiers(case.table, "advance", unit)
    if len(event["dice"]) != 1 or (allowed is not None and event["distance"] - sum(event["dice"]) not in allowed):
        yield "advance.roll", f"An Advance roll of {event['dice']} gives {event['distance']} inches to {unit}."


def most_inches(case: Case, model: Model) -> float:
    """How far a model may go in this move."""
    event = case.event
    if event["move"] in CLOSING:
        most = case.numbers.close_move
    elif event["move"] == "charge":
        most = float(case.memory.get("charge", {}).get(case.unit, 0))
    else:
        rolled = case.memory.get("move rolled", {}).get(case.unit)
        span = move(case.table, model, _extra(case), rolled)
        return span[1] if span else 0.0
    return 0.0 if move(case.table, model) is None else most


@CHECKS.on("unit.stationary")
def check_stationary(case: Case) -> Iterator[Fault]:
    """A unit Remains Stationary in its player's Movement phase, and has not moved in it."""
    if case.did("was moved") and not case.did("stationary"):
        yield "move.once", f"{case.unit} moved and counts as stationary."
    if case.player != case.table.turn:
        yield "turn.order", f"{case.unit} Remains Stationary in the other player's turn."


@CHECKS.on("minimum-move.failed")
def check_failed_minimum(case: Case) -> Iterator[Fault]:
    """Only aircraft with a minimum move can fail to make it."""
    model = case.table.models[case.event["model"]]
    if not _has_least(case, model) or case.did("arrived"):
        yield "aircraft.least", f"Model {model.number} of {model.unit} has no minimum move to fail."


@CHECKS.on("phase.ended")
def check_all_aircraft(case: Case) -> Iterator[Fault]:
    """Every aircraft with a minimum move has made it, unless it has just arrived."""
    table = case.table
    if table.phase != "movement":
        return
    case.memory.update({"advance": {}, "move rolled": {}})
    for unit in table.units_on_table(table.turn):
        flown = case.did("normal", unit) or case.did("advance", unit) or case.did("fall-back", unit)
        bound = any(_has_least(case, model) for model in table.standing(unit))
        if bound and not flown and not case.did("arrived", unit):
            yield "aircraft.least", f"{unit} did not make its minimum move and still flies."
