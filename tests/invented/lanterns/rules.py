"""Lanterns: bands wake in turn, walk through fog and throw. Who sees a band walk by may throw in the middle of its way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from datasheets.fields import Text
from datasheets.systems.parts import weapon_parts
from resolver.attack.check import Check
from resolver.attack.profile import AttackProfile, AttackRules, TargetModel, TargetProfile, Volley
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.decision_kinds import Aim, decisions_by_name, finite, open_kind, shape, yes_no
from resolver.engine.duel import Duel, Terms
from resolver.engine.events import by_name, event_kind
from resolver.engine.game import NOTHING, Game, seed_digest
from resolver.engine.kinds import ENGINE_EVENTS
from resolver.engine.registry import Descriptor
from resolver.engine.ruleset import Ruleset, Script, Step
from resolver.engine.windows import Opening, Window, by_event
from resolver.shared import decisions as shared
from resolver.shared import valuation
from resolver.shared.attacks import arms, attacks
from resolver.shared.attacks.pools import Shots
from resolver.shared.attacks.reader import AttackReader
from resolver.shared.effects import unresolved
from resolver.shared.effects.conditions import AttackContext
from resolver.shared.events import SHARED_EVENTS
from resolver.shared.labels import label_moves, label_unit, word_label
from resolver.shared.moves import deployment, legs, moving, proposals
from resolver.shared.moves.snap_moves import snap_move
from resolver.shared.rules import DeploymentRules, LegRules, SharedRules
from resolver.shared.selecting import select
from resolver.shared.units import characteristics, engagement
from resolver.shared.units.removal import remove_model
from resolver.table.board import Area, Board
from resolver.table.coherency import CoherencyRules
from resolver.table.names import Bits, Counters, Names
from resolver.table.state import State
from resolver.turns.alternating import ACTIVATED, ACTIVATION_EVENTS, PASSED, AlternatingActivations

WALK = moving.Manner("walk", enemies="free", flying=False)
ATTACKS = AttackRules(("hit", "wound", "allocate", "damage"))
NAMES = Names(
    unit_marks=Bits(ACTIVATED, {"thrown": "round", "held": "battle"}),
    model_marks=Bits({"allocated": "round"}),
    unit_counters=Counters({"actions": "round", "lost": "battle", "struck": "round"}),
    player_counters=Counters(PASSED, {"omen": "battle"}),
)


def begin(game: Game) -> Script[bool]:
    """Lay the table, and let both players draw an omen that the other does not see."""
    named = [{"name": each.army.name, "digest": each.digest} for each in game.armies.documents]
    said = {"system": "lanterns", "mission": game.mission, "game": 0, "unresolved": 0}
    yield from game.happen("battle.began", armies=named, seed_digest=seed_digest(game.seed, game.salt), **said)
    yield from game.happen("battlefield.created", width=36, depth=24)
    for player in (0, 1):
        omen = game.roll("omen", number=player)
        yield from game.happen("omen.drawn", player=player, omen=omen, player_counts={"omen": omen}, rules=("LAN-04",))
    return True


def wake(game: Game) -> Script[bool]:
    """Wake a band: it walks, and throws."""
    unit = yield from select(game, game.active, "activate", ORDER.waiting(game, game.active), "LAN-02", marks=("activated",))
    if unit is None:
        yield from game.happen("player.passed", player=game.active, player_counts={"passed": 1})
        return True
    omen, more = game.player_count(game.active, "omen"), False
    if omen:
        more = (yield from game.ask("omen", game.active, "LAN-04", unit))["read"]
    if more:
        yield from game.happen("omen.read", player=game.active, omen=omen, player_counts={"omen": -omen}, rules=("LAN-04",))
    data = yield from game.ask("walk", game.active, "LAN-02", unit, more=omen if more else 0)
    reach = limits(game, unit, omen if more else 0)
    here = yield from legs.carry_out(game, unit, WALK, reach, data, move="normal", most=max(reach.values()))
    if here:
        yield from throw(game, unit, targets(game, unit))
    return True


def throw(game: Game, unit: int, at: list[int]) -> Script[None]:
    """Throw all that a band has at one of these."""
    if not at:
        return
    data = yield from game.ask("throw", game.owner(unit), "LAN-02", unit, units=[game.key(foe) for foe in at])
    if data["unit"] is None:
        return
    yield from game.happen("unit.selected", unit=unit, to="shoot", marks=["thrown"], rules=("LAN-03",))
    for shots in pools(game, unit, game.unit(data["unit"])):
        if game.on_table(shots.target) and game.on_table(unit):
            yield from attacks.resolve(game, shots)


def pools(game: Game, unit: int, foe: int) -> Iterable[Shots]:
    """All that a band has in its hands, weapon by weapon."""
    found: dict[int, list[int]] = {}
    for model in game.state.models_of(unit):
        for weapon in game.armies.loadouts[game.state.loadout[model]].slots:
            found.setdefault(weapon.profiles[0].index, []).append(int(model))
    return [Shots(unit, foe, tuple(models), game.armies.weapons[place], True) for place, models in found.items()]


def arm(game: Game, shots: Shots) -> arms.Arm:
    return arms.read_arm(weapon_parts("lanterns"), shots.weapon.characteristics)


def targets(game: Game, unit: int) -> list[int]:
    """Whom a band can throw at."""
    foes = game.units_on_table(1 - game.owner(unit))
    reach = max((float(arm(game, each).reach) for each in pools(game, unit, unit)), default=0.0)
    return [foe for foe in foes if engagement.within(game, unit, foe, reach)]


def watchers(game: Game, event: Data) -> Iterator[Opening]:
    """Bands that have not thrown in this round answer to a leg of a move, not to its end."""
    if event.get("more"):
        for foe in game.units_on_table(1 - game.owner(event["unit"])):
            if not game.has_mark(foe, "thrown") and event["unit"] in targets(game, foe):
                yield Opening(game.owner(foe), foe, {"units": [game.key(event["unit"])]})


def answer(game: Game, event: Data, who: Opening, data: Data) -> Script[None]:
    return throw(game, who.unit, [event["unit"]]) if data["unit"] else NOTHING


def limits(game: Game, unit: int, more: int) -> moving.Limits:
    models = game.state.standing(unit)
    return {int(model): float((characteristics.move(game, int(model), more) or (0, 0))[1]) for model in models}


def walks(game: Game, decision: Decision) -> Iterator[Data]:
    unit = game.unit(decision.subject)
    yield from proposals.drifts(game, unit, WALK, limits(game, unit, decision.data["more"]))
    yield {"moves": []}


def throws(game: Game, decision: Decision) -> list[Data]:
    return [*({"unit": key} for key in decision.data["units"]), {"unit": None}]


def may_walk(game: Game, decision: Decision, data: Data) -> Refusal | None:
    unit = game.unit(decision.subject)
    return moving.refusal(moving.Mover(game, unit, WALK, limits(game, unit, decision.data["more"])), data)


def profile(game: Game, shots: Shots, entry: int = 0, now: object = None, *, again: bool = True) -> AttackProfile:
    own = arm(game, shots)
    return AttackProfile(own.number, tuple((roll, Check(need)) for roll, need in own.checks.items()), name=shots.weapon.name)


def standing(game: Game, unit: int) -> list[int]:
    return [int(model) for model in game.state.standing(unit) if game.state.wounds[model] > 0]


def hit_first(game: Game, unit: int) -> list[int]:
    """Who is hurt already is hurt first."""
    hurt = [m for m in standing(game, unit) if game.state.wounds[m] < game.armies.profiles[game.state.profile[m]].wounds]
    return hurt or standing(game, unit)


def struck(game: Game, model: int, now: object = None) -> TargetModel:
    return TargetModel(int(game.state.wounds[model]), None)


def end(game: Game) -> Script[bool]:
    left = [sum(len(game.state.standing(unit)) for unit in game.units_on_table(player)) for player in (0, 1)]
    winner = None if left[0] == left[1] else int(left[1] > left[0])
    yield from game.happen("battle.ended", winner=winner, reason="most-left", victory_points=left, seed=game.seed)
    return True


WALKING = Aim("path", "moves", snap_move())


def lay(game: Game, player: int) -> Area:
    return Area.rectangle(0, 18 * player, 36, 6 + 18 * player)


def veil(state: State, player: int | None) -> None:
    """Blank the omens that others have drawn."""
    for other in {0, 1} - {player}:
        state.write("player_counters", (other, NAMES.player_counters["omen"]), 0)


def stage(game: Game, unit: int, foe: int, terms: Terms) -> None:
    for each, place in ((unit, 0.0), (foe, terms.range_inches or 6.0)):
        game.state.write("x", game.state.models_of(each), place)
        game.state.write("on_table", game.state.models_of(each), True)


def first(game: Game) -> Script[int]:
    yield from game.happen("player.first", player=game.state.round % 2, purpose="turn")
    return game.state.round % 2


EVENTS = by_name(
    (
        event_kind("omen.drawn", "A player draws an omen.", "player omen", secret="omen"),
        event_kind("omen.read", "A player reads an omen.", "player omen"),
    )
)
DECISIONS = decisions_by_name(
    (
        finite("omen", shape(read=shared.Flag(required=True)), yes_no("read"), word_label("omen", "read")),
        finite(
            "throw",
            shape(unit=Text(required=True, allow_none=True)),
            throws,
            label_unit,
            aim=shared.UNIT,
            worth=valuation.target_values,
        ),
        open_kind(
            "walk", shape(moves=shared.moves()), walks, may_walk, label_moves, aim=WALKING, worth=valuation.move_values
        ),
    )
)
READER = AttackReader(
    arm=lambda game, row, model: arms.read_arm(weapon_parts("lanterns"), row.characteristics),
    scene=lambda game, shots, entry: AttackContext(shots.models[entry], shots.unit, shots.target, shots.weapon, True),
    attack=profile,
    likeness=lambda game, shots, entry: (),
    struck_first=hit_first,
    target_model=struck,
    resistance=lambda *_: 1,
)
ORDER = AlternatingActivations(rounds=lambda game: 4, moment=lambda game, name: NOTHING, first=first)
RULESET = Ruleset(
    id="lanterns",
    version="1",
    muster=lambda armies, mission: armies.state(Board(1, 1), 0, NAMES),
    steps=(
        Step("begin", "set-up", begin),
        Step("set-up", "set-up", deployment.deploy),
        Step("wake", "watch", wake),
        Step("end", "end", end),
    ),
    order=ORDER,
    reason=lambda game: "most-left",
    find_unresolved=unresolved.list_unresolved,
    events={**ENGINE_EVENTS, **SHARED_EVENTS, **ACTIVATION_EVENTS, **EVENTS},
    dice={"omen": "which omen is drawn"},
    decisions={**shared.SHARED_DECISIONS, **DECISIONS},
    names=NAMES,
    windows=by_event((Window(on="unit.moved", who=watchers, decision="throw", rule="LAN-03", then=answer),)),
    veil=veil,
    edition=SharedRules(
        attacks=ATTACKS,
        reader=READER,
        across=0.0,
        up=None,
        coherency=CoherencyRules(2.0, 5.0, ((2, 1),)),
        deployment=DeploymentRules(zone=lay, forward=lambda game, player: 1.57 - 3.14 * player),
        destroy=lambda game, model, cause, by: remove_model(game, model, "model.destroyed", cause, by),
        legs=LegRules(cuts=lambda game, way: legs.every(way, 2.0)),
    ),
)
DUEL = Duel(
    stage=stage,
    attacks=lambda game, unit, foe, terms: [Volley(profile(game, s), len(s.models)) for s in pools(game, unit, foe)],
    target=lambda game, unit: TargetProfile(tuple(struck(game, model) for model in standing(game, unit))),
    weapons=lambda game, unit, fighting: [] if fighting else [s.weapon.name for s in pools(game, unit, unit)],
    rules=lambda game: ATTACKS,
)
DESCRIPTOR = Descriptor(ruleset=RULESET, duel=DUEL)
