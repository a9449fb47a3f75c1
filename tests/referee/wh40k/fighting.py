"""The Fight phase: who fights when, which models, with how many attacks, at whom."""

from __future__ import annotations

from collections.abc import Iterator

from tests.referee.case import Case, Checks, Fault
from tests.referee.effects import Scene, find_effects
from tests.referee.geometry import gap, within
from tests.referee.numbers import forbidden, is_permitted, may_close, possible, printed_value
from tests.referee.table import Model
from tests.referee.values import Dice, dice
from tests.referee.wh40k.shooting import row_of

CHECKS = Checks()


def eligible(case: Case, player: int) -> list[str]:
    """The units of a player that may still fight."""
    return [
        unit
        for unit in case.table.units_on_table(player)
        if not case.did("selected to fight", unit)
        and not forbidden(case.table, "fight", unit)
        and (case.did("charged", unit) or case.engaged_with(unit))
    ]


def rank(case: Case, unit: str) -> int:
    """0, before others, for those that charged; 2 for those that fight last."""
    first = case.did("charged", unit) or bool(find_effects(case.table, "fight-first", unit).any)
    last = bool(find_effects(case.table, "fight-last", unit).any)
    return 1 if first and last else 0 if first else 2 if last else 1


@CHECKS.on("unit.selected")
def check_fight_order(case: Case) -> Iterator[Fault]:
    """Units that charged first, then the others; the players alternate, the one whose turn it is not begins."""
    if case.event["to"] != "fight":
        return
    unit, player = case.unit, case.player
    able = [eligible(case, 0), eligible(case, 1)]
    if unit not in able[player]:
        if not is_permitted(case.table, "fight", unit):
            yield "fight.eligible", f"{unit} fights and is neither engaged nor charged."
        return
    ranks = {each: rank(case, each) for side in able for each in side}
    lowest = min(ranks.values())
    if ranks[unit] != lowest:
        yield "fight.first", f"{unit} fights before {[each for each, r in ranks.items() if r == lowest]}."
        return
    fought: list[tuple[int, int]] = case.memory.setdefault("fought", [])
    starts = 1 - case.table.turn if case.numbers.opponent_first else case.table.turn
    go = 1 - fought[-1][0] if fought and max(r for _, r in fought) >= lowest else starts
    others = [each for each in able[go] if ranks[each] == lowest]
    if player != go and others:
        yield "fight.turn", f"{unit} fights; player {go} is next with {others}."
    fought.append((player, lowest))


@CHECKS.on("phase.ended")
def check_all_fought(case: Case) -> Iterator[Fault]:
    """Nobody who is eligible declines to fight."""
    case.memory.pop("fought", None)
    table = case.table
    if table.phase == "fight" and table.living(0) and table.living(1):
        left = [unit for player in (0, 1) for unit in eligible(case, player)]
        if left:
            yield "fight.all", f"The Fight phase ends and {left} have not fought."


@CHECKS.on("attacks.counted")
def check_fighters(case: Case) -> Iterator[Fault]:
    """Which models fight, and how many attacks each makes."""
    event, table = case.event, case.table
    case.memory["melee"] = {}
    if not case.did("selected to fight"):
        yield "fight.once", f"{case.unit} fights and was not selected to."
    for row in event["models"]:
        model = table.models[row["model"]]
        if model.unit != case.unit or not model.on_table:
            yield "fight.models", f"Model {model.number} fights with {case.unit} and is not there."
            continue
        if not any(reaches(case, model, foe) for foe in table.units_on_table(1 - case.player)):
            yield "fight.models", f"Model {model.number} of {case.unit} fights and reaches nobody."
        if printed_value(model, "WS").strip() == "-":
            yield "fight.no-skill", f"Model {model.number} of {case.unit} fights without a Weapon Skill."
        yield from _number(case, model, row["attacks"], row["dice"], row.get("extra", 0))
        case.memory["melee"][model.number] = row["attacks"] + row.get("extra", 0)


def reaches(case: Case, model: Model, foe: str) -> bool:
    """Whether a model may attack an enemy unit: engaged with it, or beside a mate beside it."""
    foes = case.table.standing(foe)
    if any(case.are_engaged(model.body, other.body) for other in foes):
        return True
    half = case.numbers.half_inch
    mates = [mate for mate in case.table.standing(model.unit) if mate is not model]
    return any(
        within(gap(model.body, mate.body), half) and any(within(gap(mate.body, other.body), half) for other in foes)
        for mate in mates
    )


