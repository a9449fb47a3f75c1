"""What a roster document refuses: each with one clear sentence and the path where it stands."""

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exports.document import MOST_BYTES, NotADocument, document_from, json_schema, read_document
from exports.document.versions import NEWEST
from tests.exports.armies import NAMES, army, change_value, golden_bytes, golden_data, unit

UNIT = "/army/units/0"
MISREAD = "it is invisible and makes text misread."
SHAPE = [
    ("/army", ..., "/army", "This field is missing."),
    ("/army/name", ..., "/army/name", "This field is missing."),
    ("/army/modelcount", 9, "/army/modelcount", '"modelcount" is no field here; did you mean "model_count"?'),
    ("/army/names", [], "/army/names", "Write an object in braces, { }."),
    ("/army", [], "/army", "Write an object in braces, { }."),
    ("/army/units", {}, "/army/units", "Write a list in brackets, [ ]."),
    ("/army/name", 7, "/army/name", "Write text in quotes."),
    ("/army/name", None, "/army/name", "null does not fit here."),
    ("/army/name", "x" * 501, "/army/name", "Shorten this text to at most 500 characters; it has 501."),
    ("/army/name", "a\x00b", "/army/name", "Remove the control character U+0000."),
    ("/army/name", "a\nb", "/army/name", "Remove the control character U+000A."),
    ("/army/note", "a\x1bb", "/army/note", "Remove the control character U+001B."),
    *(
        ("/army/name", f"Sun{letter}ward", "/army/name", f"Remove the character U+{ord(letter):04X}; {MISREAD}")
        for letter in "\u00ad\u200b\u202a\u202e\u2028\u2060\u2066\u2069\u3164\ufeff\U000e0041"
    ),
    ("/army/note", "a\u202eb", "/army/note", f"Remove the character U+202E; {MISREAD}"),
    ("/army/system", "", "/army/system", "Write something here; it is empty."),
    ("/army/power_level", "27", "/army/power_level", "Write a number without quotes."),
    ("/army/model_count", 1.5, "/army/model_count", "Write a whole number without quotes."),
    ("/army/agreed/mission", [], "/army/agreed/mission", "Write text, a number, true, false or null."),
    ("/army/agreed/power_limit", 10**12, "/army/agreed/power_limit", "Write a number from -1000000000 to 1000000000."),
    (f"{UNIT}/understrength", "no", f"{UNIT}/understrength", "Write true or false without quotes."),
    (f"{UNIT}/models/0/number", 0, f"{UNIT}/models/0/number", "Write a whole number from 1 to 1000."),
    (f"{UNIT}/models/0/weapons/w1", 0, f"{UNIT}/models/0/weapons/w1", "Write a whole number from 1 to 1000."),
    (f"{UNIT}/keywords/other", ["X"] * 501, f"{UNIT}/keywords/other", "Write at most 500 of these; there are 501."),
    (f"{UNIT}/origin/selections/0/uid", "", f"{UNIT}/origin/selections/0/uid", "Write something here; it is empty."),
    ("/judgement/findings", [{}], "/judgement/findings/0/code", "This field is missing."),
]
MEANING = [
    ("/army/model_count", 11, "/army/model_count", "The units have 10 models, not 11."),
    ("/army/units/1/id", "s2", "/army/units", 'The id "s2" stands here twice.'),
    ("/army/units/1/models/0/id", "s2", "/army/units", 'The id "s2" stands here twice.'),
    ("/army/forces/1/id", "f1", "/army/forces", 'The id "f1" stands here twice.'),
    ("/army/forces/0/in", "f27", "/army/forces/0/in", 'No force before this one is "f27".'),
    ("/army/forces/1/in", "f27", "/army/forces/1/in", 'No force before this one is "f27".'),
    ("/army/declarations/0/subject", "s99", "/army/declarations/0/subject", 'No unit or model group is "s99".'),
    (f"{UNIT}/force", "f9", f"{UNIT}/force", 'No force is "f9".'),
    (f"{UNIT}/models/0/profile", "p9", f"{UNIT}/models/0/profile", 'No profile of the unit is "p9".'),
    (f"{UNIT}/models/0/weapons/w9", 1, f"{UNIT}/models/0/weapons", 'No weapon of the unit is "w9".'),
    (f"{UNIT}/models/0/wargear/g9", 1, f"{UNIT}/models/0/wargear", 'No wargear of the unit is "g9".'),
    (f"{UNIT}/profiles/1/id", "p1", f"{UNIT}/profiles", 'The id "p1" stands here twice.'),
    (f"{UNIT}/weapons/1/id", "w1", f"{UNIT}/weapons", 'The id "w1" stands here twice.'),
    ("/army/units/2/wargear/0", {"id": "g2", "name": "", "text": "", "effects": []}, "/army/units/2/models/0/wargear",
     'No wargear of the unit is "g1".'),
    ("/army/units/3/profiles/0/damage_table/0/wounds", [12, 7], "/army/units/3/profiles/0/damage_table/0/wounds",
     "Write the lowest number of wounds first."),
    (f"{UNIT}/profiles/0/base/mm", [32, 32], f"{UNIT}/profiles/0/base/mm",
     "A round base has one measure, an oval base and a hull have two."),
    (f"{UNIT}/abilities/1/effects/0/models", "ten", f"{UNIT}/abilities/1/effects/0/models",
     "Write a whole number without quotes."),
]  # fmt: skip


