"""Typing into the picker: how many models are asked for, what is called alike, and what this force cannot have."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from builder.importing.archives import Named
from builder.web.narrowing import find_meant
from builder.web.offers import Offer
from builder.web.searching import read_request, search
from datasheets.closure import Resolved
from tests.rules.playing import BUNDLED

MOST_BYTES = 150_000
ULTRAMARINES = ("Ultramarines", "Space Marines", "Inquisition", "Officio Assassinorum", "Imperial Navy")


def offer(name: str, least: int, most: int, id: str = "") -> Offer:
    entry: Resolved = next(iter(BUNDLED.closure("sunward-host").roots()))
    return Offer(id or name, name, "Elites", None, None, least, most, (), entry)


OFFERS = (offer("Blade Veterans", 3, 6), offer("Blade Bearer", 1, 1), offer("Chief", 1, 1, "a"), offer("Chief", 1, 1, "b"))


def test_who_may_have_so_many_models_comes_first_and_is_meant() -> None:
    assert [each.name for each in search(OFFERS, read_request("blade"))["name"]] == ["Blade Bearer", "Blade Veterans"]
    assert [each.name for each in search(OFFERS, read_request("5 blade"))["name"]] == ["Blade Veterans", "Blade Bearer"]
    assert [each.name for each in find_meant(OFFERS, "5 blade")[0]] == ["Blade Veterans"]
    assert [each.name for each in find_meant(OFFERS, "9 blade")[0]] == ["Blade Veterans", "Blade Bearer"]


def test_of_two_that_are_called_the_same_nobody_chooses_for_the_player() -> None:
    assert [each.id for each in find_meant(OFFERS, "chief")[0]] == ["a", "b"]


def test_what_is_no_longer_kept_up_comes_last() -> None:
    offers = (*OFFERS, offer("Blade [Legends]", 1, 1), offer("Old Banner [Legends]", 1, 1))
    found = search(offers, read_request("blade"))
    assert {how: [each.name for each in group] for how, group in found.items()} == {
        "name": ["Blade Bearer", "Blade Veterans"],
        "legends": ["Blade [Legends]"],
    }
    assert [each.name for each in search(offers, read_request("banner"))["name"]] == ["Old Banner [Legends]"]
    assert [each.name for each in find_meant(offers, "blad")[0]] == ["Blade Veterans", "Blade Bearer"]


def test_what_stands_in_another_catalogue_is_named(client: FlaskClient) -> None:
    page = client.get("/rosters/sunward-host/picker?entry=barrow+colossus").get_data(as_text=True)
    assert "In another catalogue: Gloam Court" in page
    assert '/datasheets/gloam-court/barrow-colossus">Barrow Colossus<' in page
    assert "In another catalogue" not in client.get("/rosters/sunward-host/picker?entry=host+guard").get_data(as_text=True)


@pytest.mark.slow
@pytest.mark.shared
def test_what_other_kinds_of_force_have_is_named(app: Flask, client: FlaskClient, shared_folder: Path) -> None:
    services, folder = app.extensions[KEY], shared_folder / "bsdata" / "wh40k-9e"
    files = [*(folder / f"Imperium - {name}.cat" for name in ULTRAMARINES), folder / "Warhammer 40,000.gst"]
    services.imports.load(files=[Named(each.name, each.read_bytes()) for each in files])
    row = next(each for each in services.catalogues.page(system="wh40k-9e").items if "Ultramarines" in each.name)
    kinds = services.catalogues.closure(row.id).kinds_of_force

    def roster(kind: str) -> str:
        entry = next(each.id for each in kinds if each.name.startswith(kind))
        force = {"op": "add-force", "catalogue": row.id, "entry": entry}
        return services.rosters.create("wh40k-9e", kind, [force]).row.id

    def search_picker(kind: str, typed: str) -> str:
        return client.get(f"/rosters/{roster(kind)}/picker?entry={typed}").get_data(as_text=True)

    patrol = search_picker("Patrol", "guilliman")
    assert "0 found" in patrol
    assert "In another kind of force: Supreme Command Detachment" in patrol
    assert "another kind" not in search_picker("Supreme Command", "guilliman")
    assert "The data do not offer it to this army." in search_picker("Patrol", "nasiem")
    browsed = client.get(f"/rosters/{roster('Patrol')}/add")
    assert len(browsed.data) < MOST_BYTES
    assert "<h2>Elites</h2>" in browsed.text
    assert 'role=Heavy+Support">Heavy Support</a>' in browsed.text
