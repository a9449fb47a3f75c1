"""What parts of addresses and queries mean that are called the same everywhere; a field that says more says it itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DESCRIPTIONS: Mapping[tuple[str, str], str] = {
    ("path", "system"): "The id of a game system; `/systems` lists them.",
    ("path", "rule"): "The id of a rule in the rulebook of its system.",
    ("path", "catalogue"): "The id of a catalogue; `/catalogues` lists them.",
    ("path", "datasheet"): "The id of a datasheet in its catalogue.",
    ("path", "roster"): "The id of a roster; `/rosters` lists them.",
    ("path", "step"): "The number of a step in the history of the roster.",
    ("path", "link"): "The id of a link that was handed out; not its token.",
    ("path", "style"): "Where the text is to be posted, or `event` for a tournament.",
    ("path", "token"): "The token of a link.",
    ("path", "club"): "The id of a club; `/clubs` lists yours.",
    ("path", "person"): "The id of a member of the club.",
    ("path", "name"): "The name of a saved print set-up.",
    ("path", "battle"): "The id of a battle; `/battles` lists them.",
    ("path", "simulation"): "The id of a simulation; `/simulations` lists them.",
    ("path", "game"): "The number of a game of the simulation, from 0.",
    ("path", "schema"): "The name of a JSON Schema; `/schemas` lists them.",
    ("query", "system"): "Only those of the game system with this id.",
    ("query", "section"): "Only rules of this section of the rulebook.",
    ("query", "kind"): "Only rules of this kind.",
    ("query", "role"): "Only units of this battlefield role.",
    ("query", "catalogue"): "Only those of the catalogue with this id.",
    ("query", "power_min"): "Only units of at least this Power.",
    ("query", "power_max"): "Only units of at most this Power.",
    ("query", "cost_min"): "Only units that cost at least this much, in what their system counts.",
    ("query", "cost_max"): "Only units that cost at most this much, in what their system counts.",
    ("query", "version"): "The version to read; the newest, if not said.",
    ("query", "tag"): "Only rosters with this tag.",
    (
        "query",
        "layout",
    ): "`full`: a summary and a card for each unit; `cards`: cards of one size; `summary`; `event`: a list for organisers.",
    ("query", "paper"): "The size of a page.",
    ("query", "orientation"): "Upright or wide.",
    ("query", "per_page"): "How many cards stand on a page of the layout `cards`.",
    ("query", "accent"): "A colour beside the greys.",
    ("query", "appendix"): "Which rules stand once at the end: those that units share, all, or none.",
    ("query", "language"): "The language of headings and findings; `same` is that of the answer.",
}

BODIES: Mapping[str, Mapping[str, Any]] = {
    "sheet": {
        "printed": {
            "summary": "The bytes of a printed sheet, as `GET /api/v1/rosters/sunward-host/sheet.pdf` answers them.",
            "value": "%PDF-1.7",
        }
    },
    "record": {
        "recorded": {
            "summary": "The whole answer of `GET /api/v1/battles/{battle}/record`; cut short here: armies and choices lack.",
            "value": {
                "record": {
                    "schema": "muster.battle/1",
                    "engine": "1",
                    "ruleset": {},
                    "mission": "only-war",
                    "seed": 7,
                    "game": 0,
                    "players": ["human", "greedy"],
                    "armies": [],
                    "choices": [],
                    "events_digest": "sha256:...",
                },
                "players": ["human", "greedy"],
            },
        }
    },
}
"""Examples of bodies that are too long to stand in the document, by what the example of the operation sends."""


def describe(parameters: list[Any]) -> None:
    """Give parameters that say nothing of themselves their descriptions."""
    for each in parameters:
        if isinstance(each, dict) and (text := DESCRIPTIONS.get((each.get("in", ""), each.get("name", "")))):
            each.setdefault("description", text)
