"""How many shots are made, and which of the declared ones."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.case import Case, Checks, Fault
from tests.referee.effects import Scene, find_effects
from tests.referee.numbers import is_permitted
from tests.referee.table import Model
from tests.referee.values import Dice, two_numbers, weapon_type
from tests.referee.wh40k.shooting import overwatch, reach, row_of

CHECKS = Checks()
NEARLY = 0.005
"""So many inches around half the range nobody can tell on which side of it the target is."""


@CHECKS.on("attacks.began")
def check_number_of_shots(case: Case) -> Iterator[Fault]:
    """How many shots each weapon makes: its type, its dice, Blast and Rapid Fire at half range."""
    event = case.event
    known = case.memory.get("declared", {}).get((event["target"], event["weapon"]))
    if known is None:
        if case.memory.get("declared"):
            yield (
                "attacks.declared",
                f"{case.unit} attacks {event['target']} with {event['weapon']}, which was not declared.",
            )
        return
    gaps = {model: list(some) for model, some in known["gaps"].items()}
    for model, number, faces in zip(event["models"], event["attacks"], event["dice"], strict=True):
        if not gaps.get(model):
            yield "attacks.declared", f"Model {model} shoots {event['weapon']}, which was not declared."
            continue
        allowed = _numbers(case, case.table.models[model], faces, gaps[model].pop(0), known["models"])
        if allowed is not None and number not in allowed:
            yield (
                "shots.number",
                f"Model {model} makes {number} attacks with {event['weapon']} and dice {faces}, not {allowed}.",
            )
    if any(gaps.values()):
        yield "attacks.declared", f"Declared shots of {case.unit} with {event['weapon']} are missing."


@CHECKS.on("attacks.began")
def check_big_guns(case: Case) -> Iterator[Fault]:
    """Attacks past the enemies within Engagement Range are made only when all of these are gone."""
    if case.memory.get("declared") and not overwatch(case):
        foes, target = case.engaged_with(case.unit), case.event["target"]
        model = case.table.models[case.event["models"][0]]
        scene = Scene(attacker=model, unit=case.unit, target=target, weapon=row_of(model, case.event["weapon"]), ranged=True)
        engaged_then = case.memory.get("engaged", [])
        past = is_permitted(case.table, "target-past-engaged", case.unit, model, scene)
        if foes and engaged_then and target not in engaged_then and not past:
            yield "shoot.big-guns", f"{case.unit} shoots at {target} while it is within Engagement Range of {foes}."


def _numbers(case: Case, model: Model, faces: list[int], nearest: float, targets: int) -> set[int] | None:
    row = row_of(model, case.event["weapon"])
    if row is None:
        return set()
    name, attacks = weapon_type(row.row["Type"])
    scene = Scene(attacker=model, unit=case.unit, target=case.event["target"], weapon=row, ranged=True)
    blast, hits = (
        find_effects(case.table, "blast", case.unit, model, scene),
        find_effects(case.table, "hit-rolls", case.unit, model, scene),
    )
    others = find_effects(case.table, "modify-characteristic", case.unit, model, scene, characteristic="Type", of="weapons")
    again = find_effects(case.table, "re-roll", case.unit, model, scene, roll="attacks")
    best = find_effects(case.table, "best-roll", case.unit, model, scene, of="attacks")
    if hits.any or others.any or again.any or best.perhaps or blast.perhaps:
        return None
    times = max((int(source.effect["times"]) for source in best.sure), default=1)
    half = reach(case, row, scene)[1] / 2
    if both := two_numbers(row.row["Type"]):
        possible = [both[0]] * (nearest <= half + NEARLY) + [both[1]] * (nearest >= half - NEARLY)
        return {n for each in possible for n in _with_blast(case, each, faces, times, targets if blast.sure else 0)}
    if attacks is None:
        return None
    numbers = _with_blast(case, attacks, faces, times, targets if blast.sure else 0)
    if name == "Rapid Fire" and nearest <= half + NEARLY:
        doubled = {2 * number for number in numbers}
        return doubled if nearest < half - NEARLY else numbers | doubled
    return numbers


def _with_blast(case: Case, attacks: Dice, faces: list[int], times: int, targets: int) -> set[int]:
    """How many attacks a random number may come to against so many models; of a weapon without Blast `targets` is 0."""
    least, many, most = case.numbers.blast
    if attacks.number and targets >= most:
        return set() if faces else {attacks.most}
    numbers = _totals(attacks, faces, times)
    return {max(number, least) for number in numbers} if attacks.number and targets >= many else numbers


def _totals(expression: Dice, faces: list[int], times: int) -> set[int]:
    """What dice come to that were rolled so many times: the highest result."""
    each = expression.number
    if len(faces) != each * (times if each else 1):
        return set()
    return {max(expression.total(faces[start : start + each]) for start in range(0, max(len(faces), 1), max(each, 1)))}
