"""A move goes leg by leg where somebody may interrupt it: shot at in the middle, stopped, slowed, undone, replayed, told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from resolver.engine.decision import Data
from resolver.engine.events import Event
from resolver.engine.game import Game
from resolver.engine.registry import ruleset
from resolver.engine.replay import replay
from resolver.engine.retelling import Retelling
from resolver.engine.ruleset import Script
from resolver.engine.windows import Opening, Window
from resolver.shared.moves.leg_rules import STOP, Onward
from resolver.shared.moves.legs import Way, coming_into_sight, every
from resolver.shared.moves.moving import Manner
from resolver.shared.rules import shared_rules
from tests.field import Field, moves, unit, wall
from tests.moves.watched import WATCH, add_window, use
from tests.soak.running import random_battle, referee_battle

INCH_BY_INCH = {"cuts": lambda game, way: every(way, 2.0)}


class Crossing(Field):
    """Three models walk 6 inches past the end of a wall, behind which the enemy's gunner stands."""

    def __init__(self, *dice: int, window: Window | None = None, **legs: Any) -> None:
        super().__init__(
            [unit("Walkers", 3), unit("Idle", 1)], [unit("Gunner", 1)], "move-units", terrain=[wall(10, 20, 25, 22)]
        )
        self.walkers = self.row("a.Walkers", 22, 15)
        self.put("a.Idle", (50, 5))
        self.put("b.Gunner", (20, 30))
        self.game.ruleset = add_window(self.rules, window, **legs)
        self.go(*dice)
        self.choose("select", unit="a.Walkers")

    def walk(self, far: float = 6) -> None:
        steps = [(model, 22 + 1.5 * place + far, 15) for place, model in reversed(list(enumerate(self.walkers)))]
        self.choose("move", kind="normal", moves=moves(*steps))

    @property
    def xs(self) -> list[float]:
        return [float(self.state.x[model]) for model in self.walkers]

    @property
    def legs(self) -> list[tuple[int, bool]]:
        return [(event["leg"], event["more"]) for event in self.events("unit.moved")]


def answer(onward: Onward | None, *slain: int, leg: int = 1) -> Window:
    """After one leg, without a question, models die and the move comes to this."""

    def who(game: Game, fields: Data) -> Iterator[Opening]:
        yield from [Opening(1, 2)] if fields.get("leg") == leg else []

    def then(game: Game, fields: Data, opening: Opening, data: Data) -> Script[Onward | None]:
        for model in slain:
            yield from game.happen("model.destroyed", unit=fields["unit"], model=model, cause="attack", by=1)
        return onward

    return Window(on="unit.moved", who=who, decision="go-on", rule="", then=then)


def test_a_move_is_cut_where_the_enemy_begins_to_see_it_and_who_is_shot_does_not_arrive() -> None:
    field = Crossing(4)
    field.walk()
    assert field.asked == WATCH
    [first] = field.events("unit.moved")
    assert (first["leg"], first["more"], "moved" in first["marks"]) == (1, True, True)
    assert 22 < field.xs[0] < 28, "it is on its way"
    field.choose(WATCH, shoot=True)
    assert not field.state.alive[field.walkers[0]]
    assert field.xs[1:] == [29.5, 31.0]
    assert field.legs == [(1, True), (2, True), (3, False)], "the two behind come into sight one after the other"
    assert "marks" not in field.events("unit.moved")[1], "what is remembered is remembered once"
    walked = [step for event in field.events("unit.moved") for step in event["paths"] if step["model"] == field.walkers[1]]
    assert [pose[0] for step in walked for pose in step["path"]][-1] == 29.5
    assert any("leg 1" in line for line in field.sentences())


@pytest.mark.parametrize(("x", "cuts"), [(26.8, [2.0]), (27.8, [1.0]), (28.3, [0.5]), (29.0, [])])
def test_a_move_is_cut_at_the_first_place_where_it_is_seen_however_near_it_is(x: float, cuts: list[float]) -> None:
    """Who is seen before it goes is not cut."""
    field = Crossing()
    (walker,) = field.put("a.Walkers", (x, 15))
    for mate in field.walkers[1:]:
        field.state.write("alive", mate, False)
    game, steps = field.game, moves((walker, x + 6, 15))
    limits = {walker: 6.0}
    way = Way(game, game.unit("a.Walkers"), Manner("normal-move.distance"), limits, "normal", steps)
    assert list(coming_into_sight(way, np.array(field.models("b.Gunner")))) == cuts


def test_nobody_is_asked_and_the_move_is_one_event_where_nothing_cuts_it() -> None:
    field = Crossing(cuts=lambda game, way: ())
    field.walk()
    assert set(field.event("unit.moved")) & {"leg", "more"} == set()
    assert field.xs == [28.0, 29.5, 31.0]


