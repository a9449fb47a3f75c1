"""`muster serve`: the web form and the API, on waitress."""

from __future__ import annotations

import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from types import FrameType
from typing import Any

import click
from flask import Flask
from waitress import create_server

from builder.api.current import ACCOUNTS, KEY
from builder.api.unread import ProblemChannel
from builder.app import create_app
from builder.cli.context import CliContext, Refused
from builder.cli.listing import everything
from builder.cli.output import tell
from builder.cli.words import say, why
from builder.settings import Settings
from builder.work.compiling import compiling_meanwhile, lacks_loops

LOOPBACK = ("127.0.0.1", "localhost", "::1")
AROUND = 1_000_000
"""Bytes beyond the largest body that any address takes, so that the address says what is too large for it."""
SPARE_FILES = 256
"""Files that may be open beside connections: of the database, of what is read."""
REASONS = {errno.EADDRINUSE: "in-use", errno.EACCES: "forbidden", errno.EADDRNOTAVAIL: "not-here"}


@click.command()
@click.option("--host", metavar="ADDRESS", help="The address to listen on; 127.0.0.1 unless MUSTER_HOST says another.")
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="The port, 0 for any; 8000 unless MUSTER_PORT says another."
)
@click.option("--accounts", is_flag=True, help="Let people sign in, each with what is theirs; so does MUSTER_ACCOUNTS=yes.")
@click.pass_obj
def serve(context: CliContext, host: str | None, port: int | None, accounts: bool) -> None:
    """Serve the web form and the API until Ctrl-C.

    \b
    Examples:
      muster serve
      muster serve --port 8080
      muster serve --accounts
    """
    settings = context.settings
    settings = replace(settings, host=host or settings.host, port=settings.port if port is None else port)
    settings = replace(settings, accounts=accounts or settings.accounts)
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
    context.prepare()
    listening = _bind(settings)
    app = create_app(settings)
    services = app.extensions[KEY]
    server = server_of(app, settings, listening)
    address = f"[{server.effective_host}]" if ":" in server.effective_host else server.effective_host
    tell(say("cli.serve.address", {"address": address, "port": server.effective_port}))
    sheets = sum(1 for _ in everything(services.datasheets.search))
    tell(say("cli.serve.database", {"database": settings.database, "count": sheets}))
    if old := services.imports.count_outdated():
        tell(say("cli.serve.old-listing", {"count": old}))
    for sentence in _openness(settings, app, server.effective_port):
        tell(sentence)
    if lacks_loops():
        tell(say("cli.serve.uncompiled"))
    services.begin_work()
    gc.collect()  # before a signal may stop it: what its handler raises within a finalizer is lost
    gc.freeze()  # what is loaded by now stays: no request waits a fifth of a second while all of it is looked through
    try:
        with suppress(KeyboardInterrupt, SystemExit), compiling_meanwhile():
            signal.signal(signal.SIGTERM, _stop)
            tell(say("cli.serve.stop"))
            server.run()
    finally:
        server.close()
        services.close()
    tell(say("cli.serve.stopped"))


def _openness(settings: Settings, app: Flask, port: int) -> Iterator[str]:
    """Yield what is open to whom."""
    is_elsewhere = settings.host not in LOOPBACK
    if settings.accounts:
        yield say("cli.serve.accounts")
        if not app.extensions[ACCOUNTS].people.every():
            yield say("cli.people.nobody")
    else:
        if is_elsewhere:
            yield say("cli.serve.open")
        yield say("cli.serve.owner")
    if is_elsewhere and settings.proxies:
        yield say("cli.serve.around", {"port": port})


def server_of(app: Flask, settings: Settings, listening: socket.socket) -> Any:
    """Return a server of an application on a socket, which keeps what tells who asks, and stands idle connections."""
    _allow_files(settings.connections + SPARE_FILES)
    server = create_server(
        app,
        sockets=[listening],
        threads=settings.threads,
        max_request_body_size=max(settings.import_limit, settings.sheet_limit) + AROUND,
        ident="muster",
        clear_untrusted_proxy_headers=False,  # they show that a request came through a proxy (`builder.api.peers`)
        connection_limit=settings.connections,
        channel_timeout=settings.idle_seconds,
        cleanup_interval=min(10, settings.idle_seconds),
        asyncore_use_poll=True,  # select() takes no file above number 1023
    )
    server.channel_class = ProblemChannel
    return server


def _allow_files(wanted: int) -> None:
    """Let this process have as many files open at once, as far as it may; a platform without such a limit needs nothing."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _bind(settings: Settings) -> socket.socket:
    """Return a socket that is bound to the address.

    Raises:
        Refused: it cannot be had.
    """
    values = {"host": settings.host, "port": settings.port}
    try:
        family, _, _, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except socket.gaierror as error:
        raise Refused(say("cli.serve.not-here", values)) from error
    except OSError as error:
        reason = REASONS.get(error.errno or 0, "failed")
        raise Refused(say(f"cli.serve.{reason}", {**values, "problem": why(error)})) from error


def _stop(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


COMMANDS = {"serve": serve}
