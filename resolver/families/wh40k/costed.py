"""Facts about two armies that are measured by points: Strategy Ratings and Cards, and what their units are worth.

The system's data name the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from datasheets.evaluation.finding import Finding, Plain
from datasheets.systems import System, system
from exports.document import Army, RosterDocument
from exports.document.rounds import battle_rounds
from exports.document.victory import VictoryValue, army_rating, cards_drawn, victory_values
from resolver.engine.counted import table_of
from resolver.engine.matchup import Matchup, UnknownBattleSize


def is_costed(id: str) -> bool:
    """Whether armies of a system are measured by points and have Strategy Ratings, so that there are such facts."""
    return system(id).size.by == "cost" and bool(system(id).strategy_ratings)


def costed_matchup(documents: Sequence[RosterDocument], battle_size: str | None = None) -> Matchup:
    """Return the facts about two armies of a system that counts points.

    Raises:
        UnknownBattleSize: a battle size was asked for; such systems have none.
    """
    if battle_size is not None:
        raise UnknownBattleSize(battle_size)
    armies = [document.army for document in documents]
    game = system(armies[0].system)
    values = [victory_values(army, game) for army in armies]
    table, rule = table_of(armies, game)
    rounds, _ = battle_rounds(armies, game)
    more = {
        "points": [army.costs.get(game.size.cost, 0) for army in armies],
        "strategy_ratings": [army_rating(army, game) for army in armies],
        "strategy_cards": [cards_drawn(army, game) for army in armies],
        "turns": rounds,
        "victory_points": [[_as_data(each) for each in found] for found in values],
    }
    findings = (*_strategy(armies, game), *_worth(armies, values, game))
    return Matchup(table=table, findings=findings, more=more, rules={"table": rule} if rule else {})


def _strategy(armies: Sequence[Army], game: System) -> Iterator[Finding]:
    """Say who deploys first by the Strategy Ratings, and how many Strategy Cards each draws."""
    ratings = [found for army in armies if (found := army_rating(army, game)) is not None]
    if len(ratings) == len(armies):
        yield _deployment(armies, ratings, game)
    for army in armies:
        cards, points = cards_drawn(army, game), army.costs.get(game.size.cost, 0)
        drawn: dict[str, Plain] = {"army": army.name, "points": points, "cards": cards}
        rule = "strategy-cards" if cards else "no-strategy-cards"
        yield Finding(game.rule(rule), "matchup.strategy-cards", "note", (), None, cards, drawn)


def _deployment(armies: Sequence[Army], ratings: Sequence[int], game: System) -> Finding:
    """Say who deploys first: the army with the lower Strategy Rating."""
    low = int(ratings[1] < ratings[0])
    values: dict[str, Plain] = {
        "army": armies[low].name,
        "lower": ratings[low],
        "enemy": armies[1 - low].name,
        "higher": ratings[1 - low],
    }
    code = "matchup.even-ratings" if ratings[0] == ratings[1] else "matchup.lower-rating"
    return Finding(game.rule("strategy-rating"), code, "note", (), ratings[1 - low], ratings[low], values)


def _worth(armies: Sequence[Army], values: Sequence[Sequence[VictoryValue]], game: System) -> Iterator[Finding]:
    """Say what all units of each army are worth when they are destroyed, and each of them, those of equal name together.

    A Battery ("Thump Gun + Thump Gun: 1") is worth that as a whole; of equal squads ("Rampart Guard: 2 × 3") each is.
    """
    for army, found in zip(armies, values, strict=True):
        if not found:
            continue
        alike = Counter((_names(each), each.most) for each in found)
        units = "; ".join(
            f"{names}: {f'{number} × ' if number > 1 else ''}{most}" for (names, most), number in alike.items()
        )
        said: dict[str, Plain] = {"army": army.name, "most": sum(each.most for each in found), "units": units}
        yield Finding(game.rule("victory-values"), "matchup.victory-values", "note", (), None, said["most"], said)


def _names(value: VictoryValue) -> str:
    return " + ".join(unit.title or unit.name for unit in value.units)


def _as_data(value: VictoryValue) -> dict[str, object]:
    return {
        "units": [unit.id for unit in value.units],
        "category": value.category,
        "points": value.points,
        "values": dict(value.values),
    }
