"""Windows: who can answer to something is asked in the middle of it, one after the other; who cannot is not asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from resolver.engine.decision import Choice, Data
from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Script
from resolver.engine.windows import Opening, Window, by_event
from tests.field import Field, unit

CALL = "whistle.blown"


def field(*windows: Window) -> Field:
    found = Field([unit("Guards", 2), unit("Seer", 1)], [unit("Brutes", 3)])
    found.row("a.Guards", 10, 10)
    found.put("a.Seer", (20, 10))
    found.row("b.Brutes", 10, 30)
    found.game.ruleset = replace(found.rules, windows=by_event(windows), moments=(CALL,))
    return found


def window(log: list[str], on: str = CALL, **given: Any) -> Window:
    """Each unit of the army that did not act may pick one of its enemies: none are left when one was picked."""

    def who(game: Game, fields: Data) -> Iterator[Opening]:
        for each in fields["units"]:
            yield Opening(game.owner(each), each, {"ability": "Whistle", "units": [] if log else given["keys"]})

    def then(game: Game, fields: Data, opening: Opening, answer: Data) -> Script[str]:
        yield from ()
        log.append(f"{game.key(opening.unit or 0)} picks {answer['unit']}")
        return answer["unit"]

    return Window(on=on, who=who, decision="pick-unit", rule="re-roll", then=then)


def run_script(script: Script[Any], *answers: str) -> tuple[list[str], Any]:
    """Run a script; return the units that were asked about, and what it came to."""
    asked, left, answer = list[str](), list(answers), None
    if script is NOTHING:
        return [], None
    try:
        while True:
            decision = next(script) if answer is None else script.send(answer)
            asked.append(decision.subject)
            answer = Choice(decision.id, decision.kind, {"unit": left.pop(0)})
    except StopIteration as end:
        return asked, end.value


def test_who_has_no_option_is_not_asked() -> None:
    log: list[str] = []
    table = field(window(log, keys=[]))
    assert run_script(table.game.open(CALL, units=[0, 1])) == ([], None)
    assert log == []
    assert run_script(table.game.open("another", units=[0])) == ([], None)


def test_what_one_answers_the_next_one_sees_and_the_opener_goes_on_with() -> None:
    log: list[str] = []
    table = field(window(log, keys=["b.Brutes", "a.Seer"]))
    assert run_script(table.game.open(CALL, units=[0, 1]), "b.Brutes") == (["a.Guards"], "b.Brutes")
    assert log == ["a.Guards picks b.Brutes"]


def test_an_event_that_has_happened_opens_its_window() -> None:
    keys = ["b.Brutes", "a.Seer"]
    table = field(
        replace(
            window([], "unit.stationary"),
            who=lambda game, fields: [Opening(0, fields["unit"], {"ability": "Whistle", "units": keys})],
        )
    )
    script = table.game.happen("unit.stationary", unit=0)
    assert table.event("unit.stationary")["unit"] == "a.Guards", "it has happened before anybody is asked"
    assert run_script(script, "a.Seer") == (["a.Guards"], "a.Seer")
