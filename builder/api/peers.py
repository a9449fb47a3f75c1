"""Where a request comes from: from whoever sits at the machine with the database, or from elsewhere.

Without accounts, all of Muster belongs to whoever sits at the machine. A reverse proxy or a tunnel on that machine speaks
for strangers and reaches us over the same loopback interface. So a request is only from here when nothing says otherwise:
not its peer, not its Host, not its protocol (a proxy that adds no header often speaks HTTP/1.0), no header that proxies
add, and not the user that holds the peer's socket. What leaves no trace cannot be told apart; docs/proxy.md says so.
"""

from __future__ import annotations

import ipaddress

from flask import request

from builder.api.sockets import service_at
from datasheets.words import Message

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
SIGN = "muster.sign"
"""Where in a request's environment it stands what shows that it came through a proxy."""
OLD = ("HTTP/1.0", "HTTP/0.9")
PORTS = {"http": "80", "https": "443"}
ADDED = ("forwarded", "via", "client-ip", "front-end-https", "x-scheme", "x-url-scheme", "x-host", "x-remote-ip")
"""Headers that proxies, tunnels and delivery networks add, and browsers do not."""
ADDED_PREFIXES = (
    *("x-forwarded", "x-original-", "x-real-", "x-client-", "x-cluster-", "x-proxy", "x-envoy-", "x-arr-", "x-amzn-"),
    *("x-azure-", "x-appengine-", "cf-", "cdn-", "fastly-", "fly-", "tailscale-", "true-client-", "ngrok-"),
)
"""Beginnings of such headers."""


def is_here() -> bool:
    """Tell whether a request comes from this machine, under its own name: from whoever owns the database."""
    return not _came_through() and _is_loopback(request.remote_addr or "") and _is_own(request.headers.get("Host", ""))


def refusal() -> Message:
    """Return why a request that is not from here gets only what a token opens."""
    if sign := _came_through():
        return Message("refused.request.forwarded", {"sign": sign})
    if _is_loopback(request.remote_addr or "") and host_name(request.headers.get("Host", "")) in LOOPBACK:
        return Message("refused.request.port", {"port": request.environ.get("SERVER_PORT", "")})
    return Message("refused.request.elsewhere")


def host_name(header: str) -> str:
    """Return the name in a Host header, in lower case and without the port."""
    return _split(header)[0]


def _came_through() -> str:
    """Return what shows that a request came through a proxy, "" where nothing does; looked up once for a request."""
    sign = request.environ.get(SIGN)
    if sign is None:
        sign = request.environ[SIGN] = _header_of_proxy() or _old_protocol() or _service()
    return str(sign)


def _header_of_proxy() -> str:
    for name, _ in request.headers:
        if name.lower() in ADDED or name.lower().startswith(ADDED_PREFIXES):
            return name
    return ""


def _old_protocol() -> str:
    protocol = str(request.environ.get("SERVER_PROTOCOL", ""))
    return protocol if protocol in OLD else ""


def _service() -> str:
    """Return the user as whom a service of this machine asks: that of a proxy, whatever it leaves out."""
    peer, port, own = (str(request.environ.get(name, "")) for name in ("REMOTE_ADDR", "REMOTE_PORT", "SERVER_PORT"))
    return service_at(peer, port, own) if _is_loopback(peer) else ""


def _is_own(host: str) -> bool:
    """Tell whether a Host header names this machine, and the port at which we listen."""
    name, port = _split(host)
    return name in LOOPBACK and (port or PORTS.get(request.scheme)) == str(request.environ.get("SERVER_PORT"))


def _split(host: str) -> tuple[str, str]:
    name, colon, port = host.rpartition(":")
    return (name.lower(), port) if colon and port.isascii() and port.isdigit() else (host.lower(), "")


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False
