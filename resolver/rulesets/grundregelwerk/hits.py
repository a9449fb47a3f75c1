"""Hits on a unit: they are distributed, saved, and cost Life points or whole models.

Source: GRW-RANGED-06..08, GRW-MELEE-06..09, GRW-SUPPRESS-03, GRW-COVERACT-01, GRW-TTEST-03, GRW-SPECIAL-06, -09,
GRW-VEHICLE-01..04, GRW-Q-22, -23, -48, -49, -65, -66, -79, -88.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import compress

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import damage, profiles, shelter, traits
from resolver.rulesets.grundregelwerk.checks import fp_after, save_check, takes_whole_model
from resolver.rulesets.grundregelwerk.toll import ActionToll
from resolver.shared.units.strength import is_wounded

BLAST_FP = 1
"""The FP of the hits of an explosion (GRW-VEHICLE-12)."""
BLASTS = 1 << 20
"""The saves against explosions are numbered from here: a terrain test in which a vehicle explodes has thrown lower ones."""
SHELTERED = 1
"""What Take Cover adds to a save (GRW-COVERACT-01)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HitGroup:
    """Equal hits on one unit.

    Args:
        by: the unit that caused them, whose dice and player are meant.
        cause: "shooting", "suppression", "combat", "explosion" or "terrain".
        cover: what terrain adds to the saves.
        sniper: the player who shoots distributes them.
        first: the number of the first die among those of this action.
        rules: what the event of the saves cites beside the save itself.
    """

    by: int
    target: int
    number: int
    fp: int
    weapon: str
    cause: str
    cover: int = 0
    sniper: bool = False
    first: int = 0
    rules: tuple[str, ...] = ()

    @property
    def armoured(self) -> bool:
        """Whether armour works against them: not against terrain (GRW-Q-48)."""
        return self.cause != "terrain"

    @property
    def lethal(self) -> bool:
        """Whether they cost Life points: those of Suppressive Fire do not (GRW-SUPPRESS-03)."""
        return self.cause != "suppression"


def resolve(game: Game, hits: HitGroup, toll: ActionToll) -> Script[int]:
    """Save hits and take what is not saved from the unit; return how many were not saved.

    What explodes by that explodes then, one vehicle after the other.
    """
    toll.source = game.owner(hits.by)
    unsaved = yield from _resolve(game, hits, toll)
    while toll.blasts:
        blast = toll.blasts.pop(0)
        struck = HitGroup(
            by=blast.unit,
            target=blast.target,
            number=blast.number,
            fp=BLAST_FP,
            weapon="",
            cause="explosion",
            cover=shelter.cover(game, blast.target).get("save", 0) if game.on_table(blast.target) else 0,
            first=BLASTS + 1000 * (blast.model + 1),
            rules=("GRW-VEHICLE-12",),
        )
        yield from _resolve(game, struck, toll)
    return unsaved


def _resolve(game: Game, hits: HitGroup, toll: ActionToll) -> Script[int]:
    target = hits.target
    if not hits.number or not game.on_table(target):
        return 0
    armour = traits.armour(game, target) if hits.armoured else None
    fp = fp_after(hits.fp, armour)
    if fp is None:
        assert armour is not None
        yield from game.happen(
            "hits.ignored",
            unit=target,
            by_unit=hits.by,
            weapon=hits.weapon,
            number=hits.number,
            fp=hits.fp,
            rules=(armour.rule, "GRW-Q-79"),
        )
        return 0
    saves = {profiles.save(game, int(model)) for model in game.state.standing(target)}
    if len(saves) == 1:
        return (yield from _together(game, hits, fp, saves.pop(), toll))
    return (yield from _one_by_one(game, hits, fp, toll))


def bonuses(game: Game, hits: HitGroup) -> dict[str, int]:
    """Return what makes the saves of a unit better: "cover" of terrain, and "take-cover"; terrain itself gives none."""
    found = {"cover": hits.cover} if hits.cover else {}
    sheltered = game.has_mark(hits.target, "covered") and hits.cause != "terrain"
    return found | ({"take-cover": SHELTERED} if sheltered else {})


def _roll(
    game: Game, hits: HitGroup, fp: int, rw: int | None, number: int, first: int, models: list[int]
) -> Script[list[bool]]:
    """Roll so many equal saves; return of each whether it failed. `models` are those that roll them, where that matters."""
    added = bonuses(game, hits)
    check = save_check(rw, fp, sum(added.values()))
    faces = [game.roll("save", hits.by, hits.target, hits.first + first + place) for place in range(number)]
    failed = [not check.passes(face) for face in faces]
    armour = traits.armour(game, hits.target) if hits.armoured else None
    rules = [*hits.rules, "GRW-MELEE-06" if hits.cause == "combat" else "GRW-RANGED-06"]
    rules += [armour.rule, "GRW-VEHICLE-04"] if armour else []
    rules += ["GRW-COVERACT-01"] if "take-cover" in added else []
    yield from game.happen(
        "saves.rolled",
        unit=hits.target,
        by_unit=hits.by,
        weapon=hits.weapon,
        cause=hits.cause,
        dice=faces,
        rw=rw,
        weapon_fp=hits.fp,
        fp=fp,
        bonuses=added,
        needed=min(check.need, 7),
        unsaved=sum(failed),
        models=models,
        rules=tuple(rules),
    )
    return failed


