"""Forms made of documents: every datasheet has one, nothing that it does not show is lost, and any data can be shown."""

from __future__ import annotations

import copy
from contextlib import suppress
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from builder.web.cards import card_of_entry
from builder.web.drafts import BEGINNINGS, beginnings
from builder.web.rendering import KEY as PAGES
from builder.web.writing.controls import Control
from builder.web.writing.edits import press_button, write_posted
from builder.web.writing.nodes import Form
from builder.web.writing.preview import card_of_draft
from builder.web.writing.problem_places import problems_by_place
from datasheets.native.bundled import bundled_catalogues
from datasheets.native.compile import compile_datasheet
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.native.schema import Datasheet, Header
from datasheets.problems import DocumentError, Problem
from datasheets.systems import System, system, systems
from datasheets.words import languages
from tests.web.filling import standing

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=10,
)
NINTH = system("wh40k-9e")


def documents() -> list[Any]:
    return [
        pytest.param(dict(document), id=f"{catalogue.id}/{id}")
        for catalogue in bundled_catalogues()
        for id, document in catalogue.documents.items()
    ]


@pytest.fixture
def squad(app: Flask) -> dict[str, Any]:
    with app.test_request_context():
        return BEGINNINGS["squad"](NINTH, "mine")


def fill(document: dict[str, Any], **changes: str | list[str]) -> dict[str, Any]:
    posted: MultiDict[str, str] = MultiDict()
    for name, value in changes.items():
        posted.setlist(name, value if isinstance(value, list) else [value])
    return write_posted(Datasheet, document, posted, NINTH)


def act(document: dict[str, Any], button: str) -> dict[str, Any]:
    return press_button(Datasheet, document, button, NINTH)[0]


@pytest.mark.sample(25)
@pytest.mark.parametrize("document", documents())
def test_a_form_that_nobody_touched_changes_nothing(app: Flask, document: dict[str, Any]) -> None:
    of = system(document["system"])
    before = copy.deepcopy(document)
    with app.test_request_context():
        assert write_posted(Datasheet, document, standing(Form(Datasheet, document, of)), of) == before
    assert document == before


@pytest.mark.sample(25)
@pytest.mark.parametrize("document", documents())
def test_the_preview_is_the_card_of_the_datasheet(app: Flask, document: dict[str, Any]) -> None:
    of, sheet = system(document["system"]), read_datasheet(document)
    environment = app.extensions[PAGES]
    template = environment.from_string('{% import "web/ui.html" as ui with context %}{{ ui.card(card) }}')
    with app.test_request_context():
        card, preview = card_of_entry(compile_datasheet(sheet, of), of, "F", "O"), card_of_draft(document, of, "F", "O")
        assert template.render(card=preview) == template.render(card=card)


@pytest.mark.parametrize("document", documents()[::7])
def test_every_member_of_a_datasheet_has_a_field(app: Flask, document: dict[str, Any]) -> None:
    """Every text of a document stands in some field; ids, and whose it is, are the form's own."""

    def texts(value: Any, key: str = "") -> list[str]:
        if isinstance(value, dict):
            return [text for name, inner in value.items() for text in (*texts(inner, name),)]
        if isinstance(value, list):
            return [text for inner in value for text in texts(inner, key)]
        return [value] if isinstance(value, str) and key not in ("schema", "id", "system", "catalogue", "provenance") else []

    with app.test_request_context():
        shown = "\n".join(
            text
            for each in Form(Datasheet, document, system(document["system"])).controls()
            for text in (each.shown, *each.picked)
        )
    assert [text for text in texts(document) if text not in shown] == []