def test_a_move_nobody_answers_ends_where_it_was_submitted_to_end() -> None:
    field = Crossing(window=answer(None, leg=9), **INCH_BY_INCH)
    field.walk()
    assert field.legs == [(1, True), (2, True), (3, False)]
    assert field.xs == [28.0, 29.5, 31.0]


@pytest.mark.parametrize(("onward", "xs"), [(STOP, [24.0, 25.5, 27.0]), (Onward(1.0), [25.0, 26.5, 28.0])])
def test_an_answer_stops_or_slows_a_move(onward: Onward, xs: list[float]) -> None:
    field = Crossing(window=answer(onward), **INCH_BY_INCH)
    field.walk()
    assert field.xs == pytest.approx(xs, abs=0.001)
    assert field.event("move.stopped")["unit"] == "a.Walkers"


def test_what_is_illegal_by_then_ends_there() -> None:
    """An enemy comes into the way: the models behind stop short of it, those before it go on."""

    def step_in(game: Game, fields: Data, opening: Opening, data: Data) -> Script[None]:
        poses = [(game.state.standing(2)[0], 30.0, 15.0, 0.0, 0.0)]
        yield from game.happen("unit.set-up", unit=2, where="reinforcements", poses=poses)

    field = Crossing(
        window=Window(on="unit.moved", who=answer(None).who, decision="go-on", rule="", then=step_in), **INCH_BY_INCH
    )
    field.walk()
    assert field.xs[2] < 28.0
    assert field.event("move.stopped")


def test_a_unit_slain_on_its_way_goes_no_further_and_is_not_asked_again() -> None:
    field = Crossing(window=answer(None, 0, 1, 2), **INCH_BY_INCH)
    field.walk()
    assert field.legs == [(1, True)]
    assert not field.events("move.stopped")
    assert field.asked == "select"


def test_coherency_is_looked_at_once_when_the_move_is_over() -> None:
    over: list[int] = []

    def count_alive(game: Game, unit: int) -> Script[None]:
        over.append(int(game.state.alive.sum()))
        return iter(())

    field = Crossing(window=answer(None, 1, leg=2), over=count_alive, **INCH_BY_INCH)
    field.walk()
    assert over == [4]
    assert field.xs[::2] == [28.0, 31.0], "the others end where they were going, though apart"


@pytest.mark.rule("8E-HEAVY-01")
def test_each_model_that_moves_is_remembered_though_it_begins_in_a_later_leg() -> None:
    """The first leaves its place to the second, which has no room in the first half inch; the third stays."""
    field = Crossing(cuts=lambda game, way: [0.5])
    edition = replace(shared_rules(field.game), moved_marks=("moved",))
    field.game.ruleset = replace(field.game.ruleset, edition=edition)
    second, first, third = field.put("a.Walkers", (22.0, 15.0), (23.0, 15.0), (22.0, 16.5))
    field.choose("move", kind="normal", moves=moves((first, 23, 13), (second, 24.5, 15)))
    assert [[step["model"] for step in event["paths"]] for event in field.events("unit.moved")] == [[first], [first, second]]
    assert [field.game.model_marked(model, "moved") for model in (first, second, third)] == [True, True, False]


def test_undo_takes_the_shot_back_but_not_the_move() -> None:
    field = Crossing(4, 4)
    field.walk()
    before, half = len(field.game.events), field.xs[0]
    field.choose(WATCH, shoot=True)
    assert field.battle is not None
    field.battle.undo()
    game = field.battle.game
    assert (len(game.events), float(game.state.x[field.walkers[0]])) == (before, half)
    assert field.battle.decision is not None
    assert field.battle.decision.kind == WATCH
    field.battle.undo()
    assert float(field.battle.game.state.x[field.walkers[0]]) == 22.0


def test_whole_battles_in_legs_replay_byte_for_byte_and_are_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, add_window(ruleset("wh40k-9e")))
    battle = random_battle(4)
    record = battle.record()
    again = replay(record)
    assert again.events == battle.events
    assert {event.get("leg") for event in battle.events if event["kind"] == "unit.moved"} >= {None, 1, 2}
    told = Retelling(battle.armies, battle.game.ruleset, "only-war")
    assert told.upto(battle.events).to_bytes() == battle.game.state.to_bytes()


def test_a_battle_whose_moves_are_all_cut_goes_as_if_none_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody answers, only its moves are told in more events; the referee follows them."""
    whole = random_battle(4)
    use(monkeypatch, add_window(ruleset("wh40k-9e"), answer(None, leg=99), **INCH_BY_INCH))
    cut = random_battle(4)

    def others(events: list[Event]) -> list[Event]:
        return [{name: event[name] for name in event if name != "n"} for event in events if event["kind"] != "unit.moved"]

    assert others(cut.events) == others(whole.events)
    assert cut.game.state.to_bytes() == whole.game.state.to_bytes()
    assert any(event.get("leg") == 3 for event in cut.events)
    assert referee_battle(cut) == referee_battle(whole) == []
