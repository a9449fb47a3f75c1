"""Problems of a document as the reader of its form understands them: beside the field, in words that speak of no JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builder.api.languages import language
from builder.web.rendering import t
from builder.web.writing.controls import Control
from builder.web.writing.nodes import Form, Node
from datasheets.problems import Problem
from datasheets.words import translate

PLAIN: Mapping[str, str] = {
    "This field is missing.": "missing",
    "This field is missing or no text.": "missing",
    "null does not fit here.": "missing",
    "Write something here; it is empty.": "missing",
    "Write text in quotes.": "missing",
    "Write a whole number without quotes.": "whole",
    "Write a number without quotes.": "number",
    "Write a list in brackets, [ ].": "list",
    "Write at least 1 of these.": "one",
    'Write "all", "failed" or a list of results such as [1].': "results",
    'Write a number or dice in quotes, such as "2", "D3" or "2D6+1".': "dice",
    "Write a range into the effect's `to`; an aura has one.": "range",
    "Any number of models is no limit; leave out `most` and `per_models`, or `any`.": "any",
    "Say for every how many models: write `per_models` too.": "per",
    "This choice changes nothing; name what the model gets.": "nothing",
    "Write what the ability does, or mark it as external.": "ability",
}
"""The words of `page.form-problem` that say in a form what a message says of JSON."""
NOTHING_CHOSEN = '"" is no '


@dataclass(frozen=True, slots=True)
class Told:
    """One problem: `node` is the path of the part of the form where it stands, `id` its element, `where` it is in words."""

    node: str
    id: str
    where: str
    message: str


def problems_by_place(form: Form, problems: Iterable[Problem]) -> list[Told]:
    """Return the problems of a form's document, each at the innermost part of the form that it concerns."""
    nodes: dict[str, Node] = {}
    for node in form.all():
        nodes.setdefault(node.path, node)
    return [_place_problem(nodes, each) for each in problems]


def _place_problem(nodes: Mapping[str, Node], problem: Problem) -> Told:
    message = _plain(problem.message)
    path = problem.path
    while path and path not in nodes:
        path = path.rpartition("/")[0]
    if not path:
        return Told("", "", problem.path, message)
    around = [node for each, node in nodes.items() if f"{path}/".startswith(f"{each}/")]
    where = " › ".join(dict.fromkeys(node.label if isinstance(node, Control) else node.title for node in around))
    return Told(path, nodes[path].id, where, message)


def _plain(message: str) -> str:
    if message in PLAIN:
        return t(f"form-problem.{PLAIN[message]}")
    if message.startswith(NOTHING_CHOSEN):
        return t("form-problem.choose")
    return translate(message, language())


def by_node(problems: Iterable[Told]) -> dict[str, list[str]]:
    """Return the messages of each part of the form, by its path."""
    found: dict[str, list[str]] = {}
    for each in problems:
        found.setdefault(each.node, []).append(each.message)
    return found
