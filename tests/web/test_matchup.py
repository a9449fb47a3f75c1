"""Two armies side by side: what both have, the battle that they make, and where that is said."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from itertools import product

import pytest
from flask.testing import FlaskClient

from builder.services.armies import Source
from builder.services.assembly import Services
from builder.services.errors import Invalid
from builder.services.simulating import play_stored
from exports.document import Unit
from resolver.simulation.pools import InProcess
from tests.databases import shrink_patrols
from tests.web.pages import Page, visit
from tests.web.test_crawl import check

At = Callable[[str], Page]


def roster(at: At, name: str, army: str, *entries: str) -> str:
    page = at("/").press("Create", name=name, army=army)
    for entry in entries:
        page = page.press("Add", entry=entry)
    return page.answer.request.path.rpartition("/")[2]


@pytest.mark.slow
def test_two_armies_make_a_battle(at: At) -> None:
    page = at("/matchup").press("Match up", a="sunward-host", b="gloam-court")
    assert "?a=sunward-host&b=gloam-court" in page.answer.request.url, "an address to keep"
    check("matchup", page)
    assert "Power Level, both armies 99 9E-MUSTER-05" in page.text
    assert "Incursion" in page.text
    assert "44″ × 30″ 9E-CREATE-02" in page.text
    assert "up to 2 hours" in page.text
    assert "Underdog" not in page.text, "this edition has none"


@pytest.mark.slow
def test_both_armies_are_shown_with_units_costs_and_findings(at: At) -> None:
    a = roster(at, "Short <b>", "wh40k-9e/sunward-host", "host-guard", "sky-lancer")
    page = at(f"/matchup?a={a}&b=gloam-court")
    check("matchup", page)
    ours, theirs = page.text.index("Short <b> Power Level"), page.text.index("Gloam Court Power Level")
    assert ours < page.text.index("Sky Lancer", ours) < theirs < page.text.index("Gloam Guard", theirs)
    assert ours < page.text.index("Findings") < theirs, "the army without a Warlord is told so"
    for name in ("Print Short <b>", "Print Gloam Court", "Short <b>"):
        assert page.follow(name).status == 200


@pytest.mark.slow
def test_the_underdog_and_the_re_rolls_are_said_with_their_rules(at: At) -> None:
    a = roster(at, "Few", "wh40k-8e/tidewatch", "quay-militia")
    b = roster(at, "Many", "wh40k-8e/cinder-clan", *["soot-wyrm"] * 4)
    page = at(f"/matchup?a={a}&b={b}")
    check("matchup", page)
    assert "Underdog Few 8E-POWER-02" in page.text
    assert "Re-rolls of the underdog 2 8E-POWER-04" in page.text
    even = at(f"/matchup?a={a}&b={a}")
    assert "neither: the armies are equal 8E-POWER-03" in even.text


@pytest.mark.slow
def test_the_headline_says_who_hits_harder_until_the_match_up_was_played(at: At, services: Services) -> None:
    """Every pair of key units, shot at and fought, one by one: who fights better than it shoots is no weaker for that."""
    page = at("/matchup?a=sunward-patrol&b=gloam-patrol")
    check("matchup", page)
    both = [services.documents.of(f"{name}-patrol") for name in ("sunward", "gloam")]
    keys = [sorted(each.army.fielded, key=lambda unit: -unit.costs["power"])[:5] for each in both]

    def best(attacker: int, unit: Unit) -> float:
        """The most wounds that a unit takes from one of the other army's key units."""
        sources = Source(document=both[attacker]), Source(document=both[1 - attacker])
        taken = [0.0]
        for target, fighting in product(keys[1 - attacker], (False, True)):
            with suppress(Invalid):
                found = services.odds.of(*sources, attacker_unit=unit.id, target_unit=target.id, fighting=fighting)
                taken.append(found.odds.expected["damage"])
        return max(taken)

    def wounds(army: int) -> int:
        return sum(
            group.number * int(profile.characteristics["W"])
            for unit in keys[army]
            for group in unit.models
            for profile in unit.profiles
            if profile.id == group.profile
        )

    there, back = (round(100 * sum(best(side, unit) for unit in keys[side]) / wounds(1 - side)) for side in (0, 1))
    assert abs(there - back) > 3, "else the page says that both are about equal"
    harder, other, most, least = ("Sunward", "Gloam", there, back) if there > back else ("Gloam", "Sunward", back, there)
    assert f"{harder} Patrol hits harder" in page.text
    assert f"of {harder} Patrol take {most} % of the enemy's wounds, those of {other} Patrol {least} %" in page.text
    assert f"{most}\u00a0% against {least}\u00a0%" in page.answer.text, "no line ends between a number and its sign"
    assert "Key units, one against one" in page.text
    assert "Nobody has played this match-up yet" in page.text


