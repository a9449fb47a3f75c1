"""What Muster found about the army, and the data that it was made from, in the words of the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from reportlab.platypus import Flowable

from datasheets.evaluation.sentences import say_finding
from datasheets.words import UnknownWords, say
from exports.document import Army, Judged, RosterDocument, catalogue_name
from exports.sheet import faces, fonts, style
from exports.sheet.text_renderer import TextRenderer

PIN_SHOWN = len("sha256:") + 12
MOST_LETTERS = 40
MOST_IN_FRONT = 4
"""How many sentences of findings the front page has; where there are more, all of them stand on a page of their own."""
WITHOUT_CARD = ("unit.no-datasheet", "force.no-catalogue")
SEVERITIES: tuple[Literal["error", "warning", "note"], ...] = ("error", "warning", "note")


def verdict(renderer: TextRenderer, document: RosterDocument) -> str:
    """Return how many errors, warnings and notes there are, or that there is none."""
    counts = Counter(finding.severity for finding in document.judgement.findings)
    if not counts:
        return renderer.say("no-findings")
    return ", ".join(renderer.say(f"count.{name}", count=counts[name]) for name in SEVERITIES if counts[name])


def legality(renderer: TextRenderer, document: RosterDocument) -> str:
    """Return whether the army is legal, in words; None is neither."""
    return renderer.say({True: "legal", False: "not-legal", None: "not-judged"}[document.judgement.legal])


def findings(renderer: TextRenderer, document: RosterDocument, army: Army, most: int | None = None) -> Iterator[Flowable]:
    """Yield whether the army is legal and what was found, the gravest first; what is said alike is said once.

    With `most`, no more than so many sentences, and how many findings are left out.
    """
    yield _state(renderer, document)
    sentences = _sentences(renderer, document, army)
    yield from (sentence for sentence, _ in sentences[:most])
    if left := sum(count for _, count in sentences[most:]) if most is not None else 0:
        yield renderer.titled_paragraph(renderer.say("findings-more", count=left), "", style.RULES)


def front_findings(renderer: TextRenderer, document: RosterDocument, army: Army, most: int) -> Iterator[Flowable]:
    """Yield what the front page says of the findings: all where they are few, else the gravest and that there are more."""
    yield renderer.heading(renderer.say("findings"), style.FRONT_HEAD)
    yield _state(renderer, document)
    sentences = _sentences(renderer, document, army)
    yield from (sentence for sentence, _ in sentences[:most])
    if len(sentences) > most:
        yield renderer.paragraph(renderer.say("findings-at-the-end"), style.RULES)


def findings_page(renderer: TextRenderer, document: RosterDocument, army: Army, in_front: int) -> list[Flowable]:
    """Return the page of findings; nothing where the front page, with so many at most, says them all."""
    if len(_sentences(renderer, document, army)) <= in_front:
        return []
    return findings_column(renderer, document, army)


def findings_column(renderer: TextRenderer, document: RosterDocument, army: Army) -> list[Flowable]:
    """Return the findings for a column of a page."""
    title = renderer.heading(renderer.say("findings"), style.RULES_TITLE)
    return [title, _state(renderer, document), *(sentence for sentence, _ in _sentences(renderer, document, army))]


def findings_again(renderer: TextRenderer) -> Flowable:
    """Return the heading of findings that go on on another page."""
    return renderer.heading(f"{renderer.say('findings')} {renderer.say('continued')}", style.RULES_AGAIN)


def units_without_card(renderer: TextRenderer, document: RosterDocument, army: Army) -> Iterator[Flowable]:
    """Yield which units have no card, for want of their datasheet or catalogue: findings may be left out."""
    found = (finding for finding in document.judgement.findings if finding.code in WITHOUT_CARD)
    places = {finding.path[-1] for finding in found if finding.path}
    names = [unit.title or unit.name for unit in army.settings if not places.isdisjoint((unit.id, unit.force))]
    if names:
        yield renderer.titled_paragraph(renderer.say("no-datasheet"), ", ".join(names), style.RULES)


def _state(renderer: TextRenderer, document: RosterDocument) -> Flowable:
    """Return whether the army is legal, how many findings there are, and who says so."""
    said = f"{verdict(renderer, document)}. {renderer.say('judged-by', version=document.judgement.muster)}"
    return renderer.titled_paragraph(legality(renderer, document), said, style.BODY)


def _sentences(renderer: TextRenderer, document: RosterDocument, army: Army) -> list[tuple[Flowable, int]]:
    """Return a paragraph for all findings that are said alike, with their number, the gravest first."""
    names = {id: unit.title or unit.name for unit in army.units for id in (unit.id, *(g.id for g in unit.models))}
    said = Counter((one.severity, _text(one, names, renderer.language), one.rule) for one in document.judgement.findings)
    made: list[tuple[Flowable, int]] = []
    for (severity, text, rule), count in sorted(said.items(), key=lambda one: SEVERITIES.index(one[0][0])):
        source = _source(rule, renderer)
        times = f" {renderer.say('times-said', count=count)}" if count > 1 else ""
        paragraph = renderer.titled_paragraph(
            renderer.say(f"finding.{severity}"), text, style.RULES, after=f"{source}{times}"
        )
        made.append((paragraph, count))
    return made


def _source(rule: str, renderer: TextRenderer) -> str:
    """Return which rule says it, or that the data do; of what Muster says by itself ("roster.pin") nothing."""
    if "." not in rule:
        return f"({rule})"
    return f"({renderer.say('of-data')})" if rule.startswith("entry.") else ""


def _text(finding: Judged, names: dict[str, str], language: str) -> str:
    subject = next((names[step] for step in reversed(finding.path) if step in names), "")
    sentence = sentence_of(finding, language)
    return f"{subject}: {sentence}" if subject and not sentence.startswith(subject) else sentence


def sentence_of(finding: Judged, language: str) -> str:
    """Return the sentence of a finding; one that this version has no words for still says its rule and numbers."""
    try:
        return say_finding(finding, language)
    except (UnknownWords, KeyError):
        values = {"rule": finding.rule, "code": finding.code, "wanted": finding.wanted, "found": finding.found}
        return say("sheet.finding.unworded", values, language)


def data_lines(renderer: TextRenderer, army: Army) -> list[str]:
    """Return the catalogues that the army was made from, with revision and pin."""
    return [
        renderer.say("pinned", name=catalogue_name(army, force), revision=force.revision, pin=force.pin[:PIN_SHOWN])
        for force in army.forces
    ]


def data_line(renderer: TextRenderer, army: Army) -> str:
    """Return the data's names in one line, each once: what stands at the foot of the page."""
    return "; ".join(dict.fromkeys(data_lines(renderer, army)))


