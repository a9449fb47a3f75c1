"""The order of play: the roll for the starting player, alternating activations, the check after each round.

Source: GRW-ROUND-01..13, GRW-Q-28, -63, -64, -85.
"""

from __future__ import annotations

from dataclasses import dataclass

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import scenarios, settings
from resolver.rulesets.grundregelwerk.activation import units_to_activate
from resolver.turns.alternating import AlternatingActivations

FEWER = 1
"""What a player with fewer units adds to the roll (GRW-ROUND-02)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioRounds(AlternatingActivations):
    """Rounds of alternating activations, after each of which it is checked whether somebody has won."""

    def _round_ends(self, game: Game) -> Script[bool]:
        last = yield from AlternatingActivations._round_ends(self, game)
        yield from scenarios.check_victory(game)
        return last or scenarios.is_over(game)


def starting_player(game: Game) -> Script[int]:
    """Both players roll, who has fewer units adds 1, the higher begins; on a tie who did not begin the last round does."""
    units = [len(game.units_on_table(player)) for player in (0, 1)]
    modifiers = [FEWER if units[player] < units[1 - player] else 0 for player in (0, 1)]
    throws: list[list[int]] = []
    winner: int | None = None
    rules = ["GRW-ROUND-01", *(["GRW-ROUND-02"] if any(modifiers) else [])]
    while winner is None:
        faces = [game.roll("starting-player", number=game.state.round, die=player, throw=len(throws)) for player in (0, 1)]
        throws.append(faces)
        totals = [faces[player] + modifiers[player] for player in (0, 1)]
        if totals[0] != totals[1]:
            winner = int(totals[1] > totals[0])
        elif game.state.round:
            winner = 1 - game.state.first
            rules.append("GRW-ROUND-03")
        else:
            rules.append("GRW-ROUND-04")
    yield from game.happen(
        "starting-player.rolled",
        player=winner,
        throws=throws,
        modifiers=modifiers,
        units_left=units,
        tie=bool(game.state.round) and totals[0] == totals[1],
        rules=tuple(dict.fromkeys(rules)),
    )
    return winner


ORDER = ScenarioRounds(
    rounds=settings.rounds,
    moment=scenarios.moment,
    over=scenarios.is_over,
    first=starting_player,
    units=units_to_activate,
)