@pytest.mark.slow
@given(document=st.dictionaries(st.sampled_from([*Datasheet.__dataclass_fields__, "x"]), JSON, max_size=6))
def test_any_data_can_be_shown(one_app: Flask, document: dict[str, Any]) -> None:
    with one_app.test_request_context():
        form = Form(Datasheet, document, NINTH)
        assert write_posted(Datasheet, document, standing(form), NINTH) == document
        card_of_draft(document, NINTH, "F", "O")
        with suppress(DocumentError):
            read_datasheet(document)
        problems_by_place(form, [Problem(f"/{name}/0/x", "No.") for name in document])


@given(document=st.dictionaries(st.sampled_from([*Header.__dataclass_fields__]), JSON, max_size=4))
def test_any_header_can_be_shown(one_app: Flask, document: dict[str, Any]) -> None:
    with one_app.test_request_context():
        assert write_posted(Header, document, standing(Form(Header, document, NINTH)), NINTH) == document


@pytest.mark.slow
@given(document=st.dictionaries(st.sampled_from([*Datasheet.__dataclass_fields__]), JSON, max_size=4), data=st.data())
def test_every_field_and_button_works_on_any_data(one_app: Flask, document: dict[str, Any], data: st.DataObject) -> None:
    with one_app.test_request_context():
        form = Form(Datasheet, document, NINTH)
        names = [control.name for control in form.controls()]
        posted: MultiDict[str, str] = MultiDict(
            [(data.draw(st.sampled_from(names)), data.draw(st.text(max_size=5))) for _ in range(3)] if names else []
        )
        made = write_posted(Datasheet, document, posted, NINTH)
        rows = [row.name for node in form.all() if node.kind == "rows" for row in node.rows]
        adds = [node.name for node in form.all() if node.kind == "rows"]
        buttons = [f"{verb}:{name}" for name in rows for verb in ("up", "down", "remove")] + [f"add:{name}" for name in adds]
        made, _ = press_button(
            Datasheet, made, data.draw(st.sampled_from([*buttons, "put:/transport", "drop:/psyker"])), NINTH
        )
        Form(Datasheet, made, NINTH)


@pytest.mark.parametrize(
    ("system", "name"),
    [(each, name) for each in systems() for name in beginnings(each)],
    ids=lambda each: getattr(each, "id", each),
)
def test_every_beginning_is_right_but_the_empty_one(app: Flask, system: System, name: str) -> None:
    with app.test_request_context():
        made = BEGINNINGS[name](system, "mine")
        if name == "blank":
            with pytest.raises(DocumentError) as caught:
                read_datasheet({**made, "id": "unit"})
            assert {problem.path for problem in caught.value.problems} >= {"/name", "/profiles/0/name"}
        else:
            read_datasheet({**made, "id": "unit"})


def test_a_row_that_is_renamed_is_renamed_wherever_it_is_spoken_of(app: Flask, squad: dict[str, Any]) -> None:
    with app.test_request_context():
        made = fill(squad, **{"/profiles/1/name": "Oarsman", "/weapons/0/name": "Carbine", "/weapons/1/name": "Harpoon"})
        read_datasheet({**made, "id": "unit"})
    assert made["composition"]["wargear"] == [{"models": ["Sergeant", "Oarsman"], "items": {"Carbine": 1}}]
    assert made["options"][0]["models"] == ["Oarsman"]
    assert made["options"][0]["replace"] == {"Carbine": 1}
    assert made["options"][0]["with"] == [{"Harpoon": 1}]


def test_two_rows_change_names(app: Flask, squad: dict[str, Any]) -> None:
    with app.test_request_context():
        made = fill(squad, **{"/weapons/0/name": "Special rifle", "/weapons/1/name": "Rifle"})
    assert made["options"][0]["replace"] == {"Special rifle": 1}
    assert made["options"][0]["with"] == [{"Rifle": 1}]