@pytest.mark.slow
def test_games_that_were_played_are_the_headline_whichever_army_is_first(at: At, services: Services) -> None:
    shrink_patrols(services)
    a, b = Source(roster="sunward-patrol"), Source(roster="gloam-patrol")
    row = services.simulations.start(a, b, games=1, players=("random", "random"), seed=1, place="command")
    play_stored(services.store, row.id, InProcess())
    won, lost, drawn = (100 * number for number in services.simulations.read(row.id).answer["wins"])
    assert not drawn
    for first, second, shares in (("sunward", "gloam", (won, lost)), ("gloam", "sunward", (lost, won))):
        page = at(f"/matchup?a={first}-patrol&b={second}-patrol")
        check("matchup", page)
        assert f"A {shares[0]} % drawn {drawn} % B {shares[1]} %" in page.text
        assert "Play 200 more" in [button.label for form in page.forms for button in form.buttons]
    roster = services.rosters.get("sunward-patrol")
    services.rosters.apply("sunward-patrol", roster.row.version, [{"op": "annotate", "note": "Other"}])
    assert "Nobody has played" in at("/matchup?a=sunward-patrol&b=gloam-patrol").text, "another army"


def test_a_match_up_says_first_what_matters_most_and_each_thing_once(at: At) -> None:
    page = at("/matchup?a=sunward-host&b=gloam-court")
    parts = ("hits harder", "Key units, one against one", "Fight it now", "The battle", "Findings", "What each does")
    places = [page.text.index(part) for part in parts]
    assert places == sorted(places)
    for fact in (*parts[1:4], "Battle rounds", "Sunward Host attacks Gloam Court"):
        assert page.text.count(f"{fact} ") == 1, fact
    folds = [attributes for tag, attributes in page.tags if tag == "details" and "fold" in attributes.get("class", "")]
    assert len(folds) == 6
    assert not [each for each in folds if "open" in each], "units, findings, odds of all and other armies are folded"


def test_a_quick_simulation_comes_back_to_the_match_up(at: At, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(services.runner), "wake", lambda *given: None)  # nothing is played
    page = at("/matchup?a=sunward-patrol&b=gloam-patrol").press("Play 60 quick battles")
    assert page.answer.request.path == "/matchup"
    assert "/ 60" in page.text


def test_who_comes_from_a_roster_chooses_an_opponent_of_its_game(at: At) -> None:
    page = at("/matchup?a=sunward-patrol")
    check("matchup", page)
    assert "Against whom shall Sunward Patrol fight?" in page.text
    names = [text for href, text in page.links if "&b=" in href]
    assert any("Gloam Patrol" in name for name in names)
    assert not any("Tidewatch" in name or "Sunward Patrol" in name for name in names)


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        pytest.param(
            *("rustwater-ferry", "thornmane-scouts"),
            "Rustwater Ferry has 5 units, Thornmane Scouts 6: as long as it has fewer, Rustwater Ferry adds 1",
            marks=pytest.mark.rule("GRW-Q-63"),
        ),
        ("thornmane-moot", "rustwater-convoy", "Both armies have 12 units: nobody adds anything"),
        pytest.param(
            *("saltmarch-host", "hollow-bough-vigil"),
            "Hollow Bough Vigil has 27 models set up, Saltmarch Host 82: Hollow Bough Vigil is outnumbered by a third",
            marks=pytest.mark.rule("AOS-SUDDEN-01"),
        ),
        ("saltmarch-host", "saltmarch-host", "neither army is outnumbered by a third"),
    ],
)
def test_armies_that_are_counted_say_who_has_fewer_and_no_power(at: At, a: str, b: str, said: str) -> None:
    page = at(f"/matchup?a={a}&b={b}")
    check("matchup", page)
    assert said in page.text
    assert "72″ × 48″" in page.text
    assert "Power Level" not in page.text.partition("The battle")[2]


@pytest.mark.rule("AOS-SUDDEN-01")
def test_an_army_without_models_on_the_table_is_compared_with_nobody(at: At) -> None:
    empty = roster(at, "Nobody", "aos-1e/saltmarch-league")
    for a, b in ((empty, "hollow-bough-vigil"), ("hollow-bough-vigil", empty)):
        page = at(f"/matchup?a={a}&b={b}")
        check("matchup", page)
        assert "Nobody has no models set up, Hollow Bough Vigil 27: there is nothing to compare." in page.text
        assert "outnumbered" not in page.text


