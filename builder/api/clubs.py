"""`/clubs`: the clubs that a person is in, and the rosters that members share, to read. Without accounts there are none."""

from __future__ import annotations

from typing import Any, NamedTuple

import marshmallow as ma
from flask import Response, url_for
from flask.views import MethodView
from marshmallow import fields

from builder.api.bodies import Blueprint
from builder.api.callers import caller
from builder.api.current import accounts
from builder.api.fields import document_of
from builder.api.sheets import document_answer
from builder.services.errors import NotFound
from builder.services.people.clubs import Clubs
from builder.store.people.clubs import ClubRow
from builder.store.people.people import PersonRow
from datasheets.words import Message

blueprint = Blueprint("clubs", __name__, url_prefix="/clubs", description="What the members of a club share with it.")


class ClubItemSchema(ma.Schema):
    """A club in a list."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    href = fields.String(required=True)


class ClubsSchema(ma.Schema):
    """The clubs that a person is in."""

    items = fields.List(fields.Nested(ClubItemSchema), required=True)
    next = fields.Integer(required=True, allow_none=True)


class MemberSchema(ma.Schema):
    """Somebody in a club."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    runs = fields.Boolean(required=True, metadata={"description": "Whether they run it: who made it, or came after them."})


class SharedRosterSchema(ma.Schema):
    """A roster that a club sees. What is at `href` is its document, as it stands."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    system = fields.String(required=True)
    person = fields.String(required=True, metadata={"description": "Whose it is: the id of a member."})
    href = fields.String(required=True)


class ClubSchema(ClubItemSchema):
    """A club with its members and what they share."""

    members = fields.List(fields.Nested(MemberSchema), required=True)
    rosters = fields.List(fields.Nested(SharedRosterSchema), required=True)


class Membership(NamedTuple):
    """Who asks, and the clubs of their Muster."""

    clubs: Clubs
    me: PersonRow


@blueprint.route("")
class OwnClubs(MethodView):
    """The clubs of one person."""

    @blueprint.response(200, ClubsSchema)
    def get(self) -> Any:
        """List the clubs that you are in, by name."""
        return {"items": [_item(club) for club in _mine()], "next": None}


@blueprint.route("/<id:club>")
class OneClub(MethodView):
    """One club."""

    @blueprint.response(200, ClubSchema)
    def get(self, club: str) -> Any:
        """Read who is in a club, and which rosters they share with it."""
        clubs, me = _membership()
        of = clubs.get(me, club)
        members = [{"id": each.id, "name": each.name, "runs": each.id == of.maker} for each in clubs.members(me, club)]
        shared = [
            {
                **{name: getattr(each.roster, name) for name in ("id", "name", "system")},
                "person": each.person.id,
                "href": url_for("clubs.ClubRoster", club=club, person=each.person.id, roster=each.roster.id),
            }
            for each in clubs.shared_rosters(me, club)
        ]
        return {**_item(of), "members": members, "rosters": shared}


@blueprint.route("/<id:club>/rosters/<id:roster>")
class OwnSharedRoster(MethodView):
    """One of one's own rosters, in a club."""

    @blueprint.response(204)
    def put(self, club: str, roster: str) -> None:
        """Share one of your rosters with a club: its members read it as it stands."""
        clubs, me = _membership()
        clubs.share(me, club, roster)

    @blueprint.response(204)
    def delete(self, club: str, roster: str) -> None:
        """Share a roster no more."""
        clubs, me = _membership()
        clubs.take_back(me, club, roster)


@blueprint.route("/<id:club>/members/<id:person>/rosters/<id:roster>")
class ClubRoster(MethodView):
    """A roster that a member shares."""

    @blueprint.response(200, document_of("RosterDocument"))
    def get(self, club: str, person: str, roster: str) -> Response:
        """Read a roster that a member shares with a club, as a roster document."""
        clubs, me = _membership()
        return document_answer(clubs.document(me, club, person, roster))


def _item(club: ClubRow) -> dict[str, Any]:
    return {"id": club.id, "name": club.name, "href": url_for("clubs.OneClub", club=club.id)}


def _mine() -> list[ClubRow]:
    known, who = accounts(), caller()
    return known.clubs.of(who.person) if known and who else []


def _membership() -> Membership:
    known, who = accounts(), caller()
    if known is None or who is None:
        raise NotFound(Message("error.no-club"))
    return Membership(known.clubs, who.person)
