"""The four scenarios: who controls what, points, when a battle is over, and who has won.

Source: GRW-ROUND-11..13, GRW-SCEN-01..08, GRW-Q-14, -55..58, -85, -86.
"""

from __future__ import annotations

from datasheets.systems import system
from datasheets.systems.mission import Mission
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import settings, states
from resolver.rulesets.grundregelwerk.names import SYSTEM
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.shared import beginning
from resolver.shared.field import objectives
from resolver.table.bases import Base, Bodies
from resolver.table.geometry import distances

PER_MARKER, PER_UNIT = "controlled-marker", "destroyed-enemy-unit"


def scenario(game: Game) -> Mission:
    """Return the scenario that is played.

    Raises:
        KeyError: there is none of that name.
    """
    found = system(SYSTEM).mission(game.mission)
    if found is None:
        raise KeyError(game.mission)
    return found


def holders(game: Game) -> list[int | None]:
    """Return who controls each marker now (GRW-Q-56)."""
    return [_holder(near) for near in presence(game)]


def presence(game: Game) -> list[list[list[int]]]:
    """Return for each marker the models of both players that count within its range."""
    markers = objectives.placed_markers(game)
    if not len(markers):
        return []
    reach = objectives.numbers(game).range_in
    discs = Bodies.of(Base(0.0), markers)
    found: list[list[list[int]]] = [[[], []] for _ in markers]
    for player in (0, 1):
        for unit in game.units_on_table(player):
            if states.is_pinned(game, unit) or states.is_fleeing(game, unit):
                continue
            models = game.state.standing(unit)
            near = distances(game.state.bodies(models), discs) <= reach + TOUCH
            for marker in range(len(markers)):
                found[marker][player] += [int(model) for model in models[near[:, marker]]]
    return found


def _holder(near: list[list[int]]) -> int | None:
    if bool(near[0]) == bool(near[1]):
        return None
    return 0 if near[0] else 1


def control(game: Game) -> Script[list[int | None]]:
    """Say who controls each marker now."""
    rules = (*objectives.numbers(game).rules, "GRW-Q-56")
    found = list(zip(holders(game), presence(game), strict=True))
    for marker, (holder, near) in enumerate(found):
        yield from game.happen(
            "marker.controlled",
            marker=marker,
            player=holder,
            models=[len(side) for side in near],
            secured=[False, False],
            counted=[*near[0], *near[1]],
            rules=rules,
        )
    return [holder for holder, _ in found]


def moment(game: Game, name: str) -> Script[None]:
    """At the end of a round what is scored every round is scored, before markers are removed (GRW-Q-85)."""
    if name == "round-end" and any(row.when == "round-end" for row in scenario(game).scoring):
        yield from _score(game, "round-end")


def _score(game: Game, when: str) -> Script[None]:
    for row in scenario(game).scoring:
        if row.when != when:
            continue
        if row.per == PER_MARKER:
            worth = yield from _values(game)
            held = yield from control(game)
            points = [sum(value for value, holder in zip(worth, held, strict=True) if holder == player) for player in (0, 1)]
        else:
            points = [lost_units(game, 1 - player) for player in (0, 1)]
        for player in (0, 1):
            if points[player]:
                yield from game.happen(
                    "victory-points.scored",
                    player=player,
                    points=points[player],
                    purpose=f"scenario-{row.id}",
                    rules=(row.rule, *_more(row.id)),
                )


def _more(id: str) -> tuple[str, ...]:
    return ("GRW-SCEN-07", "GRW-Q-86") if id == "units" else ("GRW-Q-56",)


def _values(game: Game) -> Script[list[int]]:
    """Return what each marker is worth; hidden ones are turned over now (GRW-SCEN-03, GRW-Q-58).

    They were shuffled with dice that nobody has looked at before: until now no value is anywhere, in no state and no event.
    """
    given = objectives.numbers(game)
    markers = objectives.on_field(game)
    if not given.hidden:
        return [1 for _ in markers]
    values = list(given.values)
    for place in range(len(values) - 1, 0, -1):
        other = game.roll("loot", number=place, sides=place + 1) - 1
        values[place], values[other] = values[other], values[place]
    for marker in markers:
        yield from game.happen(
            "loot.revealed", marker=marker, value=values[marker], rules=("GRW-SCEN-03", "GRW-SCEN-04", "GRW-Q-58")
        )
    return [values[marker] for marker in markers]


def lost_units(game: Game, player: int) -> int:
    """Return how many of a player's units are destroyed, or flee now (GRW-SCEN-06, -07, GRW-Q-86)."""
    units = [unit for unit, row in enumerate(game.armies.units) if row.player == player and row.spare_of is None]
    return sum(not game.on_table(unit) or states.is_fleeing(game, unit) for unit in units)


def dead_generals(game: Game) -> list[bool]:
    """Tell whether each player's general is dead; nobody's where it does not decide."""
    if not settings.general_decides(game):
        return [False, False]
    alive = [
        any(
            game.model_marked(int(model), "general")
            for unit in game.units_on_table(player)
            for model in game.state.standing(unit)
        )
        for player in (0, 1)
    ]
    return [not each for each in alive]


def is_over(game: Game) -> bool:
    """Tell whether the check at the end of a round has ended the battle."""
    return bool(game.state.battle_counters[game.ruleset.names.battle_counters["decided"]])


def check_victory(game: Game) -> Script[None]:
    """After a round, its markers gone: is a general dead, has a player no units left? (GRW-ROUND-12, -13, GRW-Q-85)."""
    lost = [not game.units_on_table(player) for player in (0, 1)]
    if any(dead_generals(game)) or any(lost):
        yield from game.happen("battle.decided", rules=("GRW-ROUND-12", "GRW-ROUND-13", "GRW-Q-85"))


def end(game: Game) -> Script[bool]:
    """The battle is over: what is scored at its end is scored, and the winner is told."""
    yield from _score(game, "battle-end")
    winner, reason, rules = victor(game)
    return (yield from beginning.end(game, winner, reason, rules))


def victor(game: Game) -> tuple[int | None, str, tuple[str, ...]]:
    """Return who has won (None: nobody), why, and by which rules."""
    dead = dead_generals(game)
    if dead[0] != dead[1]:
        return int(dead[0]), "general", ("GRW-SCEN-08", "GRW-Q-14")
    lost = [not game.units_on_table(player) for player in (0, 1)]
    if lost[0] != lost[1]:
        return int(lost[0]), "no-units", ("GRW-Q-55", "GRW-Q-85")
    points = game.score
    if points[0] == points[1]:
        return None, "draw", ("GRW-Q-55",)
    return int(points[1] > points[0]), "victory-points", ("GRW-Q-55", "GRW-ROUND-13")