def _together(game: Game, hits: HitGroup, fp: int, rw: int | None, toll: ActionToll) -> Script[int]:
    failed = sum((yield from _roll(game, hits, fp, rw, hits.number, 0, [])))
    for left in range(failed if hits.lethal else 0, 0, -1):
        if not game.on_table(hits.target):
            break
        model = yield from _choose(game, hits, left)
        yield from _lose(game, hits, model, fp, rw, toll)
    return failed


def _one_by_one(game: Game, hits: HitGroup, fp: int, toll: ActionToll) -> Script[int]:
    """Models save on different numbers: hits are assigned before saves, none a second before every model has one."""
    assigned: list[int] = []
    for _ in range(hits.number):
        models, often = _open_models(game, hits, assigned), Counter(assigned)
        least = min(often[model] for model in models)
        fresh = [model for model in models if often[model] == least]
        rule = "GRW-SPECIAL-06" if hits.sniper else "GRW-Q-88"
        player = game.owner(hits.by) if hits.sniper else game.owner(hits.target)
        data = yield from game.ask("assign", player, rule, hits.target, models=_alike_once(game, fresh))
        assigned.append(data["model"])
    failed = 0
    for rw in sorted({profiles.save(game, model) or profiles.NONE for model in assigned}):
        struck = [model for model in assigned if (profiles.save(game, model) or profiles.NONE) == rw]
        need = None if rw == profiles.NONE else rw
        first = len(assigned) * rw
        unsaved = yield from _roll(game, hits, fp, need, len(struck), first, struck)
        failed += sum(unsaved)
        for model in compress(struck, unsaved) if hits.lethal else ():  # each die is one model's (GRW-Q-66)
            if (able := _stand_in(game, hits.target, model)) is not None:
                yield from _lose(game, hits, able, fp, need, toll)
    return failed


def _open_models(game: Game, hits: HitGroup, assigned: list[int]) -> list[int]:
    """The models to which the next hit may go: one that has lost L comes first, but not for a Sniper (GRW-Q-23)."""
    models = [int(model) for model in game.state.standing(hits.target)]
    hurt = [model for model in models if is_wounded(game, model) and model not in assigned]
    return models if hits.sniper or not hurt else hurt


def _alike_once(game: Game, models: list[int]) -> list[int]:
    """One model of each kind: of those that save alike and are as strong, who saves does not matter."""
    found: dict[tuple[object, ...], int] = {}
    for model in models:
        found.setdefault((profiles.save(game, model), int(game.state.profile[model]), int(game.state.wounds[model])), model)
    return list(found.values())


def _stand_in(game: Game, target: int, model: int) -> int | None:
    """The model itself or, where it is gone, another one with the same profile; None where there is none."""
    standing = [int(each) for each in game.state.standing(target)]
    if model in standing:
        return model
    return next((each for each in standing if game.state.profile[each] == game.state.profile[model]), None)


def _choose(game: Game, hits: HitGroup, left: int) -> Script[int]:
    """Who loses the next point: a model that has lost L already, else as the owner or a Sniper's player says."""
    state, target = game.state, hits.target
    models = [int(model) for model in state.standing(target)]
    hurt = [model for model in models if is_wounded(game, model)]
    models = models if hits.sniper or not hurt else hurt
    if left >= int(state.wounds[state.standing(target)].sum()) and not traits.is_vehicle(game, target):
        return models[0]
    player, rule = (game.owner(hits.by), "GRW-SPECIAL-06") if hits.sniper else (game.owner(target), "GRW-Q-88")
    data = yield from game.ask("loss", player, rule, target, models=models)
    return int(data["model"])


def _lose(game: Game, hits: HitGroup, model: int, fp: int, rw: int | None, toll: ActionToll) -> Script[None]:
    """One unsaved hit takes a Life point of a model, or the whole of it."""
    unit = int(game.state.unit[model])
    whole = takes_whole_model(fp, rw, eternal=traits.has(game, unit, "eternal-warrior"))
    combat = hits.cause == "combat"
    rule = ("GRW-MELEE-09" if combat else "GRW-RANGED-08") if whole else ("GRW-MELEE-08" if combat else "GRW-RANGED-07")
    by = None if hits.cause in ("terrain", "explosion") else game.owner(hits.by)
    loss = damage.LossCause(hits.cause, by, toll, rule)
    yield from damage.lose_whole(game, model, loss) if whole else damage.lose_life(game, model, loss)
