"""Requests and answers: what every call of the client goes through."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import requests

from .words import say

Json = dict[str, Any]
PREFIX = "/api/v1"
STREAM = "text/event-stream"
PAUSE = 0.2
"""Seconds between two questions for news, where the server did not let the first one wait."""


class MusterError(Exception):
    """A refusal, or no answer at all. `status` is 0 where no answer came; `problem` is the API's problem, or {}."""

    def __init__(self, message: str, status: int = 0, problem: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.problem = problem or {}


class Sender:
    """Sends requests to one server; see `Muster`."""

    def __init__(
        self, url: str = "http://127.0.0.1:8000", timeout: float = 60, *, key: str = "", language: str = ""
    ) -> None:
        self.url = url.rstrip("/")
        self.timeout = timeout
        self.language = language
        self._session = requests.Session()
        self._session.headers["User-Agent"] = "muster-client"
        if key:
            self._session.headers["Authorization"] = f"Bearer {key}"
        if language:
            self._session.headers["Accept-Language"] = language

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def _items(self, path: str, *, _headers: Mapping[str, str] | None = None, **query: Any) -> Iterator[Json]:
        params = {name: value for name, value in query.items() if value not in ("", None)}
        while True:
            page = self._json("GET", path, params=params, headers=_headers)
            yield from page["items"]
            if page.get("next") is None or not page["items"]:
                return
            params["start"] = page["next"]

    def _stream(self, path: str, *, headers: Mapping[str, str] | None = None, **query: Any) -> Iterator[tuple[str, Json]]:
        """Yield server-sent events, each with its name; a stream that ends goes on after its last event, for ever."""
        seen, name = "", ""
        while True:
            asked = {"Accept": STREAM, **(headers or {}), **({"Last-Event-ID": seen} if seen else {})}
            with self._send("GET", path, headers=asked, params=query, stream=True) as answer:
                for what, value in _fields(answer):
                    if what == "id":
                        seen = value
                    elif what == "event":
                        name = value
                    elif what == "data":
                        yield name, json.loads(value)
            time.sleep(PAUSE)

    def _json(self, method: str, path: str, **parts: Any) -> Json:
        answer = self._send(method, path, **parts)
        try:
            made: Json = answer.json()
        except ValueError as error:
            raise MusterError(say("stranger", self.language, url=self.url), answer.status_code) from error
        return made

    def _send(self, method: str, path: str, **parts: Any) -> requests.Response:
        try:
            answer = self._session.request(method, self.url + PREFIX + path, timeout=self.timeout, **parts)
        except requests.Timeout as error:
            raise MusterError(say("late", self.language, url=self.url, seconds=f"{self.timeout:g}")) from error
        except requests.exceptions.SSLError as error:
            raise MusterError(say("broken", self.language, url=self.url, reason=error)) from error
        except requests.ConnectionError as error:
            raise MusterError(say("unreachable", self.language, url=self.url)) from error
        except (UnicodeEncodeError, requests.exceptions.InvalidHeader) as error:
            raise MusterError(say("letters", self.language)) from error
        except (
            requests.exceptions.InvalidSchema,
            requests.exceptions.MissingSchema,
            requests.exceptions.InvalidURL,
        ) as error:
            raise MusterError(say("address", self.language, url=self.url)) from error
        except requests.RequestException as error:
            raise MusterError(say("broken", self.language, url=self.url, reason=error)) from error
        if not answer.ok:
            raise self._refusal(answer)
        return answer

    def _refusal(self, answer: requests.Response) -> MusterError:
        try:
            problem = answer.json()
            return MusterError(f"{problem['title']}: {problem['detail']}", answer.status_code, problem)
        except (ValueError, KeyError, TypeError):
            status = f"{answer.status_code} {answer.reason}"
            return MusterError(say("refused", self.language, url=self.url, status=status), answer.status_code)


def _fields(answer: requests.Response) -> Iterator[tuple[str, str]]:
    """Yield the fields of a stream as they come, until it ends or the connection breaks: both ways it is asked for again."""
    with suppress(requests.RequestException):
        for line in answer.iter_lines():
            what, _, value = line.decode().partition(": ")
            yield what, value


def part(text: object) -> str:
    """Return a text as a part of an address."""
    return quote(str(text), safe="")


def if_match(thing: Mapping[str, Any]) -> dict[str, str]:
    """Return the header with the version of a thing that was read."""
    return {"If-Match": f'"{thing["version"]}"'}


def once_only(word: str) -> dict[str, str]:
    """Return the header by which the same request, sent again with the same word, makes nothing twice."""
    return {"Idempotency-Key": word} if word else {}


def as_words(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values as they stand in an address: "true" and "false" as JSON has them."""
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in values.items()}
