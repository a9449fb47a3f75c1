"""Words: templates are filled with plain text, plural forms fit, and every language says the same things."""

import re
from decimal import Decimal
from importlib import resources
from pathlib import Path

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from datasheets import systems, words
from datasheets.fields import Flag
from datasheets.words import BadWords, UnknownWords, say, translate
from datasheets.words.template import parse
from resolver.engine.decision_kinds import decisions_by_name, finite, shape, yes_no
from resolver.engine.events import by_name, event_kind
from resolver.engine.missing_words import missing_words
from resolver.engine.registry import playable, ruleset
from resolver.shared.labels import WordLabel
from resolver.turns.rounds import SET_UP

PAGE = (Path(__file__).parents[2] / "docs/words.md").read_text(encoding="utf-8")


def fill(text: str, language: str = "en", **values: object) -> str:
    return parse(text, language, "test").fill(values)


def test_a_code_is_said():
    assert say("severity.error") == "Error"
    assert words.has_words("severity.error")
    assert "severity.error" in words.codes()


def test_an_unknown_code_names_itself():
    with pytest.raises(UnknownWords, match=r"severity\.fatal"):
        say("severity.fatal")
    assert not words.has_words("severity.fatal")


@pytest.mark.parametrize("language", ["xx", "en-GB", "../en", ""])
def test_a_language_without_the_words_falls_back_to_english(language: str):
    assert say("severity.error", language=language) == "Error"


@given(st.text(), st.text())
def test_values_are_never_read_as_templates(first: str, second: str):
    assert fill("a {x} b {y} c", x=first, y=second) == f"a {first} b {second} c"


@pytest.mark.parametrize(("number", "said"), [(0, "0 models"), (1, "1 model"), (2, "2 models"), (Decimal(1), "1 model")])
def test_plural(number: object, said: str):
    assert fill("{n} {n:model|models}", n=number) == said


