"""The parts of the engine by themselves: plain data, choices, enlisting, the gate, wiped marks, the digest chain."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from datasheets.words import languages, say
from exports.document import document_from
from resolver.engine.added_systems import check_ruleset
from resolver.engine.compile_armies import NotPlayable, compile_armies
from resolver.engine.counted import counted_matchup
from resolver.engine.data import plain
from resolver.engine.decision import Decision, IllegalChoice, Refusal
from resolver.engine.events import Chain, canonical
from resolver.engine.game import seed_digest
from resolver.engine.registry import UnknownRuleset, playable, ruleset
from resolver.engine.unknown_data import unknown_data
from resolver.engine.windows import by_event
from resolver.table.names import Bits, Counters, Names
from tests.armies import army
from tests.field import Field, roster, unit

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (np.int64(3), 3),
        (np.float64(2.0), 2),
        (2.5, 2.5),
        (-0.0, 0),
        ((1, (2,)), [1, [2]]),
        (np.array([1.0, 2.5]), [1, 2.5]),
        (np.bool_(True), True),
        (MappingProxyType({"a": (1,)}), {"a": [1]}),
        (None, None),
    ],
)
def test_plain_values(value: Any, wanted: Any) -> None:
    found = plain(value)
    assert found == wanted
    assert type(found) is type(wanted)


def test_what_is_no_json_value_is_an_error() -> None:
    with pytest.raises(TypeError):
        plain({1, 2})


def test_a_decision_is_json_and_a_refusal_names_its_rule() -> None:
    decision = Decision(3, 1, "select", "b.y", "9E-SHOOT-02", {"to": "shoot"})
    assert decision.to_json()["subject"] == "b.y"
    assert "9E-A-01" in str(IllegalChoice(Refusal("9E-A-01", "x")))


def test_enlisting_keeps_the_order_of_the_documents() -> None:
    armies = compile_armies((document_from(army("sunward-host")), document_from(army("gloam-court"))))
    keys = [row.key for row in armies.units]
    assert keys == sorted(keys, key=lambda key: key[0])
    assert armies.by_key["b.s2"] == next(i for i, row in enumerate(armies.units) if row.player == 1)
    marshal = armies.model(0, "s28")
    assert marshal is not None
    assert armies.loadouts[armies.models[marshal].loadout].name == "Dawn Marshal"
    assert armies.model(0, "nobody") is None
    assert [weapon.index for weapon in armies.weapons] == list(range(len(armies.weapons)))


def test_a_unit_that_may_be_divided_has_a_spare_row() -> None:
    armies = compile_armies((document_from(army("sunward-host")), document_from(army("gloam-court"))))
    spare = armies.units[armies.by_key["a.s2+"]]
    assert spare.spare_of == armies.by_key["a.s2"]


def test_what_a_document_does_not_print_is_assumed_and_listed() -> None:
    row = unit("x", 2)
    row["profiles"][0] |= {"base": None, "height": None}
    armies = compile_armies((roster([row]), roster([unit("y", 1)])))
    assert [(line["unit"], line["what"], line["value"]) for line in armies.assumed] == [
        ("a.x", "base", "28.5 mm"),
        ("a.x", "height", '1.4"'),
    ]


def test_models_without_characteristics_are_listed_and_take_no_part() -> None:
    row = unit("x", 2)
    row["models"].append({**row["models"][0], "id": "scenery", "name": "Shed", "profile": ""})
    armies = compile_armies((roster([row]), roster([unit("y", 1)])))
    assert [model.unit for model in armies.models] == [0, 0, 1]
    assert [(line["profile"], line["what"]) for line in armies.assumed] == [("Shed", "characteristics")]


@pytest.mark.parametrize(
    ("keywords", "value"),
    [(["Infantry"], "28.5 mm"), (["Infantry", "Primaris"], "32 mm"), (["VEHICLE"], "120 x 92 mm"), ([], "32 mm")],
)
def test_a_base_that_nobody_printed_is_the_usual_one_of_its_keywords(keywords: list[str], value: str) -> None:
    row = unit("x", 1)
    row["profiles"][0] |= {"base": None, "keywords": keywords}
    armies = compile_armies((roster([row]), roster([unit("y", 1)])))
    assert [line["value"] for line in armies.assumed if line["what"] == "base"] == [value]


def test_what_cannot_be_played_is_refused_in_one_sentence() -> None:
    nameless = unit("x", 1)
    nameless["models"][0]["profile"] = ""
    with pytest.raises(NotPlayable, match="no unit that can play"):
        compile_armies((roster([nameless]), roster([unit("y", 1)])))
    beside = compile_armies((roster([nameless, unit("z", 2)]), roster([unit("y", 1)])))
    assert [each.id for each in beside.units] == ["z", "y"]
    crowd = [unit(f"u{number}", 600) for number in range(2)]
    with pytest.raises(NotPlayable, match="1000 models"):
        compile_armies((roster(crowd), roster([unit("y", 1)])))
    with pytest.raises(NotPlayable, match="no unit"):
        compile_armies((roster([]), roster([unit("y", 1)])))


def test_an_event_must_have_the_fields_of_its_kind() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)])
    for given in ({}, {"unit": 0, "colour": "red"}):
        with pytest.raises(ValueError, match=r"unit\.fights"):
            field.game.happen("unit.fights", **given)
    assert field.game.events == []


def test_marks_and_counters_are_wiped_when_their_time_ends() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)])
    game = field.game
    list(game.happen("unit.selected", unit=0, to="shoot", marks=["acted", "advanced"], counts={"actions": 2, "lost": 1}))
    list(game.happen("charge.declared", unit=0, targets=[1], pair="charge-target"))
    game.state.write("counters", (0, game.ruleset.names.model_counters["fired"]), 5)
    list(game.happen("phase.ended", player=0))
    assert (game.has_mark(0, "acted"), game.has_mark(0, "advanced")) == (False, True)
    assert (game.count(0, "actions"), game.count(0, "lost")) == (0, 1)
    assert game.model_count(0, "fired") == 0
    assert game.has_pair(0, 1, "charge-target")
    list(game.happen("turn.ended", player=0))
    assert not game.has_mark(0, "advanced")
    assert game.count(0, "lost") == 0
    assert not game.has_pair(0, 1, "charge-target")


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (Names(unit_counters=Counters({"actions": "phase", "tired": "week"})), r"never ends unit_counters tired \(week\)"),
        (Names(unit_marks=Bits({"moved": "turn"})), '"actions"'),
        (Names(unit_counters=Counters({"actions": "phase"})), "no counter victory-points, command-points"),
    ],
)
def test_a_ruleset_whose_names_cannot_be_is_refused_at_once(names: Names, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(ruleset("wh40k-9e"), names=names)


def test_a_ruleset_whose_windows_or_steps_cannot_be_is_refused_at_once() -> None:
    rules = ruleset("wh40k-9e")
    (first, *others), *_ = rules.windows.values()
    with pytest.raises(ValueError, match="ask for whistle, and no kind of decision"):
        replace(rules, windows=by_event([replace(first, decision="whistle"), *others]))
    with pytest.raises(ValueError, match=f"several steps are called {rules.steps[0].name};"):
        replace(rules, steps=(*rules.steps, rules.steps[0]))


def test_a_die_is_addressed_by_where_the_battle_stands() -> None:
    game = Field([unit("x", 1)], [unit("y", 1)], battle_round=3, turn=1).game
    list(game.happen("unit.selected", unit=1, to="shoot", counts={"actions": 1}))
    address = game.address(1, 0)
    assert address[:7] == (0, 3, 1, game.state.phase, 1, 1, 0)


def test_the_chain_depends_on_every_event_and_their_order() -> None:
    one, two = {"n": 0, "kind": "a"}, {"n": 1, "kind": "b"}
    digests = set()
    for events in ([one, two], [two, one], [one]):
        chain = Chain()
        for event in events:
            chain.add(event)
        digests.add(chain.digest)
        assert chain.digest.startswith("sha256:" + chain.short)
    assert len(digests) == 3
    assert canonical({"b": "é", "a": 1}) == b'{"a":1,"b":"\xc3\xa9"}'


def test_a_seed_digest_says_nothing_else() -> None:
    assert seed_digest(7) != seed_digest(8)
    assert seed_digest(7).startswith("sha256:")


def test_rulesets_are_found_by_the_id_of_their_system() -> None:
    for id in ("wh40k-8e", "wh40k-9e"):
        assert ruleset(id).id == id
    with pytest.raises(UnknownRuleset, match="wh40k-9e"):
        ruleset("chess")


@pytest.mark.parametrize("id", playable())
def test_a_ruleset_names_nothing_that_its_data_lack(id: str) -> None:
    """Of a folder of one's own it is checked when the folder is added."""
    assert list(unknown_data(ruleset(id))) == []
    check_ruleset(id)


