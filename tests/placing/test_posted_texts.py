"""What Muster posts, read back: in every style and language, as it was written and as it was shown, in parts, mixed up."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from builder.api.current import services
from builder.importing.archives import Named
from builder.operations.table import apply_all
from builder.placing.dealing import deal_out
from builder.placing.place import place
from builder.services.assembly import open_services
from builder.settings import Settings
from datasheets.evaluation.tree import Declaration
from datasheets.problems import DocumentError
from datasheets.words import codes, languages
from exports.document import Army, RosterDocument
from exports.document.differences import difference
from exports.document.model import Declaration as ArmyDeclaration
from exports.lists.listed import ListedArmy, ListedSelection
from exports.lists.markup import ESCAPED
from exports.lists.parse_list import looks_like_text_list, read_list
from exports.text import event_text, listing, post_texts, text_of
from exports.text.styles import MESSAGING
from exports.text.wording import statements
from tests.databases import over
from tests.exports.armies import NAMES, golden
from tests.exports.large import bundled_army
from tests.exports.test_messages import hostile
from tests.placing.world import CATALOGUE, SYSTEM, shelf

STYLES = (*MESSAGING, "listing")
SAMPLES = ("sunward-host", "sunward-patrol", "gloam-court", "gloam-patrol", "tidewatch", "cinder-clan")
SPOKEN = [each for each in languages() if "text.check-code" in codes(each)]


def write_text(document: RosterDocument, style: str, language: str = "en") -> str:
    return listing(document, language) if style == "listing" else text_of(post_texts(document, style, language))  # type: ignore[arg-type]


def strip_markup(text: str, style: str) -> str:
    """Return what is copied of a message that a place shows: the text without its markup."""
    if style == "bbcode":
        return re.sub(r"\[/?(?:b|u|size)(?:=\d+)?\]", "", text)
    bare = re.sub(r"^[ \t]*(?:#{1,6}|-)[ \t]+", "", text, flags=re.MULTILINE).replace("**", "")
    return ESCAPED.sub(r"\1", bare)


def read_army(text: str) -> ListedArmy:
    return read_list(text.encode(), "text")


def what_is_left(army: Army) -> Army:
    """Return an army without what no text carries: the ids that statements name."""
    names = {unit.id: unit.title or unit.name for unit in army.units}
    stated = tuple(replace(each, value=names.get(str(each.value), each.value)) for each in army.declarations)
    return replace(army, declarations=stated)


@pytest.fixture(scope="module")
def app(one_app: Flask, prepared_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The services over the bundled data."""
    opened = open_services(Settings(database=Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("posted")))))
    with over(one_app, opened):
        yield one_app
    opened.close()


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("id", SAMPLES)
@pytest.mark.sample(2, "style")
def test_a_roster_comes_back_as_it_was_posted(app, id, style):
    with app.app_context():
        before = services().documents.of(id)
        placed = services().lists.place(write_text(before, style).encode(), "text")
        after = services().lists.document(placed)
    assert placed.report.unplaced == ()
    assert placed.report.unread == ()
    assert [total.difference for total in placed.report.totals] == [0]
    found = difference(what_is_left(before.army), what_is_left(after.army))
    assert found.units == ()
    assert [each for each in found.totals if each.before != each.after] == []
    assert (after.army.name, after.army.note) == (before.army.name, before.army.note)
    assert [each.name for each in after.army.forces] == [each.name for each in before.army.forces]
    assert [(each.title, each.note) for each in after.army.units] == [(each.title, each.note) for each in before.army.units]
    assert len(after.army.declarations) == len(before.army.declarations)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("id", SAMPLES)
@pytest.mark.sample(2, "language")
def test_an_event_text_comes_back_with_who_carries_what(app, id, language):
    with app.app_context():
        before = services().documents.of(id)
        placed = services().lists.place(event_text(before, language).encode(), "text")
        after = services().lists.document(placed)
    assert placed.report.unplaced == ()
    assert placed.report.unread == ()
    found = difference(what_is_left(before.army), what_is_left(after.army))
    assert found.units == ()
    assert [each for each in found.totals if each.before != each.after] == []
    assert (after.army.name, after.army.system) == (before.army.name, before.army.system)
    assert [each.title for each in after.army.units] == [each.title for each in before.army.units]
    assert after.judgement.legal is before.judgement.legal


