"""The vocabulary of effects: every word loads, round-trips and is described; what is wrong is said with its path."""

from pathlib import Path
from typing import Any

import pytest

from datasheets.effects import vocabulary
from datasheets.effects.effect import Effect, dump, effects_field, load
from datasheets.effects.manual import manual
from datasheets.problems import DocumentError
from datasheets.words import codes, languages, translate

EXAMPLES: dict[str, Any] = {
    "roll": "hit",
    "save": "4+",
    "needs": "6+",
    "characteristic": "A",
    "operation": "add",
    "value": "1",
    "number": "D3",
    "results": [1],
    "distance": 6,
    "action": "shoot",
    "keywords": ["INFANTRY"],
    "models": 10,
    "of": "deny",
    "phase": "shooting",
    "types": ["Heavy"],
    "values": [-1, 0],
    "at_most": 3,
    "strength": "x2",
}
WHOLE_VALUES = ("minimum-damage", "maximum-damage")


def example(word: vocabulary.Word) -> dict[str, Any]:
    """Return the word with an example for every parameter that must be given."""
    given: dict[str, Any] = {p.name: EXAMPLES.get(p.name) for p in word.parameters if p.default is None}
    if word.name in WHOLE_VALUES:
        given["value"] = 2
    own = {"extra-powers": {"number": 1}, "deny": {"of": "saves"}, "best-roll": {"of": "damage", "times": 2}}
    given |= own.get(word.name, {})
    if word.name in ("most-attacks", "hit-rolls"):
        given["number"] = 2
    return given


def problems(data: object) -> dict[str, str]:
    with pytest.raises(DocumentError) as caught:
        load(data)
    return {problem.path: problem.message for problem in caught.value.problems}


@pytest.mark.parametrize("kind", vocabulary.KINDS)
def test_every_kind_loads_with_defaults_and_round_trips(kind: str) -> None:
    word = vocabulary.KINDS[kind]
    effect = load({"kind": kind, **example(word)})
    assert set(effect.parameters) == {parameter.name for parameter in word.parameters}
    assert (effect.on, effect.when, effect.to.scope, effect.until, effect.limit) == ("always", (), "unit", "while", "none")
    assert load(dump(effect)) == effect


@pytest.mark.parametrize("kind", [name for name, word in vocabulary.KINDS.items() if example(word)])
def test_a_missing_parameter_is_named(kind: str) -> None:
    assert set(problems({"kind": kind})) == {f"/{name}" for name in example(vocabulary.KINDS[kind])}


@pytest.mark.parametrize("name", vocabulary.CONDITIONS)
def test_every_condition_loads_and_round_trips(name: str) -> None:
    given = example(vocabulary.CONDITIONS[name])
    effect = load({"kind": "auto-hit", "when": [{"name": name, "not": True, **given}]})
    condition = effect.condition(name)
    assert condition is not None
    assert condition.negated
    assert set(condition.parameters) == {p.name for p in vocabulary.CONDITIONS[name].parameters}
    assert load(dump(effect)) == effect


@pytest.mark.parametrize("trigger", vocabulary.TRIGGERS)
@pytest.mark.parametrize("duration", vocabulary.DURATIONS)
def test_triggers_and_durations(trigger: str, duration: str) -> None:
    effect = load({"kind": "auto-hit", "on": trigger, "until": duration})
    assert (effect.on, effect.until) == (trigger, duration)


def test_recipients() -> None:
    data = {"scope": "enemy-units", "range": 18, "keywords": ["A"], "without": ["B"], "pick": "closest", "visible": True}
    effect = load({"kind": "mortal-wounds", "number": "D3", "to": data})
    assert (effect.to.range, effect.to.keywords, effect.to.without, effect.to.own) == (18, ("A",), ("B",), True)
    assert load(dump(effect)) == effect
    carried = load({"kind": "auto-hit", "to": {"scope": "units", "range": 1, "carriers": ["A", "B"], "carriers_range": 7}})
    assert (carried.to.carriers, carried.to.carriers_range) == (("A", "B"), 7)
    assert load(dump(carried)) == carried


def test_effects_are_values() -> None:
    data = {"kind": "re-roll", "roll": "hit", "results": [1], "when": ["charged"]}
    assert load(data) == load(data)
    assert isinstance(load(data), Effect)
    assert load(data)["results"] == (1,)


