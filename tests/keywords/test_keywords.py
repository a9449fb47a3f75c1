"""Keywords, played from the ledger."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasheets.keywords import (
    Keywords,
    choice_problem,
    models_with,
    normal,
    of_unit,
    placeholders,
    substitute,
)

FACTION = ("IMPERIUM", "ADEPTUS ASTARTES", "<CHAPTER>")
ULTRAMARINES = {"<CHAPTER>": "ULTRAMARINES"}


@pytest.mark.rule("9E-KEY-03")
@pytest.mark.example("9E-EX-01")
def test_a_rule_for_a_keyword_applies_to_units_that_have_it() -> None:
    unit_x, unit_y = Keywords(["IMPERIUM", "INFANTRY"]), Keywords(["IMPERIUM", "BIKER"])
    assert "INFANTRY" in unit_x
    assert "INFANTRY" not in unit_y
    assert unit_x.has_all(["INFANTRY", "IMPERIUM"])
    assert not unit_y.has_all(["INFANTRY", "IMPERIUM"])
    assert unit_y.has_any(["INFANTRY", "BIKER"])
    assert not unit_y.has_any(["INFANTRY", "VEHICLE"])


@pytest.mark.rule("9E-KEY-04")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("PSYKER", "PSYKERS"),
        ("Psyker", "PSYKERS"),
        ("VEHICLE", "vehicles"),
        ("WITCH", "WITCHES"),
        ("ENTITY", "ENTITIES"),
        ("JUMP  PACK", "JUMP PACKS"),
        ("ANGEL OF DEATH", "ANGELS OF DEATH"),
        ("<CHAPTER>", "<chapter>"),
    ],
)
def test_singular_and_plural_are_the_same_keyword(one: str, other: str) -> None:
    assert other in Keywords([one])
    assert one in Keywords([other])
    assert len(Keywords([one, other])) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("MONSTER", "MASTER"), ("PSYKER", "<PSYKER>"), ("FLY", "FLYER"), ("BOSS", "BOS"), ("GAS", "GA")]
)
def test_different_keywords(one: str, other: str) -> None:
    assert other not in Keywords([one])


@given(st.text(max_size=30))
def test_normal_form_is_stable_in_case_and_blanks(text: str) -> None:
    assert normal(text) == normal(f" {text}  ")
    assert normal(text.upper()) == normal(text.upper().casefold())


def test_keywords_keep_their_order_and_spelling() -> None:
    keywords = Keywords(["B", "A", "b"])
    assert list(keywords) == ["B", "A"]
    assert keywords == Keywords(["a", "b"])
    assert hash(keywords) == hash(Keywords(["a", "b"]))
    assert 3 not in keywords


@pytest.mark.rule("9E-KEY-08")
@pytest.mark.example("9E-EX-02")
def test_every_instance_in_a_text_is_replaced() -> None:
    power = (
        "Choose a friendly <CHAPTER> unit. Until the end of the turn <Chapter> models of it re-roll; no other <LEGION> does."
    )
    assert substitute(power, ULTRAMARINES) == (
        "Choose a friendly ULTRAMARINES unit. Until the end of the turn ULTRAMARINES models of it re-roll;"
        " no other <LEGION> does."
    )
    assert substitute(power, {}) == power


def test_a_choice_is_never_itself_replaced() -> None:
    assert substitute("<A> <B>", {"<A>": "<B>", "<B>": "C"}) == "<B> C"


@pytest.mark.rule("9E-KEY-05")
@pytest.mark.example("9E-EX-40")
def test_outriders_with_and_without_a_choice() -> None:
    chosen = [substitute(keyword, ULTRAMARINES) for keyword in FACTION]
    assert placeholders(FACTION) == ("<CHAPTER>",)
    assert chosen == ["IMPERIUM", "ADEPTUS ASTARTES", "ULTRAMARINES"]


def test_placeholders_are_found_within_keywords_and_texts() -> None:
    assert placeholders(["X", "<MARK OF CHAOS> DAEMON", "of <LEGION> and <Mark of Chaos>"]) == (
        "<MARK OF CHAOS>",
        "<LEGION>",
    )


@pytest.mark.rule("9E-KEY-09")
@pytest.mark.rule("9E-KEY-10")
@pytest.mark.example("9E-EX-38")
def test_a_mixed_unit() -> None:
    models = [["INFANTRY"]] * 4 + [["INFANTRY", "CHARACTER"]]
    assert "CHARACTER" in of_unit(models)
    assert list(of_unit(models)) == ["INFANTRY", "CHARACTER"]
    assert models_with(models, "CHARACTERS") == (4,)
    assert models_with(models, "INFANTRY") == (0, 1, 2, 3, 4)


@pytest.mark.rule("9E-KEY-07")
@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("ULTRAMARINES", ""),
        ("IRON HANDS", "not-allowed"),
        ("IMPERIUM", "reserved"),
        ("<CHAPTER>", "bracketed"),
        ("Ultramarines", "not-capitals"),
        (" ", "empty"),
        ("A" * 61, "too-long"),
    ],
)
def test_choices_restricted_by_the_publication(value: str, problem: str) -> None:
    assert choice_problem(value, ["ULTRAMARINES", "SALAMANDERS", "IMPERIUM"], ["IMPERIUM"]) == problem


def test_without_a_catalogue_any_capitals_will_do() -> None:
    assert choice_problem("ÅSKANS SÖNER") == ""