def foot_room(width: float) -> float:
    """Return how long the lines at the foot of a page `width` wide are, beside the QR code."""
    return width - (style.IDENTITY - 12) - 3 * style.GAP


def data(renderer: TextRenderer, army: Army, width: float) -> Iterator[Flowable]:
    """Yield a section with what `data_left` says, where it says something."""
    if lines := list(data_left(renderer, army, width)):
        yield from renderer.section(renderer.say("data"))
        yield from lines


def data_left(renderer: TextRenderer, army: Army, width: float) -> Iterator[Flowable]:
    """Yield the data's names where the foot has no room for all, and which letters could not be drawn.

    Make it last, it reports what other parts lacked.
    """
    fits = fonts.width(renderer.drawable(data_line(renderer, army)), faces.REGULAR, style.FOOT_SIZE) <= foot_room(width)
    for line in () if fits else dict.fromkeys(data_lines(renderer, army)):
        yield renderer.paragraph(line, style.SMALL)
    yield from letters_left(renderer)


def letters_left(renderer: TextRenderer) -> Iterator[Flowable]:
    """Yield which letters could not be drawn in what was made before."""
    if renderer.missing:
        shown = ", ".join(f"U+{ord(letter):04X}" for letter in sorted(renderer.missing)[:MOST_LETTERS])
        yield renderer.paragraph(renderer.say("substituted", substitute=fonts.SUBSTITUTE, characters=shown), style.RULES)