def test_what_cannot_be_read_is_kept_and_said_in_plain_words(app: Flask, squad: dict[str, Any]) -> None:
    with app.test_request_context():
        made = fill(squad, **{"/profiles/1/number/max": "nine", "/costs/power/base": "", "/name": " "})
        with pytest.raises(DocumentError) as caught:
            read_datasheet({**made, "id": "unit"})
        said = {
            each.node: (each.where, each.message)
            for each in problems_by_place(Form(Datasheet, made, NINTH), caught.value.problems)
        }
    assert made["profiles"][1]["number"] == {"min": 4, "max": "nine"}
    assert said["/profiles/1/number/max"] == (
        "Models › Trooper › Number in the unit › Most",
        "Write a whole number in digits.",
    )
    assert said["/costs/power/base"][1] == "Fill this in."
    assert said["/name"] == ("Name", "Fill this in.")


def test_a_problem_stands_at_the_innermost_part_there_is(app: Flask, squad: dict[str, Any]) -> None:
    with app.test_request_context():
        form = Form(Datasheet, squad, NINTH)
        (deep,) = problems_by_place(form, [Problem("/weapons/0/profiles/0/effects/3/kind", "No.")])
        (whole,) = problems_by_place(form, [Problem("/nothing", "No.")])
    assert deep.node == "/weapons/0/profiles/0/effects"
    assert whole.node == ""


def test_rows_are_added_moved_and_removed(app: Flask, squad: dict[str, Any]) -> None:
    with app.test_request_context():
        more, place = press_button(Datasheet, squad, "add:/weapons", NINTH)
        assert [each["name"] for each in more["weapons"]] == ["Rifle", "Special rifle", ""]
        assert place == "at.weapons.2"
        up, place = press_button(Datasheet, more, "up:/weapons/2", NINTH)
        assert [each["name"] for each in up["weapons"]] == ["Rifle", "", "Special rifle"]
        assert place == "at.weapons.1"
        assert act(up, "down:/weapons/1") == more
        assert act(more, "remove:/weapons/2") == squad
        assert act(squad, "add:/options/0/with/0")["options"][0]["with"] == [{"Special rifle": 1, "Rifle": 1}]
        assert act(squad, "remove:/options/0/replace/0")["options"][0]["replace"] == {}
        assert act(squad, "put:/transport")["transport"] == {"capacity": 10, "admits": [["INFANTRY"]]}
        assert act(act(squad, "put:/psyker"), "drop:/psyker")["psyker"] is None
    assert len(squad["weapons"]) == 2, "what it was made of stays"


@pytest.mark.parametrize(
    "button",
    [
        "",
        "add:",
        "add:/nothing",
        "up:/weapons/0",
        "down:/weapons/1",
        "remove:/weapons/9",
        "remove:/weapons/x",
        "up:/weapons/-1",
        "drop:/psyker",
        "put:/name",
        "remove:/name",
        "add:/weapons/0",
        "remove:/weapons/²",
        "eat:/weapons/0",
        "up:" + "/0" * 5000,
    ],
)
def test_a_button_that_the_form_has_not_does_nothing(app: Flask, squad: dict[str, Any], button: str) -> None:
    with app.test_request_context():
        assert act(squad, button) == squad


def test_names_of_fields_that_the_form_has_not_do_nothing(app: Flask, squad: dict[str, Any]) -> None:
    with app.test_request_context():
        assert (
            fill(squad, **{"/id": "x", "/system": "x", "/profiles/9/name": "x", "/__class__": "x", "/weapons": "x"}) == squad
        )