def _number(case: Case, model: Model, attacks: int, faces: list[int], extra: int) -> Iterator[Fault]:
    table = case.table
    expression = dice(printed_value(model, "A"))
    more = _extra(case, model)
    if more is None or expression is None:
        return
    least = sum(e.least for e in more)
    if not least <= extra <= sum(e.most for e in more):
        yield "fight.extra", f"Model {model.number} makes {extra} additional attacks, {least} are due."
    if len(faces) != expression.number + sum(e.number for e in more):
        yield "fight.number", f"Model {model.number} with {printed_value(model, 'A')} attacks rolls {faces}."
        return
    scene = Scene(attacker=model, unit=case.unit, ranged=False)
    effects = find_effects(table, "modify-characteristic", case.unit, model, scene, characteristic="A", of="models")
    wanted = possible(expression.total(faces[: expression.number]), effects, 1)
    if wanted is not None and attacks not in wanted:
        yield "fight.number", f"Model {model.number} of {case.unit} makes {attacks} attacks, {sorted(wanted)} are due."


def _extra(case: Case, model: Model) -> list[Dice] | None:
    """The additional attacks of the model's weapons; None where nobody can tell."""
    result: list[Dice] = []
    for weapon in model.sheet.weapons:
        for row in weapon:
            if not row.melee:
                continue
            scene = Scene(attacker=model, unit=case.unit, weapon=row, ranged=False)
            more = find_effects(case.table, "extra-attacks", case.unit, model, scene)
            if more.perhaps:
                return None
            if more.sure and (expression := dice(str(more.sure[0].effect["number"]))):
                result.append(expression)
                break
    return result


@CHECKS.on("targets.declared")
def check_targets(case: Case) -> Iterator[Fault]:
    """A unit that charged attacks its targets and those that intervened; each model whom it reaches."""
    if case.event["fired"] or case.table.phase != "fight":
        return
    table, unit = case.table, case.table.units[case.unit]
    case.memory["declared"] = {}
    for group in case.event["attacks"]:
        target = group["target"]
        if table.units[target].player == case.player:
            yield "fight.target", f"{case.unit} attacks {target}, which is no enemy."
        if not (may_close(table, case.unit, target) and may_close(table, target, case.unit)):
            yield "ability", f"{case.unit} attacks {target} in melee, and one of them keeps aloof."
        intervened = case.numbers.strikes_interveners and case.did("intervened", target)
        if case.did("charged") and target not in unit.charged_at and not intervened:
            yield "fight.charged", f"{case.unit} charged {unit.charged_at} and attacks {target}."
        for number in group["models"]:
            model = table.models[number]
            if number not in case.memory.get("melee", {}):
                yield "fight.models", f"Model {number} of {case.unit} attacks and does not fight."
            elif not reaches(case, model, target):
                yield "fight.reach", f"Model {number} of {case.unit} attacks {target} and does not reach it."
            if row_of(model, group["weapon"]) is None and not _bare(model, group["weapon"]):
                yield "fight.weapon", f"Model {number} of {case.unit} attacks with {group['weapon']}, which it has not."
    case.memory["melee left"] = dict(case.memory.get("melee", {}))
    case.memory["lost groups"] = False


def _bare(model: Model, label: str) -> bool:
    """Whether a label is the close combat weapon that models without another one have."""
    return all(label != row.label for weapon in model.sheet.weapons for row in weapon)


@CHECKS.on("attacks.began")
def check_attack_total(case: Case) -> Iterator[Fault]:
    """All attacks of a model together are no more than it has."""
    if case.table.phase != "fight" or case.memory.get("melee left") is None:
        return
    left = case.memory["melee left"]
    for model, number in zip(case.event["models"], case.event["attacks"], strict=True):
        left[model] = left.get(model, 0) - number // _hit_rolls(case, case.table.models[model])
    over = [model for model, rest in left.items() if rest < 0]
    if over:
        yield "fight.number", f"Models {sorted(over)} of {case.unit} make more attacks than they have."


def _hit_rolls(case: Case, model: Model) -> int:
    """How many hit rolls are made for each attack of this pool."""
    row = row_of(model, case.event["weapon"])
    scene = Scene(attacker=model, unit=case.unit, target=case.event["target"], weapon=row, ranged=False)
    every = find_effects(case.table, "hit-rolls", case.unit, model, scene).any if row else []
    return max((int(source.effect["number"]) for source in every), default=1)


@CHECKS.on("attacks.lost")
def check_lost_attacks(case: Case) -> Iterator[Fault]:
    """Attacks are lost when their target is gone; then nobody counts what is left."""
    case.memory["lost groups"] = True
    event, table = case.event, case.table
    if event["reason"] == "target-destroyed" and table.standing(event["target"]):
        yield "attacks.lost", f"Attacks of {case.unit} on {event['target']} are lost and it still stands."


@CHECKS.on("unit.selected", "phase.ended")
def check_all_made(case: Case) -> Iterator[Fault]:
    """A model that fights makes all its attacks."""
    left = case.memory.pop("melee left", None)
    if left and not case.memory.get("lost groups"):
        table = case.table
        short = [model for model, rest in left.items() if rest > 0 and table.models[model].on_table]
        if short and table.living(0) and table.living(1):
            yield "fight.fewer", f"Models {short} make fewer attacks than they have."
