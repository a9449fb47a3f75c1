"""The sentences of Muster's own texts as patterns, in every language that it writes them in.

A text names its language by the line with its check code, which no other program writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from datasheets.systems import systems
from datasheets.words import code_for, codes, languages, placeholders, say, translate
from exports.lists.listed import ListedSelection, ListedStatement
from exports.text.agreed import rows_by_id

GAME = "game."
AGREEMENT = "agreement"
CHOICE = "game.choice."
TAGS = ("understrength", "reserve")
CHOSEN = re.compile(r"(?P<key><[^<>]+>): (?P<value>\S.*)")


@dataclass(frozen=True, slots=True)
class Sentences:
    """Patterns of one language; what a sentence is about are groups called as in its template.

    `tags` and `leaders` say what declaration a mark, or the name of the model that leads the army, stands for.
    """

    language: str
    check_code: re.Pattern[str]
    part: re.Pattern[str]
    amount: re.Pattern[str]
    count: re.Pattern[str]
    tags: Mapping[re.Pattern[str], str]
    leaders: Mapping[re.Pattern[str], str]
    trait: re.Pattern[str]
    embarked: re.Pattern[str]
    battery: re.Pattern[str]
    agreed: re.Pattern[str]
    chosen: re.Pattern[str]
    powers: re.Pattern[str]
    limit: re.Pattern[str]

    def statement(self, text: str, place: int = 0) -> ListedStatement | None:
        """Return what a line says that was stated about a unit, None where it says something else."""
        for leader, kind in self.leaders.items():
            if found := leader.fullmatch(text):
                return ListedStatement(kind, value=found["name"], place=place, text=text)
        if found := self.trait.fullmatch(text):
            return ListedStatement("warlord-trait", value=self.game(found["name"]), place=place, text=text)
        if found := CHOSEN.fullmatch(text):
            return ListedStatement("keyword", found["key"], found["value"], place, text)
        if found := self.embarked.fullmatch(text):
            return ListedStatement("embarked", value=found["unit"], place=place, text=text)
        if found := self.battery.fullmatch(text):
            return ListedStatement("battery", value=found["number"], place=place, text=text)
        return None

    def agreement(self, text: str, place: int = 0) -> ListedStatement | None:
        """Return what a line says that the players agreed, None where it says something else."""
        found = self.agreed.fullmatch(text)
        if not found:
            return None
        names, choices = _agreement_terms(self.language)
        name, value = names.get(found["name"], found["name"]), choices.get(found["value"], found["value"])
        return ListedStatement(AGREEMENT, name, value, place, text)

    def tag(self, text: str, place: int = 0) -> ListedStatement | None:
        """Return what a mark behind a unit's name says, None where it says something else."""
        kind = next((kind for pattern, kind in self.tags.items() if pattern.fullmatch(text)), "")
        return ListedStatement(kind, place=place, text=text) if kind else None

    def game(self, term: str) -> str:
        """Return a term of a game as its data have it: the language may have one of its own."""
        return _terms(self.language).get(term, term)


def apart_statements(unit: ListedSelection, sentences: Sentences) -> ListedSelection:
    """Return a unit whose statements are such, and no items."""
    place = int(unit.place)
    found = [(each, sentences.statement(each.name, place) or sentences.tag(each.name, place)) for each in unit.selections]
    return replace(
        unit,
        selections=tuple(each for each, statement in found if statement is None),
        stated=tuple(statement for _, statement in found if statement),
    )


def sentences_of(lines: Iterable[str]) -> Sentences | None:
    """Return the sentences of the language in which some line states a check code; None where no line does."""
    known = [sentences(each) for each in languages() if "text.check-code" in codes(each)]
    for line in lines:
        for each in known:
            if each.check_code.search(line):
                return each
    return None


def sentences_of_event(head: Mapping[str, str]) -> Sentences | None:
    """Return the sentences of an event's text by the keys of its head in small letters; None where it is not Muster's."""
    known = [each for each in languages() if "text.check-code" in codes(each)]
    return next((sentences(each) for each in known if say("text.event.check-code", language=each).casefold() in head), None)


@cache
def sentences(language: str) -> Sentences:
    """Return the patterns of one language."""
    code = r"[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}"
    counts = [_count_pattern(what, number, language) for what in ("text.units", "text.models") for number in (1, 2)]
    tags = {re.compile(_pattern(f"text.{kind}", language)): kind for kind in TAGS}
    return Sentences(
        language=language,
        check_code=re.compile(rf"(?<!\S){_pattern('text.check-code', language, code=code)}(?!\S)"),
        part=re.compile(_pattern("text.part", language, number=r"\d{1,5}", count=r"\d{1,5}")),
        amount=re.compile(_pattern("text.amount", language, value=r"-?\d{1,9}(?:[.,]\d{1,6})?")),
        count=re.compile("|".join(counts)),
        tags={**tags, **dict(_of_leaders("text.leader", language))},
        leaders=dict(_of_leaders("text.leader-model", language)),
        trait=re.compile(_pattern("text.warlord-trait", language)),
        embarked=re.compile(_pattern("text.embarked", language)),
        battery=re.compile(_pattern("text.battery", language, number=r"\d{1,3}")),
        agreed=re.compile(_pattern("text.agreed", language, name=r"[^:]++")),
        chosen=re.compile(_pattern("text.chosen", language)),
        powers=re.compile(rf"(?:{'|'.join(_headings_of_powers(language))}): .+"),
        limit=re.compile(_pattern("text.limit", language)),
    )


def _headings_of_powers(language: str) -> list[str]:
    known = dict.fromkeys(code_for("sheet.powers", each.id) for each in systems())
    return [re.escape(say(code, language=language)) for code in known]


def _of_leaders(code: str, language: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield what each game says of the model that leads an army, and the kind of declaration that it means."""
    known = {code_for(code, each.id): each.leader.kind for each in systems() if each.leader}
    yield from ((re.compile(_pattern(own, language)), kind) for own, kind in known.items())


def _pattern(template: str, language: str, /, **shapes: str) -> str:
    """Return a pattern for a sentence; a value that has no shape of its own is any text."""
    names = placeholders(template, language)
    said = re.escape(say(template, {name: f"\0{name}\0" for name in names}, language))
    for name in names:
        said = said.replace(re.escape(f"\0{name}\0"), rf"(?P<{name}>{shapes.get(name, '.+')})", 1)
    return said


def _count_pattern(code: str, number: int, language: str) -> str:
    return re.escape(say(code, {"count": number}, language)).replace(str(number), r"\d{1,7}", 1)


@cache
def _agreement_terms(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return what agreements and their choices are called in a language, each with what it is called in English."""
    names = {translate(kind.name, language): str(kind.name) for each in systems() for kind in each.agreements}
    rows = [name for each in systems() for _, name in rows_by_id(each)]
    words = [code for code in codes("en") if code.startswith(CHOICE)]
    choices = {say(code, language=language): say(code) for code in words}
    return names, {translate(name, language): str(name) for name in rows} | choices


@cache
def _terms(language: str) -> dict[str, str]:
    """Return the terms of games in a language, each with what data call it."""
    known = [code for code in codes("en") if code.startswith(GAME)]
    return {say(code, language=language): say(code) for code in known} if language != "en" else {}
