"""A document as messages to post, and as the text of an event."""

import re

import pytest

from exports.document import document_from, powers
from exports.lists.parse_list import read_list
from exports.text import POSTED, event_text, listing, post_texts, text_of
from exports.text.messages import messages, split_messages
from exports.text.styles import MESSAGING, STYLES, units_of
from tests.exports.armies import NAMES, army, golden, unit
from tests.exports.large import bundled_army, sample_army

HOSTILE = (
    "@everyone `x` [b]*loud*[/b] [a](https://evil.example) <@123> <#5> :smile: www.evil.example ||spoiler|| u/me #5 "
    "&#64;here"
)
APART = "\u200b"
NUMBERED = re.compile(r"Part (\d+) of (\d+)\n")


def len_of(document):
    return f"{len(document.army.units)}-units"


def hostile():
    models = [{**unit()["models"][0], "name": HOSTILE}]
    said = {"kind": "keyword", "subject": "u1", "key": HOSTILE, "value": HOSTILE, "index": 0}
    note = f"{HOSTILE}\n# big\n- item\n> quote\n1. one"
    one = unit("u1", name=HOSTILE, title=HOSTILE, note=note, models=models)
    return army(one, name=HOSTILE, note=note, declarations=[said])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("style", POSTED)
def test_every_unit_model_and_thing_carried_is_named(style, name):
    text = text_of(post_texts(golden(name), style)).replace("\\", "").replace(APART, "")
    for one in golden(name).army.units:
        assert one.name in text
        for group in one.models:
            assert group.name in text or len(one.models) == 1
            assert all(thing in text for thing, _ in one.wargear_of(group))
    assert golden(name).check_code in text


def test_discord_reads_as_a_player_would_write_it():
    (text,) = messages(golden("sunward-host"), "discord")
    assert text.startswith("## Sunward Host\nWarhammer 40,000 9th edition\nPower Level 23, 4 units, 10 models\n")
    assert "\n**Dawn Marshal “Ilse Varga”** (Power Rating 5, Warlord)\n- 1 Dawn Marshal: Noon pistol, Sunblade" in text


def test_what_is_set_stands_after_the_units_and_several_forces_in_the_head():
    """A reader wants the army, not how its data are set."""
    origin = unit()["origin"]
    picked = {**origin, "uid": "n1", "name": "Red Hand"}
    chosen = {**origin, "uid": "u0", "name": "Chapter", "selections": [picked]}
    setting = unit(
        "u0", name="Chapter", models=[], profiles=[], weapons=[], size={"min": 0, "max": 0}, costs={}, origin=chosen
    )
    one = army(unit("u1", name="Guard"))
    force = {"id": "f1", "catalogue": "redoubt", "entry": "", "name": "Patrol", "pin": "", "revision": 1, "in": None}
    forces = [force, {**force, "id": "f2", "name": "Outriders"}]
    several = army(setting, unit("u1", name="Guard"), unit("u2", name="Riders", force="f2"), forces=forces)
    for style in MESSAGING:
        (text,) = messages(several, style)
        assert text.index("Guard") < text.index("Chapter: Red Hand") < text.index("Riders")
        assert "\nPatrol + Outriders" in text.replace("\\", "")
        assert " + " not in messages(one, style)[0]
        read = read_list(text.encode(), "list.txt")
        assert (read.note, [each.name for each in read.forces]) == (several.army.note, ["Patrol", "Outriders"])
        assert [each.name for each in read.forces[0].selections] == ["Chapter", "Guard"]
        assert [each.name for each in read.forces[0].selections[0].selections] == ["Red Hand"]
    plain = listing(several)
    assert plain.index("Guard") < plain.index("Chapter: Red Hand") < plain.index("Riders")
    assert read_list(plain.encode(), "list.txt").note == several.army.note


def test_models_named_and_equipped_alike_are_one_line():
    first, other = ({**unit()["models"][0], "id": id, "number": 2} for id in ("a", "b"))
    bare = {**first, "id": "c", "weapons": {}}
    boss = {**bare, "id": "d", "name": "Boss", "number": 1}
    document = army(unit("u1", models=[first, bare, other, boss]))
    (text,) = messages(document, "discord")
    assert "- 4 Picket: Rifle\n- 2 Picket\n- 1 Boss\n" in text
    assert "U 1 : 7 Pickets (2) [2 Power Rating]\n- 4 Picket (0) 4 Rifle\n- 2 Picket (0)\n- Boss (0)\n" in event_text(
        document
    )


@pytest.mark.parametrize("style", POSTED)
def test_nobody_is_mentioned_and_nothing_is_linked(style):
    text = text_of(post_texts(hostile(), style))
    assert "everyone" in text
    assert not re.search(rf"@(?!{APART})", text)
    assert "https://" not in text
    assert "evil" in text
    if style in MESSAGING:
        assert "www.evil" not in text


@pytest.mark.parametrize("style", ["discord", "markdown"])
def test_no_mark_of_others_is_markup(style):
    (text,) = messages(hostile(), style)
    ours = re.sub(r"\\[^\w\s]", "", text)
    for line in ours.splitlines():
        bare = re.sub(r"^(## |### |    - |- )", "", line).replace("**", "")
        assert not re.search(r"[`*_~|<>\[\]/$^]", bare), line
        assert not re.match(r"[-+>=]|#+ |\d+\. ", bare), line
    assert not re.search(r"(?<!\\)&", text)