def test_an_unknown_kind_gets_the_nearest_one() -> None:
    assert problems({"kind": "blasts"}) == {"/kind": '"blasts" is no kind of effect here; did you mean "blast"?'}


def test_all_problems_at_once() -> None:
    found = problems(
        {
            "kind": "re-roll",
            "roll": "hits",
            "results": [1, "x", 99],
            "extra": 1,
            "to": {"scope": "units", "rnge": 3},
            "when": ["chargd", {"name": "round", "at_least": "1"}, 7, {}],
            "until": None,
        }
    )
    assert set(found) == {
        "/roll",
        "/results/1",
        "/results/2",
        "/extra",
        "/to/rnge",
        "/when/0/name",
        "/when/1/at_least",
        "/when/2",
        "/when/3/name",
        "/until",
    }
    assert all(message.endswith((".", "?")) for message in found.values())


@pytest.mark.parametrize("hostile", [None, 1, "x", [], [[]], {"kind": []}, {"kind": None}, {"kind": {"kind": "blast"}}])
def test_wrong_shapes_are_problems(hostile: object) -> None:
    assert problems(hostile)


@pytest.mark.parametrize("value", ["", "0D6", "D7", "99D6", "1e9", "9" * 40, "٣", "D6-3", 3, None, True])
def test_numbers_are_positive_dice(value: object) -> None:
    assert set(problems({"kind": "mortal-wounds", "number": value})) == {"/number"}


def test_the_manual_is_up_to_date() -> None:
    assert (Path(__file__).parents[2] / "docs/effects.md").read_text("utf-8") == manual()


@pytest.mark.parametrize(
    ("operation", "value", "fits"),
    [("set", "-4", True), ("add", "-1", False), ("subtract", "0", True), ("divide", "0", False), ("divide", "2", True)],
)
def test_what_an_operation_takes(operation: str, value: str, fits: bool) -> None:
    data = {"kind": "modify-roll", "roll": "hit", "operation": operation, "value": value}
    if fits:
        assert load(data)["value"] == value
    else:
        assert set(problems(data)) == {"/value"}


@pytest.mark.parametrize("scope", ["unit", "weapon", "bearer"])
def test_the_scope_depends_on_the_place(scope: str) -> None:
    (effect,) = effects_field(scope).deserialize([{"kind": "blast"}])
    assert effect.to.scope == scope


def test_dump_is_short_and_says_the_scope() -> None:
    data = {"kind": "combat-squads", "models": 10, "on": "deployment"}
    assert dump(load(data)) == {**data, "to": {"scope": "unit"}}
    full = {
        "kind": "re-roll",
        "roll": "hit",
        "results": [1],
        "most": 0,
        "on": "attack",
        "when": ["fighting", {"name": "charged", "not": True}],
        "to": {"scope": "friendly-units", "range": 6, "keywords": ["IMPERIUM"]},
        "until": "turn-end",
    }
    assert dump(load(full)) == full


@pytest.mark.parametrize(("given", "meant"), [(6, 6), ("6", 6), ("2D6", "2D6"), ("d3+1", "d3+1")])
def test_a_distance_is_whole_inches_or_dice(given: object, meant: object) -> None:
    assert load({"kind": "explodes", "needs": "6+", "distance": given, "number": "D3"})["distance"] == meant


@pytest.mark.parametrize("given", [0, 101, "0", "101", "9" * 9, "D6-3", "far", "\u0663", None, 2.5, [6]])
def test_no_other_distance_is_read(given: object) -> None:
    assert "/distance" in problems({"kind": "explodes", "needs": "6+", "distance": given, "number": "D3"})


def test_the_vocabulary_is_said_in_every_language() -> None:
    tables = (
        *(vocabulary.KINDS, vocabulary.TRIGGERS, vocabulary.CONDITIONS, vocabulary.SCOPES),
        *(vocabulary.PICKS, vocabulary.DURATIONS, vocabulary.LIMITS),
    )
    words = [word for table in tables for word in table.values()]
    sentences = [*(word.meaning for word in words), *(each.meaning for word in words for each in word.parameters)]
    explained = {code for code in codes() if code.startswith("effects.") and not code.startswith("effects.word.")}
    assert {each.code for each in sentences} == explained
    for language in languages()[1:]:
        assert not [each for each in sentences if translate(each, language) == each]
