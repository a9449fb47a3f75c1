"""Battle rounds and victory: who has the first turn of each, when the battle is over, who has won and how well.

Source: AOS-ROUND-01..07, AOS-SETUP-13, AOS-VICTORY-01..07, AOS-SUDDEN-04, AOS-Q-01, -27, -32, -33, -55.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import agreements, hero, lasting, scenery, setting_up, sudden_death
from resolver.shared import beginning
from resolver.shared.rolling import roll_off
from resolver.turns.rolled import RolledTurns

MAJOR, MINOR = "major", "minor"
QUIET = 10
"""After so many battle rounds, one after the other, in which the armies did not shrink, a battle is a stalemate."""


def choose_first(game: Game) -> Script[int]:
    """Settle who has the first turn of the round to come (AOS-ROUND-02..04, AOS-SETUP-13).

    In the first round who finished setting up last chooses, or first where the players agreed so; later who rolls highest.
    """
    if game.state.round:
        player, rule = (yield from roll_off(game, "first-turn", "AOS-ROUND-02")), "AOS-ROUND-03"
    else:
        setting = yield from agreements.settle(game, "first_turn_chooser", "AOS-Q-01")
        player, rule = setting_up.chooser_of_first_turn(game, str(setting)), "AOS-SETUP-13"
    data = yield from game.ask("choose-turn", player, rule)
    first = player if data["turn"] == "first" else 1 - player
    rules = (rule, *(() if game.state.round else ("AOS-ROUND-04",)))
    yield from game.happen("turn.chosen", player=player, first=first, rules=rules)
    return first


def _moment(game: Game, on: str) -> Script[None]:
    yield from hero.moment(game, on)
    if on == "round-end" and not is_wiped_out(game):
        yield from sudden_death.end_round(game)
        yield from _count_removed(game)


def _count_removed(game: Game) -> Script[None]:
    """Note whether more models are out of play than ever before: a battle without that comes to no conclusion.

    Who comes back and is slain again brings it no nearer to one.
    """
    removed, seen = int((~game.state.alive).sum()), game.player_count(0, "seen")
    quiet = game.player_count(0, "quiet") + 1 if removed <= seen else 0
    counts = {"seen": max(removed - seen, 0), "quiet": quiet - game.player_count(0, "quiet")}
    fields: dict[str, Any] = {"player": 0, "removed": removed, "quiet": quiet, "player_counts": counts}
    yield from game.happen("round.counted", rules=("AOS-VICTORY-03",), **fields)


def is_stalemate(game: Game) -> bool:
    """Tell whether the battle comes to no conclusion: the armies did not shrink for so long (AOS-VICTORY-03)."""
    return game.player_count(0, "quiet") >= QUIET


def is_wiped_out(game: Game) -> bool:
    """Tell whether a side has no models left on the battlefield; reserves do not count (AOS-VICTORY-01)."""
    return not (game.units_on_table(0) and game.units_on_table(1))


def is_over(game: Game) -> bool:
    """Tell whether the battle ends at once (AOS-VICTORY-02, AOS-SUDDEN-04)."""
    return is_wiped_out(game) or sudden_death.winner(game) is not None


def _last_round(game: Game) -> int | None:
    """The battle ends with this round: as agreed, where a Sudden Death objective is achieved, or where nothing happens."""
    over = sudden_death.winner(game) is not None or is_stalemate(game)
    return game.state.round if over else agreements.round_limit(game)


ORDER = RolledTurns(
    rounds=_last_round,
    moment=_moment,
    over=is_over,
    lapse=lasting.end,
    begins={hero.PHASE: scenery.begin_hero_phase},
    first=choose_first,
)


def losses(game: Game, player: int) -> Fraction:
    """Return the share of the models it began with that an army lost; it may be more than 1 (AOS-VICTORY-04, -07)."""
    return Fraction(game.player_count(player, "removed"), max(game.player_count(player, "models"), 1))


def victor(game: Game) -> tuple[int | None, str, str, tuple[str, ...]]:
    """Return who has won (None: nobody), why, how well, and by which rules (AOS-VICTORY-01..07, AOS-Q-32, -55)."""
    left = [bool(game.units_on_table(player)) for player in (0, 1)]
    if left[0] != left[1]:
        return (0 if left[0] else 1), "wiped-out", MAJOR, ("AOS-VICTORY-01", "AOS-VICTORY-02")
    if not left[0]:
        return None, "both-wiped-out", "", ("AOS-Q-32",)
    achieved = sudden_death.winner(game)
    if achieved is not None:
        return achieved, "sudden-death", MAJOR, ("AOS-SUDDEN-04",)
    lost = [losses(game, player) for player in (0, 1)]
    if lost[0] == lost[1]:
        return None, "equal-losses", "", ("AOS-VICTORY-03", "AOS-VICTORY-04", "AOS-Q-32")
    reason = "stalemate" if is_stalemate(game) else "fewer-losses"
    return int(lost[1] < lost[0]), reason, MINOR, ("AOS-VICTORY-03", "AOS-VICTORY-04", "AOS-VICTORY-05")


def end(game: Game) -> Script[bool]:
    """End the battle."""
    winner, reason, victory, rules = victor(game)
    said = {"victory": victory} if victory else {}
    percent = [round(100 * float(losses(game, player)), 1) for player in (0, 1)]
    return (yield from beginning.end(game, winner, reason, rules, losses=percent, **said))
