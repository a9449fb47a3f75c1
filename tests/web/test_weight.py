"""How much a page weighs with all that it loads, as it comes over the line; the line is not compressed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from builder.importing.archives import Named
from datasheets.evaluation.offering import offered_roots
from datasheets.imported.models import is_unit
from datasheets.systems import system
from tests.web.pages import Page
from tests.web.test_playing import choose, going_on, panel
from tests.web.test_real_builder import ULTRAMARINES

MOST_BYTES = 150_000
DEMANDED = re.compile(r'await import\("([^"]+)"\)')


def page_weight(client: FlaskClient, page: Page, files: dict[str, str] | None = None) -> int:
    """Return the bytes of a page and of every stylesheet, script, module that a script imports, and picture.

    What a page imports only when it asks for it (`toolsFor` of `asked.js`) counts where it does.
    `files` keeps what has come, for the next page.
    """
    files = {} if files is None else files
    opened = {"./pointing.js": any(attributes.get("data-aim") for _, attributes in page.tags)}
    opened["./attacks.js"] = any(attributes.get("id") in ("fire", "strike") for _, attributes in page.tags)
    wanted = [attributes[key] for _, attributes in page.tags for key in ("src",) if key in attributes]
    wanted += [attributes["href"] for tag, attributes in page.tags if tag == "link"]
    seen: dict[str, int] = {}
    while wanted:
        address = wanted.pop()
        if address in seen:
            continue
        if address not in files:
            with client.get(address) as answer:
                assert answer.status_code == 200, address
                files[address] = answer.get_data(as_text=True)
        text = files[address]
        seen[address] = len(text.encode())
        lines = text.splitlines() if address.endswith(".js") else []
        wanted += [urljoin(address, line.split('"')[1]) for line in lines if line.startswith("import ")]
        wanted += [urljoin(address, name) for name in DEMANDED.findall(text) if opened[name]]
    assert len(seen) >= 3
    return len(page.answer.data) + sum(seen.values())


@pytest.mark.parametrize(
    "address", ["/", "/rosters/sunward-host", "/rosters/sunward-host?open=u-s2", "/rosters/gloam-court/add"]
)
def test_a_page_weighs_little(at: Callable[[str], Page], client: FlaskClient, address: str) -> None:
    assert page_weight(client, at(address)) < MOST_BYTES


@pytest.mark.slow
@pytest.mark.shared
def test_pages_of_forty_real_units_weigh_little(
    client: FlaskClient, app: Flask, shared_folder: Path, rng: Random, whole: bool
) -> None:
    """The army, the army with a unit open, and two such armies at the table: the pages alone, uncompressed."""
    services = app.extensions[KEY]
    folder = shared_folder / "bsdata" / "wh40k-9e"
    files = [folder / f"Imperium - {name}.cat" for name in ULTRAMARINES]
    files.append(folder / "Warhammer 40,000.gst")
    services.imports.load(files=[Named(each.name, each.read_bytes()) for each in files])
    row = next(each for each in services.catalogues.page(system="wh40k-9e").items if "Ultramarines" in each.name)
    closure = services.catalogues.closure(row.id)
    kinds = (each for source in closure.sources for each in source.force_entries)
    battalion = next(each.id for each in kinds if each.name.startswith("Battalion"))
    force = {"op": "add-force", "catalogue": row.id, "entry": battalion}
    made = services.rosters.create("wh40k-9e", "Forty", [force])
    offered = offered_roots(made.roster, services.catalogues)["f1"]
    units = [each for each in offered if is_unit(closure, each, system("wh40k-9e").imports)]
    added = [{"op": "add-unit", "force": "f1", "entry": units[n * len(units) // 40].id} for n in range(40)]
    services.rosters.apply(made.row.id, made.row.version, added)
    address = f"/rosters/{made.row.id}"
    opened = [f"{address}?open=u-{each.uid}" for each in services.rosters.get(made.row.id).roster.units()]
    opened = opened if whole else rng.sample(opened, 3)
    table = f"{address}/table?against={made.row.id}"
    weights = {each: len(client.get(each).data) for each in (address, table, f"{table}&side=b", *opened)}
    assert max(weights.values()) < MOST_BYTES, max(weights, key=lambda each: weights[each])


@pytest.mark.sample(0)  # smaller battles are weighed in test_battles.py
@pytest.mark.parametrize(
    ("a", "b", "last", "most"),
    [
        ("sunward-host", "gloam-court", "shots", 60),
        ("tidewatch", "cinder-clan", "shots", 110),
        ("thornmane-moot", "rustwater-convoy", "fire", 70),
        ("saltmarch-host", "hollow-bough-rising", "move", 50),
    ],
)
def test_a_battle_of_the_largest_armies_weighs_little_whatever_is_asked(
    client: FlaskClient, a: str, b: str, last: str, most: int
) -> None:
    """Weigh the page at every question of set-up, deployment and the first rounds, with what the question needs."""
    data = {"a": a, "b": b, "seed": "7", "player_a": "human", "player_b": "random"}
    page = going_on(Page(client, client.post("/battles", data=data, follow_redirects=True)))
    weights: dict[str, int] = {}
    files: dict[str, str] = {}
    for _ in range(most):
        asked = panel(page)["data-kind"]
        weights[asked] = max(weights.get(asked, 0), page_weight(client, page, files))
        page = choose(page)
    assert {"set-up", last} <= set(weights)
    assert max(weights.values()) < MOST_BYTES, weights