def test_an_effect_has_the_parameters_of_its_kind(app: Flask, squad: dict[str, Any]) -> None:
    with app.test_request_context():
        made = act(squad, "add:/abilities/0/effects")
        made = fill(made, **{"/abilities/0/effects/0/kind": "modify-roll"})
        names = {each.name.rpartition("/")[2] for each in Form(Datasheet, made, NINTH).controls() if "effects" in each.name}
        assert {"roll", "operation", "value", "on", "until", "limit", "scope", "range"} <= names
        made = fill(made, **{"/abilities/0/effects/0/roll": "hit", "/abilities/0/effects/0/on": "charge"})
        made = fill(made, **{"/abilities/0/effects/0/to/range": "6"})
        assert made["abilities"][0]["effects"] == [
            {"kind": "modify-roll", "roll": "hit", "on": "charge", "to": {"scope": "unit", "range": 6}}
        ]
        made = fill(made, **{"/abilities/0/effects/0/kind": "re-roll"})
        assert made["abilities"][0]["effects"][0]["roll"] == "hit"
        made = fill(made, **{"/abilities/0/effects/0/kind": "fight-first"})
        assert made["abilities"][0]["effects"] == [
            {"kind": "fight-first", "on": "charge", "to": {"scope": "unit", "range": 6}}
        ]


def test_a_condition_that_is_a_word_becomes_one_with_parameters(app: Flask, squad: dict[str, Any]) -> None:
    squad["abilities"][0]["effects"] = [{"kind": "fight-first", "when": ["charged"]}]
    with app.test_request_context():
        turned = fill(squad, **{"/abilities/0/effects/0/when/0/not": ["", "on"]})
        other = fill(squad, **{"/abilities/0/effects/0/when/0/name": "keyword"})
        read_datasheet({**turned, "id": "unit"})
        assert any(each.name.endswith("/when/0/keywords") for each in Form(Datasheet, other, NINTH).controls())
    assert turned["abilities"][0]["effects"][0]["when"] == [{"name": "charged", "not": True}]


def test_choices_for_keywords_in_angle_brackets_follow_the_keywords(app: Flask, squad: dict[str, Any]) -> None:
    with app.test_request_context():
        made = fill(squad, **{"/keywords/faction": "HARBOUR, <PORT>"})
        made = fill(made, **{"/keywords/choices/<PORT>/allowed": "NORTH QUAY, SOUTH QUAY"})
        read_datasheet({**made, "id": "unit"})
    assert made["keywords"]["faction"] == ["HARBOUR", "<PORT>"]
    assert made["keywords"]["choices"] == {"<PORT>": {"allowed": ["NORTH QUAY", "SOUTH QUAY"]}}


def test_items_of_one_name_add_up(app: Flask, squad: dict[str, Any]) -> None:
    with app.test_request_context():
        made = act(squad, "add:/composition/wargear/0/items")
        made = fill(made, **{"key:/composition/wargear/0/items/1": "Rifle", "/composition/wargear/0/items/1": "2"})
    assert made["composition"]["wargear"][0]["items"] == {"Rifle": 3}


@pytest.mark.parametrize("language", languages()[1:])
def test_effects_are_written_in_the_readers_language(app: Flask, squad: dict[str, Any], language: str) -> None:
    effect = {"kind": "modify-roll", "roll": "hit", "operation": "add", "value": "1", "when": ["half-range"]}
    squad["abilities"] = [{"name": "Aim", "text": "x", "effects": [effect]}]
    shown = {}
    for each in ("en", language):
        with app.test_request_context(headers={"Accept-Language": each}):
            controls = [node for node in Form(Datasheet, squad, system("wh40k-9e")).all() if isinstance(node, Control)]
            shown[each] = {(node.path, value): words for node in controls for value, words in node.options if value}
            shown[each] |= {(node.path, "label"): node.label for node in controls if "/effects/0" in node.path}
            shown[each] |= {(node.path, "hint"): node.hint for node in controls if "/effects/0" in node.path and node.hint}
    effects = {place: words for place, words in shown["en"].items() if "/effects/0" in place[0] and not place[1].isdigit()}
    alike = {place for place, words in effects.items() if shown[language][place] == words}
    assert len(effects) > 150
    assert {words for place, words in effects.items() if place in alike} <= SAME, "the same in both languages"


SAME = frozenset(
    ("Name", "Reserver", "Scope", "Von", "System", "Overwatch", "Infiltrate", "Aura", "Operation", "Phase", "Moral")
)
