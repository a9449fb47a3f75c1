"""The choices of imported units on the roster page: models counted, one of a group picked, what was chosen has its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from flask import Flask

from builder.api.current import KEY
from builder.importing.archives import Named
from builder.web.costs import cost_names, other_costs, total_names
from datasheets.evaluation.tree import Roster
from datasheets.systems import system
from tests.importing.data import NINTH, catalogue, game_system, option, unit
from tests.web.pages import Page
from tests.web.test_crawl import check
from tests.web.test_rosters import add

At = Callable[[str], Page]


def limits(id: str, least: int, most: int, scope: str = "parent") -> str:
    ends = (("min", least), ("max", most))
    made = "".join(
        f'<constraint field="selections" scope="{scope}" value="{value}" shared="true" id="{id}-{type}" type="{type}"/>'
        for type, value in ends
    )
    return f"<constraints>{made}</constraints>"


def group(id: str, name: str, default: str, constraints: str, *entries: str) -> str:
    return (
        f'<selectionEntryGroup id="{id}" name="{name}" hidden="false" collective="false" import="true" '
        f'defaultSelectionEntryId="{default}">{constraints}<selectionEntries>{"".join(entries)}</selectionEntries>'
        "</selectionEntryGroup>"
    )


def entry(type: str, id: str, name: str, inside: str = "") -> str:
    return (
        f'<selectionEntry id="{id}" name="{name}" hidden="false" collective="false" import="true" type="{type}">'
        f"{inside}</selectionEntry>"
    )


SIDEARM = group("sidearm", "Sidearm", "bow", limits("sidearm", 1, 1), option("bow", "Bow"), option("dart", "Dart"))
BADGE = group("badge", "Badge", "", limits("badge", 0, 1), option("gold", "Gold"))
HERON = entry("model", "heron", "Heron", f"<selectionEntryGroups>{SIDEARM}{BADGE}</selectionEntryGroups>")
FLOCK = unit(
    "flock",
    "Flock",
    4,
    f"<selectionEntryGroups>{group('herons', 'Herons', 'heron', limits('herons', 2, 4), HERON)}</selectionEntryGroups>",
)
SIZES = group("sizes", "Sizes", "", limits("sizes", 1, 1), option("small", "Small"), option("large", "Large"))
SETTING = entry(
    "upgrade", "game", "Game Size", f"{limits('game', 1, 1, 'roster')}<selectionEntryGroups>{SIZES}</selectionEntryGroups>"
)


@pytest.fixture
def flock(app: Flask, at: At) -> Page:
    """The page of a roster with a flock, which is open."""
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "f.cat": catalogue(FLOCK, SETTING, id="flocks", name="Flocks", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in files.items()])
    return add(at("/").press("Create", name="Birds", army="wh40k-9e/flocks"), "flock")


def pick(page: Page, entry: str) -> Page:
    """Pick an entry in the first list, or among the first radio buttons, that have it."""
    for form in page.forms:
        listed = [value for control in form.controls if control.name == "operations" for value, _ in control.options]
        for operations in (*listed, *(each.attributes.get("value", "") for each in form.radios)):
            if entry in re.split(r'[" ;]', operations):
                return page.send(form, {**form.values, "operations": operations})
    raise AssertionError(f"{entry} is in no list")


def boxes(page: Page) -> list[tuple[str, str]]:
    """Return the labels of what can be ticked, and whether it is."""
    ticks = [each for form in page.forms for each in form.controls if each.attributes.get("role") == "checkbox"]
    return [(each.label, each.attributes["aria-checked"]) for each in ticks]


def test_models_are_counted(flock: Page) -> None:
    check("roster", flock)
    assert "2 models" in flock.text
    assert "1 Heron with Bow" in flock.text
    more = flock.press("One Heron more")
    assert "3 models" in more.text
    assert "2 models" in more.press("One Heron fewer").text


def test_one_of_a_group_is_picked_instead_of_another(flock: Page) -> None:
    each = flock.follow("Each by itself")
    check("choices", each)
    after = pick(each, "dart")
    assert "1 Heron with Dart" not in pick(after, "bow").text, "what is open stays open"
    assert "1 Heron with Dart" in after.text
    assert "1 Heron with Bow" in after.text
    assert "Everything that can be chosen" in after.text


def test_what_the_army_is_asked_for_is_chosen_there(flock: Page) -> None:
    assert "at least 1 of Sizes must be chosen" in flock.text
    after = pick(flock, "large")
    assert "at least 1 of Sizes must be chosen" not in after.text
    lists = [control for form in after.forms for control in form.controls if " small" in str(control.options)]
    assert [each.value for each in lists] == ["[]"], "what is chosen now is no edit"


def test_one_of_several_is_a_radio_button_and_what_is_there_or_not_a_box(flock: Page) -> None:
    assert not boxes(flock), "forty models would weigh too much: each by itself is there when it is asked for"
    each = flock.follow("Each by itself")
    assert [len(form.radios) for form in each.forms if form.radios] == [2, 2]
    assert boxes(each) == [("Gold", "false"), ("Gold", "false")]
    ticked = each.press("Gold")
    assert boxes(ticked) == [("Gold", "true"), ("Gold", "false")]
    assert "Gold 1 of 2 carry it" in ticked.text
    assert boxes(ticked.press("Gold")) == boxes(each)


def test_what_a_choice_costs_has_the_name_of_the_ledger(app: Flask, at: At) -> None:
    """Data of 9th edition call a Power Rating "PL"; beside a total in Power Rating the page does not."""
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "s.cat": catalogue(unit("snipe", "Snipe", 4, options=[option("bell", "Bell", 2)]), id="snipes", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in files.items()])
    page = add(at("/").press("Create", name="Birds", army="wh40k-9e/snipes"), "snipe")
    assert "Bell 2 PR" in page.text
    assert " PL" not in page.text


def test_what_is_added_shows_each_cost_with_its_name(app: Flask, at: At) -> None:
    points = (
        b'<cost name=" PL" typeId="pl" value="4"/>',
        b'<cost name=" PL" typeId="pl" value="4"/><cost name="pts" typeId="pts" value="85"/>',
    )
    type = b"<costTypes>", b'<costTypes><costType id="pts" name="pts" defaultCostLimit="-1" hidden="false"/>'
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition").replace(*type),
        "s.cat": catalogue(unit("snipe", "Snipe", 4), id="snipes", system=NINTH).replace(*points),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in files.items()])
    page = at("/").press("Create", name="Birds", army="wh40k-9e/snipes")
    assert "Snipe 85 pts 4 PR" in page.text
    assert "4 PR 85 pts" in page.follow("Browse datasheets").text


def test_what_is_added_shows_what_its_largest_size_costs(app: Flask, at: At) -> None:
    each = '<costs><cost name="pts" typeId="pts" value="{}"/></costs>'
    bird, chief = (
        entry("model", id, id.title(), limits(id, least, most) + each.format(points))
        for id, least, most, points in (("rail", 4, 9, 17), ("coot", 1, 1, 20))
    )
    own = '<cost name=" PL" typeId="pl" value="4"/>'
    squad = unit("rails", "Rails", 4, options=[bird, chief]).replace(own, f'{own}<cost name="pts" typeId="pts" value="88"/>')
    type = b"<costTypes>", b'<costTypes><costType id="pts" name="pts" defaultCostLimit="-1" hidden="false"/>'
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition").replace(*type),
        "r.cat": catalogue(squad, id="rails", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in files.items()])
    page = at("/").press("Create", name="Birds", army="wh40k-9e/rails")
    assert "Rails 5–10 88–173 pts 4 PR" in page.text


def test_models_of_one_kind_choose_together(flock: Page) -> None:
    assert "Dart 0 of 2 carry it" in flock.text
    one = flock.press("One Dart more")
    assert "Dart 1 of 2 carry it" in one.text
    assert "1 Heron with Dart" in one.text
    assert "Dart 2 of 2 carry it" in one.press("One Dart more").text


EGRET, STORK = entry("model", "egret", "Egret"), entry("model", "stork", "Stork", limits("stork", 0, 2))
MIXED = unit(
    "mixed",
    "Mixed Flock",
    4,
    f"<selectionEntryGroups>{group('birds', 'Birds', 'egret', limits('birds', 3, 3), EGRET, STORK)}</selectionEntryGroups>",
)


def test_one_more_of_a_full_group_takes_the_place_of_another(app: Flask, at: At) -> None:
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "m.cat": catalogue(MIXED, id="mixed-birds", name="Mixed", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in files.items()])
    page = add(at("/").press("Create", name="Birds", army="wh40k-9e/mixed-birds"), "mixed")
    assert "Egret 3 of 3 carry it" in page.text
    page = page.press("Swap one Stork in for Egret").press("Swap one Stork in for Egret")
    assert "Egret 1 of 3 carry it" in page.text
    assert "Stork 2 of 3 carry it" in page.text
    assert "3 models" in page.text
    swaps = [button.label for form in page.forms for button in form.buttons if button.label.startswith("Swap")]
    assert set(swaps) == {"Swap one Egret in for Stork"}, "there may be no third, in the row nor where it is open"


GHOST = entry("model", "ghost", "Ghost").replace('hidden="false"', 'hidden="true"', 1)
HAUNTED = unit(
    "haunted",
    "Haunted Flock",
    4,
    f"<selectionEntryGroups>{group('birds', 'Birds', 'egret', limits('birds', 2, 3), EGRET, STORK, GHOST)}"
    "</selectionEntryGroups>",
)


def test_a_setting_in_which_there_is_nothing_to_choose_has_no_row(app: Flask, at: At) -> None:
    gift = entry("upgrade", "gift", "Gift").replace('hidden="false"', 'hidden="true"', 1)
    inside = f"{limits('dues', 1, 1)}<selectionEntries>{gift}</selectionEntries>"
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "d.cat": catalogue(FLOCK, entry("upgrade", "dues", "Dues", inside), id="dues-birds", name="Dues", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in files.items()])
    page = add(at("/").press("Create", name="Birds", army="wh40k-9e/dues-birds"), "Dues")
    assert "Remove Dues" not in [button.label for form in page.forms for button in form.buttons]


def test_models_that_the_data_hide_are_not_offered(app: Flask, at: At) -> None:
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "h.cat": catalogue(HAUNTED, id="haunted-birds", name="Haunted", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in files.items()])
    page = add(at("/").press("Create", name="Birds", army="wh40k-9e/haunted-birds"), "haunted")
    assert "Stork" in page.text
    assert "Ghost" not in page.text
    full = page.press("One Egret more")
    shown = [
        button.label for form in full.forms for button in form.buttons if "more" in button.label or "Swap" in button.label
    ]
    assert set(shown) == {"Swap one Stork in for Egret"}, "folded and open"


def test_a_long_list_of_which_nothing_is_chosen_yet_can_be_picked_from(app: Flask, at: At) -> None:
    """Data ask for one of ten or more without saying which: what is chosen is none, and the list says so."""
    songs = group("songs", "Songs", "", limits("songs", 1, 1), *(option(f"song-{n}", f"Song {n}") for n in range(12)))
    choir = unit("choir", "Choir", 4, f"<selectionEntryGroups>{songs}</selectionEntryGroups>")
    files = {
        "9.gst": game_system(id=NINTH, name="Warhammer 40,000 9th Edition"),
        "c.cat": catalogue(choir, id="choirs", name="Choirs", system=NINTH),
    }
    app.extensions[KEY].imports.load(files=[Named(name, data) for name, data in files.items()])
    page = add(at("/").press("Create", name="Birds", army="wh40k-9e/choirs"), "choir")
    assert page.status == 200
    assert "at least 1 of Songs must be chosen" in page.text
    assert "at least 1 of Songs must be chosen" not in pick(page, "song-7").text


def test_costs_stand_in_one_order_whatever_the_data_begin_with(app: Flask) -> None:
    names = {"power": "PR", "points": "pts", "command": "CP"}
    costs = {"command": Decimal(-1), "power": Decimal(11), "points": Decimal(190), "own": Decimal(2)}
    with app.test_request_context():
        assert other_costs(costs, names, system("wh40k-9e")) == [("pts", "190"), ("CP", "-1"), ("own", "2")]


def test_what_an_army_costs_in_all_is_called_alike_whether_the_game_measures_by_it(app: Flask) -> None:
    """Age of Sigmar measures by models and shows the points of its data beside them: "Points 400", of a unit "80 pts"."""
    aos, second = system("aos-1e"), system("wh40k-2e")
    with app.test_request_context():
        assert total_names(Roster("aos-1e", "Host"), aos)["points"] == second.costs[0].total
        assert cost_names(Roster("aos-1e", "Host"), aos)["points"] == second.costs[0].short