@pytest.mark.rule("GRW-ROUND-02", "AOS-SUDDEN-01")
@pytest.mark.parametrize(("system", "code"), [("grundregelwerk", "matchup.fewer-units"), ("aos-1e", "matchup.fewer-models")])
def test_who_has_fewer_and_how_many_the_enemy_has_is_said_in_every_language(system: str, code: str) -> None:
    few, many = (roster([unit(id, 1) for id in ids], system=system) for ids in (("x", "z"), [f"y{n}" for n in range(7)]))
    few = replace(few, army=replace(few.army, name="Tidewatch"))
    for pair in ([few, many], [many, few]):
        (found,) = counted_matchup(pair).findings
        assert (found.code, found.values) == (
            code,
            {"army": "Tidewatch", "fewer": 2, "enemy": many.army.name, "more": 7},
        )
        for language in languages():
            told = say(f"finding.{code}", found.values, language)
            assert all(said in told for said in ("Tidewatch", many.army.name, "2", "7"))


@pytest.mark.rule("GRW-ROUND-02", "AOS-SUDDEN-01")
@pytest.mark.parametrize(
    ("system", "counts", "code"),
    [
        ("grundregelwerk", (2, 2), "even-units"),
        ("grundregelwerk", (2, 3), "fewer-units"),
        ("aos-1e", (3, 3), "even-models"),
        ("aos-1e", (4, 5), "even-models"),
        ("aos-1e", (3, 4), "fewer-models"),
        ("aos-1e", (0, 4), "no-models"),
    ],
)
def test_what_two_armies_have_is_compared(system: str, counts: tuple[int, int], code: str) -> None:
    armies = [roster([unit(f"x{place}") for place in range(count)], system=system) for count in counts]
    for pair in (armies, armies[::-1]):
        (found,) = counted_matchup(pair).findings
        assert (found.code, found.values["fewer"], found.values["more"]) == (f"matchup.{code}", *counts)


