"""Answers of a player's own: what is typed becomes the data of a choice, and the battle says whether it is legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from builder.answers import FORMS, NotUnderstood, aims, arsenal, own
from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, Decision
from resolver.engine.registry import ruleset
from resolver.engine.view import View
from resolver.players.random_legal import RandomLegal
from tests.engine.test_battles import start

Table = tuple[Battle, View, Decision, Sequence[Choice]]


def at(kind: str, fits: Callable[[Sequence[Choice]], bool] = lambda options: True) -> Table:
    """A battle at the first decision of a kind whose options fit."""
    for seed in (6, 1, 2, 3, 4, 5):
        battle, players = start(seed), (RandomLegal(seed), RandomLegal(seed + 1000))
        while (decision := battle.decision) is not None:
            view, options = battle.view(decision.player), battle.options()
            if decision.kind == kind and fits(options):
                return battle, view, decision, options
            battle.choose(players[decision.player].choose(view, options))
    raise AssertionError(f"no {kind} in these battles")


def legal(table: Table, text: str) -> Choice:
    battle, view, decision, options = table
    choice = Choice(decision.id, decision.kind, own(text, view, decision, options))
    assert battle.check(choice) is None, text
    return choice


def several_targets(options: Sequence[Choice]) -> bool:
    rows = (row for option in options for row in option.data.get("shots") or option.data["attacks"])
    return len({row["target"] for row in rows}) > 1


def test_weapons_are_aimed_one_by_one() -> None:
    table = at("shots", lambda options: several_targets(options) and len(options[0].data["shots"]) > 1)
    _, view, decision, options = table
    weapons, targets = arsenal(view, decision, options), aims(view, decision, options)
    names = list(weapons)
    label = next(
        n for n, name in enumerate(names) if any(row["slot"] == weapons[name][0]["slot"] for row in options[0].data["shots"])
    )
    choice = legal(table, f"fire {label + 1} at 1")
    assert {row["target"] for row in choice.data["shots"]} == {targets[0]}
    assert all(
        {name: row[name] for name in ("model", "slot", "profile")} in weapons[names[label]] for row in choice.data["shots"]
    )
    for text in ("fire 99 at 1", "fire 1 at 99", "fire 1", "fire 0 at 1", "fire", "fire 1 at 1;"):
        with pytest.raises(NotUnderstood, match=r"play\.own\.shots"):
            own(text, view, decision, options)


@pytest.mark.slow
def test_a_model_strikes_somebody_else() -> None:
    def split(options: Sequence[Choice]) -> bool:
        return several_targets(options) and any(len(rows_of(options[0], model)) == 1 for model in models_of(options[0]))

    table = at("melee", split)
    battle, view, decision, options = table
    targets, numbers = (
        aims(view, decision, options),
        [int(m) for m in view.game.state.standing(view.game.unit(decision.subject))],
    )
    reach = {row["model"]: row["targets"] for row in decision.data["fighters"]}
    model = next(m for m in models_of(options[0]) if len(reach[m]) > 1)
    old = rows_of(options[0], model)[0]["target"]
    other = next(target for target in reach[model] if target != old)
    choice = legal(table, f"strike {numbers.index(model) + 1} at {targets.index(other) + 1}")
    assert {row["target"] for row in rows_of(choice, model)} == {other}
    for each in models_of(options[0]):
        if each != model:
            assert rows_of(choice, each) == rows_of(options[0], each)
    twin = battle.clone()
    twin.choose(choice)
    assert any(event["kind"] == "targets.declared" for event in twin.events[len(battle.events) :])
    for text in ("strike 99 at 1", "strike 1 at 99", "strike 1 at 1 with 99", "strike 1", "strike"):
        with pytest.raises(NotUnderstood, match=r"play\.own\.blows"):
            own(text, view, decision, options)


def models_of(option: Choice) -> list[int]:
    return list(dict.fromkeys(row["model"] for row in option.data["attacks"]))


def rows_of(option: Choice, model: int) -> list[dict[str, object]]:
    return [row for row in option.data["attacks"] if row["model"] == model]


@pytest.mark.slow
def test_several_targets_are_charged_together() -> None:
    table = at("charge", lambda options: len({key for option in options for key in option.data["targets"]}) > 1)
    single = [option.data["targets"][0] for option in table[3] if len(option.data["targets"]) == 1]
    assert legal(table, "1+2").data == {"targets": single[:2]}
    assert legal(table, "2 + 1").data == {"targets": [single[1], single[0]]}
    for text in ("1+99", "1+", "+", "1+x", "0+1"):
        with pytest.raises(NotUnderstood):
            own(text, *table[1:])


def test_several_units_embark_together() -> None:
    table = at("start-embarked", lambda options: sum(len(option.data["embarked"]) == 1 for option in options) > 1)
    _, view, decision, options = table
    found = own("1+2", view, decision, options)
    assert found == {"embarked": {**options[0].data["embarked"], **options[1].data["embarked"]}}


def test_a_marker_is_placed_anywhere() -> None:
    table = at("place-marker")
    board = table[1].game.state.board
    assert legal(table, f"at {board.width / 2} {board.depth / 2}").data == {"at": [board.width / 2, board.depth / 2]}
    for text in (
        "at 1",
        "at x y",
        "at 1e9 1",
        "at 99999 1",
        "by 1 1",
        "at 1 2 3 4",
        "json 1",
        "json [1]",
        "json {",
        "json " + "[" * 5000,
    ):
        with pytest.raises(NotUnderstood):
            own(text, *table[1:])


def test_every_form_of_an_answer_is_read() -> None:
    aims = {kind.aim.form for kind in ruleset("wh40k-9e").decisions.values() if not kind.finite}
    assert aims == set(FORMS)
