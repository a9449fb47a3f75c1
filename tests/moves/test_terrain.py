"""Terrain of a small ruleset: a swamp that costs, tests and slows, a fence that bars, a wood that covers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from datasheets.words import languages
from resolver.engine.battle import Battle
from resolver.engine.game import Game
from resolver.engine.prose import LogWriter
from resolver.engine.registry import ruleset
from resolver.engine.replay import replay
from resolver.engine.retelling import Retelling
from resolver.engine.ruleset import Script
from resolver.families.wh40k import assembly
from resolver.players import BOTS, play
from resolver.shared.field.battlefield import Feature
from resolver.shared.field.terrain import ALL, TerrainKind, TerrainRules
from resolver.shared.moves import proposals
from resolver.shared.moves.leg_rules import STOP, Onward
from resolver.shared.moves.moving import Manner, Mover
from resolver.shared.moves.placing import anywhere, refusal
from resolver.shared.rules import shared_rules
from resolver.shared.units.removal import remove_model
from resolver.table.areas import Hindrance, Rough, entry
from resolver.table.board import Area, Terrain
from resolver.table.ground import Ground
from resolver.table.movement import MoveRules, check, length
from resolver.table.sight import visible
from tests.armies import few
from tests.field import INFANTRY, Field, moves, unit
from tests.moves.watched import use

SWAMP = Area.rectangle(14, 0, 17, 44)


def piece(*tags: str, name: str = "rocks", area: Area = SWAMP, height: float = 0.0, **given: Any) -> Terrain:
    return Terrain(name, area, height, **{"blocks_sight": False, "blocks_movement": False, "tags": tags} | given)


def roll_on_entering(game: Game, unit: int, piece: Terrain, models: tuple[int, ...], move: str) -> Script[Onward | None]:
    """Each model that enters rolls a die: 1 slays it, on a 2 the unit is stuck."""
    stuck = False
    for model in models:
        face = game.roll("hit", unit, number=model)
        stuck |= face == 2
        if face == 1:
            yield from remove_model(game, model, "model.destroyed", "attack", None)
    return STOP if stuck else None


KINDS = {
    "mud": TerrainKind(price={ALL: 2.0, "vehicle": 4.0, "beast": 1.0}),
    "slow": TerrainKind(most={ALL: 4.0}),
    "fence": TerrainKind(barred=frozenset({"vehicle"}), passed_by=frozenset({"beast"})),
    "wood": TerrainKind(cover={"save": 1}),
    "ruin": TerrainKind(cover={"save": 1, "hit": -1}),
    "deadly": TerrainKind(tested=frozenset({"normal"})),
}


def mover(game: Game, unit: int) -> str:
    words = game.armies.units[unit].key
    return "vehicle" if "Cart" in words else "beast" if "Wolves" in words else "infantry"


RULES = TerrainRules(kinds=KINDS, mover=mover, entered=roll_on_entering)


class March(Field):
    """A unit of two 1 inch east of a swamp 3 inches wide."""

    def __init__(self, *terrain: Terrain, key: str = "Walkers", dice: tuple[int, ...] = (), **rules: Any) -> None:
        super().__init__(
            [unit(key, 2, keywords=["FLY"] if key == "Flyers" else INFANTRY), unit("Idle", 1)],
            [unit("Foe", 1)],
            "move-units",
            terrain=terrain,
        )
        self.key = f"a.{key}"
        self.put(self.key, (12.5, 20), (12.5, 21.5))
        self.put("a.Idle", (2, 2))
        self.put("b.Foe", (50, 40))
        terrain_rules = replace(RULES, **rules)
        self.game.ruleset = replace(self.rules, edition=replace(self.rules.edition, terrain=terrain_rules))  # type: ignore[type-var]
        self.go(*dice)
        self.choose("select", unit=self.key)

    def steps(self, far: float) -> list[dict[str, Any]]:
        return moves(*((model, 12.5 + far, 20 + 1.5 * row) for row, model in enumerate(self.models(self.key))))

    def refusal_code(self, far: float) -> str:
        found = self.refusal("move", kind="normal", moves=self.steps(far))
        return found.code if found else ""

    def walk(self, far: float) -> None:
        self.choose("move", kind="normal", moves=self.steps(far))

    @property
    def xs(self) -> list[float]:
        return [float(self.state.x[model]) for model in self.models(self.key)]


@pytest.mark.parametrize(
    ("key", "tags", "far", "found"),
    [
        ("Walkers", ("mud",), 3.7, ""),  # 1.5 to it, 2.2 inside cost 4.4
        ("Walkers", ("mud",), 3.8, "move.too-far"),
        ("Cart", ("mud",), 2.6, ""),
        ("Cart", ("mud",), 2.7, "move.too-far"),
        ("Wolves", ("mud",), 6.0, ""),
        ("Walkers", ("none",), 6.0, ""),
        ("Walkers", ("slow",), 4.1, "move.slowed"),
        ("Walkers", ("slow",), 2.4, ""),
        ("Cart", ("fence",), 1.1, "move.barred"),
        ("Cart", ("fence",), 1.0, ""),
        ("Walkers", ("fence",), 6.0, ""),
        ("Wolves", ("fence",), 3.0, "move.barred"),  # it may jump over it, not stay in it
        ("Wolves", ("fence",), 6.0, ""),
    ],
)
def test_rough_ground_costs_slows_and_bars_by_kind_of_mover(key: str, tags: tuple[str, ...], far: float, found: str) -> None:
    assert March(piece(*tags), key=key).refusal_code(far) == found


def test_a_refusal_names_the_piece_in_every_language() -> None:
    field = March(piece("fence"), key="Cart")
    found = field.refusal("move", kind="normal", moves=field.steps(3))
    assert found is not None
    said = {language: LogWriter(field.game.armies, field.game.ruleset, language).refusal(found) for language in languages()}
    assert said["en"] == "Cart 0 #1 may not go into the rocks."
    assert "klippor" in said["sv"]
    assert "Felsen" in said["de"]
    assert len(set(said.values())) == len(languages())


def test_proposed_moves_keep_to_what_rough_ground_allows() -> None:
    field = March(piece("mud"))
    game, walkers = field.game, field.game.unit("a.Walkers")
    limits = dict.fromkeys(field.models("a.Walkers"), 6.0)
    far = [
        step["path"][-1][0]
        for moves in proposals.move_candidates(game, walkers, Manner("normal-move.distance"), limits)
        for step in moves["moves"]
    ]
    assert far
    assert max(far) <= 12.5 + 1.5 + 2.25


def test_nobody_is_set_up_where_it_may_not_stand() -> None:
    field = March(piece("fence"), key="Cart")
    poses = [[model, 15.0, 30.0 + 1.5 * row, 0.0] for row, model in enumerate(field.models("a.Cart"))]
    found = refusal(field.game, field.game.unit("a.Cart"), poses, anywhere, "deploy.zone")
    assert found is not None
    assert (found.code, found.values["piece"]) == ("move.barred", "rocks")
    assert refusal(field.game, field.game.unit("a.Idle"), [[field.models("a.Idle")[0], 15, 30, 0]], anywhere, "") is None


def test_a_unit_is_set_up_where_models_have_fallen_and_not_on_those_that_stand() -> None:
    field = March()
    game, (fallen, _) = field.game, field.models("a.Walkers")
    field.put("a.Walkers", (30, 30), (34, 30))
    field.state.write("alive", fallen, False)
    (idle,) = field.models("a.Idle")
    assert refusal(game, game.unit("a.Idle"), [[idle, 30, 30, 0]], anywhere, "") is None
    assert refusal(game, game.unit("a.Idle"), [[idle, 34, 30, 0]], anywhere, "") is not None


def test_a_model_that_enters_a_swamp_is_tested_at_its_edge_and_the_others_go_on() -> None:
    field = March(piece("deadly"), dice=(1, 5))
    field.walk(6)
    first, second = field.events("unit.moved")
    assert [round(pose[1], 2) for pose in first["poses"]] == [13.5, 13.5], "where the bases touch it"
    assert [step["model"] for step in second["paths"]] == field.models(field.key)[:1] or field.xs[0] == 18.5
    assert len(field.models(field.key)) == 1
    assert field.xs == [18.5]


def test_who_is_stuck_ends_there_and_who_does_not_enter_is_not_tested() -> None:
    field = March(piece("deadly"), dice=(2, 5))
    field.walk(6)
    assert field.xs == [13.5, 13.5]
    assert field.event("move.stopped")
    dry = March(piece("deadly"))
    dry.walk(0.9)
    assert "leg" not in dry.event("unit.moved")


def test_who_flies_over_a_swamp_is_tested_only_where_it_lands() -> None:
    over = March(piece("deadly"), key="Flyers")
    over.walk(6)
    assert "leg" not in over.event("unit.moved")
    into = March(piece("deadly"), key="Flyers", dice=(5, 5))
    into.walk(3)
    assert into.event("unit.moved")["leg"] == 1


def test_who_moves_inside_a_swamp_is_tested_once_when_the_move_is_over() -> None:
    field = March(piece("deadly", area=Area.rectangle(5, 0, 30, 44)), dice=(5, 5))
    field.walk(6)
    assert (field.event("unit.moved")["leg"], field.event("unit.moved")["more"]) == (1, False)


def test_cover_goes_by_how_much_of_a_unit_is_inside_and_does_not_add_up() -> None:
    field = March(piece("wood"), piece("ruin", area=Area.rectangle(14, 0, 18, 44)))
    game, walkers = field.game, field.game.unit("a.Walkers")
    field.put("a.Walkers", (15.5, 20), (13.5, 21.5))
    assert shared_rules(game).terrain.cover(game, walkers) == {}
    half = replace(RULES, share=0.5, wholly=True)
    assert half.cover(game, walkers) == {"save": 1, "hit": -1}
    field.put("a.Walkers", (14.4, 20))
    assert half.cover(game, walkers) == {}, "its base stands out of it"


def test_a_wood_is_seen_into_and_out_of_and_not_through() -> None:
    field = March(piece("wood", height=5.0, blocks_sight=True))
    foe, (walker, _) = np.array(field.models("b.Foe")), field.models("a.Walkers")
    field.put("b.Foe", (22, 20))
    assert not visible(field.state, np.array([walker]), foe)[0, 0]
    for x in (15.5, 18.0):
        field.put("a.Walkers", (x, 20))
        assert visible(field.state, np.array([walker]), foe)[0, 0]


def test_ground_that_does_nothing_to_a_mover_is_open() -> None:
    field = March(piece("wood"), piece("fence"))
    assert not RULES.rough(field.game, field.game.unit("a.Walkers")).pieces
    body = field.state.bodies(field.models("a.Walkers")[:1])
    path = np.array([[12.5, 20, 0], [18.5, 20, 0.0]])
    rough = Ground(field.state.board, rough=Rough(((piece(), Hindrance(price=3.0)),)))
    assert length(body, path, MoveRules(20), rough) == pytest.approx(6 + 2 * 3)
    assert check(body, path, MoveRules(11.9), rough) is not None
    assert entry(body, path, piece()) == pytest.approx(1.0)
    assert Mover(field.game, 0, Manner(""), {}).surroundings.rough.pieces == ()


def test_battles_over_swamps_replay_byte_for_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """All features of the battlefield are flat swamps: whoever enters one is tested on its way."""
    swamps = (Feature("rocks", 8.0, 8.0, 0.0, ("mud", "deadly")), Feature("crates", 6.0, 6.0, 0.0, ("slow", "deadly")))
    monkeypatch.setattr(assembly, "FEATURES", swamps)
    rules = ruleset("wh40k-9e")
    use(monkeypatch, replace(rules, edition=replace(rules.edition, terrain=RULES)))  # type: ignore[type-var]
    armies = few("sunward-patrol", "Dawn Marshal", "Host Guard"), few("gloam-patrol", "Pale Regent", "Gloam Guard")
    battle = Battle.start(armies, "wh40k-9e", "only-war", seed=6)
    play(battle, (BOTS["greedy"](6), BOTS["greedy"](7)))
    assert replay(battle.record()).events == battle.events
    assert max(event.get("leg", 1) for event in battle.events) > 2
    assert all(event["tags"] for event in battle.events if event["kind"] == "terrain.placed")
    told = Retelling(battle.armies, battle.game.ruleset, "only-war")
    assert told.upto(battle.events).board.terrain == battle.game.state.board.terrain
