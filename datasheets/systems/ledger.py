"""From a rule ledger (YAML) to `rulebook.json`: `python -m datasheets.systems.ledger FOLDER`.

For developers only: it needs PyYAML, which Muster itself does not. What is written is exactly the ledger, in one shape for
all systems and in the ledger's order; texts keep their words and lose their line ends. A rule that a ledger recommends
inside a decision becomes a rule like the others, of the kind "recommended", with that decision as its source.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

VALUES = ("numbers", "table")
RULE = ("id", "section", "kind", "text", "severity", "advice", *VALUES, "see", "external", "open", "card", "source")
DECISION = ("id", "topic", "type", "rules", "question", "decision", "why", *VALUES, "origin", "confidence")
EXAMPLE = ("id", "origin", "rules", "given", "expect")
TERM = ("term", "en", "meaning")
SEVERITIES = {"error": "error", "warning": "warning", "info": "note"}
RECOMMENDED_SECTION = "Recommended rules"


def convert(ledger: Mapping[str, Any]) -> dict[str, Any]:
    """The ledger as the data of a `Rulebook`."""
    rules = [_part(rule, RULE) for rule in ledger["rules"]] + list(_recommended_rules(ledger["open_questions"]))
    return {
        "system": ledger["system"],
        "title": ledger["title"],
        "language": ledger["language"],
        "source": ledger["source"],
        "notes": [_text(note) for note in [ledger.get("scope"), *ledger.get("conventions", ())] if note],
        "sections": list(dict.fromkeys(rule["section"] for rule in rules)),
        "rules": rules,
        "decisions": [_part(decision, DECISION) for decision in ledger["open_questions"]],
        "examples": [_part(example, EXAMPLE) for example in ledger["examples"]],
        "terms": [_part(term, TERM) for term in ledger["terms"]],
    }


def _recommended_rules(decisions: list[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for decision in decisions:
        for rule in decision.get("recommended_rules", ()):
            yield {
                "id": rule["id"],
                "section": RECOMMENDED_SECTION,
                "kind": "recommended",
                **_part(rule, ("text", *VALUES)),
                "source": decision["id"],
            }


def _part(entry: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    part = {key: _text(entry[key]) for key in keys if entry.get(key) not in (None, [], {})}
    if "severity" in part:
        part["severity"] = SEVERITIES[part["severity"]]
    if isinstance(part.get("external"), str):
        part["external"] = [part["external"]]
    return part


def _text(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, Mapping):
        return {str(key): _text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_text(item) for item in value]
    return value


def write(rulebook: Mapping[str, Any]) -> str:
    """The text of `rulebook.json`: indented, so that a change reads well in a diff."""
    return json.dumps(rulebook, ensure_ascii=False, indent=1) + "\n"


def read(file: Path) -> dict[str, Any]:
    """The converted ledger of a YAML file."""
    import yaml

    return convert(yaml.safe_load(file.read_text(encoding="utf-8")))


def main(folder: str) -> None:
    """Write the rulebook of every ledger in the folder into the bundled data."""
    systems = Path(__file__).parent.parent / "data" / "systems"
    for file in sorted(Path(folder).glob("*.yaml")):
        rulebook = read(file)
        target = systems / rulebook["system"] / "rulebook.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(write(rulebook), encoding="utf-8")
        print(f"{target}: {len(rulebook['rules'])} rules")


if __name__ == "__main__":
    main(sys.argv[1])