@pytest.mark.slow
def test_wargear_that_no_options_lead_to_is_not_dealt_out(app):
    with app.app_context():
        closure = services().catalogues.closure("sunward-host")
        guard = ListedSelection("Host Guard", 5, selections=(ListedSelection("Day rifle", 5),))
        assert deal_out(guard, closure) is None, "five swords and charges are missing"
        assert deal_out(ListedSelection("Nobody", 5), closure) is None
        many = [ListedSelection(name, 400) for name in ("Day rifle", "Ray lance", "Ember thrower", "Host sword", "Sunblade")]
        assert deal_out(ListedSelection("Host Guard", 1000, selections=tuple(many)), closure) is None


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.sample(2, "language")
def test_the_language_of_a_text_does_not_matter(app, language, style):
    with app.app_context():
        before = services().documents.of("sunward-host")
        placed = services().lists.place(write_text(before, style, language).encode(), "text")
        after = services().lists.document(placed)
    assert difference(what_is_left(before.army), what_is_left(after.army)).units == ()
    assert [total.difference for total in placed.report.totals] == [0]


@pytest.mark.parametrize("style", MESSAGING)
@pytest.mark.parametrize("name", NAMES)
def test_what_a_place_shows_reads_like_what_was_written(style, name):
    text = write_text(golden(name), style)
    one, other = read_army(text), read_army(strip_markup(text, style))
    assert [(each.name, each.title, each.costs) for force in one.forces for each in force.selections] == [
        (each.name, each.title, each.costs) for force in other.forces for each in force.selections
    ]
    assert [(each.name, each.number) for each in one.walk()] == [(each.name, each.number) for each in other.walk()]
    assert one.name == other.name
    assert one.costs == other.costs


@pytest.mark.slow
@pytest.mark.parametrize("style", ["discord", "markdown"])
def test_parts_are_put_in_order_and_all_of_them_are_needed(style):
    parts = list(post_texts(bundled_army(90), style))
    assert len(parts) > 1
    whole = read_army(text_of(tuple(parts)))
    random.Random(3).shuffle(parts)
    mixed = read_army(text_of(tuple(parts)))
    assert [each.name for each in mixed.walk()] == [each.name for each in whole.walk()]
    assert len(whole.forces[0].selections) == 90
    last = next(part for part in parts if "Check code" in part)
    with pytest.raises(DocumentError, match=rf"text: This text has {len(parts)} parts; paste all of them. Missing: part 1"):
        read_army(last)


def test_names_that_look_like_markup_come_back_as_names():
    document = hostile()
    for style in ("discord", "markdown", "bbcode"):
        army = read_army(write_text(document, style))
        (listed,) = army.forces[0].selections
        assert army.name == document.army.name
        assert "@everyone" in listed.name


@pytest.mark.parametrize(
    ("text", "is_list"),
    [
        ("## Host\nCheck code TQBK7-JZCBN", True),
        ("Check code TQBK7-JZCBN", True),
        ("Kontrollkod TQBK7-JZCBN", "sv" in SPOKEN),
        ("Check code", False),
        ("Check code tqbk7", False),
        ("xCheck code TQBK7-JZCBNx", False),
        ("## Host\n**Guard** (5)", False),
    ],
)
def test_a_text_is_known_by_its_check_code(text, is_list):
    assert looks_like_text_list(text.encode()) is is_list


@pytest.mark.parametrize(
    "text",
    [
        "Check code TQBK7-JZCBN",
        "Part 1 of 99999\nCheck code TQBK7-JZCBN",
        "Part 0 of 0\nCheck code TQBK7-JZCBN",
        "Part 7 of 1\nCheck code TQBK7-JZCBN",
        "**a**\n" * 3000 + "Check code TQBK7-JZCBN",
        "## \n### \n**\n****\n** ** ()\n- \n- 1 \n- 1 :\nCheck code TQBK7-JZCBN",
        "[b][/b][b]" * 200 + "\nCheck code TQBK7-JZCBN",
        "(" * 3000 + "\nCheck code TQBK7-JZCBN",
        "a (" * 900 + "\nCheck code TQBK7-JZCBN",
        "**" + "\\*" * 1900 + "\nCheck code TQBK7-JZCBN",
        "[size=1][b]" * 300 + "\nCheck code TQBK7-JZCBN",
        "### F\n**U** (pts 99999999999999)\n- 9999 A: 9999 B\nCheck code TQBK7-JZCBN",
    ],
)
def test_other_texts_are_read_or_refused_in_a_sentence(text):
    try:
        army = read_army(text)
    except DocumentError:
        return
    assert army.format == "posted-text"