def test_no_tag_of_others_is_one():
    (text,) = messages(hostile(), "bbcode")
    ours = {"size=150", "/size", "b", "/b", "u", "/u"}
    assert set(re.findall(r"\[([^\]]*)\]", text.replace(f"[{APART}", ""))) <= ours
    assert f"[{APART}b]*loud*[{APART}/b]" in text
    for line in text.splitlines():
        assert line.count("[b]") == line.count("[/b]")


def test_forty_units_are_numbered_messages_that_end_between_units():
    document = bundled_army(40)
    parts = messages(document, "discord")
    assert len(parts) > 1
    for number, part in enumerate(parts, 1):
        assert units_of(part) <= STYLES["discord"].limit
        assert NUMBERED.match(part).groups() == (str(number), str(len(parts)))
        assert re.match(r"Part \d+ of \d+\n(## |### |\*\*|Check code)", part)
    assert sum(part.count("\n**") for part in parts) == len(document.army.units)


@pytest.mark.parametrize(("longer", "count"), [(0, 1), (1, 2)])
def test_what_fits_exactly_is_one_message(longer, count):
    blocks = [["a" * 60], ["b" * (39 + longer)]]
    parts = split_messages(blocks, 100, "en")
    assert len(parts) == count
    assert all(units_of(part) <= 100 for part in parts)


def test_letters_beyond_the_first_plane_count_twice():
    assert len(split_messages([["𝔸" * 30], ["𝔸" * 30]], 100, "en")) == 2


def test_a_unit_that_alone_is_too_long_is_taken_apart_by_lines():
    parts = messages(army(unit("u1", note="\n".join(["@" * 500] * 39))), "discord")
    assert len(parts) > 5
    assert all(units_of(part) <= 2000 for part in parts)
    assert sum(part.count("@") for part in parts) == 500 * 39


def test_an_event_has_one_line_for_each_unit():
    text = event_text(golden("sunward-host"))
    assert "+ Total Power Level : 23\n" in text
    assert f"+ Check code : {golden('sunward-host').check_code}\n" in text
    assert "DT 1 : Lantern Carrier (7) Beacon cannon, Twin lamp gun, Crushing tracks [7 Power Rating]\n" in text
    assert len(re.findall(r"^[A-Z]+ \d+ : ", text, re.MULTILINE)) == 4


@pytest.mark.parametrize("document", [golden("sunward-host"), hostile(), bundled_army(40)], ids=len_of)
def test_the_reader_of_event_texts_reads_it(document):
    found = read_list(event_text(document).encode(), "event.txt")
    read = [one for force in found.forces for one in force.selections]
    assert [one.number for one in read] == [one.model_count for one in document.army.units]
    assert [cost.value for one in read for cost in one.costs] == [
        value for one in document.army.units for value in one.costs.values()
    ]
    assert found.unread == ()


def test_no_name_in_an_event_text_states_a_cost_or_begins_a_line():
    named = army(unit("u1", name="Guard [1 pts]", title="== Patrol DETACHMENT : X =="), name="[9 pts]\u00a0== A : B ==")
    found = read_list(event_text(named).encode(), "event.txt")
    ((one,),) = [force.selections for force in found.forces]
    assert [(cost.name, cost.value) for cost in one.costs] == [("Power Rating", 2)]
    assert (one.name, one.title) == ("Guard (1 pts)", "= Patrol DETACHMENT : X =")


def test_the_judgement_is_no_part_of_it():
    data = golden("gloam-court").data
    other = document_from({**data, "judgement": {"muster": "9", "legal": False, "findings": []}})
    for style in POSTED:
        assert post_texts(other, style) == post_texts(golden("gloam-court"), style)


@pytest.mark.parametrize("id", ["hollow-bough-vigil", "saltmarch-watch", "rustwater-ferry"])
def test_an_army_that_costs_nothing_states_no_price_and_is_read(id):
    document = sample_army(id)
    text = event_text(document)
    assert "(0)" not in text
    read = [one for force in read_list(text.encode(), "event.txt").forces for one in force.selections]
    units = document.army.units
    assert [(one.name, one.number) for one in read] == [(one.name, one.model_count) for one in units]
    assert [(each.kind, one.name) for one in read for each in one.stated if each.kind == "general"] == [
        ("general", units[0].name)
    ]
    assert read[0].selections[0].name == units[0].weapons[0].name


@pytest.mark.parametrize(
    ("sample", "language", "heading"),
    [
        ("gloam-court", "en", "Powers"),
        ("gloam-court", "sv", "Krafter"),
        ("tidewatch", "fi", "Voimat"),
        ("saltmarch-host", "de", "Zauber"),
    ],
)
def test_powers_that_nobody_chose_are_told_and_read_back_as_nothing(sample, language, heading):
    """What a unit knows by its datasheet stands in its text; the reader takes it neither for a model nor for a note."""
    document = sample_army(sample)
    knowing = [each for each in document.army.units if powers(each)]
    for text in (messages(document, "markdown", language)[0], listing(document, language)):
        told = [line.replace("\\", "").strip(" -") for line in text.splitlines() if f"{heading}: " in line]
        assert told == [f"{heading}: {', '.join(powers(each))}" for each in knowing] != []
    listed = read_list(text_of(messages(document, "discord", language)).encode(), "list")
    units = {each.name: each for force in listed.forces for each in force.selections}
    for each in knowing:
        assert each.name in units
        assert powers(each)[0] not in repr(units[each.name])
