"""What a ruleset hides is hidden by the API, too: on the table and in the events, for the other player and who watches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from resolver.rulesets.wh40k_9e import descriptor
from resolver.table.state import State
from tests.api.rosters import squad
from tests.api.test_battles import bearer, begin, choose, get_decision


def hide_zones(state: State, player: int | None) -> None:
    for other in (0, 1):
        if other != player:
            state.write("player_counters", (other, state.names.player_counters["zone"]), 0)


@pytest.fixture
def _secret_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    """9th edition, but nobody knows where the other side sets up."""
    rules = descriptor.DESCRIPTOR.ruleset
    chosen = replace(rules.events["zone.chosen"], secret=frozenset({"zone", "corners", "player_counts"}))
    rules = replace(rules, events={**rules.events, "zone.chosen": chosen}, points=(*rules.points, "zone"), veil=hide_zones)
    monkeypatch.setattr(descriptor, "DESCRIPTOR", replace(descriptor.DESCRIPTOR, ruleset=rules))


@pytest.mark.usefixtures("_secret_zones")
def test_what_is_hidden_is_hidden_from_the_other_seat_and_from_who_watches(client: FlaskClient) -> None:
    army = {"roster": squad(client)["id"]}
    battle = begin(client, army, "human", "human")
    stands = client.get(battle["href"]).get_json()
    while stands["pending"]["kind"] != "set-up":
        seat = stands["pending"]["seat"]
        stands = choose(client, battle, get_decision(client, battle, seat)["options"][0], seat).get_json()
    found = {}
    for seat in ("a", "b", ""):
        headers = bearer(battle["tokens"][seat]) if seat else {}
        zone = client.get(battle["href"] + "/view", headers=headers).get_json()["zone"]
        events = client.get(battle["href"] + "/events?limit=200", headers=headers).get_json()["items"]
        chosen = {event["player"]: event for event in events if event["kind"] == "zone.chosen"}
        assert [chosen[player]["zone"] or 0 for player in (0, 1)] == zone
        assert all(("player_counts" in chosen[player]) is bool(zone[player]) for player in (0, 1))
        found[seat] = [bool(place) for place in zone]
    assert found == {"a": [True, False], "b": [False, True], "": [False, False]}
