"""Calls about armies wherever they are: judged, compared, their odds, their sheets. Nothing of them is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .sending import Json, Sender, part


class ArmyCalls(Sender):
    """Armies, each {"roster": id}, {"document": {...}} or {"sheet": PDF in base 64}."""

    def validate(self, **source: Any) -> Json:
        """Return the judgement of a `document`, of a `tree`, or of `system` and `operations`. Nothing is stored."""
        return self._json("POST", "/validations", json=source)

    def matchup(self, a: Mapping[str, Any], b: Mapping[str, Any]) -> Json:
        """Return the facts about two armies; each is {"roster": id} or {"document": {...}}."""
        return self._json("POST", "/matchups", json={"a": dict(a), "b": dict(b)})

    def compare(self, a: Mapping[str, Any], b: Mapping[str, Any]) -> Json:
        """Return what differs between two armies: units, models, costs, equipment, keywords, statements."""
        return self._json("POST", "/comparisons", json={"a": dict(a), "b": dict(b)})

    def odds(self, attacker: Mapping[str, Any], target: Mapping[str, Any], **terms: Any) -> Json:
        """Return the exact odds of a unit attacking another; `terms` as in the API: attacker_unit, target_unit, weapon."""
        return self._json("POST", "/odds", json={"attacker": dict(attacker), "target": dict(target), **terms})

    def army_odds(self, a: Mapping[str, Any], b: Mapping[str, Any], **terms: Any) -> Json:
        """Return the odds of each unit of an army attacking each of another; `terms` as in the API: ranges, fighting."""
        return self._json("POST", "/odds/armies", json={"a": dict(a), "b": dict(b), **terms})

    def render_sheet(self, army: Mapping[str, Any], **choices: Any) -> bytes:
        """Return an army's sheet as PDF; `choices` as in the API: setup (a saved one), layout, paper, per_page ..."""
        return self._send("POST", "/sheets/render", json={"army": dict(army), **choices}).content

    def setups(self) -> list[Json]:
        """Return the saved print set-ups."""
        return list(self._items("/sheets/setups"))

    def setup(self, name: str) -> Json:
        """Return a print set-up."""
        return self._json("GET", f"/sheets/setups/{part(name)}")

    def save_setup(self, name: str, **choices: Any) -> Json:
        """Save a print set-up in the place of what was there; what is left out has its default."""
        return self._json("PUT", f"/sheets/setups/{part(name)}", json=choices)

    def delete_setup(self, name: str) -> None:
        """Forget a print set-up."""
        self._send("DELETE", f"/sheets/setups/{part(name)}")

    def read_sheet(self, pdf: bytes) -> Json:
        """Return the roster document in a sheet."""
        return self._json("POST", "/sheets/read", data=pdf, headers={"Content-Type": "application/pdf"})

    def find_code(self, code: str) -> Json:
        """Return which rosters have, or once had, a check code; while `left` is not 0, ask again to search on."""
        return self._json("GET", "/sheets/verify", params={"code": code})

    def verify_sheet(self, pdf: bytes, **against: str) -> Json:
        """Say whether a sheet agrees with itself, and with a `roster` or `digest` if given."""
        headers = {"Content-Type": "application/pdf"}
        return self._json("POST", "/sheets/verify", data=pdf, headers=headers, params=against)
