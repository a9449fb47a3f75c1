"""A plain ruleset put together: what is its own, and what every game of this kind has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import pi
from typing import Any

from datasheets.systems import UnknownRule, rulebook, system
from datasheets.systems.mission import Mission
from datasheets.words import Message
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.compile_armies import NotPlayable
from resolver.engine.decision_kinds import DecisionKind, decisions_by_name
from resolver.engine.events import EventKind, by_name
from resolver.engine.game import Game
from resolver.engine.kinds import ENGINE_EVENTS
from resolver.engine.missing_words import missing_words
from resolver.engine.readable import refuse_unreadable
from resolver.engine.ruleset import OrderOfPlay, Ruleset, Script, Step
from resolver.engine.windows import Window, by_event
from resolver.shared import beginning
from resolver.shared.effects.unresolved import list_unresolved
from resolver.shared.events import SHARED_EVENTS
from resolver.shared.moves import deployment
from resolver.shared.plain.decisions import PLAIN_DECISIONS
from resolver.shared.rerolls import ROLLED
from resolver.shared.rules import DeploymentRules, SharedRules
from resolver.table.board import Area, Board
from resolver.table.dice import LABELS
from resolver.table.names import BATTLE, Bits, Counters, Names
from resolver.turns.alternating import ACTIVATED, ACTIVATION_EVENTS, PASSED
from resolver.turns.rounds import END, SET_UP

Victor = Callable[[Game], tuple[int | None, str]]


def plain_ruleset(
    id: str,
    *,
    steps: Iterable[Step],
    order: OrderOfPlay,
    rules: SharedRules,
    victor: Victor,
    prepare: Callable[[Game], Script[None]] | None = None,
    events: Iterable[EventKind] = (),
    decisions: Iterable[DecisionKind] = (),
    dice: Mapping[str, str] | None = None,
    windows: Iterable[Window] = (),
    moments: Iterable[str] = (),
    marks: Mapping[str, str] | None = None,
    counters: Mapping[str, str] | None = None,
    **more: Any,
) -> Ruleset:
    """Return a ruleset whose battles begin with the mission's table and both armies set up in turn.

    Args:
        steps: those of a round or an activation, after set-up.
        victor: who has won (None: nobody), and why.
        prepare: what comes first of all, such as dealing cards.
        moments: what scripts open windows on, beside events.
        marks, counters: further marks of units and counters of players, each with its life.
        more: what else `Ruleset` has (`veil`, `points` ...).

    Raises:
        ValueError: the system's columns are not what its attacks need, or a kind or phase has no words.
    """
    if wrong := rules.reader.wrong_columns(id, rules.attacks.steps):
        raise ValueError(f"{id}: {'; '.join(wrong)}: change its system.json, or the steps and the reader of its attacks")
    steps = tuple(steps)
    kinds = {**ENGINE_EVENTS, **SHARED_EVENTS, **ACTIVATION_EVENTS, **by_name(events)}
    asked = {**PLAIN_DECISIONS, **decisions_by_name(decisions)}
    if unsaid := missing_words(id, kinds, asked, (step.phase for step in steps if step.phase != SET_UP)):
        raise ValueError(f"{id}: no words for {', '.join(unsaid)}: write them in words/en/ of its folder")
    names = Names(
        unit_marks=Bits(ACTIVATED, {"held": BATTLE}, marks or {}),
        model_marks=Bits({"allocated": BATTLE}),
        unit_counters=Counters(dict.fromkeys(("actions", "struck", "lost"), BATTLE)),
        player_counters=Counters(PASSED, counters or {}),
    )

    def initial_state(armies: BattleArmies, mission: str) -> Any:
        table = find_mission(id, mission).table
        refuse_unreadable(armies, system(id))
        return armies.state(Board(table.width_in, table.depth_in) if table else Board(44, 30), 0, names)

    def begin(game: Game) -> Script[bool]:
        yield from beginning.begin(game)
        yield from game.happen("battlefield.created", width=game.state.board.width, depth=game.state.board.depth)
        if prepare:
            yield from prepare(game)
        return True

    def end(game: Game) -> Script[bool]:
        return beginning.end(game, *victor(game), find_mission(id, game.mission).rules)

    before, after = (Step("begin", SET_UP, begin), Step("deploy", SET_UP, deployment.deploy)), (Step(END, END, end),)
    return Ruleset(
        id=id,
        version="1",
        initial_state=initial_state,
        steps=(*before, *steps, *after),
        order=order,
        reason=lambda game: victor(game)[1],
        find_unresolved=list_unresolved,
        events=kinds,
        dice={**LABELS, **(dice or {})},
        decisions=asked,
        names=names,
        windows=by_event(windows),
        moments=(ROLLED, *moments),
        cites=_OwnRules(id),
        edition=rules,
        **more,
    )


def first_turn(rule: str) -> Step:
    """Return a step of set-up in which chance says who has the first turn of every round (`FixedTurns`), by a rule."""

    def choose(game: Game) -> Script[bool]:
        first = game.roll("choice", sides=2) - 1
        yield from game.happen("turn.chosen", player=first, first=first, rules=(rule,))
        return True

    return Step("first-turn", SET_UP, choose)


class _OwnRules(dict[str, tuple[str, ...]]):
    """What shared steps cite by names, in small letters: the rule of that id, if the ledger has one, else nothing."""

    def __init__(self, system: str) -> None:
        super().__init__()
        self._system = system

    def get(self, name: str, default: Any = None) -> Any:
        """Return the rules that a name stands for.

        Raises:
            UnknownRule: the game cites a rule of its own, in capitals, that its rulebook does not have.
        """
        if name in rulebook(self._system).ids:
            return (name,)
        if name != name.lower():
            raise UnknownRule(self._system, name)
        return ()


def find_mission(id: str, mission: str) -> Mission:
    """Return a mission of a system.

    Raises:
        NotPlayable: it has none of that id.
    """
    found = system(id).mission(mission)
    if found is None:
        missions = ", ".join(each.id for each in system(id).missions)
        raise NotPlayable(Message("refused.battle.mission", {"mission": repr(mission), "missions": missions}))
    return found


def strips(deep: float) -> DeploymentRules:
    """Return zones along the two long edges of the table, so many inches deep, the first player's at the bottom."""

    def zone(game: Game, player: int) -> Area:
        board = game.state.board
        bottom = (board.depth - deep) * player
        return Area.rectangle(0, bottom, board.width, bottom + deep)

    return DeploymentRules(zone=zone, forward=lambda game, player: pi / 2 - pi * player)
