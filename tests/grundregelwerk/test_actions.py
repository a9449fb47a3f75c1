"""Every action in every state: the table that players read in docs/grundregelwerk.md is the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from resolver.engine.asking import describe
from resolver.engine.decision import Decision
from resolver.rulesets.grundregelwerk.allowed import TABLE
from tests.grundregelwerk.stage import Stage, arms, blade, squad

PAGE = Path(__file__).parents[2] / "docs" / "grundregelwerk.md"


def rows() -> dict[str, dict[str, str]]:
    """The table of the page: for each action what each state says."""
    text = PAGE.read_text(encoding="utf-8")
    lines = text[text.index("| action | length") :].split("\n\n")[0].splitlines()
    names = [cell.strip() for cell in lines[0].strip("|").split("|")][2:]
    cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:])
    return {row[0]: dict(zip(names, row[2:], strict=True)) for row in cells}


CELLS = [(action, state) for action, cells in rows().items() for state in cells]


def test_the_page_shows_the_table_that_battles_are_played_by() -> None:
    assert rows() == TABLE


@pytest.mark.parametrize(("action", "state"), CELLS)
@pytest.mark.rule("GRW-PINNED-01", "GRW-FLEE-03", "GRW-ACTMELEE-01", "GRW-VEHICLE-07", "GRW-VEHICLE-08", "GRW-VEHICLE-09")
@pytest.mark.rule("GRW-RALLY-02", "GRW-MELEE-01", "GRW-MELEE-16", "GRW-Q-35", "GRW-Q-93")
def test_each_action_in_each_state(action: str, state: str) -> None:
    field = Stage([squad("u", 1, arms(), blade(), rules=("Fast",))], [squad("x", 1, arms()), squad("y", 1, arms())])
    (model,) = field.put("a.u", (30, 24))
    field.put("b.x", (40, 24))
    field.act("a.u")
    if state == "in-combat":
        field.put("b.y", (31, 24))
        field.fight("a.u", "b.y")
    elif state in ("pinned", "fleeing"):
        field.count("a.u", state, 1)
        if (state, action) == ("fleeing", "rally"):
            field.mark("a.u", "did-flee")
    elif state != "free":
        field.mark_model(model, state)
    kind, asked = field.rules.decisions["action"], Decision(0, 0, "action", "a.u", "", {})
    before, cell = field.state.to_bytes(), rows()[action][state]
    refusal = kind.check(field.game, asked, {"action": action})
    assert ("yes" if refusal is None else refusal.rule) == cell
    assert ({"action": action} in list(kind.options(field.game, asked))) == (cell == "yes")
    assert field.state.to_bytes() == before


@pytest.mark.parametrize(
    ("done", "action", "rule"),
    [
        ((), "move", ""),
        (("move",), "shoot", ""),
        (("move",), "move", "GRW-ACTION-02"),
        (("move",), "sprint", "GRW-ACTION-01"),
        ((), "sprint", ""),
        (("shoot",), "secure-area", ""),
        (("move", "shoot"), "secure-area", "GRW-ACTION-01"),
        (("sprint",), "move", "GRW-ACTION-01"),
        (("sprint",), "end", ""),
    ],
)
@pytest.mark.rule("GRW-ACTION-01", "GRW-ACTION-02", "GRW-ROUND-05", "GRW-ROUND-06")
@pytest.mark.example("GRW-EX-17")
def test_what_may_follow_what(done: tuple[str, ...], action: str, rule: str) -> None:
    field = Stage([squad("u", 1, arms())], [squad("x", 1)])
    field.put("a.u", (30, 24))
    field.put("b.x", (40, 24))
    field.act("a.u")
    field.mark("a.u", *(f"did-{each}" for each in done))
    asked = Decision(0, 0, "action", "a.u", "", {})
    refusal = field.rules.decisions["action"].check(field.game, asked, {"action": action})
    assert ("" if refusal is None else refusal.rule) == rule


@pytest.mark.rule("GRW-FLEE-02", "GRW-FLEE-03", "GRW-ACTFLEE-01", "GRW-Q-29")
@pytest.mark.parametrize("rules", [(), ("Fast",)])
def test_a_fleeing_unit_flees_before_it_rallies_and_never_stops_without(rules: tuple[str, ...]) -> None:
    """Not even the free Move of a Fast unit follows; who rallied acts normally from the next activation on."""
    field = Stage([squad("u", 1, arms(), rules=rules)], [squad("x", 1)])
    field.put("a.u", (30, 24))
    field.put("b.x", (40, 24))
    field.act("a.u")
    field.count("a.u", "fleeing", 1)
    battle = field.go(4, 5)
    assert field.event("unit.flees")["inches"] == 4  # Flee was the only action left, and was taken
    assert field.offered_actions() == {"rally", "end"}
    field.take("rally")
    assert field.event("rally.tried")["passed"]
    assert battle.decision is None or battle.decision.subject != "a.u"


@pytest.mark.rule("GRW-ACTION-03", "GRW-ACTION-04")
def test_an_action_that_is_none_is_refused() -> None:
    field = Stage([squad("u", 1, arms())], [squad("x", 1)])
    field.put("a.u", (30, 24))
    field.act("a.u")
    field.go()
    refusal = field.refusal("action", action="dig-in")
    assert refusal is not None
    assert refusal.rule == "GRW-ACTION-03"


def test_the_question_says_what_is_not_offered_and_why() -> None:
    field = Stage([squad("u", 1, arms())], [squad("x", 1)])
    field.put("a.u", (30, 24))
    field.put("b.x", (40, 24))
    field.act("a.u")
    battle = field.go()
    for language, words in (("en", "Close Combat (no base contact"), ("de", "Nahkampf (kein direkter Kontakt")):
        question = describe(field.decision, battle.view(0), [each.data for each in battle.options()], language)
        assert words in question.note
        assert "GRW-ACTMELEE-01" in question.note
    assert "Flee, Rally (only a fleeing unit flees" in describe(field.decision, battle.view(0), []).note
    field.take("move")
    field.choose("march", moves=[])
    note = describe(field.decision, battle.view(0), []).note
    assert "Sprint, Suppressive Fire, Take Cover (no long action after a short one, GRW-ACTION-01)" in note


@pytest.mark.parametrize(("gap", "shoot"), [(20, "one weapon a model"), (30, "nobody it sees is in reach")])
def test_the_options_say_how_far_a_unit_may_go_and_whether_it_reaches_anybody(gap: float, shoot: str) -> None:
    field = Stage([squad("u", 1, arms(reach=24))], [squad("x", 1)])
    field.put("a.u", (20, 24))
    field.put("b.x", (20 + gap, 24))
    field.act("a.u")
    battle = field.go()
    said = describe(field.decision, battle.view(0), [each.data for each in battle.options()]).options
    assert 'Move (short): up to 6"' in said
    assert 'Sprint (long): up to 12"' in said
    assert any(words.startswith("Shoot (short)") and shoot in words for words in said)
