"""A game of nothing but its order of play: units are selected one after the other, and do nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from resolver.engine.battle import Battle
from resolver.engine.compile_armies import compile_armies
from resolver.engine.decision import Choice
from resolver.engine.decision_kinds import DecisionKinds
from resolver.engine.events import EventKinds
from resolver.engine.game import NOTHING, Game
from resolver.engine.kinds import ENGINE_EVENTS
from resolver.engine.ruleset import OrderOfPlay, Ruleset, Script, Step
from resolver.shared.decisions import SHARED_DECISIONS
from resolver.shared.events import SHARED_EVENTS
from resolver.table.board import Board
from resolver.table.dice import SeededDice
from resolver.table.names import Bits, Counters, Names
from resolver.turns.alternating import ACTIVATED, ACTIVATION_EVENTS, PASSED
from resolver.turns.rounds import END, SET_UP
from tests.field import roster, unit


def quiet(game: Game, moment: str) -> Script[None]:
    """Nothing happens at any moment of a battle that goes on."""
    assert not game.state.over, moment
    return NOTHING


def start(
    order: OrderOfPlay,
    act: Callable[[Game], Script[bool]],
    sizes: tuple[int, int],
    marks: Mapping[str, str] = {},
    counters: Mapping[str, str] = {},
    *,
    events: EventKinds = {},  # noqa: B006
    decisions: DecisionKinds = SHARED_DECISIONS,
    **more: Any,
) -> Battle:
    """Begin a battle of so many units each, all of them on the table; `counters` are of players."""
    rules = Ruleset(
        id="tiny",
        version="1",
        initial_state=lambda armies, mission: armies.state(Board(60, 44), 0, names),
        steps=(Step("field", SET_UP, _set_up), Step("act", "act", act), Step(END, END, _end)),
        order=order,
        reason=lambda game: "draw",
        find_unresolved=lambda rules, armies: [],
        events={**ENGINE_EVENTS, **SHARED_EVENTS, **ACTIVATION_EVENTS, **events},
        dice={"card": "which card is drawn"},
        decisions=decisions,
        names=(
            names := Names(
                unit_marks=Bits(ACTIVATED, {"fleeing": "battle"}, marks),
                unit_counters=Counters({"actions": "round"}),
                player_counters=Counters(PASSED, counters),
            )
        ),
        **more,
    )
    rows = [[unit(f"{army}{number}", 1) for number in range(count)] for army, count in zip("ab", sizes, strict=True)]
    armies = compile_armies((roster(rows[0]), roster(rows[1])))
    return Battle.resume(Game(armies, rules, "", rules.initial_state(armies, ""), SeededDice(1), 1))


def _set_up(game: Game) -> Script[bool]:
    for number in range(len(game.armies.units)):
        poses = [(int(model), 3.0 * number, 20.0, 0.0, 0.0) for model in game.state.models_of(number)]
        yield from game.happen("unit.set-up", unit=number, where="zone", poses=poses)
    return True


def _end(game: Game) -> Script[bool]:
    yield from game.happen("battle.ended", winner=None, reason="draw", victory_points=game.score, seed=1)
    return True


def play(battle: Battle, answer: Callable[[Battle, Sequence[Choice]], Choice] = lambda battle, options: options[0]) -> None:
    while battle.decision is not None:
        battle.choose(answer(battle, battle.options()))


def log(battle: Battle, *kinds: str) -> list[tuple[Any, ...]]:
    """Round, player and unit of events of these kinds."""
    return [(e["round"], e["turn"], e.get("unit", e["kind"])) for e in battle.events if e["kind"] in kinds]
