"""The steps before the first round: battlefield, edges, markers, deployment, generals, Vanguard moves.

Source: GRW-SCEN-02, -03, -05, -08, GRW-SPECIAL-05, GRW-Q-14, -54, -57, -58, -84.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

from datasheets.systems import system
from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import field, marching, settings, states, traits
from resolver.rulesets.grundregelwerk.names import EDGES, SYSTEM
from resolver.rulesets.grundregelwerk.toll import ActionToll
from resolver.shared import beginning
from resolver.shared.field import objectives
from resolver.shared.rolling import roll_off


def create(game: Game) -> Script[bool]:
    """Begin: both armies are shown, then the battlefield with its terrain is made."""
    yield from beginning.begin(game)
    yield from field.create(game)
    return True


def choose_edge(game: Game) -> Script[bool]:
    """Roll off; the winner takes one of the long edges and has the first go at markers and units."""
    winner = yield from roll_off(game, "zones", "GRW-Q-54")
    data = yield from game.ask("edge", winner, "GRW-Q-54")
    chosen = EDGES.index(data["edge"])
    for player, edge in ((winner, chosen), (1 - winner, 1 - chosen)):
        corners = [list(corner) for corner in zone_at(game, edge)]
        yield from game.happen(
            "zone.chosen",
            player=player,
            zone=edge + 1,
            corners=corners,
            player_counts={"edge": edge + 1, "first": int(player == winner)},
            go=winner,
            rules=("GRW-Q-54", "GRW-Q-84"),
        )
    return True


def who_is_first(game: Game) -> int:
    """Return the player who won the roll-off for the edges, and so is first at each step of the set-up (GRW-Q-84)."""
    return int(game.player_count(1, "first") == 1)


def edge_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Both long edges."""
    return ({"edge": edge} for edge in EDGES)


def zone_at(game: Game, edge: int) -> tuple[tuple[float, float], ...]:
    """Return the corners of the strip along an edge: 0 at the bottom, 1 at the top."""
    mission = system(SYSTEM).mission(game.mission)
    deep = float(mission.zones.depth_in or 12.0) if mission and mission.zones else 12.0
    board = game.state.board
    bottom = (board.depth - deep) * edge
    return (0.0, bottom), (board.width, bottom), (board.width, bottom + deep), (0.0, bottom + deep)


def has_markers(game: Game) -> bool:
    """Tell whether a scenario has markers or objectives."""
    mission = system(SYSTEM).mission(game.mission)
    return mission is not None and mission.objectives is not None


def markers(game: Game) -> Script[bool]:
    """The players place markers in turn; the scenario says how many, and where a fixed one lies."""
    if not has_markers(game):
        return True
    given, board = objectives.numbers(game), game.state.board
    if given.placing == "fixed":
        middle = [board.width / 2, board.depth / 2]
        yield from game.happen("marker.placed", player=game.go, marker=0, at=middle, rules=given.rules)
        return True
    if not _marker_count(game):
        yield from _count(game, given.count)
    marker, player = len(objectives.placed_markers(game)), game.go
    data = yield from game.ask("place-marker", player, "GRW-Q-58", marker=marker)
    done = marker + 1 >= _marker_count(game)
    go = who_is_first(game) if done else 1 - player
    yield from game.happen(
        "marker.placed", player=player, marker=marker, at=data["at"], go=go, rules=("GRW-Q-58", *given.rules)
    )
    return done


def _marker_count(game: Game) -> int:
    return int(game.state.battle_counters[game.ruleset.names.battle_counters["objectives"]])


def _count(game: Game, count: str) -> Script[None]:
    """Say how many markers there are: a number, or a die and more (GRW-SCEN-05)."""
    dice, _, more = count.partition("+")
    face = game.roll("objectives") if dice == "D6" else None
    number = int(count) if face is None else face + int(more or 0)
    rules = ("GRW-SCEN-05",) if face is not None else ("GRW-SCEN-03",)
    yield from game.happen("objectives.counted", number=number, dice=face, rules=rules)


def generals(game: Game) -> Script[bool]:
    """Where the death of a general decides, each player names one model (GRW-Q-14)."""
    for player in (0, 1) if settings.general_decides(game) else ():
        model = declared_general(game, player)
        if model is None:
            data = yield from game.ask("name-general", player, "GRW-SCEN-08")
            model = data["model"]
        unit = int(game.state.unit[model])
        yield from game.happen(
            "general.chosen",
            player=player,
            unit=unit,
            model=model,
            model_marks=["general"],
            rules=("GRW-SCEN-08", "GRW-Q-14"),
        )
    return True


def declared_general(game: Game, player: int) -> int | None:
    """Return the model that a player's list names as its general, None where it names none."""
    for row in game.armies.documents[player].army.declarations_of("general"):
        if row.value:
            return game.armies.model(player, row.subject, row.index)
    return None


def general_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Each kind of model of each unit."""
    for unit in game.units_of(decision.player):
        models = game.state.models_of(unit)
        kinds = {int(game.state.loadout[model]): int(model) for model in models[::-1]}
        yield from ({"model": model} for model in sorted(kinds.values()))


def vanguard(game: Game) -> Script[bool]:
    """Units with Vanguard move once before the game, all of one player and then of the other (GRW-SPECIAL-05)."""
    first = who_is_first(game)
    for player in (first, 1 - first):
        for unit in game.units_on_table(player):
            if (
                traits.has(game, unit, "vanguard")
                and not game.has_mark(unit, "vanguard")
                and len(states.able_to_move(game, unit))
            ):
                yield from game.happen(
                    "vanguard.moves",
                    unit=unit,
                    marks=["vanguard"],
                    counts={"actions": 1},
                    go=first,
                    rules=("GRW-SPECIAL-05", "GRW-Q-84"),
                )
                yield from marching.march(game, unit, marching.VANGUARD, ActionToll.of(game), ("GRW-SPECIAL-05",))
                return False
    return True


def forward(game: Game, player: int) -> float:
    """Return the direction from a player's edge into the table, in radians."""
    return pi / 2 if game.player_count(player, "edge") != 2 else -pi / 2
