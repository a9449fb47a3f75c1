"""A game that does not exist is fought on the ground of the project, from a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.snapshot.document import snapshot
from datasheets import systems, words
from datasheets.native.catalogue import build_catalogue
from exports.document import RosterDocument
from resolver.engine import registry
from resolver.engine.battle import Battle
from resolver.engine.record import read_record
from resolver.engine.replay import replay
from resolver.odds import odds
from resolver.players import BOTS
from resolver.table.names import Counters
from tests.rules.playing import Table

FOLDER = Path(__file__).parent / "lanterns"


@pytest.fixture(scope="module", autouse=True)
def lanterns() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(systems, "_ADDED", {})
        patch.setattr(words, "_ADDED", [])
        patch.setattr(registry, "_MODULES", dict(registry._MODULES))
        systems.add_folder(FOLDER)
        registry.register({"lanterns": "tests.invented.lanterns.rules"})
        yield
    for cached in (systems._folders, words._templates, words._by_english):
        cached.cache_clear()


def band(name: str, models: int, throw: str, swings: str) -> dict[str, Any]:
    """A datasheet: so many keepers who all throw the same."""
    row = {"name": f"{name} keeper", "number": {"min": 1, "max": models}, "characteristics": {"Stride": '5"', "Grit": "2"}}
    weapon = {"Throw": throw, "Swings": swings, "Aim": "3+", "Sting": "4+"}
    return {
        "schema": "muster.datasheet/1",
        "id": name.lower(),
        "system": "lanterns",
        "catalogue": "fog",
        "name": name,
        "costs": {},
        "profiles": [row | {"base": {"shape": "round", "mm": [25]}, "height": 1.2}],
        "composition": {"wargear": [{"models": [row["name"]], "items": {f"{name} lamp": 1}}]},
        "weapons": [{"name": f"{name} lamp", "profiles": [{"characteristics": weapon}]}],
        "source": {"title": "Fog", "provenance": "project", "page": ""},
    }


@pytest.fixture(scope="module")
def armies(lanterns: None) -> tuple[RosterDocument, RosterDocument]:
    """Two armies that the project's own builder has made."""
    header = {"schema": "muster.catalogue/1", "id": "fog", "system": "lanterns", "name": "Fog"}
    catalogue = build_catalogue(header, [band("Wick", 5, '8"', "2"), band("Flare", 3, '14"', "D3")])
    made = []
    for _ in range(2):
        table = Table("lanterns", catalogue.catalogues())
        for unit in ("wick", "flare", "wick"):
            table.add(unit, force=table.force("fog"), models=5 if unit == "wick" else 3)
        made.append(snapshot(table.roster, table.catalogues, table.judged()))
    return made[0], made[1]


def fight(armies: tuple[RosterDocument, RosterDocument], bots: tuple[str, str], seed: int) -> Battle:
    battle = Battle.start(armies, "lanterns", "fog", seed=seed)
    players = [BOTS[name](seed + place) for place, name in enumerate(bots)]
    while battle.decision is not None:
        player = battle.decision.player
        battle.choose(players[player].choose(battle.view(player), battle.options()))
    return battle


def test_it_is_fought_to_an_end(armies: Any) -> None:
    """Somebody throws in the middle of a way, an omen is read, and the better program wins."""
    battles = [fight(armies, bots, seed) for seed in range(4) for bots in (("greedy", "random"), ("random", "greedy"))]
    assert all(battle.outcome is not None for battle in battles)
    winners = [battle.outcome.winner for battle in battles]
    assert sum(winner == place % 2 for place, winner in enumerate(winners)) >= 7
    kinds = [event["kind"] for battle in battles for event in battle.events]
    assert {"attack.made", "unit.destroyed", "omen.read"} <= set(kinds)


def test_a_band_is_thrown_at_in_the_middle_of_its_way(armies: Any) -> None:
    events = [event for seed in range(3) for event in fight(armies, ("greedy", "greedy"), seed).events]
    shown = [
        (leg["unit"], begun["target"])
        for leg, begun in zip(events, events[2:], strict=False)
        if leg["kind"] == "unit.moved" and leg.get("more") and begun["kind"] == "attacks.began"
    ]
    assert shown
    assert all(moved == target for moved, target in shown)


def test_an_omen_is_hidden_until_it_is_read(armies: Any) -> None:
    battle = Battle.start(armies, "lanterns", "fog", seed=3)
    names = battle.game.ruleset.names.player_counters
    drawn = battle.game.player_counts("omen")
    assert all(drawn)
    for player, own in ((0, [drawn[0], 0]), (1, [0, drawn[1]]), (None, [0, 0])):
        view = battle.view(player)
        assert view.game.state.player_counters[:, names["omen"]].tolist() == own
        assert [e["omen"] for e in view.events if e["kind"] == "omen.drawn"] == [number or None for number in own]


def test_a_record_is_played_again_byte_for_byte(armies: Any) -> None:
    battle = fight(armies, ("greedy", "random"), 5)
    again = replay(read_record(battle.record().to_bytes()))
    assert again.record().to_bytes() == battle.record().to_bytes()


def test_it_has_odds(armies: Any) -> None:
    """Ten throws hit on 3+ and wound on 4+: a third of them takes a wound."""
    wick, _, other = armies[0].army.units
    assert odds(wick, other, system="lanterns").expected["damage"] == pytest.approx(10 / 3)


def test_a_ruleset_that_lacks_a_name_is_refused_when_it_is_put_together() -> None:
    rules = registry.ruleset("lanterns")
    with pytest.raises(ValueError, match="lanterns: the steps that it shares need unit_counters lost"):
        replace(rules, names=replace(rules.names, unit_counters=Counters({"actions": "round", "struck": "round"})))
