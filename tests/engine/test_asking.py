"""Decisions in words: every kind has them, and they say what is so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from datasheets.words import has_words
from resolver.engine.asking import Question, describe
from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, Decision
from resolver.engine.prose import LogWriter
from resolver.engine.registry import playable, ruleset
from resolver.engine.whereabouts import Whereabouts
from resolver.players.random_legal import RandomLegal
from tests.engine.test_battles import start

Asked = tuple[Decision, list[Choice], Question, Battle]


def describe_decisions(seed: int) -> Iterator[Asked]:
    """Yield every decision of a battle, in words, with the battle as it stands then."""
    battle, players = start(seed), (RandomLegal(seed), RandomLegal(seed + 1000))
    while (decision := battle.decision) is not None:
        view, options = battle.view(decision.player), battle.options()
        yield decision, options, describe(decision, view, [option.data for option in options]), battle
        battle.choose(players[decision.player].choose(view, options))


@cache
def battle_questions() -> list[tuple[Decision, list[Choice], Question]]:
    return [row[:3] for row in describe_decisions(1)]


@pytest.mark.parametrize("system", playable())
def test_every_kind_of_decision_has_words(system: str) -> None:
    for name, kind in ruleset(system).decisions.items():
        assert kind.name == name
        assert has_words(f"decision.{name}"), name
        assert kind.label, name


def test_a_whole_battle_is_put_into_words() -> None:
    kinds = set()
    for decision, options, question in battle_questions():
        kinds.add(decision.kind)
        assert len(question.options) == len(options)
        for words in (question.title, question.sentence, *question.options):
            assert words.strip(), decision
            assert not re.search(r"[{}]|None|True|False|\b[ab]\.s\d", words), words
    assert {"select", "set-up", "move", "shots", "charge-move", "choose-zone", "pile-in"} <= kinds


def test_options_of_finite_decisions_read_differently() -> None:
    for decision, _, question in battle_questions():
        if decision.kind in ("select", "choose-turn", "choose-zone", "overwatch", "re-roll", "resolve", "power"):
            assert len(set(question.options)) == len(question.options), question


def test_titles_say_whose_turn_it_is() -> None:
    titles = {question.title for _, _, question in battle_questions()}
    assert "Before the battle" in titles
    assert "Battle round 1, Movement phase of your turn" in titles
    for decision, _, question in battle_questions():
        if decision.kind in ("move", "advance"):
            assert question.title.endswith("of your turn")
        if decision.kind == "overwatch":
            assert question.title.endswith("of the enemy's turn")


def test_a_move_is_measured_as_it_then_is() -> None:
    """What an option says of its end is what the table says of the unit when the option was taken."""
    checked = 0
    for decision, options, question, battle in describe_decisions(3):
        if decision.kind != "move":
            continue
        found = [
            (o, w) for o, w in zip(options, question.options, strict=True) if o.data["kind"] == "normal" and o.data["moves"]
        ]
        for option, words in found[:1]:
            twin = battle.clone()
            twin.choose(option)
            after = next(event for event in twin.events[len(battle.events) :] if event["kind"] == "unit.moved")
            unit = twin.game.unit(decision.subject)
            far = max(
                ((x - battle.game.state.x[m]) ** 2 + (y - battle.game.state.y[m]) ** 2) ** 0.5
                for m, x, y, *_ in after["poses"]
            )
            assert f'Normal Move {round(far, 1):g}"' in words.replace('.0"', '"')
            assert words.endswith(Whereabouts(twin.game, LogWriter(twin.armies, twin.game.ruleset)).unit(unit))
            checked += 1
        if checked == 12:
            return
    pytest.fail("too few moves were proposed")


def test_declared_shots_are_counted() -> None:
    _, options, question = next(row for row in battle_questions() if row[0].kind == "shots")
    for option, words in zip(options, question.options, strict=True):
        numbers = [int(part.split(" x ")[0]) for part in words.split("; ")]
        assert sum(numbers) == len(option.data["shots"])
