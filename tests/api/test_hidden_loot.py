"""No answer of the API and no page tells what hidden loot is worth before the end: the server has not shuffled it yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from builder.services.armies import Source
from builder.services.assembly import Services, open_services
from builder.settings import Settings
from builder.web.battles.seats import cookie_of
from resolver.table.dice import Address, SeededDice
from tests.api.test_dice_to_come import answers, events, play_on
from tests.armies import few


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    found = open_services(settings)
    yield found
    found.close()


@pytest.fixture
def shuffles(monkeypatch: pytest.MonkeyPatch) -> list[Address]:
    """Every die that shuffles markers."""
    thrown, roll = list[Address](), SeededDice.roll

    def roll_and_note(dice: SeededDice, address: Address, sides: int = 6) -> Any:
        if address.label == "loot":
            thrown.append(address)
        return roll(dice, address, sides)

    monkeypatch.setattr(SeededDice, "roll", roll_and_note)
    return thrown


@pytest.mark.rule("GRW-SCEN-03", "GRW-Q-58")
def test_no_answer_tells_what_a_marker_is_worth_before_the_end(
    app: Flask, services: Services, shuffles: list[Address]
) -> None:
    a = Source(document=few("rustwater-ferry", "Toll Captain", "Towpath Riders").data)
    b = Source(document=few("thornmane-scouts", "Voice of Thorns", "Thicket Stalkers").data)
    battle = services.battles.start(a, b, mission="secret-loot", players=("human", "human"))
    id, token = battle.row.id, battle.tokens[0] or ""
    watching = services.battles.spectators.make(id).token
    assert play_on(services, id, 30) == 30
    for key in (token, watching):
        client, headers = app.test_client(), {"Authorization": f"Bearer {key}"}
        client.set_cookie(cookie_of(id), key, path=f"/battles/{id}")
        read = list(answers(app, client, id, headers))
        assert sum(status == 200 for _, status, _ in read) > 15
        for path, status, text in read:
            assert status < 500, (path, text[:300])
            assert "loot.revealed" not in text, path
    assert shuffles == []
    play_on(services, id, 10_000)
    assert shuffles
    worth = [event["value"] for event in events(services, id) if event["kind"] == "loot.revealed"]
    assert sorted(worth) == [1, 2, 2, 3, 3, 3]
