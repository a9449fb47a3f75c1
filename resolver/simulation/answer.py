"""What totals say: the answer of a simulation in numbers, the same for pages, API and command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

from exports.document import RosterDocument
from resolver.engine.compile_armies import compile_armies
from resolver.engine.prose import LogWriter
from resolver.engine.registry import ruleset
from resolver.simulation.deciding import decisive_facts
from resolver.simulation.intervals import design_effect, share_interval, wilson
from resolver.simulation.totals import DRAW, LOSS, WIN, Totals

EARLY = 30
"""With fewer games it is too early to tell."""
ARMIES = (WIN, LOSS)
PLACES = 6
DEEDS = ("models-lost", "wounds-lost", "models-taken", "wounds-taken", "markers")
"""What is counted of units, beside whether they were destroyed: `Gathering`."""
SHOWN = ("models_lost", "models_taken", "wounds_taken", "markers")
"""Which of these people are shown, by their names in an answer."""
SCORE = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}


def answer(totals: Totals, armies: Sequence[RosterDocument], seconds: float) -> dict[str, Any]:
    """Return what totals say of two armies, as plain data.

    `wins` are A's, B's and draws. `interval_95` is that of A's share of wins, `intervals` has both. `verdict` is "a" or "b"
    where that army wins more often beyond doubt, "even" where neither does, "early" where there are too few games.
    `measure` is what `margin` is in: "points", or the "models" left where no score is kept; A's less B's. Numbers of units
    are averages for a game. `seconds` are of processor time.
    """
    system = armies[0].army.system
    points = ruleset(system).points
    measure = "points" if points else "models"
    return {
        "games": totals.games,
        "wins": [totals.games_ending(result) for result in (WIN, LOSS, DRAW)],
        "interval_95": _round(share_interval(totals, {WIN: 1.0, DRAW: 0.0, LOSS: 0.0})),
        "intervals": {army: _round(share_interval(totals, {**dict.fromkeys(SCORE, 0.0), army: 1.0})) for army in ARMIES},
        "verdict": verdict(totals),
        "seconds": round(seconds, 3),
        "measure": measure,
        "victory_points": {army: _average(totals, "points", army) for army in ARMIES} if points else None,
        "models_left": {army: _average(totals, "models", army) for army in ARMIES},
        "margin": _margin(totals, measure),
        "rounds": [[number, games] for (number,), games in sorted(totals.part("rounds").items())],
        "by_round": list(_by_round(totals, bool(points))),
        "first_turn": {army: _first(totals, army) for army in ARMIES},
        "units": list(_units(totals, armies)),
        "decides": [fact.to_json() for fact in decisive_facts(totals)],
    }


def verdict(totals: Totals) -> str:
    """Return who wins more often than the other: "a" or "b" beyond doubt, "even", or "early"."""
    if totals.games < EARLY:
        return "early"
    low, high = share_interval(totals, SCORE)
    return WIN if low > 0.5 else LOSS if high < 0.5 else "even"


def shown_deeds(found: Mapping[str, Any]) -> list[str]:
    """Return the names of what people are shown of units; markers only where anybody held one: most games have some."""
    return [name for name in SHOWN if name != "markers" or any(unit[name] for unit in found["units"])]


def unit_names(armies: Sequence[RosterDocument]) -> dict[str, str]:
    """Return the names of all units of two armies by their keys, as logs of battles say them."""
    compiled = compile_armies((armies[0], armies[1]))
    names = LogWriter(compiled, ruleset(armies[0].army.system)).units
    return {unit.key: names[unit.key] for unit in compiled.units if unit.spare_of is None}


def _average(totals: Totals, what: str, army: str) -> dict[str, float]:
    """Return the mean of a measure and its standard deviation."""
    games = totals.games or 1
    mean = totals.counts["sum", what, army] / games
    return {
        "mean": round(mean, PLACES),
        "spread": round(_spread(totals.counts["squares", what, army] / games, mean), PLACES),
    }


def _margin(totals: Totals, measure: str) -> dict[str, Any]:
    counts = sorted((int(number), games) for (number,), games in totals.part("margin", measure).items())
    games = totals.games or 1
    mean = sum(number * many for number, many in counts) / games
    squares = sum(number * number * many for number, many in counts) / games
    middle = _middle(counts)
    return {"mean": round(mean, PLACES), "spread": round(_spread(squares, mean), PLACES), "median": middle, "counts": counts}


def _middle(counts: Sequence[tuple[int, int]]) -> int | None:
    half = (sum(games for _, games in counts) + 1) // 2
    for number, games in counts:
        half -= games
        if half <= 0:
            return number
    return None


def _spread(squares: float, mean: float) -> float:
    return sqrt(max(0.0, squares - mean * mean))


def _by_round(totals: Totals, points: bool) -> Iterator[dict[str, Any]]:
    """Yield the averages after each battle round over all games; one that was over by then stands as it ended."""
    numbers = sorted(int(key[0]) for key in totals.part("rounds"))
    for number in range(1, numbers[-1] + 1 if numbers else 1):
        found: dict[str, Any] = {"round": number}
        for what in ("models", "points") if points else ("models",):
            found[what] = [round(_after(totals, number, what, army) / totals.games, PLACES) for army in ARMIES]
        yield found


def _after(totals: Totals, number: int, what: str, army: str) -> int:
    counts = totals.counts
    return counts["after", number, what, army] + sum(counts["end", n, what, army] for n in range(1, number + 1))


def _first(totals: Totals, army: str) -> dict[str, Any]:
    """Return in how many games an army acted first, how many of these it won, and that share with its interval."""
    results = {key[0]: games for key, games in totals.part("fact", "first", army).items()}
    games, won = sum(results.values()), results.get(army, 0)
    interval = wilson(won / games if games else 0.0, games / max(1.0, design_effect(totals, SCORE)))
    return {"games": games, "won": won, "interval_95": _round(interval)}


def _units(totals: Totals, armies: Sequence[RosterDocument]) -> Iterator[dict[str, Any]]:
    games = totals.games or 1
    models = _starting_models(armies)
    for key, name in unit_names(armies).items():
        deeds = {what.replace("-", "_"): round(totals.counts["unit", key, what] / games, PLACES) for what in DEEDS}
        destroyed = round(totals.counts["unit", key, "destroyed"] / games, PLACES)
        yield {"unit": key, "army": key[0], "name": name, "models": models[key], "destroyed": destroyed, **deeds}


def _starting_models(armies: Sequence[RosterDocument]) -> Mapping[str, int]:
    compiled = compile_armies((armies[0], armies[1]))
    counts: dict[str, int] = {unit.key: 0 for unit in compiled.units}
    for model in compiled.models:
        counts[compiled.units[model.unit].key] += 1
    return counts


def _round(interval: tuple[float, float]) -> list[float]:
    return [round(interval[0], PLACES), round(interval[1], PLACES)]


def rows(found: Mapping[str, Any]) -> Iterator[tuple[str, str, str, float]]:
    """Yield an answer as rows of a table: what it is about, which, what of it, the number."""
    for name, number in zip(("a", "b", "draw"), found["wins"], strict=True):
        yield "result", name, "games", number
    for army, (low, high) in found["intervals"].items():
        yield "result", army, "low_95", low
        yield "result", army, "high_95", high
    for what in ("victory_points", "models_left"):
        for army, each in (found[what] or {}).items():
            yield from ((what, army, name, number) for name, number in each.items())
    for number, games in found["margin"]["counts"]:
        yield f"margin in {found['measure']}", str(number), "games", games
    for number, games in found["rounds"]:
        yield "rounds", str(number), "games", games
    for each in found["by_round"]:
        for what in ("models", "points"):
            for army, number in zip(ARMIES, each.get(what, ()), strict=False):
                yield f"after round {each['round']}", army, what, number
    for army, each in found["first_turn"].items():
        yield from (("first turn", army, name, each[name]) for name in ("games", "won"))
    for unit in found["units"]:
        yield from (("unit", f"{unit['army']}: {unit['name']}", name, number) for name, number in _numbers(unit))
    for fact in found["decides"]:
        what = " ".join(str(fact[name]) for name in ("fact", "army", "unit", "marker", "round") if name in fact)
        yield from (("decides", what, name, number) for name, number in _numbers(fact) if name not in ("marker", "round"))


def _numbers(row: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    yield from ((name, value) for name, value in row.items() if isinstance(value, int | float))
