"""Data from an address: one file, an archive of a repository, or a BattleScribe index with the files that it names.

Bounded in every way: http and https only, few redirects, time limits, and sizes counted while reading.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from urllib.parse import quote, unquote, urljoin, urlsplit

import requests
from urllib3.exceptions import HTTPError

import builder
from builder.importing.addresses import PrivateAddress, PublicOnly
from builder.importing.archives import ARCHIVE, DATA, Named
from datasheets.archives import LIMITS, Limits, Zip, is_zip, megabytes
from datasheets.battlescribe.xml import parse
from datasheets.problems import document_error, printable
from datasheets.words import Message

CONNECT_SECONDS, READ_SECONDS, ALL_SECONDS = 10, 30, 300
MOST_REDIRECTS = 5
LONGEST = 2_000
CHUNK = 65_536
INDEX = re.compile(r"(?:.*/)?(?:index\.xml|[^/]+\.bsi)", re.IGNORECASE)
REPOSITORY = re.compile(r"https?://(?:www\.)?github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?/?(?:tree/([\w./-]+?)/?)?")
Progress = Callable[[str], None]


def is_url(written: str) -> bool:
    """Say whether a word is an address, of whatever kind."""
    return "://" in written


class Downloader:
    """Fetches data.

    Args:
        private: whether machines of private networks may be asked.
        limits: what may be loaded.
        progress: is called with the name of each file before it is loaded.
    """

    def __init__(self, *, private: bool, limits: Limits = LIMITS, progress: Progress = lambda _: None) -> None:
        self._limits = limits
        self._progress = progress
        self._end = 0.0
        self._session = requests.Session()
        self._session.max_redirects = MOST_REDIRECTS
        self._session.headers.update({"User-Agent": f"muster/{builder.__version__}", "Accept-Encoding": "identity"})
        if not private:
            self._session.trust_env = False  # through a proxy nobody sees where it leads
            self._session.mount("http://", PublicOnly())
            self._session.mount("https://", PublicOnly())

    def load(self, url: str) -> Iterator[Named]:
        """Yield what an address holds: the files of an index, or the one file there.

        Raises:
            DocumentError: it cannot be loaded; the path is the address.
        """
        self._end = time.monotonic() + ALL_SECONDS
        with self._session:
            first = self._fetch(_archive_of(_check_url(url)), self._limits.archive)
            if INDEX.fullmatch(first.name):
                for each in self._files_of(url, first):
                    yield self._fetch(each, self._limits.file)
            else:
                yield first

    def _files_of(self, url: str, index: Named) -> list[str]:
        data = index.data
        if is_zip(data):
            _, data = Zip(index.name, data, self._limits).only((".xml",))
        root = parse(data, url)
        if root.tag != "dataIndex":
            raise document_error(url, Message("file.address.no-index", {"tag": printable(root.tag, 40)}))
        paths = [entry.attributes.get("filePath", "") for entry in root.items("dataIndexEntries")]
        wanted = [path for path in paths if path.lower().endswith(DATA)]
        if not wanted:
            raise document_error(url, Message("file.address.index-empty"))
        if len(wanted) > self._limits.files:
            raise document_error(url, Message("file.address.index-most", {"most": self._limits.files}))
        for path in wanted:
            if path.startswith("/") or "\\" in path or ".." in path.split("/") or ":" in path:
                raise document_error(url, Message("file.address.index-away", {"path": printable(path, 100)}))
        return [urljoin(url, quote(path)) for path in dict.fromkeys(wanted)]

    def _fetch(self, url: str, most: int) -> Named:
        name = unquote(urlsplit(url).path.rpartition("/")[2]) or urlsplit(url).netloc
        self._progress(name)
        try:
            with self._session.get(url, stream=True, timeout=(CONNECT_SECONDS, READ_SECONDS)) as response:
                data = self._body(url, response, most)
        except requests.RequestException as error:
            raise document_error(url, _reason(error)) from error
        except (UnicodeError, HTTPError) as error:  # a label of the name is too long, here or where a redirect leads
            raise document_error(printable(url, 100), Message("file.address.unreadable")) from error
        if is_zip(data) and not name.lower().endswith((*DATA, ARCHIVE, ".bsi")):
            name += ARCHIVE
        return Named(name, data)

    def _body(self, url: str, response: requests.Response, most: int) -> bytes:
        if response.status_code != 200:
            raise document_error(url, Message("file.address.answer", {"status": response.status_code}))
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise document_error(url, Message("file.address.compressed"))
        parts, size = list[bytes](), 0
        for part in response.iter_content(CHUNK):
            size += len(part)
            if size > most:
                raise document_error(url, Message("file.large", {"size": megabytes(most)}))
            if time.monotonic() > self._end:
                raise document_error(url, Message("file.address.slow", {"most": ALL_SECONDS}))
            parts.append(part)
        return b"".join(parts)


def _check_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, user = parts.hostname, parts.username
        _ = parts.port
    except ValueError as error:
        raise document_error(printable(url, 100), Message("file.address.unreadable")) from error
    if parts.scheme not in ("http", "https") or not host:
        raise document_error(printable(url, 100), Message("file.address.scheme"))
    if user is not None or len(url) > LONGEST:
        raise document_error(printable(url, 100), Message("file.address.plain"))
    return url


def _archive_of(url: str) -> str:
    """Return where the newest archive of a repository is, for the address of its page; others as they are."""
    page = REPOSITORY.fullmatch(url)
    if not page:
        return url
    owner, name, branch = page.groups()
    return f"https://github.com/{owner}/{name}/archive/{branch or 'HEAD'}.zip"


def _reason(error: requests.RequestException) -> str:
    if _has_cause(error, PrivateAddress):
        return Message("file.address.private")
    if isinstance(error, requests.TooManyRedirects):
        return Message("file.address.redirects", {"most": MOST_REDIRECTS})
    if isinstance(error, requests.Timeout):
        return Message("file.address.timeout")
    if isinstance(error, requests.exceptions.SSLError):
        return Message("file.address.certificate")
    if isinstance(error, requests.exceptions.InvalidSchema | requests.exceptions.InvalidURL):
        return Message("file.address.leads-on")
    return Message("file.address.failed")


def _has_cause(error: BaseException, kind: type[BaseException]) -> bool:
    """Whether an error of this kind is behind another, which may carry it as its reason, argument, cause or context."""
    pending: list[object] = [error]
    seen: list[object] = []
    while pending:
        each = pending.pop()
        if isinstance(each, kind):
            return True
        if isinstance(each, BaseException) and not any(each is known for known in seen):
            seen.append(each)
            pending += [*each.args, getattr(each, "reason", None), each.__cause__, each.__context__]
    return False
