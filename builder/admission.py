"""Who may ask for what, where accounts are switched on: the one place that lets a request in.

Nothing is open that the table does not open (`builder.access`). A request that is let in is answered from one space:
that of the person who asks, or, where it carries the token of a link or a seat, the space of whoever handed that out, and
then only what the token opens.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Container

from flask import g, request

from builder.access import ACCESS, Access
from builder.api.callers import Caller, caller, seat_token
from builder.api.current import house, rates
from builder.api.guards import SAFE, refuse_other_sites
from builder.api.peers import LOOPBACK, host_name
from builder.services.errors import Forbidden, NotFound, Unauthorized
from builder.services.people.people import ORGANISER, OWNER
from builder.services.tokens import space_of
from builder.web.battles.seats import CHAIRS, cookie_of
from datasheets.words import Message

MAY = {Access.ORGANISER: (OWNER, ORGANISER), Access.OWNER: (OWNER,)}
"""The roles that may ask for what not everybody may."""
SIGNING = "web.signing."
"""The pages by which people come in: they cost a look at the database, so they are counted."""


def admit_request(names: Container[str], admit_stranger: Callable[[], None]) -> None:
    """Let a request in, and say from which space it is answered; or refuse it.

    Args:
        names: host names under which Muster may be reached.
        admit_stranger: raises where a request is not for what its token opens.

    Raises:
        Unauthorized: whoever asks must sign in or have a key.
        Forbidden: who asks may not, or a page of another site made them ask.
    """
    refuse_names(names)
    access = ACCESS.get(request.endpoint or "")
    if access is Access.OPEN:
        if (request.endpoint or "").startswith(SIGNING):
            rates().count_signing()
        refuse_other_sites()
        return
    who, token = caller(), presented_token()
    if access is Access.TOKEN and token and (who is None or space_of(token) != who.person.space):
        refuse_other_sites()
        rates().count_visitor()
        _answer_from(space_of(token), admit_stranger)
        return
    if who is None:
        rates().count_stranger()
        raise Unauthorized(Message("refused.request.sign-in"))
    rates().count_person(who.person.id)
    refuse_other_sites(strictly=not who.key)
    if request.endpoint is not None:
        _refuse_beyond(who, access)
    g.services, g.at_home = house().spaces.open(who.person.space), True


def _answer_from(space: str, admit_stranger: Callable[[], None]) -> None:
    """Answer a stranger from a space what the token opens. What is wrong with a token is told to nobody."""
    try:
        g.services = house().spaces.open(space)
        admit_stranger()
    except (Forbidden, NotFound, Unauthorized) as error:
        g.services = None
        raise Unauthorized(Message("refused.request.sign-in")) from error


def _refuse_beyond(who: Caller, access: Access | None) -> None:
    """Refuse what somebody may not ask for; what the table does not name is nobody's."""
    if access is None:
        raise Forbidden(Message("refused.request.role"))
    if who.key and access in (Access.SESSION, Access.ORGANISER, Access.OWNER):
        raise Forbidden(Message("refused.request.key"))
    if not who.writes and request.method not in SAFE and access is not Access.READING:
        raise Forbidden(Message("refused.request.scope"))
    if who.person.role not in MAY.get(access, (who.person.role,)):
        raise Forbidden(Message("refused.request.role"))


def presented_token() -> str:
    """Return the token of a link or seat that a request carries: in its address, a header or the cookie of a battle."""
    arguments = request.view_args or {}
    in_cookie = request.cookies.get(cookie_of(str(arguments["battle"])), "") if "battle" in arguments else ""
    found = [str(arguments.get("token", "")), seat_token(), "" if in_cookie in CHAIRS else in_cookie]
    return next(filter(None, found), "")


def refuse_names(names: Container[str]) -> None:
    """Refuse a name that is not ours: a page of that name would be taken for ours. An address is nobody's name."""
    host = host_name(request.headers.get("Host", ""))
    if host not in names and host not in LOOPBACK and not _is_address(host):
        raise Forbidden(Message("refused.request.names"))


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
