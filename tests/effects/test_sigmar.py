"""What warscrolls of Age of Sigmar say, read as effects: never anything else than the bundled data say of the same text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from datasheets.effects.effect import load
from datasheets.effects.recognition.recognise import recognise
from datasheets.native.bundled import bundled_catalogues

SYSTEM = "aos-1e"
READ = 11
"""So many bundled texts are read, at least."""


def bundled_texts() -> Iterator[tuple[str, Any]]:
    """Each text of a bundled ability, with the effects that the data give it."""
    for catalogue in bundled_catalogues():
        for sheet in catalogue.datasheets.values() if catalogue.header.system == SYSTEM else ():
            yield from ((ability.text, ability.effects) for ability in sheet.abilities)


def test_bundled_texts_are_read_as_what_the_data_say_of_them() -> None:
    read = {text: given for text, given in bundled_texts() if recognise(text, "unit", SYSTEM).understood}
    assert {text: recognise(text, "unit", SYSTEM).effects for text in read} == {text: tuple(g) for text, g in read.items()}
    assert len(read) >= READ


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        (
            "Roll a dice each time this model suffers a wound or mortal wound. On a 5+ it is negated.",
            {"kind": "ignore-wounds", "needs": "5+", "to": {"scope": "bearer"}},
        ),
        (
            'Subtract 1 from the hit rolls of enemy units within 3" of this model.',
            {
                "kind": "modify-roll",
                "roll": "hit",
                "operation": "subtract",
                "value": "1",
                "to": {"scope": "enemy-units", "range": 3},
            },
        ),
        ("You can re-roll run rolls for this unit.", {"kind": "re-roll", "roll": "advance", "results": "all"}),
        (
            "Add 2 to run rolls for this unit while it has 10 or more models.",
            {
                "kind": "modify-roll",
                "roll": "advance",
                "operation": "add",
                "value": "2",
                "when": [{"name": "models", "at_least": 10}],
            },
        ),
    ],
)
def test_what_a_sentence_says(text: str, effect: dict[str, Any]) -> None:
    assert recognise(text, "unit", SYSTEM).effects == (load(effect, "unit"),)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("A Reed Warden is a single model. It is armed with a boat hook.", True),
        ("A unit of Reed Wardens has 5 or more models. Some Wardens are armed with bows.", True),
        ("Must include at least 6 HEROES.", True),
        (
            "A Fen battalion (pg 12) can also include up to 2 units of Pikes. It can include any number of Levies (pg 3).",
            True,
        ),
        ("If your army includes any FEN WARDENS, one must have the Tide Shield artefact of power.", True),
        ("Models in this unit may be Bearers. Bearers can carry either a Town banner or a Rag standard.", True),
        ("They are armed with hooks and add 1 to their hit rolls.", False),
        ("Add 2 to the run rolls of a unit that includes any Drummers.", False),
        ("The leader of each unit is a Warden. Add 1 to all of their hit rolls.", False),
    ],
)
def test_who_is_in_a_unit_changes_nothing_and_what_is_read_in_part_is_not_read(text: str, read: bool) -> None:
    found = recognise(text, "unit", SYSTEM)
    assert (found.understood, found.effects) == (read, ())