def refusal(data):
    with pytest.raises(NotADocument) as caught:
        read_document(data) if isinstance(data, bytes) else document_from(data)
    return [(problem.path, problem.message) for problem in caught.value.problems]


@pytest.mark.parametrize(("where", "value", "path", "message"), SHAPE + MEANING)
def test_damage_is_named_with_its_path(where, value, path, message):
    assert (path, message) in refusal(change_value(golden_data(), where, value))


def test_all_problems_come_at_once():
    data = change_value(change_value(golden_data(), "/army/name", 7), f"{UNIT}/models/0/number", 0)
    assert [path for path, _ in refusal(data)] == ["/army/name", f"{UNIT}/models/0/number"]


@pytest.mark.parametrize(
    ("data", "path", "message"),
    [
        (b"", "", "This is not JSON: Expecting value in line 1, column 1."),
        (b"{", "", "This is not JSON: Expecting property name enclosed in double quotes in line 1, column 2."),
        (b"\xff{}", "", "The document is not UTF-8 text (byte 0)."),
        (b"[]", "", "A roster document is a JSON object in braces, { }."),
        (b"[" * 100_000, "", "The document is nested more than 64 levels deep."),
        (b"[" * 70 + b"]" * 70, "", "The document is nested more than 64 levels deep."),
        (b" " * (MOST_BYTES + 1), "", "The document is larger than 2 MB (2000001 bytes)."),
        (b'{"a": 1, "a": 1}', "/a", "This key stands here twice; keep one of them."),
        ('{"å": 1, "a\u030a": 1}'.encode(), "/å", "This key stands here twice; keep one of them."),
        (b'{"x": [NaN]}', "/x/0", "NaN is no JSON number; write a finite number."),
        (b'{"x": -Infinity}', "/x", "-Infinity is no JSON number; write a finite number."),
        (b'{"x": 1e999}', "/x", "Write a finite number."),
        (b'{"x": ' + b"9" * 5000 + b"}", "/x", "Write this number with at most 25 characters; it has 5000."),
        (b'{"x": "\\ud800"}', "/x", "This text holds half a character (a lone surrogate); remove it."),
        (b'{"\\udfff": 1}', "/?", "This text holds half a character (a lone surrogate); remove it."),
    ],
    ids=range(15),
)
def test_hostile_bytes_get_one_sentence(data, path, message):
    assert refusal(data) == [(path, message)] if path != "/å" else refusal(data)[0][1] == message


@pytest.mark.slow
def test_the_message_of_a_refusal_is_readable_and_short():
    with pytest.raises(NotADocument) as caught:
        document_from(change_value(golden_data(), "/army/units", [{}] * 1000))
    lines = str(caught.value).splitlines()
    assert lines[0] == "/army/units/0/id: This field is missing."
    assert len(lines) == 6
    assert lines[-1].endswith(" more")


@given(st.binary(max_size=200))
def test_no_bytes_at_all_raise_anything_else(data):
    with pytest.raises(NotADocument):
        read_document(data)