def test_what_cannot_be_stated_stands_among_what_was_not_understood(app):
    text = (
        "## X\nWarhammer 40,000 9th edition\n### Sunward Host\n**Host Guard** (Power Rating 3)\n- 5 Host Guard: Day rifle\n"
    )
    text += "- Starts the battle embarked in Nowhere\nCheck code TQBK7-JZCBN"
    with app.app_context():
        placed = services().lists.place(text.encode(), "text")
    assert [each.text for each in placed.report.unread] == ["Starts the battle embarked in Nowhere"]


@pytest.mark.slow
def test_the_catalogue_of_a_text_is_the_one_that_has_its_units(app):
    with app.app_context():
        services().imports.load(files=[Named("tin.gst", SYSTEM), Named("tin.cat", CATALOGUE)])
        before = apply_all(
            services().rosters.create("sys", "Tin", [{"op": "add-force", "catalogue": "tin", "entry": "patrol"}]).roster,
            [{"op": "add-unit", "force": "f1", "entry": "captain"}, {"op": "add-unit", "force": "f1", "entry": "squad"}],
            services().catalogues,
        )
        document = services().judging.document(services().judging.judge(before))
        text = text_of(post_texts(document, "discord"))
        named, placed = (
            services().lists.place(each.encode(), "text") for each in (text, text.replace(" · Metal - Tin Host", ""))
        )
        after = services().lists.document(placed)
    found = [(force.found, force.is_guess) for each in (named, placed) for force in each.report.forces]
    assert found == [("Metal - Tin Host", False), ("Metal - Tin Host", True)]
    assert placed.report.unplaced == ()
    assert difference(document.army, after.army).units == ()


def test_a_text_whose_units_nobody_has_is_refused_with_what_is_missing():
    text = "## X\n### Patrol\n**Nobody** (PL 3)\n- 1 Nobody\nCheck code TQBK7-JZCBN"
    with pytest.raises(DocumentError, match="does not say which catalogue"):
        place(read_army(text), shelf(), "text")


def test_no_line_is_lost():
    document = golden("sunward-host")
    army = read_army(write_text(document, "discord"))
    said = [(unit.name, unit.model_count) for unit in document.army.fielded]
    listed = [each for force in army.forces for each in force.selections]
    assert [(each.name, sum(group.number for group in each.selections)) for each in listed] == said


@pytest.mark.parametrize("style", [*STYLES, "event"])
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("leader", ["Comet Captain", "Comet Rider"])
@pytest.mark.sample(2, "style")
def test_the_model_that_is_the_warlord_comes_back(app, style, language, leader):
    with app.app_context():
        roster = services().rosters.get("sunward-patrol").roster
        unit = next(each for each in roster.units() if each.name == "Comet Riders")
        model = next(each for each in unit.walk() if each.name == leader)
        others = tuple(each for each in roster.declarations if not each.kind.startswith("warlord"))
        stated = replace(roster, declarations=(*others, Declaration("warlord", model.uid, "", True, 0)))
        before = services().judging.document(services().judging.judge(stated))
        text = event_text(before, language) if style == "event" else write_text(before, style, language)
        placed = services().lists.place(text.encode(), "text")
        after = services().lists.document(placed).army
    assert placed.report.unread == ()
    (warlord,) = after.declarations_of("warlord")
    groups = {group.id: group.name for each in after.units for group in each.models}
    assert groups[warlord.subject] == leader


def test_models_of_one_name_are_told_apart_by_number():
    army = golden(NAMES[0]).army
    unit = next(each for each in army.units if each.models)
    group = unit.models[0]
    twins = tuple(replace(group, id=id, name=name) for id, name in (("x1", "Guard"), ("x2", "Guard"), ("x3", "Chief")))
    of = replace(unit, models=twins)
    led = replace(army, declarations=(ArmyDeclaration("warlord", "x2", "", True, 0),), units=(of,))
    assert next(iter(statements(led, of, "en"))) == "Warlord: Guard #2"
    chief = replace(led, declarations=(ArmyDeclaration("warlord", "x3", "", True, 0),))
    assert next(iter(statements(chief, of, "en"))) == "Warlord: Chief"
    alone = replace(of, models=twins[:2])
    assert list(statements(replace(led, units=(alone,)), alone, "en")) == [], "all are called the same"
