"""Which machines may be asked for data: every one for a user at the command line, only public ones for a server.

Addresses are looked at before a connection is tried, so that nobody learns which ports are open here, and again when it
is made and nothing is sent yet, for every redirect too: neither a name that changes what it points to nor a redirect leads
to a machine of the server's own network.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3 import PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

NAT64 = ipaddress.ip_network("64:ff9b::/96")


class PrivateAddress(OSError):
    """The name leads to an address that is not public."""


def is_public(address: str) -> bool:
    """Say whether an address is one of the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in NAT64 else None)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


def _check_name(host: str) -> None:
    """Raise `PrivateAddress` where a name leads to a private address; whether it leads anywhere shows when it is asked."""
    try:
        found = {str(each[4][0]) for each in socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        return
    if private := sorted(address for address in found if not is_public(address)):
        raise PrivateAddress(f"{private[0]} is no public address")


def _check_address(made: socket.socket) -> socket.socket:
    address = made.getpeername()[0]
    if not is_public(address):
        made.close()
        raise PrivateAddress(f"{address} is no public address")
    return made


class _Http(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        _check_name(self.host)
        return _check_address(super()._new_conn())


class _Https(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        _check_name(self.host)
        return _check_address(super()._new_conn())


class _HttpPool(HTTPConnectionPool):
    ConnectionCls = _Http


class _HttpsPool(HTTPSConnectionPool):
    ConnectionCls = _Https


class PublicOnly(HTTPAdapter):
    """requests' adapter, for public addresses only."""

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **kwargs: Any) -> None:
        """Make the pools from connections that look where they lead."""
        self.poolmanager = PoolManager(num_pools=connections, maxsize=maxsize, block=block, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _HttpPool, "https": _HttpsPool}
