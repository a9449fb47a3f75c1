"""Forces: what they have room for, and what is counted over all forces of a catalogue."""

import pytest

from builder.operations.table import apply
from datasheets.closure import CatalogueSet
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.offering import offered_roots
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import Catalogue, GameSystem
from tests.evaluation.build import (
    at_least,
    catalogues,
    category,
    change,
    force_entry,
    is_in,
    unit,
    upgrade,
    when,
)

WHOLE = force_entry("whole", category_links=(is_in("hq"), is_in("setting")))
NETWORK = force_entry("network", hidden=True, category_links=(is_in("wall"),))
GAME = upgrade("game", category_links=(is_in("setting", primary=True),), constraints=(at_least(1, scope="force"),))
CAPTAIN = unit("captain", category_links=(is_in("hq", primary=True),))
WALL = unit("wall-unit", category_links=(is_in("wall", primary=True),))
RUIN = unit(
    "ruin",
    category_links=(is_in("hq", primary=True),),
    modifiers=(change("set-primary", "category", "wall", when("instanceOf", scope="force", child="network")),),
)
DATA = catalogues(
    [GAME, CAPTAIN, WALL, RUIN],
    force_entries=(WHOLE, NETWORK, force_entry("any")),
    categories=(category("hq"), category("wall"), category("setting")),
)


def findings(*forces: Force):
    return [(each.code, each.path) for each in evaluate(Roster("game", "A", forces), DATA).findings]


def test_a_force_without_room_for_a_setting_is_not_asked_for_it():
    """Not even where it is hidden, or stands in another force that has one."""
    chosen = (Selection("s1", "game", "Game"),)
    inner = Force("f2", "own", "network")
    assert findings(Force("f1", "own", "whole", selections=chosen, forces=(inner,)), Force("f3", "own", "network")) == []
    assert findings(Force("f1", "own", "whole")) == [("entry.too-few", ("f1",))]
    assert findings(Force("f1", "own", "any")) == [("entry.too-few", ("f1",))]


@pytest.mark.parametrize(
    ("force", "offers"),
    [
        ("whole", ["game", "captain", "ruin"]),
        ("network", ["wall-unit", "ruin"]),  # the ruin is of another primary category there
        ("any", ["game", "captain", "wall-unit", "ruin"]),
    ],
)
def test_a_force_offers_what_it_has_room_for(force: str, offers: list[str]):
    found = offered_roots(Roster("game", "A", (Force("f1", "own", force),)), DATA)
    assert [each.id for each in found["f1"]] == offers


def test_a_new_force_brings_only_what_it_has_room_for():
    roster = Roster("game", "A")
    for entry in ("network", "whole"):
        roster = apply(roster, {"op": "add-force", "catalogue": "own", "entry": entry}, DATA)
    assert [[each.entry for each in force.selections] for force in roster.forces] == [[], ["game"]]


def test_a_hidden_root_is_not_offered():
    hiding = change("set", "hidden", "true", when("atLeast", 1, scope="roster", child="captain"))
    data = catalogues([CAPTAIN, unit("rival", modifiers=(hiding,))])
    alone = Roster("game", "A", (Force("f1", "own", ""),))
    led = Roster("game", "A", (Force("f1", "own", "", selections=(Selection("s1", "captain", "Captain"),)),))
    assert [each.id for each in offered_roots(alone, data)["f1"]] == ["captain", "rival"]
    assert [each.id for each in offered_roots(led, data)["f1"]] == ["captain"]


@pytest.mark.parametrize(
    ("child", "counted"), [("scout", 3), ("unit", 4), ("fast", 3), ("lance", 0), ("nobody", 0)], ids=str
)
def test_conditions_count_in_all_forces_of_the_catalogue(child: str, counted: int):
    """The watcher stands in the first force; the third one is of another catalogue, and does not count."""
    watching = tuple(
        change("append", "name", str(number), when("equalTo", number, scope="primary-catalogue", child=child))
        for number in range(6)
    )
    lance = upgrade("lance")
    scout = unit("scout", category_links=(is_in("fast"),), entries=(lance,))
    entries = (scout, unit("watcher", modifiers=watching))
    system = GameSystem(id="game", name="Game", digest="g", categories=(category("fast"),))
    data = CatalogueSet(
        system, [Catalogue(id=id, name=id, digest=id, system="game", entries=entries) for id in ("own", "other")]
    )
    scouts = [Selection(f"s{n}", "scout", "Scout", selections=(Selection(f"t{n}", "lance", "Lance"),)) for n in range(5)]
    inner = Force("f2", "own", selections=(scouts[2],))
    forces = (
        Force("f1", "own", selections=(Selection("w", "watcher", "Watcher"), scouts[0]), forces=(inner,)),
        Force("f3", "own", selections=(scouts[1],)),
        Force("f4", "other", selections=(scouts[3], scouts[4])),
    )
    assert evaluate(Roster("game", "A", forces), data).by_uid["w"].name == f"Watcher {counted}"
