"""A client of the REST API in Python, on requests.

    with Muster() as muster:
        roster = muster.create_roster("wh40k-9e", "Sunward Host")
        roster = muster.apply(roster, [{"op": "add-force", "catalogue": "core-9e"}])
        print(muster.findings(roster["id"])["legal"])
        pdf = muster.sheet(roster["id"])

Answers are the API's JSON as plain dicts; what changes a roster takes the dict that was read, whose `version` goes along,
so that nobody's edit is overwritten. Every refusal is a `MusterError` that carries the API's problem.
"""

from __future__ import annotations

import json
import time
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any
from urllib.parse import quote

import requests

Json = dict[str, Any]
PREFIX = "/api/v1"
PAUSE = 0.2
"""Seconds between two questions for news, where the server did not let the first one wait."""


class MusterError(Exception):
    """A refusal, or no answer at all. `status` is 0 where no answer came; `problem` is the API's problem, or {}."""

    def __init__(self, message: str, status: int = 0, problem: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.problem = problem or {}


class Muster:
    """A server of Muster's API.

    Args:
        url: where it listens.
        timeout: seconds to wait for a connection and for each answer; battles between bots may take long.
        key: a person's key, where the server has accounts.
    """

    def __init__(self, url: str = "http://127.0.0.1:8000", timeout: float = 60, *, key: str = "") -> None:
        self.url = url.rstrip("/")
        self.timeout = timeout
        self._session = requests.Session()
        if key:
            self._session.headers["Authorization"] = f"Bearer {key}"

    def __enter__(self) -> Muster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    # --- what there is ---------------------------------------------------------------------------------------------

    def systems(self) -> list[Json]:
        """Return the game systems."""
        return list(self._items("/systems"))

    def rule(self, system: str, rule: str) -> Json:
        """Return a rule of a system."""
        return self._json("GET", f"/systems/{_part(system)}/rules/{_part(rule)}")

    def catalogues(self, system: str = "") -> list[Json]:
        """Return the catalogues, of one system if given."""
        return list(self._items("/catalogues", system=system))

    def datasheets(self, **search: Any) -> Iterator[Json]:
        """Yield datasheets; `search` as in the API: text, keyword (one or a list), role, system, catalogue, power_min ..."""
        return self._items("/datasheets", **search)

    def datasheet(self, catalogue: str, id: str) -> Json:
        """Return a datasheet with its document."""
        return self._json("GET", f"/datasheets/{_part(catalogue)}/{_part(id)}")

    def import_data(
        self,
        files: Mapping[str, bytes] | None = None,
        urls: Sequence[str] = (),
        documents: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        preview: bool = False,
    ) -> Json:
        """Bring in data files, lists and documents by name, and what stands at addresses, all or none; return the report."""
        if files and not documents:
            parts = [("files", (name, data)) for name, data in files.items()]
            form = {"urls": list(urls), "preview": json.dumps(preview)}
            return self._json("POST", "/imports", files=parts, data=form)
        packed = [{"name": name, "content": b64encode(data).decode()} for name, data in (files or {}).items()]
        written = [{"name": name, "document": dict(document)} for name, document in (documents or {}).items()]
        body = {"files": packed, "urls": list(urls), "documents": written, "preview": preview}
        return self._json("POST", "/imports", json=body)

    # --- rosters ---------------------------------------------------------------------------------------------------

    def rosters(self, system: str = "", text: str = "") -> Iterator[Json]:
        """Yield rosters, the last changed first."""
        return self._items("/rosters", system=system, text=text)

    def roster(self, id: str) -> Json:
        """Return a roster with its tree and its version."""
        return self._json("GET", f"/rosters/{_part(id)}")

    def create_roster(self, system: str, name: str, operations: Sequence[Mapping[str, Any]] = (), *, once: str = "") -> Json:
        """Make a roster and run operations on it. Called again with the same word `once` it makes no second one."""
        body = {"system": system, "name": name, "operations": list(operations)}
        return self._json("POST", "/rosters", json=body, headers={"Idempotency-Key": once} if once else {})

    def import_roster(self, document: Mapping[str, Any]) -> Json:
        """Return the roster that stands at a roster document, made if there is none."""
        return self._json("POST", "/rosters", json={"document": dict(document)})

    def apply(self, roster: Mapping[str, Any], operations: Sequence[Mapping[str, Any]]) -> Json:
        """Run operations on a roster as it was read; all of them or none."""
        return self._change(roster, "operations", {"operations": list(operations)})

    def updates(self, roster: Mapping[str, Any]) -> Json:
        """Return what the newest catalogues would make of a roster; `apply` its "operations" to accept them."""
        return self._json("GET", f"/rosters/{_part(roster['id'])}/updates")

    def undo(self, roster: Mapping[str, Any]) -> Json:
        """Take back the last edit."""
        return self._change(roster, "undo")

    def redo(self, roster: Mapping[str, Any]) -> Json:
        """Do again what was taken back."""
        return self._change(roster, "redo")

    def restore(self, roster: Mapping[str, Any], step: int) -> Json:
        """Let the roster stand at any step of its history."""
        return self._change(roster, "restore", {"step": step})

    def history(self, id: str) -> Iterator[Json]:
        """Yield the steps of a roster's history."""
        return self._items(f"/rosters/{_part(id)}/history")

    def name_version(self, id: str, step: int, name: str) -> None:
        """Give a version of a roster a name; "" takes it away."""
        self._send("PUT", f"/rosters/{_part(id)}/history/{step}", json={"name": name})

    def file_roster(self, roster: Mapping[str, Any], tags: Sequence[str], *, archived: bool, locked: bool) -> Json:
        """File a roster under tags, put it away, lock it."""
        body = {"tags": list(tags), "archived": archived, "locked": locked}
        return self._json("PUT", f"/rosters/{_part(roster['id'])}/shelf", json=body, headers=_if_match(roster))

    def exports(self, id: str) -> list[Json]:
        """Return the formats of other programs that a roster can be written in, and what each cannot hold."""
        return list(self._json("GET", f"/rosters/{_part(id)}/exports")["items"])

    def export(self, id: str, format: str) -> bytes:
        """Return a roster as a file: "ros", "rosz", "newrecruit-json", "text", or our own "json" and "txt"."""
        return self._send("GET", f"/rosters/{_part(id)}/export.{_part(format)}").content

    def hand_out(self, id: str, name: str = "", step: int = 0) -> Json:
        """Make a link under which others read a roster; its `token` and `page` are not shown again."""
        return self._json("POST", f"/rosters/{_part(id)}/links", json={"name": name, "step": step})

    def links(self, id: str) -> list[Json]:
        """Return the links of a roster."""
        return list(self._json("GET", f"/rosters/{_part(id)}/links")["items"])

    def take_back_link(self, id: str, link: str) -> None:
        """Take a link of a roster back."""
        self._send("DELETE", f"/rosters/{_part(id)}/links/{_part(link)}")

    def read_link(self, token: str) -> Json:
        """Return the roster document that a link opens."""
        return self._json("GET", f"/links/{_part(token)}")

    def delete_roster(self, roster: Mapping[str, Any]) -> None:
        """Delete a roster as it was read, with its history."""
        self._send("DELETE", f"/rosters/{_part(roster['id'])}", headers=_if_match(roster))

    def findings(self, id: str) -> Json:
        """Return a roster's judgement: costs, whether it is legal, and all findings."""
        return self._json("GET", f"/rosters/{_part(id)}/findings")

    def judge(self, ids: Sequence[str], *, fixes: bool = False) -> list[Json]:
        """Return the judgements of up to 50 rosters, in this order; with `fixes` that settle findings it takes longer."""
        return list(self._json("POST", "/rosters/findings", json={"rosters": list(ids), "fixes": fixes})["items"])

    def delete_rosters(self, rosters: Sequence[Mapping[str, Any]]) -> None:
        """Delete up to 200 rosters as they were read, with their histories: all of them, or none."""
        named = [{"id": each["id"], "version": each["version"]} for each in rosters]
        self._send("POST", "/rosters/deletions", json={"rosters": named})

    def document(self, id: str) -> Json:
        """Return a roster as a roster document."""
        return self._json("GET", f"/rosters/{_part(id)}/document")

    def sheet(self, id: str, **choices: Any) -> bytes:
        """Return a roster's sheet as PDF; `choices` as in the API: setup (a saved one), layout, paper, per_page ..."""
        choices = {name: str(value).lower() if isinstance(value, bool) else value for name, value in choices.items()}
        return self._send("GET", f"/rosters/{_part(id)}/sheet.pdf", params=choices).content

    # --- without a roster ------------------------------------------------------------------------------------------

    def validate(self, **source: Any) -> Json:
        """Return the judgement of a `document`, of a `tree`, or of `system` and `operations`. Nothing is stored."""
        return self._json("POST", "/validations", json=source)

    def matchup(self, a: Mapping[str, Any], b: Mapping[str, Any]) -> Json:
        """Return the facts about two armies; each is {"roster": id} or {"document": {...}}."""
        return self._json("POST", "/matchups", json={"a": dict(a), "b": dict(b)})

    def odds(self, attacker: Mapping[str, Any], target: Mapping[str, Any], **terms: Any) -> Json:
        """Return the exact odds of a unit attacking another; `terms` as in the API: attacker_unit, target_unit, weapon."""
        return self._json("POST", "/odds", json={"attacker": dict(attacker), "target": dict(target), **terms})

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

    # --- battles ---------------------------------------------------------------------------------------------------

    def start_battle(self, a: Mapping[str, Any], b: Mapping[str, Any], **choices: Any) -> Json:
        """Start a battle; `choices` as in the API: mission, seed, players. Seats of people come with their tokens."""
        return self._json("POST", "/battles", json={"a": dict(a), "b": dict(b), **choices})

    def battle(self, id: str) -> Json:
        """Return how a battle stands."""
        return self._json("GET", f"/battles/{_part(id)}")

    def decision(self, id: str, token: str) -> Json:
        """Return the pending decision and its options, for the seat of this token."""
        return self._json("GET", f"/battles/{_part(id)}/decision", headers=_seat(token))

    def choose(self, id: str, token: str, choice: Mapping[str, Any]) -> Json:
        """Make a choice for the seat of this token."""
        return self._json("POST", f"/battles/{_part(id)}/choices", json=dict(choice), headers=_seat(token))

    def advance(self, id: str) -> Json:
        """Let programs play on for a few seconds; repeat while the `state` that comes back is "running"."""
        return self._json("POST", f"/battles/{_part(id)}/advance")

    def take_back(self, id: str, token: str, choices: int | None = None) -> Json:
        """Take back all but the first `choices`; None: back to the last decision of the seat of this token."""
        return self._json("POST", f"/battles/{_part(id)}/undo", json={"choices": choices}, headers=_seat(token))

    def fork(self, id: str, choices: int, token: str = "", players: Sequence[str] = ()) -> Json:
        """Make a new battle of the first `choices` of one; like `start_battle` it comes with tokens."""
        body = {"choices": choices, "players": list(players)}
        return self._json("POST", f"/battles/{_part(id)}/forks", json=body, headers=_seat(token))

    def view(self, id: str, token: str = "") -> Json:
        """Return the table as the seat of this token sees it."""
        return self._json("GET", f"/battles/{_part(id)}/view", headers=_seat(token))

    def coverage(self, id: str, token: str = "") -> Json:
        """Return how much of the armies a battle plays: abilities, what is assumed, what does not exist in it."""
        return self._json("GET", f"/battles/{_part(id)}/coverage", headers=_seat(token))

    def events(self, id: str, token: str = "", start: int = 0, *, told: bool = False) -> Iterator[Json]:
        """Yield the events so far, from number `start` on, with those that only the seat of this token may see.

        Where they are to be `told`, each has its sentence in "told", None where it is not worth a line.
        """
        asked = {"start": start, "told": "true" if told else ""}
        return self._items(f"/battles/{_part(id)}/events", _headers=_seat(token), **asked)

    def follow(self, id: str, token: str = "", start: int = 0, wait: float = 20) -> Iterator[Json]:
        """Yield pages of events as they happen, until the battle is over.

        Where a page's `start` is below the events that you have, choices were taken back: forget those from it on.
        """
        asked: Json = {"start": start, "wait": wait}
        while asked["start"] is not None:
            page = self._json("GET", f"/battles/{_part(id)}/events", params=asked, headers=_seat(token))
            if page["items"] or page["start"] < asked["start"]:
                yield page
            elif page["next"] is not None:
                time.sleep(PAUSE)
            asked |= {"start": page["next"], "undos": page["undos"]}

    def record(self, id: str, token: str = "") -> Json:
        """Return the record of a battle that is over, or that you play against programs with this token."""
        return self._json("GET", f"/battles/{_part(id)}/record", headers=_seat(token))

    def import_battle(self, record: Mapping[str, Any], players: Sequence[str] = ()) -> Json:
        """Make a battle of a record; like `start_battle` it comes with tokens."""
        return self._json("POST", "/battles/records", json={"record": dict(record), "players": list(players)})

    # --- sending ---------------------------------------------------------------------------------------------------

    def _change(self, roster: Mapping[str, Any], what: str, body: Json | None = None) -> Json:
        return self._json("POST", f"/rosters/{_part(roster['id'])}/{what}", json=body, headers=_if_match(roster))

    def _items(self, path: str, *, _headers: Mapping[str, str] | None = None, **query: Any) -> Iterator[Json]:
        params = {name: value for name, value in query.items() if value not in ("", None)}
        while True:
            page = self._json("GET", path, params=params, headers=_headers)
            yield from page["items"]
            if page["next"] is None or not page["items"]:
                return
            params["start"] = page["next"]

    def _json(self, method: str, path: str, **parts: Any) -> Json:
        answer = self._send(method, path, **parts)
        try:
            made: Json = answer.json()
        except ValueError as error:
            raise MusterError(f"{self.url} does not answer as Muster does", answer.status_code) from error
        return made

    def _send(self, method: str, path: str, **parts: Any) -> requests.Response:
        try:
            answer = self._session.request(method, self.url + PREFIX + path, timeout=self.timeout, **parts)
        except requests.RequestException as error:
            raise MusterError(f"no answer from {self.url}: {error}") from error
        if not answer.ok:
            raise _refusal(answer)
        return answer


def _refusal(answer: requests.Response) -> MusterError:
    try:
        problem = answer.json()
        return MusterError(f"{problem['title']}: {problem['detail']}", answer.status_code, problem)
    except (ValueError, KeyError, TypeError):
        return MusterError(f"the server answered {answer.status_code} {answer.reason}", answer.status_code)


def _part(text: object) -> str:
    return quote(str(text), safe="")


def _if_match(thing: Mapping[str, Any]) -> dict[str, str]:
    return {"If-Match": f'"{thing["version"]}"'}


def _seat(token: str) -> dict[str, str]:
    return {"Muster-Seat": token} if token else {}
