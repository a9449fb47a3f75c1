"""The mission Only War: its steps before the battle, its victory points, its end and its victor.

Source: 9E-MUSTER-01..05, 9E-WARLORD-01..04, 9E-BRIEF-01..03, 9E-FTURN-01, 9E-PREB-01, 9E-END-01, 9E-VICTOR-01, -02,
9E-Q-31, -33.
"""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k import assembly
from resolver.families.wh40k.units import destruction, warlords
from resolver.rulesets.wh40k_9e.matchup import matchup
from resolver.shared import beginning
from resolver.shared.effects.moments import moment
from resolver.shared.field import holding
from resolver.shared.rolling import roll_off

AREA_PER_FEATURE = 12 * 12
"""One terrain feature for roughly every 12 x 12 inches (9E-TFEAT-02)."""


def create(game: Game) -> Script[bool]:
    """Begin: name both Warlords, then make the battlefield."""
    return assembly.create(game, matchup(game.armies.documents), AREA_PER_FEATURE)


def first_turn(game: Game) -> Script[bool]:
    """Roll off; the winner chooses to take the first or the second turn of every battle round (9E-FTURN-01)."""
    winner = yield from roll_off(game, "first-turn", "9E-FTURN-01")
    data = yield from game.ask("choose-turn", winner, "9E-FTURN-01")
    first = winner if data["turn"] == "first" else 1 - winner
    yield from game.happen("turn.chosen", player=winner, first=first, rules=("9E-FTURN-01", "9E-ROUND-02"))
    return True


def pre_battle(game: Game) -> Script[bool]:
    """Resolve the rules of both armies that take effect before the battle (9E-PREB-01)."""
    yield from moment(game, "deployment")
    return True


def score_markers(game: Game) -> Script[None]:
    """At the end of a Command phase its player scores 1 point for each marker that they control (9E-BRIEF-02)."""
    player = game.active
    holders = yield from holding.control(game)
    if held := holders.count(player):
        yield from game.happen(
            "victory-points.scored", player=player, points=held, purpose="capture-and-control", rules=("9E-BRIEF-02",)
        )


def end(game: Game) -> Script[bool]:
    """End the battle: units that never arrived are destroyed, the last points are scored, the victor is determined."""
    yield from destruction.never_arrived(game)
    for player in (0, 1):
        if warlords.is_destroyed(game, 1 - player):
            yield from game.happen(
                "victory-points.scored", player=player, points=1, purpose="slay-the-warlord", rules=("9E-BRIEF-01",)
            )
    holders = yield from holding.control(game)
    held = [holders.count(player) for player in (0, 1)]
    if held[0] != held[1]:
        yield from game.happen(
            "victory-points.scored",
            player=0 if held[0] > held[1] else 1,
            points=1,
            purpose="most-markers",
            rules=("9E-BRIEF-03",),
        )
    winner, reason, rules = victor(game)
    return (yield from beginning.end(game, winner, reason, ("9E-END-01", *rules)))


def victor(game: Game) -> tuple[int | None, str, tuple[str, ...]]:
    """Return who has won, why, and by which rules."""
    alive = [bool(game.units_of(player)) for player in (0, 1)]
    if alive[0] != alive[1]:
        return (0 if alive[0] else 1), "army-destroyed", ("9E-VICTOR-01",)
    points = game.score
    if points[0] == points[1]:
        return None, "draw", ("9E-VICTOR-02", "9E-INSTR-06")
    return (0 if points[0] > points[1] else 1), "victory-points", ("9E-VICTOR-02",)
