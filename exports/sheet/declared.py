"""What the player declared and agreed, in the words of the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.words import has_words, say
from exports.document import Army, Declaration, Unit, leader_kind, system_of
from exports.sheet.game import trait_text
from exports.sheet.text_renderer import TextRenderer

AGREED_KINDS = {"battle_size": "battle-size"}
SHOWN_ELSEWHERE = ("keyword", "understrength", "embarked", "reserve")


def declarations_in_words(renderer: TextRenderer, army: Army, unit: Unit) -> Iterator[tuple[str, str]]:
    """Yield title and text of what was declared about the unit or its models and has no place of its own.

    A text that has the title before a colon says it alone, and is left out where a rule of that name stands.
    """
    subjects = {unit.id, *(group.id for group in unit.models)}
    said = {each.name for part in (unit.abilities, unit.wargear) for each in part if each.text}
    for declaration in army.declarations:
        if declaration.subject in subjects and declaration.kind not in (*SHOWN_ELSEWHERE, leader_kind(army)):
            title, text = in_words(renderer, army, declaration)
            name, colon, rest = text.partition(":")
            if not colon or not name.casefold().startswith(title.rstrip(":.").casefold()):
                yield title, text
            elif text not in said:
                yield f"{name}:", rest.strip()


def agreed_name(renderer: TextRenderer, army: Army, key: str) -> str:
    """Return what an agreement is called: by the game, else in general words."""
    game, own = system_of(army), f"agreed.{key}"
    kind = next((each for each in game.agreements if each.key == key), None) if game else None
    if kind:
        return renderer.name(kind.name)
    return renderer.say(own) if has_words(f"sheet.{own}") else renderer.name_of(army, "agreed", key)


def agreed_value(renderer: TextRenderer, army: Army, key: str, value: str) -> str:
    """Return what was agreed: the name of a mission, a battle size, a card or another choice, or the text itself."""
    game, choice = system_of(army), f"game.choice.{value}"
    if has_words(choice):
        return say(choice, language=renderer.language)
    cards = {card.id: card.name for card in game.cards} if game else {}
    return renderer.name(cards[value]) if value in cards else renderer.name_of(army, AGREED_KINDS.get(key, key), value)


def in_words(renderer: TextRenderer, army: Army, declaration: Declaration) -> tuple[str, str]:
    """Return title and text of a declaration."""
    own = f"declared.{declaration.kind}"
    game = system_of(army)
    kind = game.declaration(declaration.kind) if game else None
    usual = renderer.name(kind.name) if kind else renderer.name_of(army, "declaration", declaration.kind)
    title = renderer.say(own) if has_words(f"sheet.{own}") else usual
    parts = [part for part in (declaration.key, *_value(renderer, army, declaration)) if part]
    return (f"{title}:" if parts else f"{title}.", ". ".join(parts))


def _value(renderer: TextRenderer, army: Army, declaration: Declaration) -> Iterator[str]:
    value = declaration.value
    if isinstance(value, str):
        yield renderer.name_of(army, declaration.kind, value)
        if declaration.kind == "warlord-trait":
            yield trait_text(army, value)
    elif value is not True:
        yield renderer.value(value)
