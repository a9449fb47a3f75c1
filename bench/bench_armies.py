"""A battle of two whole armies by the full rules: 10 units and 60 and more models each, 20 terrain pieces, five rounds.

The baseline is the plain Python loop over P1 of `bench_odds`, here a thousand simulations of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle
from random import Random
from unittest.mock import patch

from bench.bench_odds import plain
from bench.rosters import SYSTEM, make_judging
from bench.timing import Measurement, measure
from builder.operations.table import apply_all
from datasheets.evaluation.tree import Roster
from exports.document import RosterDocument
from resolver.engine.battle import Battle
from resolver.players import BOTS, play
from resolver.rulesets.wh40k_9e import mission_only_war
from resolver.shared.field import battlefield

SIMULATIONS, BATTLES, REPEATS = 1000, 4, 3
AREA_PER_PIECE, GAP = 132.0, 3.5
"""Square inches and inches: 20 pieces on 60 x 44, where the mission's own guideline makes 18, farther apart."""
ARMIES = {
    "sunward-host": (
        ("dawn-marshal", 1),
        ("lamplighter", 1),
        ("host-guard", 10),
        ("host-guard", 10),
        ("vigil-scouts", 10),
        ("vigil-scouts", 10),
        ("wall-wardens", 10),
        ("comet-riders", 6),
        ("lantern-carrier", 1),
        ("noonday-engine", 1),
    ),
    "gloam-court": (
        ("pale-regent", 1),
        ("veilspeaker", 1),
        ("ashen-mob", 20),
        ("gloam-guard", 10),
        ("gloam-guard", 10),
        ("hush-reapers", 8),
        ("husk-drift", 6),
        ("shrike-riders", 6),
        ("barrow-colossus", 1),
        ("gloom-barge", 1),
    ),
}


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    random = Random(1)
    rows = [measure(f"plain Python, {SIMULATIONS} simulations of P1", "times/s", lambda: plain(random, SIMULATIONS))]
    rows += [_battles(name) for name in BOTS]
    models = " and ".join(str(document.army.model_count) for document in armies())
    yield f"Battles of two armies of 10 units, {models} models, 20 terrain pieces, without a log", rows


def fight(seed: int, name: str = "greedy") -> Battle:
    """Return a battle that a program has fight against itself."""
    with patch.object(mission_only_war, "AREA_PER_FEATURE", AREA_PER_PIECE), patch.object(battlefield, "GAP", GAP):
        battle = Battle.start(armies(), seed=seed, log=False)
        play(battle, (BOTS[name](seed), BOTS[name](seed)))
    return battle


@cache
def armies() -> tuple[RosterDocument, RosterDocument]:
    """Return the two armies as roster documents."""
    first, second = (_army(catalogue) for catalogue in ARMIES)
    return first, second


def _army(catalogue: str) -> RosterDocument:
    operations: list[dict[str, object]] = [{"op": "add-force", "catalogue": catalogue}]
    for entry, models in ARMIES[catalogue]:
        size = {"models": models} if models > 1 else {}
        operations.append({"op": "add-unit", "force": "f1", "entry": entry, **size})
    roster = apply_all(Roster(system=SYSTEM, name=catalogue), operations, make_judging().catalogues)
    return make_judging().document(make_judging().judge(roster, fixes=False))


def _battles(name: str) -> Measurement:
    """Play battles with the first seeds, the same for every row; one before, so that everything is loaded."""
    seeds = cycle(range(1, BATTLES + 1))
    fight(0, name)
    return measure(f"{name}", "times/s", lambda: fight(next(seeds), name), calls=BATTLES, repeats=REPEATS)