def test_a_form_may_be_empty_and_depend_on_a_truth():
    assert fill("model{n:|s}", n=1) == "model"
    assert fill("{free:free|held}", free=False) == "held"


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (2.5, "2.5", "2,5"),
        (24.0, "24", "24"),
        (Decimal("100"), "100", "100"),
        (Decimal("10.50"), "10.5", "10,5"),
        (-3, "-3", "-3"),
        (None, "-", "-"),
        (("a", "b"), "a, b", "a, b"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(value: object, english: str, german: str):
    assert fill("{x}", "en", x=value) == english
    assert fill("{x}", "de", x=value) == german


@pytest.mark.parametrize(("number", "told"), [(1, "1 plik"), (3, "3 pliki"), (5, "5 plików"), (1.5, "1,5 pliku")])
def test_a_language_has_as_many_forms_as_it_needs(number: float, told: str):
    assert fill("{x} {x:plik|pliki|plików|pliku}", "pl", x=number) == told


def test_doubled_braces_are_braces():
    assert fill("{{{x}}}", x="a") == "{a}"


def test_a_missing_value_is_an_error():
    with pytest.raises(KeyError, match="x"):
        fill("{x}")


@pytest.mark.parametrize("text", ["{", "}", "{}", "{0}", "{a.b}", "{a[0]}", "{a!r}", "{a:one}", "{a:b|c|d}", "{a:{b}|c}"])
def test_a_malformed_template_is_refused(text: str):
    with pytest.raises(BadWords, match="test"):
        parse(text, "en", "test")


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a.json": '{"x": "1"}', "b.json": '{"x": "2"}'}, "also stands in a.json"),
        ({"a.json": '{"x": "1", "x": "2"}'}, "also stands in a.json"),
        ({"a.json": "["}, "not readable as JSON"),
        ({"a.json": '["x"]'}, "write one object"),
        ({"a.json": '{"x": {"one": "y"}}'}, "write one object"),
        ({"a.json": '{"x": 1}'}, "write one object"),
        ({"a.json": '{"x": "{"}'}, "a.json: x"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, files: dict[str, str], told: str):
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(BadWords, match=told):
        words.read(tmp_path, "en")


def test_areas_are_merged(tmp_path: Path):
    (tmp_path / "a.json").write_text('{"x": "1"}', encoding="utf-8")
    (tmp_path / "b.json").write_text('{"y": "2 {z}"}', encoding="utf-8")
    read = words.read(tmp_path, "en")
    assert set(read) == {"x", "y"}
    assert read["y"].names == {"z"}


@pytest.mark.parametrize("language", words.languages())
def test_every_language_says_the_same_things_in_its_own_words(language: str):
    """What is still to be translated is named by its code: what lacks, what does not fit, what still reads as in English."""
    wrong = [f"{code}: lacks" for code in sorted(words.codes("en") - words.codes(language))]
    wrong += [f"{code}: is no code of English" for code in sorted(words.codes(language) - words.codes("en"))]
    for code in sorted(words.codes(language) & words.codes("en")):
        try:
            same = words.placeholders(code, language) == words.placeholders(code, "en")
        except BadWords as error:
            wrong.append(str(error))
        else:
            wrong += [] if same else [f"{code}: has not the placeholders that it has in English"]
            wrong += [f"{code}: reads as in English"] if language != "en" and reads_as_in_english(code, language) else []
    assert not wrong, "\n".join(["", *wrong])


def reads_as_in_english(code: str, language: str) -> bool:
    """Whether it is the same and no name: three words of it have small letters."""
    here, there = (words._templates(each)[code].pieces for each in (language, "en"))
    return here == there and len(re.findall(r"(?<![\w{])[a-z]+", "_".join(piece.text for piece in here))) > 2


def test_names_of_a_games_data_have_the_languages_own_words():
    name = systems.system("wh40k-9e").size.name
    assert (name, translate(name, "sv")) == ("Power Level", "Kraftnivå")
    for measure in (name, words.name_code(name)):
        values = {"measure": measure, "found": 51, "over": 1, "wanted": 50}
        assert "Kraftnivå för armén: 51" in say("finding.army.over-agreed-limit", values, "sv")
        assert say("finding.army.over-agreed-limit", values).startswith("Power Level of the army: 51, 1 more")
    assert "Power Level för armén: 51" in say("finding.army.over-agreed-limit", {**values, "measure": "Power Level"}, "sv")
    assert words.name_code("Gloam {Guard") == "Gloam {Guard"


SAME = {"HQ", "General", "Hero", "Scenario", "Ruin", "Sprint", "pistol"}
"""Names that Swedish has too."""


@pytest.mark.parametrize("system", ["wh40k-9e", "wh40k-8e", "aos-1e", "grundregelwerk", "wh40k-2e"])
def test_what_pages_and_sheets_name_of_a_game_has_words(system: str):
    found = systems.system(system)
    listed = (found.roles, found.battle_sizes, found.declarations, found.agreements, found.phases, found.costs, found.traits)
    listed += (found.actions, found.terrain, found.terrain_pieces)
    columns = (*found.characteristics, *found.weapon_characteristics)
    names = {each.name for each in (*(item for items in listed for item in items), *columns, found.size)}
    names |= {name for column in columns for name in column.names.values()}
    names |= {name for cost in found.costs for name in (cost.total, cost.short) if name}
    assert sorted(name for name in names if translate(name, "sv") == name and name not in SAME) == []


@pytest.mark.parametrize(("language", "button"), [("en", "Add model"), ("de", "Modell hinzufügen"), ("fi", "Lisää malli")])
def test_a_value_within_a_sentence_has_small_letters_where_the_language_has(language: str, button: str):
    assert say("page.form.add", {"what": button.split()[0 if language == "de" else 1].capitalize()}, language) == button


def test_a_sentence_that_knows_itself_is_said_in_any_language():
    said = words.Message("error.no-step", {"step": 3, "id": "'x'"})
    assert said == "there is no step 3 of roster 'x'"
    for passed in (said, str(said), str(LookupError(said))):
        assert words.translate(passed, "sv") == "det finns inget steg 3 för listan 'x'"
    assert words.translate("there is no step", "sv") == "there is no step"


def test_a_sentence_within_a_sentence_is_said_in_the_same_language():
    inner = words.Message("file.value.word", {"words": ("a", "b")})
    said = words.Message("list.value", {"wanted": inner, "name": "x", "text": "y"})
    assert said == 'Write one of a, b for x, not "y".'
    assert words.translate(said, "de") == "Schreibe eines von a, b für x, nicht „y“."


def test_every_mission_says_in_each_language_what_it_is_about():
    for system in systems.systems():
        for mission in filter(lambda each: each.text, system.missions):
            texts = {translate(mission.text, language) for language in words.languages()}
            assert len(texts) == len(words.languages()), f"{system.id}/{mission.id}: give its text a code (docs/words.md)"


@pytest.mark.parametrize("id", playable())
def test_what_a_battle_needs_has_words(id: str):
    rules = ruleset(id)
    phases = {step.phase for step in rules.steps} - {SET_UP}
    assert missing_words(id, rules.events, rules.decisions, phases) == []


def test_what_lacks_words_is_named_by_its_code():
    events = by_name([event_kind("bird.sang", "A bird sang."), event_kind("bird.hid", "A bird hid.", silent=True)])
    label = WordLabel("sing", "loud")
    asked = decisions_by_name([finite("sing", shape(loud=Flag(required=True)), yes_no("loud"), label)])
    lacking = ["battle.phase.dawn", "decision.sing", "event.bird.sang", "option.sing.false", "option.sing.true"]
    assert missing_words("wh40k-9e", events, asked, ["dawn", "end"]) == lacking


def test_a_bundled_system_may_have_its_words_beside_its_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "data" / "systems" / "birds" / "words" / "en"
    folder.mkdir(parents=True)
    (folder / "birds.json").write_text('{"battle.phase.dawn": "Dawn"}')
    monkeypatch.setattr(words, "files", lambda name: tmp_path if name == "datasheets" else resources.files(name))
    words._templates.cache_clear()
    assert say("battle.phase.dawn") == "Dawn"
    monkeypatch.undo()
    words._templates.cache_clear()


def test_the_glossary_has_the_words_for_names_of_games():
    by_name = {english_name(language): language for language in words.languages()}
    (heading,) = set(re.findall(r"^\| English .*$", PAGE, re.MULTILINE))
    columns = [by_name[name] for name in re.findall(r"\w+", heading)]
    for code in words.codes("en"):
        if code.startswith("game."):
            row = " | ".join(say(code, language=language) for language in columns)
            assert f"| {row} |" in PAGE


def test_the_page_about_words_names_the_languages():
    *others, last = map(english_name, words.languages())
    named = f"The languages are {', '.join(others)} and {last}."
    chosen = ", ".join(f"`{language}`" for language in words.languages())
    assert f"{named} Each has the name of its folder wherever one is chosen: {chosen}." in " ".join(PAGE.split())


def english_name(language: str) -> str:
    return str(Locale(language).get_display_name("en"))


@pytest.mark.parametrize("code", ["language.own", "text.check-code", "text.event.check-code"])
def test_languages_are_told_apart(code: str):
    """Readers choose one by its own name; a text that was posted says its language by what it calls its check code."""
    said = {say(code, {"code": ""}, language).casefold().strip() for language in words.languages()}
    assert len(said) == len(words.languages())


def test_english_is_there():
    assert "en" in words.languages()
