"""What the players agreed, as lines of a list: "Agreed: Points limit: 2000", which `exports.lists` reads again."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.evaluation.tree import Scalar
from datasheets.systems import System
from datasheets.systems.system import AgreementKind
from datasheets.words import has_words, say, translate
from exports.document import Army, system_of


def agreements(army: Army, language: str, *, own: bool) -> Iterator[str]:
    """Yield a line for everything that was agreed; `own`: also what a player notes of the own side alone."""
    of = system_of(army)
    kinds = {kind.key: kind for kind in of.agreements} if of else {}
    for key, value in army.agreed.items():
        if of and key in kinds and (own or not kinds[key].own):
            yield agreement_line(of, kinds[key], value, language)


def agreement_line(of: System, kind: AgreementKind, value: Scalar, language: str) -> str:
    """Return an agreement in words."""
    return say("text.agreed", {"name": kind.name, "value": agreed_value(of, value, language)}, language)


def names_of_choice(of: System, id: str) -> list[str]:
    """Return what a choice is called in lists, in English: by the game's words for it, or as the card, mission or size."""
    choice = f"game.choice.{id}"
    named = [str(name) for row, name in rows_by_id(of) if row == id]
    return [*([say(choice)] if has_words(choice) else []), *named, id]


def rows_by_id(of: System) -> list[tuple[str, str]]:
    """Return ids and names of everything that players may agree on by its id."""
    missions = [(each.id, each.name) for each in of.missions]
    cards = [(each.id, each.name) for each in of.cards]
    return [*missions, *cards, *((each.id, each.name) for each in of.battle_sizes)]


def agreed_value(of: System, value: Scalar, language: str) -> object:
    """Return what was agreed by its name."""
    if value is True:
        return say("game.yes", language=language)
    if not isinstance(value, str):
        return value
    choice = f"game.choice.{value}"
    if has_words(choice):
        return say(choice, language=language)
    return next((translate(name, language) for id, name in rows_by_id(of) if id == value), value)
