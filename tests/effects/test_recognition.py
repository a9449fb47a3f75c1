"""Ability texts become effects: a whole text or nothing; sentences of our own on invented arms, in recognised.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from datasheets.effects.effect import dump
from datasheets.effects.recognition.grammar import compile_clause, words_of
from datasheets.effects.recognition.recognise import Bearer, recognise
from datasheets.effects.recognition.text import sentences

SYSTEM = "wh40k-9e"
RECOGNISED: dict[Bearer, dict[str, list[dict[str, Any]]]] = json.loads(
    (Path(__file__).parent / "recognised.json").read_text("utf-8")
)
NOT_UNDERSTOOD = (
    "Blast if the moon is full.",
    "Blast. The dunes remember.",
    "On Tuesdays, when attacking with this weapon, add 1 to the hit roll.",
    "When attacking with this weapon, add 1 to the hit roll for each dune.",
    "When attacking with this weapon against a DUNE WALKER SPIDER unit, add 1 to the hit roll.",
    "When attacking with this weapon against a lizard, add 1 to the hit roll.",
    "When attacking with this weapon, an unmodified wound roll of 4-5 inflicts 7 mortal wounds on the target and the attack"
    " sequence ends.",
    "When attacking with this weapon, an unmodified hit roll of 5 automatically wounds the target.",
    "When attacking with this weapon, an unmodified wound roll of 5+ automatically wounds the target.",
    "When attacking with this weapon, on a wound roll of 6, add 1 to the damage characteristic of that attack.",
    "When attacking with this weapon, on an unmodified wound roll of 6, that attack has a Damage characteristic of D6.",
    "When attacking with this weapon, unless the target is a VEHICLE, or it is night, add 1 to the hit roll.",
    "When attacking with this weapon, add 1 to the hit roll unless the target is a VEHICLE, then subtract 1 from it.",
    "When attacking with this weapon, add 1 to the hit roll, and add 1 to the wound roll if the target can FLY.",
    "When attacking with this weapon, if a hit is scored, the target suffers 7 mortal wounds.",
    "This weapon wounds on a 4+.",
    "On a hit roll of 1, the bearer is slain.",
    "Roll three dice when inflicting damage with this weapon and discard the lowest result.",
    "Add 1 to all hit rolls made for this weapon against targets that can FLY. Subtract 1 from hit rolls on Tuesdays.",
    "Any attacks with a wound roll of 4+ for this weapon have a Damage characteristic of D6 instead of 1.",
    "After this model makes its close combat attacks, you can attack with its mount.",
    "Each time the bearer fights, it can make one (and only one) attack with this weapon.",
    "Poisoned Weapon (7+)",
    "(see page 900 of Codex: Dunes)",
    "x" * 5000,
    "Blast. " * 30 + "Add 1 to hit rolls for this weapon. " * 600,
)


@pytest.mark.parametrize(
    ("bearer", "text"), [pytest.param(bearer, text, id=text) for bearer, texts in RECOGNISED.items() for text in texts]
)
def test_what_texts_come_to(bearer: Bearer, text: str) -> None:
    found = recognise(text, bearer, SYSTEM)
    assert found.unknown == ()
    assert [dump(effect) for effect in found.effects] == RECOGNISED[bearer][text]


@pytest.mark.parametrize("text", NOT_UNDERSTOOD, ids=lambda text: text[:80])
def test_one_thing_that_is_not_understood_leaves_nothing(text: str) -> None:
    found = recognise(text, "weapon", SYSTEM)
    assert not found.understood
    assert found.effects == ()


@pytest.mark.parametrize(
    "text",
    [
        "blast, " * 500 + "dunes",
        "blast and " * 350,
        "When attacking with this weapon against a " + "DEATH GUARD " * 300,
        "When attacking with this weapon against a " + "DEATH GUARD or DEATH GUARD, " * 140,
        "This relic replaces a" + " rusty harpoon" * 280 + "!",
        "In addition " * 330,
        "<A> " * 1000,
        "If you do, " * 360,
        "- a:\n" * 800,
    ],
    ids=lambda text: text[:20],
)
def test_hostile_texts_are_given_up_soon(text: str) -> None:
    for bearer in ("weapon", "unit"):
        assert not recognise(text, bearer, SYSTEM).understood  # type: ignore[arg-type]


def test_what_is_not_understood_is_told() -> None:
    found = recognise("Blast. The dunes remember. Attacks made with this weapon hits automatically.", "weapon", SYSTEM)
    assert found.unknown == ("The dunes remember",)


def test_who_bears_an_ability_decides_whom_it_concerns() -> None:
    text = "Models in this unit have a 2+ invulnerable save against ranged attacks"
    assert recognise(text, "wargear", SYSTEM).effects[0].to.scope == "unit"
    assert not recognise(text, "weapon", SYSTEM).understood
    assert not recognise("Blast", "unit", SYSTEM).understood


def test_the_case_quotes_and_slips_of_the_pen_make_no_difference() -> None:
    plain = "When attacking with this weapon against a Vehicle unit, subtract 2 from that attack's wound roll."
    odd = "WHEN ATTACKING  WITH THIS WEPAON  AGAINST A VEHICLE UNIT,subtract two from that attack\u2019s\nwound roll"
    found = [recognise(text, "weapon", SYSTEM) for text in (plain, odd)]
    assert found[0].effects
    assert found[0] == found[1]


def test_sentences() -> None:
    text = "One:\n- first thing\n\u2022 second thing.\nTwo (see Codex: Dunes). Three.\nFour. Instead, five. A, Sir! rule"
    assert sentences(text) == [
        "One, first thing",
        "One, second thing",
        "Two",
        "Three",
        "Four, instead five",
        "A, Sir! rule",
    ]


def test_a_heading_without_bullets_is_a_sentence() -> None:
    assert sentences("Dunes. Sand:") == ["Dunes", "Sand:"]
    assert sentences("Dunes. Sand:\n- wind\nEnd") == ["Dunes", "Sand, wind", "End"]
    assert sentences("Sand:\nWind:\n- blows") == ["Sand:", "Wind, blows"]
    assert not recognise("Model with a rusty harpoon only. This relic replaces a rusty harpoon:", "unit", SYSTEM).understood


def test_named_abilities_are_those_of_the_system() -> None:
    assert recognise("Malefic 5", "weapon", SYSTEM).understood
    assert not recognise("Malefic 5", "weapon", "wh40k-8e").understood


def test_the_same_text_is_read_once() -> None:
    assert recognise("Blast", "weapon", SYSTEM) is recognise("Blast", "weapon", SYSTEM)


@pytest.mark.parametrize("text", ['You can re-roll hit rolls of 1 for friendly CHAPTER units within 6" of this model.'])
def test_a_keyword_that_each_army_has_its_own_of_is_none(text: str) -> None:
    assert not recognise(text, "unit", SYSTEM).understood
    assert recognise(text.replace("CHAPTER", "<CHAPTER>"), "unit", SYSTEM).understood


@pytest.mark.parametrize(("system", "understood"), [("wh40k-8e", True), ("wh40k-9e", False)])
def test_a_sentence_about_the_rules_of_one_system_is_understood_there(system: str, understood: bool) -> None:
    text = (
        "If the enemy has units that have charged, or that have a similar ability, then alternate choosing units to fight"
        " with, starting with the player whose turn is taking place."
    )
    assert recognise(text, "unit", system).understood is understood


@pytest.mark.parametrize(
    ("pattern", "text", "words"),
    [
        ("(?:you can )?re-roll (?:all |any )?hit rolls?", "Re-roll hit roll", ("roll", "hit", "re")),
        (r"(?:add|subtract) {n}\.? ends?[a-z]*", "Add 1 end", ("end",)),
        ("hit|(?:wound)", "wound", ()),
        ("not (?:if|(?:when|[|)])) it", "not ) it", ("not", "it")),
    ],
)
def test_a_pattern_fits_no_text_without_its_words(pattern: str, text: str, words: tuple[str, ...]) -> None:
    assert compile_clause(pattern).fullmatch(text)
    assert words_of(pattern) == words
