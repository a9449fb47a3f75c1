"""What became of a list, in words: the same sentences on the command line and on pages."""

from __future__ import annotations

from collections.abc import Iterator

from builder.placing.editions import count_names
from builder.placing.plain import amount
from builder.placing.report import Match, Report, Total
from datasheets.markup import strip_marks
from datasheets.words import say


def title(report: Report, language: str = "en") -> str:
    """Return the list's name and what kind of list it was."""
    kind = say(f"placing.format.{report.listed.format}", language=language)
    return say("placing.title", {"name": report.listed.name, "format": kind}, language)


def match_count(report: Report, language: str = "en") -> str:
    """Return how many selections found a place."""
    values = {"count": len(report.matches) - len(report.unplaced), "all": len(report.matches)}
    return say("placing.matched", values, language)


def forces(report: Report, language: str = "en") -> Iterator[str]:
    """Yield which edition was taken of several, and the forces whose catalogue is not here, has become a library, or is in
    another revision."""
    yield from _editions(report, language)
    for force in report.forces:
        values = {"force": force.name, "catalogue": force.found or force.wanted}
        if not force.found:
            yield say("placing.force.missing", values, language)
        elif force.is_guess:
            yield say("placing.force.guessed", values, language)
        elif force.library:
            yield say("placing.force.library", {**values, "library": force.library}, language)
        elif force.other_catalogue:
            revisions = {"wanted": force.revision, "found": force.found_revision}
            yield say("placing.force.revision", {**values, **revisions}, language)
        elif force.other_revision:
            revisions = {"wanted": force.system_revision, "found": force.found_system_revision}
            yield say("placing.force.system-revision", {**values, **revisions}, language)


def _editions(report: Report, language: str) -> Iterator[str]:
    """Yield which edition a text was taken as that says none, and how to take the next likely one."""
    if report.editions:
        taken, other, *_ = report.editions
        counts = {"found": taken.found, "all": count_names(report.listed), "other_found": other.found}
        values = {**counts, "taken": taken.name, "other": other.name, "name": report.listed.name}
        yield say("placing.edition", values, language)


def unplaced_lines(report: Report, language: str = "en") -> Iterator[str]:
    """Yield what could not be placed."""
    for match in report.unplaced:
        yield say("placing.unplaced", _names(match), language)


def read_otherwise(report: Report, language: str = "en") -> Iterator[str]:
    """Yield what the catalogue calls otherwise."""
    for match in report.read_otherwise:
        yield say("placing.read-as", {**_names(match), "entry": strip_marks(match.entry)}, language)


def left_open(report: Report, language: str = "en") -> Iterator[str]:
    """Yield what may be several entries, of which the list does not say one."""
    for match in report.open:
        yield say("placing.open", {**_names(match), "count": match.others + 1}, language)


def _names(match: Match) -> dict[str, str]:
    """Return what a list calls a selection and the unit that it is in, without its author's marks."""
    return {"name": strip_marks(match.listed.name), "unit": strip_marks(match.unit)}


def unread(report: Report, language: str = "en") -> Iterator[str]:
    """Yield the lines that were not understood."""
    for line in report.unread:
        yield say("placing.unread", {"place": line.place, "text": line.text[:100]}, language)


def total(found: Total, language: str = "en") -> tuple[str, list[str]]:
    """Return a total, stated and ours, and the causes of the difference."""
    values = {"cost": found.name, "stated": amount(found.stated), "ours": amount(found.ours)}
    causes = []
    for cause in found.causes:
        amounts = {"name": cause.name, "stated": amount(cause.stated), "ours": amount(cause.ours)}
        causes.append(say(f"placing.cause.{cause.why}", amounts, language))
    return say("placing.total.differs" if found.difference else "placing.total.same", values, language), causes
