"""Answers by pointing: what is proposed is legal and as near as it gets, and told is the rule that forbids the place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import dist, hypot

import numpy as np
import pytest

from bench.rosters import armies
from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, Data, Decision
from resolver.engine.decision_kinds import Nearest, Pointing, find_nearest
from resolver.engine.registry import playable, ruleset
from resolver.players.random_legal import RandomLegal
from resolver.shared.plain.decisions import PLAIN_DECISIONS
from tests.engine.test_battles import start


def pointable(seed: int, most: int = 10_000) -> Iterator[tuple[Battle, Decision, list[Data]]]:
    """Yield a battle at each decision that is answered by pointing."""
    battle, players = start(seed), (RandomLegal(seed), RandomLegal(seed + 1000))
    for _ in range(most):
        decision = battle.decision
        if decision is None:
            return
        if battle.game.ruleset.decisions[decision.kind].aim.snap:
            yield battle, decision, [option.data for option in battle.options()]
        battle.choose(players[decision.player].choose(battle.view(decision.player), battle.options()))


def at(kind: str, seed: int = 3) -> tuple[Battle, Decision, list[Data]]:
    return next(row for row in pointable(seed) if row[1].kind == kind)


def point(row: tuple[Battle, Decision, list[Data]], x: float, y: float, **more: object) -> Nearest:
    battle, decision, options = row
    game = battle.view(decision.player).game
    ways = game.ruleset.decisions[decision.kind].aim.ways
    kind = next((kind for kind in decision.data.get("kinds", ()) if kind in ways), "")
    return find_nearest(game, decision, options, replace(Pointing((x, y), kind=kind), **more))  # type: ignore[arg-type]


def legal(battle: Battle, decision: Decision, data: Data) -> bool:
    return battle.check(Choice(decision.id, decision.kind, data)) is None


def middle(data: Data) -> tuple[float, float]:
    rows = [row[1:3] for row in data["poses"]] if "poses" in data else [row["path"][-1][:2] for row in data["moves"]]
    x, y = np.mean(np.array(rows, dtype=float), axis=0)
    return float(x), float(y)


def test_whatever_is_pointed_at_becomes_a_legal_answer_or_is_refused_by_a_rule() -> None:
    random, seen = np.random.default_rng(4), Counter[str]()
    for battle, decision, options in pointable(3, 260):
        seen[decision.kind] += 1
        if seen[decision.kind] > 3:
            continue
        board = battle.game.state.board
        for x, y in random.uniform((-2, -2), (board.width + 2, board.depth + 2), (2, 2)):
            before = battle.game.state.to_bytes()
            found = point((battle, decision, options), float(x), float(y))
            assert found.data or found.refusal, decision
            assert found.data is None or legal(battle, decision, found.data), decision
            assert found.refusal is None or found.refusal.rule.startswith("9E-"), found.refusal
            assert battle.game.state.to_bytes() == before
    assert {"move", "set-up", "place-marker", "charge-move", "pile-in"} <= seen.keys()


def test_a_unit_goes_where_it_can_and_otherwise_as_far_towards_it_as_its_move_lets_it() -> None:
    for battle, decision, options in (row for row in pointable(3) if row[1].kind == "move"):
        state, unit = battle.game.state, battle.game.unit(decision.subject)
        models = state.standing(unit)
        here = np.array([state.x[models].mean(), state.y[models].mean()])
        centre = np.array([state.board.width / 2, state.board.depth / 2])
        near = here + (centre - here) / hypot(*(centre - here))
        found = point((battle, decision, options), *map(float, near))
        if found.refusal is None and hypot(*(centre - here)) > 15 and "normal" in decision.data["kinds"]:
            break
    assert found.data
    assert middle(found.data) == pytest.approx(tuple(near), abs=1e-3)
    far = point((battle, decision, options), *map(float, centre))
    assert far.data
    assert far.refusal
    assert far.refusal.code == "move.too-far"
    assert hypot(*(np.array(middle(far.data)) - centre)) < hypot(*(here - centre)) - 1.0


def test_one_model_is_moved_after_the_others() -> None:
    battle, decision, options = next(
        row
        for row in pointable(3)
        if row[1].kind == "move" and len(row[0].game.state.standing(row[0].game.unit(row[1].subject))) > 3
    )
    state = battle.game.state
    models = [int(model) for model in state.standing(battle.game.unit(decision.subject))]
    x, y = float(state.x[models].mean()), float(state.y[models].mean())
    forward = 1.0 if y < state.board.depth / 2 else -1.0
    whole = point((battle, decision, options), x, y + 2 * forward)
    assert whole.data
    ends = {row["model"]: row["path"][-1] for row in whole.data["moves"]}
    model = models[-1]
    wished = ends[model][0] + 0.3, ends[model][1]
    one = point((battle, decision, options), *wished, model=model, base=whole.data)
    assert one.data
    assert legal(battle, decision, one.data)
    others = [row for row in one.data["moves"] if row["model"] != model]
    assert others == [row for row in whole.data["moves"] if row["model"] != model]
    strange = point((battle, decision, options), x, y, model=99_999)
    assert strange.data is None
    assert strange.refusal
    assert strange.refusal.code == "model.unknown"


def test_a_unit_is_set_up_turned_and_model_by_model() -> None:
    row = at("set-up")
    battle, decision, options = row
    first = next(option for option in options if option["poses"])
    x, y = middle(first)
    found = point(row, x, y, turn=0.25)
    assert found.data
    if found.refusal is None:
        turns = [pose[3] - old[3] for pose, old in zip(found.data["poses"], first["poses"], strict=True)]
        assert turns == pytest.approx([0.25] * len(turns), abs=1e-3)
    model = first["poses"][0][0]
    one = point(row, first["poses"][0][1] + 0.05, first["poses"][0][2], model=model, base=first)
    assert one.data
    assert legal(battle, decision, one.data)
    assert one.data["poses"][1:] == [list(pose) for pose in first["poses"][1:]]


PLACES = {"moves": "path", "poses": "placements", "at": "point"}
"""How an answer with such a field is given on the table."""


@pytest.mark.parametrize("id", ["plain", *playable()])
def test_each_answer_with_places_on_the_table_is_given_by_pointing(id: str) -> None:
    kinds = PLAIN_DECISIONS if id == "plain" else ruleset(id).decisions
    asked = [(kind, field) for kind in kinds.values() for field in PLACES.keys() & kind.shape.fields.keys()]
    assert {"moves", "poses"} <= {field for _, field in asked}
    for kind, field in asked:
        assert kind.aim.snap, kind.name
        assert (kind.aim.form, kind.aim.field) == (PLACES[field], field), kind.name
        assert bool(kind.aim.ways) == ("kind" in kind.shape.fields), kind.name


@pytest.mark.parametrize(
    ("id", "rule"),
    [
        pytest.param("aos-1e", "AOS-SETUP-07", marks=pytest.mark.rule("AOS-SETUP-07")),
        pytest.param("grundregelwerk", "GRW-Q-54", marks=pytest.mark.rule("GRW-Q-54")),
        pytest.param("wh40k-8e", "8E-DEPLOY-04", marks=pytest.mark.rule("8E-DEPLOY-04")),
        pytest.param("wh40k-9e", "9E-DEPLOY-03", marks=pytest.mark.rule("9E-DEPLOY-03")),
    ],
)
def test_who_points_outside_the_zone_is_told_its_rule_and_offered_the_nearest_place_inside(id: str, rule: str) -> None:
    battle = Battle.start(armies(id, "patrols"), id, seed=1)
    while battle.decision and battle.decision.kind != "set-up":
        battle.choose(battle.options()[0])
    decision, options = battle.decision, [option.data for option in battle.options()]
    assert decision
    board = battle.game.state.board
    for x, y in [middle(option) for option in options]:
        across = board.width - x, board.depth - y
        found = point((battle, decision, options), *across)
        if found.refusal and found.refusal.code == "set-up.place":
            break
    assert found.refusal
    assert found.refusal.rule == rule
    assert found.data
    assert legal(battle, decision, found.data)
    assert dist(middle(found.data), across) <= min(dist(middle(option), across) for option in options)


def test_what_is_not_on_the_table_is_not_pointed_at() -> None:
    battle = start(1)
    assert all(not kind.finite for kind in battle.game.ruleset.decisions.values() if kind.aim.snap)
    with pytest.raises(LookupError):
        find_nearest(battle.view(0).game, Decision(0, 0, "overwatch", "", "", {}), [], Pointing((1.0, 1.0)))
