"""Rosters in the browser's way: every edit is a button or a field of a page, and every answer is a page again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.api.current import KEY
from datasheets.words import languages, say
from exports.sheet.parse_sheet import read_sheet
from tests.web.pages import Page, visit
from tests.web.test_crawl import check

At = Callable[[str], Page]


def add(page: Page, entry: str, models: str = "") -> Page:
    return page.press("Add", entry=f"{models} {entry}".strip())


def units(page: Page) -> list[str]:
    """The uids of the units, in the order of the page."""
    return [id.removeprefix("u-") for id in page.ids if re.fullmatch(r"u-s\d+", id)]


def open_unit(page: Page, uid: str) -> Page:
    """Open a unit of the page."""
    return visit(page.client, f"{address(page)}?open=u-{uid}")


def address(page: Page) -> str:
    return page.answer.request.path


def steps(page: Page, at: At) -> int:
    return len([id for id in at(f"{address(page)}/history").ids if id.startswith("step-")])


def test_a_new_roster_is_listed(at: At, roster: Page) -> None:
    assert "Trial" in roster.text
    assert "Sunward Host" in roster.text
    assert "Trial" in [text for _, text in at("/").links]


def test_a_roster_without_a_name_or_catalogue_gets_what_it_needs(at: At) -> None:
    page = at("/").press("Create", name="  ", army="wh40k-9e/")
    assert "New roster" in page.text
    assert "No force yet" in page.text
    assert "f-f1" in page.press("Gloam Court").ids


def test_armies_that_nobody_named_are_called_as_their_faction_and_told_apart(at: At) -> None:
    names = []
    for _ in range(2):
        page = at("/").press("Create", name="", army="wh40k-9e/gloam-court")
        names.append(next(name for name in ("Gloam Court (3)", "Gloam Court (2)", "Gloam Court") if name in page.text))
    assert names == ["Gloam Court (2)", "Gloam Court (3)"], "a sample is called Gloam Court"


def test_an_added_unit_counts(roster: Page) -> None:
    page = add(roster, "host-guard")
    assert "Power Level 3" in page.text
    assert "5 models" in page.text
    page = add(page, "host-guard", "6")
    assert "Power Level 8" in page.text
    assert len(units(page)) == 2


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("gaurd", ["Host Guard"]),
        ("5 guards", ["Host Guard"]),
        ("field surg", ["Field Surgeons"]),
        ("surgeon field", ["Field Surgeons"]),
        ("lampligter", ["Lamplighter"]),
        ("xyzzy", []),
    ],
)
def test_the_picker_forgives_what_people_type(at: At, roster: Page, typed: str, shown: list[str]) -> None:
    page = at(f"{address(roster)}?entry={typed.replace(' ', '+')}")
    offered = [button.label.removeprefix("Add ") for form in page.forms for button in form.buttons if button.name == "pick"]
    assert offered == shown


def test_a_search_stays_when_a_hit_is_added_and_says_how_many_models(at: At, roster: Page) -> None:
    page = at(f"{address(roster)}?entry=10+guards")
    page = page.press("Add Host Guard")
    assert len(units(page)) == 1
    assert "10 models" in page.text
    assert next(each.value for each in page.controls if each.name == "entry") == "10 guards"
    page = page.press("Duplicate Host Guard")
    assert next(each.value for each in page.controls if each.name == "entry") == "10 guards"


def test_what_can_mean_several_is_shown_instead_of_guessed(roster: Page) -> None:
    page = add(roster, "sky or noon")
    assert not units(page)
    page = add(roster, "l")
    offered = [button.label for form in page.forms for button in form.buttons if button.name == "pick"]
    assert not units(page)
    assert {"Add Lamplighter", "Add Lantern Carrier"} <= set(offered)


def test_scripts_get_the_picker_alone(at: At, roster: Page) -> None:
    part = at(f"{address(roster)}/picker?entry=lamplig")
    assert part.status == 200
    assert "picker" in part.ids
    assert "army" not in part.ids
    assert [button.label for form in part.forms for button in form.buttons if button.name == "pick"] == ["Add Lamplighter"]


def test_a_datasheet_is_unfolded_in_the_picker(at: At, roster: Page) -> None:
    assert "Noon pistol" not in roster.text
    page = roster.follow("Dawn Marshal")
    check("picker", page)
    assert "Noon pistol" in page.text


def test_units_are_added_from_a_list_that_shows_their_statlines(at: At, roster: Page) -> None:
    browse = at(f"{address(roster)}/add?text=lamp+psyker")
    assert "Lamplighter" in browse.text
    assert "Dawn Marshal" not in browse.text
    assert "Ld" in browse.text
    again = browse.press("Add Lamplighter")
    assert "1 in the roster" in again.text
    assert "Dawn Marshal" not in again.text, "the search is kept"
    assert len(units(at(address(roster)))) == 1


def test_the_number_of_models_has_steps_and_a_field(roster: Page) -> None:
    page = add(roster, "host-guard")
    page = page.press("One Host Guard more")
    assert "6 models" in page.text
    page = page.press("One Host Guard fewer")
    assert "5 models" in page.text
    field = json.dumps(
        {"op": "set-size", "unit": units(page)[0], "row": "host-guard/model/host-guard"}, separators=(",", ":")
    )
    assert "12 models" in page.press("Set the number of Host Guard", **{field: "11"}).text


def test_a_finding_is_mended_by_its_button(at: At, roster: Page) -> None:
    page = add(roster, "host-guard", "3")
    assert "Host Guard must have at least 5 models and has 3." in page.text
    assert "9E-DS-05" in [text for _, text in page.links]
    assert page.follow("9E-DS-05").status == 200
    page = page.press("Mark Host Guard as understrength")
    assert "must have at least" not in page.text
    assert "Understrength" in page.text
    assert "Bring Host Guard to 5 models" in [button.label for form in page.forms for button in form.buttons]


def test_a_finding_leads_to_where_it_can_be_mended(at: At, roster: Page) -> None:
    page = add(add(roster, "host-guard"), "vigil-scouts")
    first, _ = units(page)
    text = "Host Guard: choose a keyword for <LODGE>."
    href = next(href for href, shown in page.links if shown == text)
    assert href == f"{address(page)}?open=u-{first}#unit"
    assert f"u-{first}-stated" in at(href).ids, "the field stands there"


def test_what_all_units_lack_can_be_chosen_for_all(at: At, roster: Page) -> None:
    ours = at("/").press("Create", name="Court", army="wh40k-9e/gloam-court")
    page = add(add(ours, "gloam-guard"), "ashen-mob")
    assert ("#stated", "Choose it for all units at once") in page.links, "no button can know a keyword of the player's own"
    assert "stated" in page.ids
    assert [href for href, _ in page.links].count("#stated") == 1, "once is enough"


def test_models_of_one_name_are_told_apart_by_what_they_carry(at: At) -> None:
    labels = [button.label for form in at("/rosters/sunward-host?open=u-s11").forms for button in form.buttons]
    warlords = [label for label in labels if label.endswith("as Warlord")]
    assert "Host Guard (Ember thrower, Host sword, Flare charges) as Warlord" in warlords
    assert "Host Sergeant as Warlord" in warlords
    assert len(set(warlords)) == len(warlords) > 4


@pytest.mark.slow
def test_wargear_options_are_taken_and_given_back(roster: Page) -> None:
    page = add(roster, "host-guard", "10")
    assert "0 of 2 swapped" in page.text
    page = page.press("Take Ember thrower")
    assert "1 Host Guard with Ember thrower, Host sword, Flare charges" in page.text
    assert "1 of 2 swapped" in page.text
    assert "Ember thrower 1 of 2 carry it" in page.text
    page = page.press("Take Glare gun")
    page = page.press("Ray lance")
    assert "1 Host Guard with Ray lance, Host sword, Flare charges" in page.text
    page = page.press("Ray lance")
    assert "1 Host Guard with Glare gun, Host sword, Flare charges" in page.text, "what was there before comes back"
    page = page.press("Give back Glare gun").press("Give back Ember thrower")
    assert "0 of 2 swapped" in page.text
    page = page.press("Take Ember thrower").follow("Set wargear exactly")
    page = page.press("Host Guard with Ember thrower, Host sword, Flare charges: back to default")
    assert "0 of 2 swapped" in page.text


def test_beside_a_choice_stands_what_it_does(roster: Page) -> None:
    page = add(roster, "host-guard", "10")
    assert 'Ember thrower 0 of 2 carry it − 0 + +2 Range 12" Type Assault D6 S 4 AP 0 D 1' in page.text


def test_any_wargear_can_be_set_and_is_reported(roster: Page) -> None:
    page = add(roster, "host-guard", "5").follow("Set wargear exactly")
    page = page.press("Set", within="item:host-guard/item/sunblade", models="2", **{"item:host-guard/item/sunblade": "1"})
    assert "2 Host Guard with Day rifle, Sunblade, Host sword, Flare charges" in page.text
    assert "no option allows the wargear" in page.text


def test_a_keyword_is_chosen_for_all_units_at_once(roster: Page) -> None:
    page = add(add(add(roster, "host-guard"), "vigil-scouts"), "dawn-marshal")
    assert page.text.count("choose a keyword for <LODGE>") == 3
    uids = sorted(units(page), key=lambda uid: int(uid[1:]))
    field = json.dumps(
        {"op": "declare", "kind": "keyword", "subject": uids, "key": "<LODGE>"}, separators=(",", ":"), ensure_ascii=False
    )
    page = page.press("Set: Chosen keyword", within=field, **{field: "HIGH NOON"})
    assert "choose a keyword for <LODGE>" not in page.text
    page = page.press("Set: Chosen keyword", within=field, **{field: ""})
    assert page.text.count("choose a keyword for <LODGE>") == 3


@pytest.mark.slow
def test_there_is_one_warlord_with_a_trait(roster: Page) -> None:
    page = add(add(roster, "dawn-marshal"), "lamplighter")
    marshal, lamplighter = units(page)
    page = open_unit(page, marshal).press("Dawn Marshal as Warlord")
    assert "Warlord Trait: Inspiring Leader" in page.text
    page = open_unit(page, lamplighter).press("Lamplighter as Warlord")
    assert page.text.count("Warlord Trait: Inspiring Leader") == 1
    page = open_unit(page, marshal)
    assert "Dawn Marshal as Warlord" in [button.label for form in page.forms for button in form.buttons]
    assert "No model is the Warlord" not in page.text
    page = open_unit(page, lamplighter).press("Withdraw: Warlord")
    assert "No model is the Warlord" in page.text


def test_a_unit_embarks_in_a_transport(roster: Page) -> None:
    page = add(add(roster, "host-guard"), "lantern-carrier")
    guard, carrier = units(page)
    field = json.dumps({"op": "declare", "kind": "embarked", "subject": guard}, separators=(",", ":"))
    page = open_unit(page, guard).press("Set: Starts the battle embarked in", **{field: carrier})
    assert "Starts the battle embarked in: Lantern Carrier" in page.text


def test_names_and_notes_are_shown_as_they_were_written(at: At, roster: Page) -> None:
    page = add(roster, "host-guard")
    uid, evil = units(page)[0], "<script>alert(\"x\")</script> & '{{ 7*7 }}'"
    title = json.dumps({"op": "rename", "subject": uid}, separators=(",", ":"))
    note = json.dumps({"op": "annotate", "subject": uid}, separators=(",", ":"))
    page = page.press("Save", within=title, **{title: evil, note: f"first line\r\n{evil}"})
    assert evil in page.text
    assert "<script>" not in page.answer.get_data(as_text=True)
    name = json.dumps({"op": "rename", "subject": ""}, separators=(",", ":"))
    page = page.press("Save", within=name, **{name: evil})
    for where in ("/", f"{address(page)}/history", f"{address(page)}/add", f"{address(page)}/delete", "/matchup"):
        shown = at(where)
        assert evil in shown.text
        assert "<script>" not in shown.answer.get_data(as_text=True)


def test_units_are_moved_duplicated_and_removed(roster: Page) -> None:
    page = add(add(add(roster, "host-guard"), "dawn-marshal"), "lamplighter")
    marshal, lamplighter, guard = units(page)
    page = page.press("Move Lamplighter up")
    assert units(page) == [lamplighter, marshal, guard]
    page = page.press("Move Lamplighter down")
    assert units(page) == [marshal, lamplighter, guard]
    page = page.press("Duplicate Dawn Marshal")
    assert [units(page)[0], *units(page)[2:]] == [marshal, lamplighter, guard]
    assert units(page.press("Remove Host Guard")) == units(page)[:3]


def test_units_stand_by_role_with_what_they_are_together(roster: Page) -> None:
    page = add(add(add(roster, "vigil-scouts"), "dawn-marshal"), "host-guard")
    marshal, scouts, guard = units(page)
    assert (marshal, scouts, guard) != tuple(sorted((marshal, scouts, guard), key=lambda uid: int(uid[1:])))
    assert "Troops 2 10 models 6 PR" in page.text


def test_agreements_are_noted_together_and_only_what_changed(at: At, roster: Page) -> None:
    page = add(roster, "noonday-engine")
    fields = {key: json.dumps({"op": "agree", "key": key}, separators=(",", ":")) for key in ("power_limit", "battle_size")}
    page = page.press("Save", within="power_limit", **{fields["power_limit"]: "5", fields["battle_size"]: "incursion"})
    assert "Power Level 4 over 9 / 5" in page.text
    assert "4 more than the 5 that the players agreed on" in page.text
    before = steps(page, at)
    page = page.press("Save", within="power_limit")
    assert steps(page, at) == before, "what is the same is no edit"
    page = page.press("Agree on 9")
    assert "Power Level 0 left 9 / 9" in page.text


@pytest.mark.rule("AOS-FIELD-02")
@pytest.mark.parametrize(
    ("text", "stands"), [("47", "47"), ("47,2", "47.2"), ("35.4", "35.4"), ("35.3", None), ("wide", None)]
)
def test_a_side_of_the_battlefield_is_agreed_in_inches_and_their_parts(at: At, text: str, stands: str | None) -> None:
    field = json.dumps({"op": "agree", "key": "field_width"}, separators=(",", ":"))
    page = at("/").press("Create", name="Hosts", army="aos-1e/").press("Save", within="field_width", **{field: text})
    assert (page.answer.status_code < 300) is (stands is not None)
    if stands is None:
        assert "AOS-FIELD-02" in page.text or "Write a length in inches" in page.text
    else:
        assert f"Width of the battlefield in inches: {stands}" in at(f"{address(page)}/history").text


@pytest.mark.rule("AOS-FIELD-03")
@pytest.mark.parametrize("language", languages())
def test_a_realm_is_written_and_shown_by_its_name_or_as_the_players_call_it(app: Flask, at: At, language: str) -> None:
    name = say("game.choice.realm-of-fire", language=language)
    field = json.dumps({"op": "agree", "key": "realm"}, separators=(",", ":"))
    page = at("/").press("Create", name="Hosts", army="aos-1e/").press(say("language.own", language=language))
    save = say("page.save", language=language)

    def realm(page: Page) -> tuple[str, str]:
        kept = app.extensions[KEY].rosters.get(address(page).split("/")[2]).roster.agreed["realm"]
        return kept, page.form(save, within="realm")[0].values[field]

    page = page.press(save, within="realm", **{field: name})
    assert realm(page) == ("realm-of-fire", name)
    assert realm(page.press(save, within="realm", **{field: "Saltmark"})) == ("Saltmark", "Saltmark")


@pytest.mark.slow
def test_history_goes_back_to_any_state(at: At, roster: Page) -> None:
    page = add(add(roster, "host-guard"), "dawn-marshal")
    both = units(page)
    page = page.press("Undo")
    assert units(page) == both[1:], "the character stood above the troops"
    page = page.press("Redo")
    assert units(page) == both
    page = add(page.press("Undo"), "lamplighter")
    history = at(f"{address(page)}/history")
    assert "Added Dawn Marshal another branch" in history.text
    assert "made on step 2" in history.text
    page = history.press("Go to step 3")
    assert units(page) == both


def test_a_step_of_many_edits_is_folded(at: At) -> None:
    history = at("/rosters/sunward-host/history")
    check("history", history)
    assert re.search(r"\d\d more edits", history.text)
    assert "Added Sky Lancer" in history.text


def test_what_is_gone_is_called_by_its_name_in_the_history(at: At, roster: Page) -> None:
    page = add(roster, "host-guard")
    page = page.press("Remove Host Guard")
    assert "Removed Host Guard" in at(f"{address(page)}/history").text


@pytest.mark.slow
def test_every_kind_of_declaration_is_told_in_the_history(at: At, roster: Page) -> None:
    page = add(add(add(roster, "dawn-marshal"), "host-guard", "3"), "lantern-carrier")
    marshal, guard, carrier = units(page)
    page = open_unit(page, marshal).press("Dawn Marshal as Warlord")
    page = page.press("Mark Host Guard as understrength")
    page = page.press("Mark: Battle-forged army")
    field = json.dumps({"op": "declare", "kind": "embarked", "subject": guard}, separators=(",", ":"))
    page = open_unit(page, guard).press("Set: Starts the battle embarked in", **{field: carrier})
    limit = json.dumps({"op": "agree", "key": "power_limit"}, separators=(",", ":"))
    page = page.press("Save", within="power_limit", **{limit: "20"})
    page = open_unit(page, marshal).press("Withdraw: Warlord")
    told = at(f"{address(page)}/history").text
    for words in (
        "Dawn Marshal: Warlord",
        "Dawn Marshal: Warlord Trait, Inspiring Leader",
        "Host Guard: Understrength unit",
        "The army: Battle-forged army",
        "Host Guard: Starts the battle embarked in, Lantern Carrier",
        "Agreed Power Level: 20",
        "Dawn Marshal: withdrew Warlord",
    ):
        assert words in told


def test_a_change_on_an_old_page_shows_both_and_can_still_be_made(at: At, roster: Page) -> None:
    mine = add(roster, "host-guard")
    add(at(address(mine)), "dawn-marshal")
    conflict = mine.press("Duplicate Host Guard")
    assert conflict.status == 412
    assert "Duplicated Host Guard" in conflict.text
    assert "Added Dawn Marshal" in conflict.text
    assert len(units(at(address(roster)))) == 2, "nothing was overwritten"
    page = conflict.press("Make my change as well")
    assert len(units(page)) == 3


def test_a_change_that_no_longer_fits_is_not_offered_again(at: At, roster: Page) -> None:
    mine = add(roster, "host-guard")
    at(address(mine)).press("Remove Host Guard")
    conflict = mine.press("Duplicate Host Guard")
    assert conflict.status == 412
    assert "no longer fits" in conflict.text
    assert not [button for form in conflict.forms for button in form.buttons if button.name != "language"]
    assert conflict.follow("Leave it as it is now").status == 200


@pytest.mark.parametrize("label", ["Undo", "Add"])
def test_other_edits_on_an_old_page_are_not_made_either(at: At, roster: Page, label: str) -> None:
    mine = add(roster, "host-guard")
    add(at(address(mine)), "dawn-marshal")
    assert mine.press(label).status == 412
    assert len(units(at(address(mine)))) == 2


@pytest.mark.slow
def test_the_sheet_is_downloaded(at: At, client: FlaskClient, roster: Page) -> None:
    page = add(roster, "host-guard")
    for query in ("", "?paper=letter", "?paper=papyrus&layout=nonsense"):
        answer = client.get(f"{address(page)}/sheet.pdf{query}")
        assert answer.mimetype == "application/pdf"
        assert read_sheet(answer.data).army.name == "Trial"


def test_a_roster_is_duplicated_and_deleted_after_a_question(at: At, roster: Page) -> None:
    copy = add(roster, "host-guard").press("Duplicate", within="")
    assert "Trial (2)" in copy.text
    question = at(f"{address(copy)}/delete")
    assert "Delete Trial (2)?" in question.text
    add(at(address(copy)), "dawn-marshal")
    assert question.press("Yes, delete").status == 412, "it was changed after the question"
    home = at(f"{address(copy)}/delete").press("Yes, delete")
    assert "Trial (2)" not in home.text
    assert at(address(copy)).status == 404


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "form",
    [
        {"operations": "["},
        {"operations": '{"op": "remove"}'},
        {"operations": '[{"op": "remove", "selection": "s999"}]'},
        {"operations": '[{"op": "no-such"}]'},
        {"operations": "[1]"},
        {"operations": "remove"},
        {"operations": "remove s999"},
        {"operations": "remove s2;no-such s2"},
        {"operations": "select s2 a b c"},
        {"operations": '[{"op":"annotate","subject":"","note":"\\ud83d"}]'},
        {"{": "x"},
        {'{"op":"set-size"}': "many"},
        {'{"op":"set-size","unit":"s999","row":"x"}': "3"},
        {'{"op":"declare","kind":"none","subject":["s1","s2"]}': "3"},
        {'{"op":"remove","selection":"s1"}': "3"},
        {'{"op":"rename","subject":"s999"}': "x"},
        {'{"op":"rename","subject":""}': "x" * 5000},
        {'{"op":"rename","subject":""}': "bell\x07"},
        {"loadout": "[]", "models": "1"},
        {"loadout": '{"unit":"s1"}', "models": "1", "item:x": "-1"},
    ],
)
def test_forms_that_no_page_has_are_refused_with_a_page(
    at: At, client: FlaskClient, roster: Page, form: dict[str, str]
) -> None:
    answer = client.post(f"{address(roster)}/edit", data={"version": "1", **form})
    assert answer.status_code in (400, 422), answer.get_data(as_text=True)
    assert answer.mimetype == "text/html"
    assert steps(roster, at) == 1


def test_a_form_without_a_version_is_a_conflict_and_not_an_edit(client: FlaskClient, roster: Page) -> None:
    operations = json.dumps([{"op": "add-force", "catalogue": "gloam-court"}])
    assert client.post(f"{address(roster)}/edit", data={"operations": operations}).status_code == 412


def test_a_page_of_another_site_cannot_send_forms(client: FlaskClient, roster: Page) -> None:
    answer = client.post(f"{address(roster)}/copy", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert answer.mimetype == "text/html"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("place", ["//evil.example", "javascript:alert(1)", "\r\nSet-Cookie: x=1", "x" * 500])
def test_nobody_is_sent_elsewhere(client: FlaskClient, roster: Page, place: str) -> None:
    answer = client.post(f"{address(roster)}/edit", data={"version": "1", "at": place, "open": place})
    assert answer.status_code == 303
    assert answer.headers["Location"] == address(roster)


def test_fixes_that_were_not_tried_are_a_link_away(at: Callable[[str], Page], client: FlaskClient, roster: Page) -> None:
    added = {"operations": [{"op": "add-unit", "force": "f1", "entry": "host-guard"}] * 25}
    assert client.post(f"/api/v1{address(roster)}/operations", json=added, headers={"If-Match": "*"}).status_code == 200
    roster = at(address(roster))
    links = [href for href, text in roster.links if text == "Show ways to mend it"]
    assert links, "with so many findings not every fix is tried"
    buttons = [button for form in roster.forms for button in form.buttons if button.name == "operations"]
    page = at(links[-1])
    check("fixes", page)
    more = [button for form in page.forms for button in form.buttons if button.name == "operations"]
    assert len(more) > len(buttons)
    assert ("details", {"open": ""}) in page.tags
    assert at(f"{roster.answer.request.path}?fixes={'x' * 900}@%00").status == 200


@pytest.mark.slow
def test_only_the_pages_that_show_fixes_try_them(at: At, roster: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """To try those of many findings on a large army takes seconds."""
    for name in ("host-guard", "vigil-scouts"):
        roster = add(roster, name)
    stale = roster.form("Duplicate Host Guard")[0].values | {"operations": '[{"op": "duplicate", "selection": "s2"}]'}
    roster = add(roster, "dawn-marshal")
    tried: list[object] = []
    monkeypatch.setattr("builder.rules.attempts.Attempts.run", lambda *given, **more: tried.append(given))
    assert at(address(roster)).status == 200
    assert tried, "the page of the roster offers fixes"
    tried.clear()
    assert roster.send(roster.form("Duplicate Host Guard")[0], stale).status == 412
    for page in ("/add", "/collection", "/history", "/share", "/print", "/delete"):
        assert at(address(roster) + page).status == 200
    data = {"version": "1", "step": "1", "force": "f1", "entry": "zzz", "models": ""}
    assert roster.client.post(f"{address(roster)}/add", data=data).status_code == 303
    assert not tried


def test_armies_that_are_called_the_same_say_their_game(at: At) -> None:
    for army in ("wh40k-9e/sunward-host", "aos-1e/hollow-bough"):
        at("/").press("Create", name="Twin", army=army)
    shown = at("/matchup").text
    assert "Twin · Warhammer 40,000 9th edition · 0 models" in shown
    assert "Twin · Warhammer: Age of Sigmar 1st edition · 0 models" in shown
    assert "Sunward Patrol · Warhammer" not in shown
