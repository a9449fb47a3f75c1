"""Who sits in front of the browser: at which seats of a battle, and what may be seen and done from there.

Whoever has the machine with the database sits at the only person's seat without being asked; where two people play, at the
seat that was chosen on the page, or at both in turn. Anybody else opens a link with the token of a seat, or of a spectator,
which is then kept in a cookie; what that token does not open is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import request
from werkzeug.wrappers import Response

from builder.api.callers import is_at_home
from builder.api.current import services
from builder.api.guards import SAFE
from builder.services.battles import SEATS, Seated
from builder.services.errors import Forbidden
from builder.services.seats import Holder, people, seat_of
from builder.store.battles import BattleRow
from datasheets.words import Message

BOTH = "both"
CHAIRS = {**{letter: (seat,) for seat, letter in enumerate(SEATS)}, BOTH: (0, 1)}
YEAR = 365 * 24 * 60 * 60
PLAYED = ("choose", "advance", "deploy", "undo", "preview", "foresee")
"""What may be done from elsewhere with a token, beside looking."""
LOOKED = ("one", "frames", "log", "report", "sit", "watch", "news", "events", "record")
"""What may be looked at from elsewhere with the token of a seat or of a spectator."""


@dataclass(frozen=True, slots=True)
class ViewerSeats:
    """The seats that are played in this browser, and who that is to the services ("" is a spectator).

    `here`: it is the machine with the database. `asked` is the seat that must choose now, if it is one of these.
    """

    holder: Holder
    seats: tuple[int, ...]
    here: bool
    asked: int | None

    @property
    def moves(self) -> bool:
        """Whether the battle may be moved on from here: not by spectators from elsewhere."""
        return self.here or bool(self.seats)


def viewer_seats(row: BattleRow) -> ViewerSeats:
    """Return who sits in front of the browser that asks."""
    here, said = is_at_home(), request.cookies.get(cookie_of(row.id), "")
    token = "" if said in CHAIRS else said
    seats = _seats_by_token(row, token) if token else ()
    if here and not seats:
        token, seats = "", _own_seats(row, said)
    turn = row.pending["player"] if row.pending else None
    asked = turn if turn in seats else None
    holder: Holder = "" if not seats else token or Seated(seats[0] if asked is None else asked, len(seats) > 1)
    return ViewerSeats(holder, seats, here, asked)


def _own_seats(row: BattleRow, chair: str) -> tuple[int, ...]:
    """Return the seats of whoever has the machine."""
    sitting = people(row)
    if chair in CHAIRS:
        return tuple(seat for seat in CHAIRS[chair] if seat in sitting)
    return tuple(sitting) if len(sitting) == 1 else ()


def _seats_by_token(row: BattleRow, token: str) -> tuple[int, ...]:
    try:
        return (seat_of(row, token),)
    except Forbidden:
        return ()


def cookie_of(battle: str) -> str:
    """Return the name of the cookie that remembers a seat."""
    return f"seat-{battle}"


def remember(answer: Response, battle: str, chair: str) -> None:
    """Let this browser sit at a seat from now on: a token, or a chair of this machine; "" is up from the table."""
    path = f"/battles/{battle}"
    if chair:
        name, secure = cookie_of(battle), request.is_secure
        answer.set_cookie(name, chair, max_age=YEAR, path=path, httponly=True, samesite="Lax", secure=secure)
    else:
        answer.delete_cookie(cookie_of(battle), path=path)


def sits_at_battle() -> bool:
    """Tell whether a request from elsewhere is for a page of a battle that the token of its browser opens."""
    endpoint = request.endpoint or ""
    area, _, name = endpoint.removeprefix("web.").rpartition(".")
    arguments = request.view_args or {}
    if not area.startswith("battles") or not {"battle"} <= arguments.keys():
        return False
    if name not in (LOOKED if request.method in SAFE else PLAYED):
        return False
    token = str(arguments.get("token") or request.cookies.get(cookie_of(arguments["battle"]), ""))
    services().battles.refuse_strangers(arguments["battle"], token, looks=request.method in SAFE)
    return True


def only_here(battle: str) -> None:
    """Raise `Forbidden` unless it is whoever has the machine with the database who asks; `NotFound`."""
    if not viewer_seats(services().battles.get(battle)).here:
        raise Forbidden(Message("error.owner-only"))