@pytest.mark.rule("AOS-SETUP-10")
def test_an_army_that_is_all_in_reserve_has_no_models_on_the_table(at: At, services: Services) -> None:
    kept = roster(at, "Later", "aos-1e/saltmarch-league", "fen-pikes")
    found = services.rosters.get(kept)
    (unit,) = found.roster.forces[0].selections
    services.rosters.apply(kept, found.row.version, [{"op": "declare", "kind": "reserve", "subject": unit.uid}])
    assert "Later has no models set up, Later 0: there is nothing to compare." in at(f"/matchup?a={kept}&b={kept}").text


def test_players_may_choose_another_battle_size(at: At) -> None:
    page = at("/matchup?a=sunward-host&b=gloam-court&battle_size=onslaught")
    assert "90″ × 44″" in page.text
    assert "By their size Incursion" in page.text
    posted = at("/matchup?a=sunward-host&b=gloam-court").press("Match up", battle_size="onslaught")
    assert "battle_size=onslaught" in posted.answer.request.url
    assert at("/matchup?a=sunward-host&b=gloam-court&battle_size=none").status == 200


def test_what_cannot_fight_is_said_and_shown(at: At) -> None:
    other = roster(at, "Old school", "wh40k-2e/core-2e")
    page = at(f"/matchup?a=sunward-host&b={other}")
    check("matchup", page)
    assert "two systems, Warhammer 40,000 9th edition and Warhammer 40,000 2nd edition" in page.text, "no ids"
    assert page.text.index("two systems") < page.text.index("Army A"), "above what is to be chosen"
    assert "/b The" not in page.text, "there is no document whose place that could be"
    assert "Host Guard" in page.text
    alike = at(f"/matchup?a={other}&b={other}")
    check("alike", alike)
    assert "draws 0 Strategy Cards" in alike.text
    assert "Start the battle" not in [button.label for form in alike.forms for button in form.buttons]
    assert at("/matchup?a=none&b=sunward-host").status == 404


def upload(client: FlaskClient, **fields: object) -> Page:
    return Page(client, client.post("/matchup", data=fields, follow_redirects=True))


@pytest.mark.parametrize(("address", "name"), [("sheet.pdf", "a.pdf"), ("document.json", "a.json")])
def test_an_army_comes_from_a_file(client: FlaskClient, address: str, name: str) -> None:
    content = client.get(f"/rosters/gloam-patrol/{address}").data
    if not content.startswith((b"%PDF", b"{")):
        content = client.get("/api/v1/rosters/gloam-patrol/document").data
    page = upload(client, a="sunward-patrol", sheet_b=(io.BytesIO(content), name))
    check("matchup", page)
    assert page.status == 200
    assert "Gloam Patrol" in page.text
    assert "both armies" in page.text
    assert (
        page.answer.request.url == upload(client, a="sunward-patrol", sheet_b=(io.BytesIO(content), name)).answer.request.url
    )
    assert "Fight it now" in page.text


@pytest.mark.parametrize(
    "content", [b"", b"%PDF-1.4 nothing", b"{", b'{"schema": "muster.roster/1"}', b"\x00" * 99, b"[" * 9999]
)
def test_a_file_without_an_army_is_refused_with_words(client: FlaskClient, content: bytes) -> None:
    page = upload(client, a="sunward-patrol", sheet_b=(io.BytesIO(content), "x.pdf"))
    check("refused", page)
    assert page.status == 422
    assert "rmy B" in page.text
    assert next(form.values["a"] for form in page.forms if "sheet_a" in form.values) == "sunward-patrol"


def test_an_army_is_missing(client: FlaskClient) -> None:
    page = upload(client, a="sunward-patrol", b="")
    assert page.status == 422
    assert "army B" in page.text
    assert visit(client, "/matchup?a=sunward-patrol").status == 200


@pytest.mark.slow
def test_the_odds_of_both_armies_are_shown_where_they_are_asked_for(at: At) -> None:
    page = at("/matchup?a=sunward-patrol&b=gloam-patrol")
    assert "Gloam Patrol attacks Sunward Patrol, at" not in page.text
    page = page.press("Work out the odds", ranges="12 30", fight="")
    check("matchup", page)
    assert "Sunward Patrol attacks Gloam Patrol, at 12″" in page.text
    assert "Gloam Patrol attacks Sunward Patrol, at 30″" in page.text
    assert "Where each attacks its best target, Gloam Patrol loses 9.8 models and 9.8 wounds" in page.text
    refused = page.press("Work out the odds", ranges="far")
    assert "Write up to 6 ranges as numbers from 0 to 1000" in refused.text
    assert "Gloam Patrol attacks Sunward Patrol, at" not in refused.text