@pytest.mark.slow
def test_the_published_schema_is_what_the_declarations_say():
    assert json.loads(json_schema.published_schema()) == json_schema.generate_schema()
    jsonschema.Draft202012Validator.check_schema(json_schema.generate_schema())


@pytest.fixture(scope="module")
def published_validator():
    return jsonschema.Draft202012Validator(json.loads(json_schema.published_schema()))


@pytest.mark.parametrize("name", NAMES)
def test_the_published_schema_takes_golden_documents(published_validator, name):
    published_validator.validate(json.loads(golden_bytes(name)))


@pytest.mark.parametrize(("where", "value", "path", "message"), SHAPE)
def test_the_published_schema_refuses_what_is_refused(published_validator, where, value, path, message):
    assert not published_validator.is_valid(change_value(golden_data(), where, value))


def _places(data, path=""):
    """Every place of a document outside the effects, whose words the published schema leaves to docs/effects.md."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, inner in pairs:
        if key != "effects":
            yield f"{path}/{key}"
            yield from _places(inner, f"{path}/{key}")


POWER = {"id": "push", "name": "Push", "value": 6, "step": 1, "range_in": 18, "target": "enemy", "duration": "",
         "keywords": ["X"], "text": "", "effects": []}  # fmt: skip
FULL = army(
    unit(
        abilities=[{"name": "Veterans", "text": "", "aura": False, "external": False, "effects": []}],
        wargear=[{"id": "g1", "name": "Flag", "text": "", "effects": []}],
        transport={"capacity": 5, "admits": [["INFANTRY"]], "refuses": ["X"], "slots": {"Y": 2}, "text": ""},
        psyker={"casts": 1, "denies": 1, "powers": [POWER]},
        profiles=[{**unit()["profiles"][0], "damage_table": [{"wounds": [1, 1], "characteristics": {"M": "3"}}]}],
        options=["An option."],
    ),
    declarations=[{"kind": "warlord", "subject": "u1", "key": "", "value": True, "index": 0}],
    limits={"power": 50},
).data
PLACES = list(_places(FULL))
DAMAGE = [..., None, "", "x", "x" * 30_000, "a\x07b", -1, 0, 1, 1.5, 10**12, True, [], {}, [None], {"x": None}]


@pytest.mark.slow
@given(st.sampled_from(PLACES), st.sampled_from(DAMAGE))
@settings(max_examples=60)
def test_both_schemas_agree_on_damage_anywhere(published_validator, place, value):
    data = change_value(FULL, place, value)
    assert published_validator.is_valid(data) == _has_shape(data)


def _has_shape(data):
    """Whether all that our reading minds about the data, if anything, is what a JSON Schema cannot say."""
    try:
        document_from(data)
    except NotADocument as error:
        return all(_beyond_shape(problem.message) for problem in error.problems)
    return True


def _beyond_shape(message):
    """Whether a sentence is about references, which a JSON Schema cannot say."""
    return message.startswith(("No ", "The id ", "The units have ", "A round base ", "Write the lowest "))


def test_the_schema_is_shipped():
    folder = Path(json_schema.__file__).parent
    assert sorted(each.name for each in folder.glob("roster-*.schema.json")) == [
        f"roster-{version}.schema.json" for version in range(1, NEWEST + 1)
    ]


def test_a_number_of_thousands_of_digits_is_refused_as_any_other_that_does_not_fit() -> None:
    data = golden_data("gloam-court")
    data["army"]["model_count"] = 10**5000
    with pytest.raises(NotADocument, match="model_count"):
        document_from(data)


def test_of_thousands_of_problems_a_hundred_are_told_with_their_places():
    """The others are counted: their places, written out, would be a thousand times as long as the document."""
    inside, many = "~" * 60, 5000
    body = f'{{"{inside}":' * 60 + "[" + ",".join(["NaN"] * many) + "]" + "}" * 60
    with pytest.raises(NotADocument) as refusal:
        read_document(body.encode())
    places = [each.path for each in refusal.value.problems]
    assert len(places) == many
    assert len(set(places)) == 100
    assert places[99] == f"/{'~0' * 60}" * 60 + "/99"