@pytest.mark.rule("AOS-FIELD-02")
@pytest.mark.parametrize(
    ("one", "other", "sides"),
    [
        ({}, {}, (72, 48)),
        ({"field_width": 60}, {"field_width": 60}, (60, 48)),
        ({"field_width": 60}, {}, (60, 48)),
        ({"field_width": 60}, {"field_depth": 44}, (60, 44)),
        ({"field_width": 60, "field_depth": 44}, {"field_width": 66}, (72, 44)),
    ],
)
def test_a_side_of_the_table_is_as_long_as_both_want_or_one_where_the_other_is_silent(
    one: dict[str, int], other: dict[str, int], sides: tuple[int, int]
) -> None:
    table = counted_matchup([roster([unit("x")], system="aos-1e", **agreed) for agreed in (one, other)]).table
    assert table is not None
    assert (table.width_in, table.depth_in) == sides


def test_every_kind_of_decision_is_in_the_docs() -> None:
    known = {kind for id in playable() for kind in ruleset(id).decisions}
    text = (DOCS / "decisions.md").read_text(encoding="utf-8")
    table = text[text.index("| kind | asked |") :]
    rows = [line.split("|")[1] for line in table.splitlines()[2:]]
    assert sorted(kind for row in rows for kind in re.findall(r"`([a-z-]+)`", row)) == sorted(known)
