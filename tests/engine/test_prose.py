"""Every event, decision and refusal has words, and a whole battle can be told."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import resolver
from datasheets.words import has_words
from resolver.engine.asking import describe
from resolver.engine.decision import Choice, Refusal
from resolver.engine.prose import LogWriter, tell
from resolver.engine.registry import playable, ruleset
from resolver.players.random_legal import RandomLegal
from resolver.rulesets.manual import manual
from resolver.rulesets.wh40k_9e.decisions import DECISIONS
from resolver.shared.events import roll_words
from tests.engine.test_battles import finished_battle, start

SOURCES = sorted(Path(resolver.__file__).parent.rglob("*.py"))


def refusal_codes() -> set[str]:
    """All codes with which a `Refusal` is made in the source."""
    found = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                code = node.args[1]
                if isinstance(code, ast.Constant):
                    found.add(str(code.value))
    breaches = ("too-far", "edge", "across-model", "on-model", "too-near", "mid-climb")
    return found | {f"move.{code}" for code in breaches}


@pytest.mark.parametrize("system", playable())
def test_every_kind_of_event_has_words(system: str) -> None:
    told = [kind for kind in ruleset(system).events.values() if not kind.silent and kind.variant is None]
    assert not [kind.name for kind in told if not has_words(f"event.{kind.name}")]


@pytest.mark.parametrize("kind", sorted(DECISIONS))
def test_every_kind_of_decision_has_words(kind: str) -> None:
    assert has_words(f"decision.{kind}")


def test_every_refusal_has_words() -> None:
    codes = refusal_codes()
    assert len(codes) > 50
    assert not [code for code in sorted(codes) if not has_words(f"refusal.{code}")]


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_battle_is_told(seed: int) -> None:
    battle = finished_battle(seed)
    lines = list(tell(battle.events, battle.armies, battle.game.ruleset))
    assert len(lines) == sum(not battle.game.ruleset.events[event["kind"]].silent for event in battle.events)
    assert lines[0] == "Sunward Host meets Gloam Court."
    assert lines[-1].startswith(("Sunward Host wins", "Gloam Court wins", "The battle is a draw"))
    assert not [line for line in lines if "{" in line or "  " in line]


def test_every_question_of_a_battle_is_asked_in_words() -> None:
    battle = start(1)
    teller = LogWriter(battle.armies, battle.game.ruleset)
    for choice in finished_battle(1).choices:
        assert battle.decision
        assert teller.question(battle.decision)
        refusal = battle.check(Choice(battle.decision.id + 1, battle.decision.kind, {}))
        assert refusal
        assert teller.refusal(refusal)
        battle.choose(choice)


@pytest.mark.parametrize(
    ("code", "values", "sentence"),
    [
        ("move.too-far", {"length": 6.0041, "most": 6}, '6.01"; 6" is the most'),
        ("move.too-far", {"length": 7.12345, "most": 6.5}, '7.12"; 6.5" is the most'),
        ("move.too-far", {"length": 8.125499, "most": 8.123001}, '8.13"; 8.12" is the most'),
        ("move.too-short", {"found": 19.9991, "wanted": 20}, '19.99" away; 20" is the least'),
        ("target.out-of-range", {"distance": 24.001, "range": 24}, '24.01" away; the weapon reaches 24"'),
        ("marker.edge", {"distance": 5.999, "wanted": 6.0}, '5.99" from an edge; it must be more than 6"'),
        ("marker.apart", {"distance": 9.0, "wanted": 9}, '9" from another one; it must be more than 9"'),
    ],
)
def test_refusals_show_two_decimals_and_on_which_side_of_the_bound(
    code: str, values: dict[str, float], sentence: str
) -> None:
    refusal = Refusal("", code, {"model": 0, **values})
    assert sentence in LogWriter(start(1).armies, start(1).game.ruleset).refusal(refusal)
    assert sentence.replace(".", ",").split('"')[0] in LogWriter(start(1).armies, start(1).game.ruleset, "de").refusal(
        refusal
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_sentence_has_more_than_two_decimals(language: str) -> None:
    battle, finished = start(1), finished_battle(1)
    told = list(tell(finished.events, finished.armies, finished.game.ruleset, language))
    for choice in finished.choices:
        assert battle.decision
        view = battle.view(battle.decision.player)
        options = [option.data for option in battle.options(battle.decision.player)]
        told += [(question := describe(battle.decision, view, options, language)).sentence, *question.options]
        battle.choose(choice)
    assert len(told) > 500
    assert not [each for each in told if re.search(r"\d[.,]\d{3,}", each)]


def test_equal_units_and_armies_are_told_apart() -> None:
    from exports.document import document_from
    from resolver.engine.battle import Battle
    from tests.armies import army

    battle = Battle.start([document_from(army("gloam-court"))] * 2, seed=1)
    teller = LogWriter(battle.armies, battle.game.ruleset)
    assert teller.players == ["Gloam Court (a)", "Gloam Court (b)"]
    assert teller.units["a.s2"] != teller.units["b.s2"]
    player = RandomLegal(1)
    assert battle.decision
    battle.choose(player.choose(battle.view(0), battle.options()))


def test_models_of_one_unit_are_told_apart_though_they_carry_different_weapons() -> None:
    battle = start(1)
    teller = LogWriter(battle.armies, battle.game.ruleset)
    named: dict[int, list[str]] = {}
    for number, model in enumerate(battle.armies.models):
        named.setdefault(model.unit, []).append(teller.model(number))
    assert all(len(set(names)) == len(names) for names in named.values())
    assert "Gloam Guard #2" in named[battle.armies.by_key["b.s2"]]


def test_a_roll_is_told_with_what_modifies_it() -> None:
    teller = LogWriter(start(1).armies, start(1).game.ruleset)
    save = {"dice": [5], "result": 4, "needed": 5, "passed": False, "kind": "armour"}
    assert roll_words(teller, "save", save) == "save 5 modified to 4 fails (5+)"
    assert roll_words(teller, "hit", {"dice": [4], "result": 4, "needed": 3, "passed": True}) == "hit 4 (3+)"
    again = {"dice": [6], "first": [1], "result": 5, "needed": 3, "passed": True}
    assert roll_words(teller, "wound", again) == "wound 6 (re-rolled from 1) modified to 5 (3+)"


def test_small_things_are_said_well() -> None:
    teller = LogWriter(start(1).armies, start(1).game.ruleset)
    head = {"n": 1, "round": 1, "turn": 0, "phase": "fight", "rules": [], "visible": "all"}

    def write_sentence(kind: str, **fields: object) -> str:
        return teller.sentence({**head, "kind": kind, **fields})

    veil, name = "b.s12", "Mother Oriel"
    assert write_sentence("unit.moved", unit=veil, move="pile-in", most=3, poses=[]) == f"{name} piles in; no model moves."
    attempt = write_sentence("psychic.attempted", unit=veil, player=1, power="smite", warp_charge=5)
    assert attempt == f"{name} attempts Smite (warp charge 5)."
    perils = write_sentence("mortal-wounds.suffered", unit=veil, number=1, cause="perils", by=None, dice=[1])
    assert perils == f"{name} suffers 1 mortal wound (Perils of the Warp)."
    pistol = write_sentence("ability.used", unit=veil, ability="Plasma pistol", effect="destroy-bearer")
    assert pistol == f"The Plasma pistol turns on its bearer ({name})."
    calm = {"dice": [], "lost": 1, "modifier": 0, "total": 1, "leadership": 4, "passed": True, "rerolled": []}
    assert write_sentence("morale.tested", unit=veil, **calm) == f"{name} passes its Morale test without a roll."


def test_every_kind_of_event_and_of_die_is_in_the_docs() -> None:
    page = Path(resolver.__file__).parents[1] / "docs" / "events.md"
    assert page.read_text("utf-8") == manual(), "python -m resolver.rulesets.manual > docs/events.md"
