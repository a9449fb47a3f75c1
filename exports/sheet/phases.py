"""When in a turn a rule matters, and whether it may be used once in a battle, as its text says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

PHASES = ("deploy", "command", "move", "psychic", "shoot", "charge", "fight", "morale", "always", "destroyed")
"""The order of the turn; what matters at no time of its own is "always"."""

_NAMED = {
    "command": "command|hero",
    "move": "movement",
    "psychic": "psychic",
    "shoot": "shooting",
    "charge": "charge",
    "fight": "fight|combat",
    "morale": "morale|battleshock",
}
_DONE = ("advanced in", "fell back in", "moved in", "not move in", "not move during", "stationary in", "stationary during")
_BEFORE = (f"{done} {whose}" for done in _DONE for whose in ("its", "their", "the", "your"))
_NOT_NOW = "".join(rf"(?<!\b{word} )" for word in ("next", "previous", "last", "it is your", "it's your", *_BEFORE))
_PHASE = {
    phase: re.compile(rf"{_NOT_NOW}\b(?:{words}) phase", re.IGNORECASE) for phase, words in _NAMED.items()
}  # the phase that is named first counts
_CUES = (
    (
        "destroyed",
        r"(if|when|each time) (this|the|a) (model|unit|vehicle|transport|bearer)[^.]{0,40} (is|would be) (destroyed|slain)",
    ),
    ("destroyed", r"\bdice roll: [^\n]{1,12}(\n| · )?distance: [^\n]{1,12}(\n| · )?mortal wounds: "),
    ("destroyed", r"reduced to 0 wounds"),
    (
        "deploy",
        r"(?<!or )(?<!used )during deployment|instead of (being set|setting)|(?<!used )before the (battle|game)\b"
        r"|\bpre-battle\b|\b(start|beginning) of the first battle round"
        r"|\b(when|first time) (this|it|a|an|the)\b[^.,]{0,40} is (first )?set up\b",
    ),
    ("morale", r"(?<!purposes of )(morale tests?|combat attrition|battleshock tests?)"),
    ("psychic", r"psychic tests?|deny the witch|manifest"),
    ("charge", r"charge rolls?|declare a charge|(fires?|firing) overwatch"),
    (
        "move",
        r"\badvances?\b|\bwhen advancing\b|\bas reinforcements\b|\bfrom strategic reserves\b|falls? back"
        r"|when (this|the) (model|unit) moves|\bfree move\b|terrain tests|when it moves|\bmay teleport\b",
    ),
    ("fight", r"fights first|piles? in|consolidat|made with (a )?melee weapons?|\bclose combat"),
    ("shoot", r"ranged (weapon|attack)|shoots?\b|\b(may|can) fire\b|\bshooter\b"),
)
_FOUND = tuple((phase, re.compile(cue, re.IGNORECASE)) for phase, cue in _CUES)
_TURN = r"(?:\w+ ){0,3}(?:rounds?|turns?|phases?|times?)\b"
_AGAIN = rf"(?! (?:in )?(?:a|any) {_TURN})(?![^.]{{0,40}}\b(?:each|every|per) {_TURN})"
"""What may be used once in each of them may be used again."""
_ONCE = re.compile(
    rf"\b(?:once per|once in (?:a|the|each)|one use per) (?:battle|game)\b(?! rounds?\b)"
    rf"|\bone use only|\bone shot only|\bsingle use\b"
    rf"|\b(?:only|once) be (?:used|fired|shot) (?:once|per battle)\b{_AGAIN}|\bbe (?:used|fired) once\b{_AGAIN}",
    re.IGNORECASE,
)


_WORD = re.compile(r"[^\W\d_]{4,}")
_SENTENCE = re.compile(r"[^.!?\n]*[.!?\n]?")
_BEGINNING = re.compile(r"[^\n]{80,}(?<!:)(?=\n|$)")
"""A first paragraph that says something: what a rule is about stands there, not among its details."""


def phase_of(text: str) -> str:
    """Return the phase that a rule's text names first, else the one that its words are about."""
    return _find_phase(text)[0]


def phase_sentence(text: str) -> str:
    """Return the sentence in which a text says its phase, the first where it says none."""
    place = _find_phase(text)[1]
    sentences = (found for found in _SENTENCE.finditer(text) if found.end() > place and found.group().strip())
    return next((found.group().strip() for found in sentences), "")


def phase_of_call(of: str, texts: Iterable[str]) -> str:
    """Return the phase in which one of some texts calls for things of a kind, by the last word of their name ("Orders").

    It is named in a sentence that says that word; "" where there is none.
    """
    kind = [word.removesuffix("s") for word in _WORD.findall(of.casefold())][-1:]
    for text in texts:
        for sentence in _SENTENCE.findall(text):
            words = {word.removesuffix("s") for word in _WORD.findall(sentence.casefold())}
            if words.issuperset(kind) and kind and (named := _named_phases(sentence)):
                return named[min(named)]
    return ""


def _named_phases(text: str) -> dict[int, str]:
    """Return the phases that a text names by where it first does."""
    return {found.start(): phase for phase, words in _PHASE.items() if (found := words.search(text))}


@lru_cache(maxsize=4096)
def _find_phase(text: str) -> tuple[str, int]:
    """Return the phase, and where in the text it is said."""
    named = _named_phases(text)
    if named:
        return named[min(named)], min(named)
    beginning = _BEGINNING.match(text)
    searched = beginning[0] if beginning else text
    cues = ((phase, found.start()) for phase, cue in _FOUND if (found := cue.search(searched)))
    return next(cues, ("always", 0))


@lru_cache(maxsize=4096)
def is_once(text: str) -> bool:
    """Say whether a text says that it may be used once in a battle."""
    return bool(_ONCE.search(text))
