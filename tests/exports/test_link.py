"""A roster in a link: what it leaves out, what it keeps, and links that strangers made."""

from __future__ import annotations

import base64
import json
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasheets.canonical import canonical
from exports.document import document_from
from exports.link import MOST_LETTERS, SCHEMA, NotALink, carries_link, fragment, read_link, without_rules
from tests.exports.armies import NAMES, golden

DIGEST = f"sha256:{'0' * 64}"


def pack_link(data: object) -> str:
    written = data if isinstance(data, bytes) else canonical(data)
    return base64.urlsafe_b64encode(zlib.compress(written, 9)).decode()


def link_data(name: str = "sunward-host", **changed: object) -> dict[str, object]:
    return {"schema": SCHEMA, "digest": golden(name).digest, "document": golden(name).data, **changed}


@pytest.mark.parametrize("name", NAMES)
def test_a_link_carries_the_army_and_the_code_of_the_whole_document(name):
    letters = fragment(golden(name))
    linked = read_link(letters)
    assert linked.document == without_rules(golden(name))
    assert linked.check_code == golden(name).check_code
    assert linked.document.judgement == golden(name).judgement
    assert set(letters) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    assert len(letters) < MOST_LETTERS


def test_what_rules_say_stays_behind_and_what_players_wrote_does_not():
    whole = golden("sunward-host")
    data = json.dumps(without_rules(whole).data, ensure_ascii=False)
    said = [rule.text for unit in whole.army.units for rule in unit.abilities if rule.text]
    said += [way.abilities for unit in whole.army.units for arm in unit.weapons for way in arm.profiles if way.abilities]
    said += [item.text for unit in whole.army.units for item in unit.wargear if item.text]
    assert said
    assert not [text for text in said if json.dumps(text, ensure_ascii=False)[1:-1] in data]
    assert '"effects": [{' not in data
    thin = without_rules(whole).army
    assert [unit.note for unit in thin.units] == [unit.note for unit in whole.army.units]
    assert [unit.origin for unit in thin.units] == [unit.origin for unit in whole.army.units]
    assert [[rule.name for rule in unit.abilities] for unit in thin.units] == [
        [rule.name for rule in unit.abilities] for unit in whole.army.units
    ]


def test_a_link_is_known_by_itself_in_an_address_and_among_words():
    letters = fragment(golden("sunward-host"))
    for text in (letters, f"http://127.0.0.1:8000/shared#{letters}", f"My list: http://x/shared#{letters} , have a look\n"):
        assert carries_link(text)
        assert read_link(text).document == without_rules(golden("sunward-host"))
    for text in ("", "hello", "## Sunward Host", "https://example.com/a#b", letters[:20], f"{letters} {letters}"):
        assert not carries_link(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no link with a roster"),
        ("#", "no link with a roster"),
        ("not a link", "no link with a roster"),
        ("AAAA", "damaged or cut off"),
        ("A", "damaged or cut off"),
        ("x" * 70_000, "longer than 65536"),
        (fragment(golden("sunward-host"))[:-6], "damaged or cut off"),
        (fragment(golden("sunward-host")) + "AAAA", "damaged or cut off"),
        (pack_link(b" " * 20_000_000), "larger than 1 MB"),
        (pack_link(b'{"schema":"' + b"x" * 40_000_000 + b'"}'), "larger than 1 MB"),
        (pack_link(b"\xff\xfe"), "not UTF-8"),
        (pack_link(b"[" * 900), "JSON"),
        (pack_link(b"[" * 900 + b"]" * 900), "levels deep"),
        (pack_link(b"[1]"), "newer Muster"),
        (pack_link(b'{"schema":"muster.link/1","schema":"muster.link/1"}'), "twice"),
        (pack_link(link_data(schema="muster.link/2")), "newer Muster"),
        (pack_link(golden("sunward-host").data), "newer Muster"),
        (pack_link({"schema": SCHEMA, "digest": DIGEST}), "nothing else"),
        (pack_link(link_data(more=1)), "nothing else"),
        (pack_link(link_data(document=[])), "nothing else"),
        (pack_link(link_data(digest="sha256:00")), "64 hexadecimal digits"),
        (pack_link(link_data(digest=None)), "64 hexadecimal digits"),
        (pack_link(link_data(document={})), "no roster document"),
        (pack_link(link_data(document={**golden("sunward-host").data, "army": {}})), "is missing"),
    ],
)
def test_other_letters_are_refused_in_a_sentence(text, sentence):
    with pytest.raises(NotALink, match=sentence):
        read_link(text)


@pytest.fixture(scope="module")
def whole_link():
    return fragment(golden("gloam-court"))


@settings(max_examples=100)
@given(st.integers(0, 10_000), st.sampled_from("AZaz09-_=# \n\u200bé"))
def test_a_letter_that_changed_is_noticed_or_changes_nothing(whole_link, at, letter):
    whole = whole_link
    at %= len(whole)
    try:
        linked = read_link(whole[:at] + letter + whole[at + 1 :])
    except NotALink:
        return
    assert linked == read_link(whole)


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_no_bytes_are_read_as_more_than_they_are(data):
    for text in (data.decode("latin-1"), base64.urlsafe_b64encode(data).decode(), pack_link(data)):
        with pytest.raises(NotALink):
            read_link(text)


def test_the_document_in_a_link_is_held_to_the_rules_of_documents():
    data = without_rules(golden("sunward-host")).data
    assert document_from(data) == without_rules(golden("sunward-host"))
