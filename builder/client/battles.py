"""Calls about battles: begun, played, followed, recorded."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .sending import PAUSE, Json, Sender, once_only, part


class BattleCalls(Sender):
    """Battles on the server."""

    def start_battle(self, a: Mapping[str, Any], b: Mapping[str, Any], once: str = "", **choices: Any) -> Json:
        """Start a battle; `choices` as in the API: mission, seed, players. Seats of people come with their tokens."""
        body = {"a": dict(a), "b": dict(b), **choices}
        return self._json("POST", "/battles", json=body, headers=once_only(once))

    def battles(self, **search: Any) -> Iterator[Json]:
        """Yield battles, the last changed first; `search` as in the API: system, sort."""
        return self._items("/battles", **search)

    def delete_battle(self, id: str) -> None:
        """Delete a battle with its choices and events."""
        self._send("DELETE", f"/battles/{part(id)}")

    def let_watch(self, id: str, name: str = "") -> Json:
        """Make a link under which others watch a battle; its `token` and `page` are not shown again."""
        return self._json("POST", f"/battles/{part(id)}/links", json={"name": name} if name else {})

    def battle_links(self, id: str) -> list[Json]:
        """Return the links under which others watch a battle."""
        return list(self._json("GET", f"/battles/{part(id)}/links")["items"])

    def take_back_battle_link(self, id: str, link: str) -> None:
        """Take a link to watch a battle back."""
        self._send("DELETE", f"/battles/{part(id)}/links/{part(link)}")

    def battle(self, id: str) -> Json:
        """Return how a battle stands."""
        return self._json("GET", f"/battles/{part(id)}")

    def decision(self, id: str, token: str) -> Json:
        """Return the pending decision and its options, for the seat of this token."""
        return self._json("GET", f"/battles/{part(id)}/decision", headers=_seat(token))

    def choose(self, id: str, token: str, choice: Mapping[str, Any]) -> Json:
        """Make a choice for the seat of this token."""
        return self._json("POST", f"/battles/{part(id)}/choices", json=dict(choice), headers=_seat(token))

    def advance(self, id: str) -> Json:
        """Let programs play on for a few seconds; repeat while the `state` that comes back is "running"."""
        return self._json("POST", f"/battles/{part(id)}/advance")

    def take_back(self, id: str, token: str, choices: int | None = None) -> Json:
        """Take back all but the first `choices`; None: back to the last decision of the seat of this token."""
        return self._json("POST", f"/battles/{part(id)}/undo", json={"choices": choices}, headers=_seat(token))

    def fork(self, id: str, choices: int, token: str = "", players: Sequence[str] = ()) -> Json:
        """Make a new battle of the first `choices` of one; like `start_battle` it comes with tokens."""
        body = {"choices": choices, "players": list(players)}
        return self._json("POST", f"/battles/{part(id)}/forks", json=body, headers=_seat(token))

    def view(self, id: str, token: str = "") -> Json:
        """Return the table as the seat of this token sees it."""
        return self._json("GET", f"/battles/{part(id)}/view", headers=_seat(token))

    def coverage(self, id: str, token: str = "") -> Json:
        """Return how much of the armies a battle plays: abilities, what is assumed, what does not exist in it."""
        return self._json("GET", f"/battles/{part(id)}/coverage", headers=_seat(token))

    def events(self, id: str, token: str = "", start: int = 0, *, told: bool = False) -> Iterator[Json]:
        """Yield the events so far, from number `start` on, with those that only the seat of this token may see.

        Where they are to be `told`, each has its sentence in "told", None where it is not worth a line.
        """
        asked = {"start": start, "told": "true" if told else ""}
        return self._items(f"/battles/{part(id)}/events", _headers=_seat(token), **asked)

    def follow(self, id: str, token: str = "", start: int = 0, wait: float = 20) -> Iterator[Json]:
        """Yield pages of events as they happen, until the battle is over.

        Where a page's `start` is below the events that you have, choices were taken back: forget those from it on.
        """
        asked: Json = {"start": start, "wait": wait}
        while asked["start"] is not None:
            page = self._json("GET", f"/battles/{part(id)}/events", params=asked, headers=_seat(token))
            if page["items"] or page["start"] < asked["start"]:
                yield page
            elif page["next"] is not None:
                time.sleep(PAUSE)
            asked |= {"start": page["next"], "undos": page["undos"]}

    def listen(self, id: str, token: str = "", start: int = 0, *, told: bool = False) -> Iterator[tuple[str, Json]]:
        """Yield what the server sends of a battle as it happens, until it is over, each as its kind and what it says.

        "event" is an event, "stands" how the battle stands now, "back" that choices were taken back: forget the events from
        its "start" on. Where events are to be `told`, each has its sentence in "told".
        """
        asked = {"start": start, **({"told": "true"} if told else {})}
        for kind, said in self._stream(f"/battles/{part(id)}/events", headers=_seat(token), **asked):
            yield kind, said
            if kind == "stands" and said["over"]:
                return

    def record(self, id: str, token: str = "") -> Json:
        """Return the record of a battle that is over, or that you play against programs with this token."""
        return self._json("GET", f"/battles/{part(id)}/record", headers=_seat(token))

    def import_battle(self, record: Mapping[str, Any], players: Sequence[str] = ()) -> Json:
        """Make a battle of a record; like `start_battle` it comes with tokens."""
        return self._json("POST", "/battles/records", json={"record": dict(record), "players": list(players)})


def _seat(token: str) -> dict[str, str]:
    return {"Muster-Seat": token} if token else {}
