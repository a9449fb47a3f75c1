"""Rules and datasheets: found by search, shown complete, linked to each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from datasheets.systems import RuleText, rulebook, systems
from tests.web.pages import Page
from tests.web.test_crawl import check

At = Callable[[str], Page]


def has(rule: RuleText, *words: str) -> bool:
    text = f"{rule.id} {rule.section} {rule.text}".casefold()
    return all(word in text for word in words)


def test_a_rule_shows_its_text_values_and_decisions(at: At) -> None:
    page = at("/systems/wh40k-9e/rules/9E-UNDER-01")
    rule = rulebook("wh40k-9e").rule("9E-UNDER-01")
    assert rule.text in page.text
    for decision in rulebook("wh40k-9e").decisions_on("9E-UNDER-01"):
        assert decision.id in page.text
        assert decision.decision.split(".")[0] in page.text


def test_a_rule_with_a_table_shows_it(at: At) -> None:
    assert "S >= 2 * T" in at("/systems/wh40k-9e/rules/9E-WOUND-01").text


@pytest.mark.parametrize("system", [system.id for system in systems()])
def test_every_section_lists_its_rules(at: At, system: str) -> None:
    page = at(f"/systems/{system}")
    listed = [href for href, _ in page.links if "section=" in href]
    sections = [name for name in rulebook(system).sections if rulebook(system).section(name)]
    assert len(listed) == len(sections)
    for rule in rulebook(system).section(sections[0]):
        assert rule.id in at(listed[0]).text


def test_a_system_shows_its_actions_its_movement_table_and_its_terrain(at: At) -> None:
    page = at("/systems/grundregelwerk")
    check("system", page)
    assert "Jump troops 12″ 4″ No" in page.text
    assert "Cavalry 8″ 4″ Yes" in page.text
    assert "Suppressive Fire GRW-SUPPRESS-01" in page.text
    assert "Ruin (Infantry, Cavalry, Beast, Walker)" in page.text
    assert "Hill (everybody), Underground support pillar (nobody)" in page.text
    assert "864 square inches on 72″ × 48″, 288 for each category" in page.text
    assert "Movement table" not in at("/systems/wh40k-9e").text


def test_rules_are_found_by_words(at: At) -> None:
    page = at("/systems/wh40k-9e/rules?text=understrength+warlord")
    ids = {text for _, text in page.links if text.startswith("9E-")}
    assert ids == {rule.id for rule in rulebook("wh40k-9e").rules if has(rule, "understrength", "warlord")}
    assert "No rule has all these words." in at("/systems/wh40k-9e/rules?text=xyzzy").text


def test_long_lists_go_on(at: At) -> None:
    page = at("/systems/wh40k-9e/rules")
    ids = [text for _, text in page.links if text.startswith("9E-")]
    while "More" in [text for _, text in page.links]:
        page = page.follow("More")
        ids += [text for _, text in page.links if text.startswith("9E-")]
    assert ids == [rule.id for rule in rulebook("wh40k-9e").rules]


def test_datasheets_are_found(at: At) -> None:
    names = [text for _, text in at("/datasheets?text=lamp&system=wh40k-9e").links]
    assert "Lamplighter" in names
    names = [text for _, text in at("/datasheets?keyword=vehicle%2C+fly&catalogue=sunward-host").links]
    assert "Sky Lancer" in names
    assert "Host Guard" not in names


def test_a_datasheet_shows_all_its_parts(at: At) -> None:
    page = at("/datasheets/sunward-host/host-guard")
    for part in (
        "Host Sergeant",
        "Prism pistol",
        "Overcharged",
        "Volley by Rank",
        "Lodge banner",
        "<LODGE>",
        "CORE",
        "Troops",
    ):
        assert part in page.text
    assert "from 11 models 8" in page.text
    assert "8 to 14 wounds left" in at("/datasheets/gloam-court/barrow-colossus").text


@pytest.mark.parametrize(
    "query",
    ["start=-1", "start=99999999999999999999", "start=x", "text=%00%ff", "text=" + "x" * 3000, "keyword=,,,", "text=%22%29"],
)
def test_addresses_typed_by_hand_get_a_page(at: At, query: str) -> None:
    for path in ("/datasheets", "/systems/wh40k-9e/rules", "/"):
        assert at(f"{path}?{query}").status == 200


@pytest.mark.parametrize(("system", "cost"), [("wh40k-2e", "Points"), ("wh40k-9e", "Power Rating")])
def test_costs_to_search_by_are_those_of_the_chosen_game(at: At, system: str, cost: str) -> None:
    page = at(f"/datasheets?system={system}")
    offered = page.text.partition("By which armies are measured")[2].partition("at least")[0]
    assert [each for each in ("Points", "Power Rating") if each in offered] == [cost]


def test_lists_of_a_game_without_roles_and_costs_have_no_empty_columns(at: At) -> None:
    heads = {name: at(f"/datasheets?system={name}").text for name in ("aos-1e", "wh40k-2e")}
    assert "Name Catalogue Game system Antler" in " ".join(heads["aos-1e"].split())
    assert "Name Role Catalogue Game system Cost" in " ".join(heads["wh40k-2e"].split())


def test_datasheets_are_found_by_what_they_cost(at: Callable[[str], Page]) -> None:
    page = at("/datasheets?system=wh40k-9e&cost=power&cost_min=9")
    check("costs", page)
    assert "Noonday Engine" in page.text
    assert "Host Guard" not in page.text
    cheap = at("/datasheets").press("Search", system="wh40k-9e", cost_max="3")
    assert "Host Guard" in cheap.text
    assert "Sky Lancer" not in cheap.text
    for query in ("cost=nothing&cost_min=1", "cost_min=²", "cost_min=-1", "cost_max=1e9", "cost=" + "x" * 500):
        assert at(f"/datasheets?{query}").status == 200


@pytest.mark.parametrize(
    ("asked", "is_open"), [("", False), ("?text=guard", False), ("?role=hq", True), ("?cost_max=4", True)]
)
def test_what_is_seldom_asked_for_is_folded_until_it_is(at: At, asked: str, is_open: bool) -> None:
    """On a phone the form was taller than the screen, and datasheets stood below it."""
    folds = [attributes for tag, attributes in at(f"/datasheets{asked}").tags if tag == "details" and "class" in attributes]
    assert ["open" in each for each in folds if each["class"] == "fold"] == [is_open]
