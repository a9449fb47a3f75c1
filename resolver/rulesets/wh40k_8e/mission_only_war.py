"""The mission Only War: the battlefield, the Primary Objectives and their points, the end and the victor.

Source: 8E-MISSION-01, 8E-OBJECTIVE-01, 8E-FIELD-02, -04, 8E-PRIMARY-01..07, 8E-LENGTH-01, 8E-VICTORY-01..03, 8E-Q-36,
8E-Q-42..46, -75.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from datasheets.systems import system
from datasheets.systems.mission import Card
from datasheets.values import Dice
from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k import assembly
from resolver.families.wh40k.mission_rules import MarkerScoring, When
from resolver.families.wh40k.units import destruction, warlords
from resolver.rulesets.wh40k_8e import underdog
from resolver.rulesets.wh40k_8e.matchup import SYSTEM, matchup
from resolver.shared import beginning
from resolver.shared.field import holding, objectives
from resolver.shared.rolling import amount, roll_amount, roll_off

DECK = "primary-objective"
AREA_PER_FEATURE = 24 * 24 / 1.5
"""One or two terrain features for each area of 24 x 24 inches (8E-FIELD-04)."""


def create(game: Game) -> Script[bool]:
    """Begin: name both Warlords, then make the battlefield."""
    return assembly.create(game, matchup(game.armies.documents), AREA_PER_FEATURE)


def roll_primary(game: Game) -> Script[bool]:
    """Roll off; the winner rolls for the Primary Objectives, which hold for both players (8E-PRIMARY-01, 8E-Q-42)."""
    winner = yield from roll_off(game, "primary", "8E-PRIMARY-01")
    number, faces = roll_amount(game, "table", Dice.parse("D3"), number=winner)
    card = next(card for card in _cards() if number in card.rolls)
    yield from game.happen(
        "primary.rolled",
        player=winner,
        dice=faces,
        primary=card.id,
        player_counts={"primary": number},
        go=winner,
        rules=("8E-PRIMARY-01", "8E-PRIMARY-02", *card.rules),
    )
    return True


def _cards() -> tuple[Card, ...]:
    return tuple(card for card in system(SYSTEM).cards if card.deck == DECK)


def primary(game: Game) -> str:
    """Return the Primary Objectives of this battle, "" before they were rolled."""
    number = sum(game.player_count(player, "primary") for player in (0, 1))
    return next((card.id for card in _cards() if number in card.rolls), "")


def scoring(game: Game) -> MarkerScoring:
    """Return when and how much the Primary Objectives let players score; before the roll, as the first of them do."""
    return _of_card(primary(game) or _cards()[0].id)


@cache
def _of_card(id: str) -> MarkerScoring:
    every = next(card for card in _cards() if card.id == id).scoring
    markers = next(each for each in every if each.per == "controlled-marker")
    rest = sum(float(Dice.parse(each.points).mean) for each in every if each is not markers)
    return MarkerScoring(_WHEN[markers.when], float(Dice.parse(markers.points).mean), rest)


_WHEN: Mapping[str, When] = {"battle-end": "end", "turn-end": "every-turn"}


def lay_relic(game: Game) -> Script[bool]:
    """Ancient Relic: one marker, picked at random, stays on the battlefield (8E-PRIMARY-05, 8E-Q-43)."""
    markers = objectives.on_field(game)
    if primary(game) != "ancient-relic" or len(markers) < 2:
        return True
    kept = markers[game.roll("choice", sides=len(markers)) - 1]
    for marker in markers:
        if marker != kept:
            yield from game.happen("marker.removed", marker=marker, rules=("8E-PRIMARY-05",))
    return True


def end_turn(game: Game) -> Script[None]:
    """Domination: at the end of every turn both players score for the markers that they control (8E-PRIMARY-07)."""
    return _score_markers(game, "domination", 1, "8E-PRIMARY-07") if primary(game) == "domination" else NOTHING


def _slay_and_secure(game: Game) -> Script[None]:
    """2 points for each marker, and D3 for whoever has slain the enemy Warlord (8E-PRIMARY-03, -04, 8E-Q-45)."""
    yield from _score_markers(game, "slay-and-secure", 2, "8E-PRIMARY-03")
    for player in (0, 1):
        if warlords.is_destroyed(game, 1 - player):
            dice = Dice.parse("D3")
            points, faces = yield from amount(game, "table", dice, -1, number=player, best=dice.maximum, player=player)
            yield from game.happen(
                "victory-points.scored",
                player=player,
                points=points,
                purpose="slay-the-warlord",
                dice=faces,
                rules=("8E-PRIMARY-04",),
            )


def _score_markers(game: Game, purpose: str, each: int, rule: str) -> Script[None]:
    holders = yield from holding.control(game)
    for player in (0, 1):
        if held := holders.count(player):
            yield from game.happen(
                "victory-points.scored", player=player, points=held * each, purpose=purpose, rules=(rule,)
            )


def _score(game: Game) -> Script[None]:
    """Score what is scored at the end of the battle."""
    if primary(game) == "slay-and-secure":
        return _slay_and_secure(game)
    return _score_markers(game, "ancient-relic", 6, "8E-PRIMARY-06") if primary(game) == "ancient-relic" else NOTHING


def end(game: Game) -> Script[bool]:
    """End the battle: units that never arrived are destroyed, the last points are scored, the victor is determined."""
    yield from destruction.never_arrived(game)
    if bool(game.units_of(0)) == bool(game.units_of(1)):
        yield from _score(game)
    winner, reason, rules = victor(game)
    victory = "minor" if reason == "underdog" else "major"
    return (yield from beginning.end(game, winner, reason, ("8E-LENGTH-01", *rules), victory=victory))


def victor(game: Game) -> tuple[int, str, tuple[str, ...]]:
    """Return who has won, why, and by which rules; there is no draw (8E-VICTORY-01..03)."""
    alive = [bool(game.units_of(player)) for player in (0, 1)]
    if alive[0] != alive[1]:
        return (0 if alive[0] else 1), "army-destroyed", ("8E-VICTORY-01",)
    points = game.score
    if points[0] == points[1]:
        return underdog.underdog(game), "underdog", ("8E-VICTORY-03",)
    return (0 if points[0] > points[1] else 1), "victory-points", ("8E-VICTORY-02",)
