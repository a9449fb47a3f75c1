"""Battles back and forth: choices taken back, forks, records out and in.

Taking back, forking and reading the record of a battle that goes on would show the dice to come. So a person who plays
against programs may do it, and two people who play each other may only take back, and what both ask for. Where two people
go on from what somebody else has seen, the dice to come are drawn anew.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from builder.services import seeds
from builder.services.create_battle import Started, begin
from builder.services.errors import Conflict, Invalid
from builder.services.playing import HUMAN, Live, Playing, get, played_otherwise, stored_record
from builder.services.seats import Holder, Seated, knows_dice, people, refuse_but_alone, seat_of, unknown_players
from builder.services.tokens import new_token, token_digest
from builder.store import Store
from builder.store import battles as rows
from builder.store.battles import BattleRow
from datasheets.problems import Problem
from datasheets.words import Message
from resolver.engine.battle import Battle
from resolver.engine.compile_armies import NotPlayable
from resolver.engine.record import ForkOrigin, Record
from resolver.engine.registry import UnknownRuleset
from resolver.engine.replay import ReplayError, replay
from resolver.players import BOTS


class Rewinding:
    """What can be done with the past of the battles of one database."""

    def __init__(self, store: Store, playing: Playing) -> None:
        self._store, self._playing = store, playing

    def undo(self, id: str, holder: Holder, choices: int | None = None) -> BattleRow:
        """Take back all but the first `choices`; without a number, back to the last decision of the holder's seat.

        Where two people play, nothing is taken back before both asked for the same; until then it is a wish.

        Raises:
            NotFound, Unauthorized, Forbidden: there is no such battle; no token was given; it opens no seat.
            Conflict: the battle is over, or there is nothing to take back.
            Invalid: there are not so many choices.
        """
        with self._playing.at(id) as live:
            seat = seat_of(live.row, holder) if isinstance(holder, Seated) or people(live.row) else None
            if live.row.outcome is not None:
                raise Conflict(Message("error.battle-over-fork"))
            left = _last_of(live, seat) if choices is None else choices
            if not 0 <= left < len(live.battle.choices):
                raise _no_choice("/choices", len(live.battle.choices) - 1, left)
            if left < live.battle.least:
                raise Conflict(Message("error.before-redrawn", {"choices": live.battle.least}))
            alone = seat is None or len(people(live.row)) < 2 or (isinstance(holder, Seated) and holder.both)
            if alone or self._agree(live, seat or 0, left):
                self._playing.cut(live, left)
            return live.row

    def _agree(self, live: Live, seat: int, left: int) -> bool:
        """Tell whether the other person wants the same; if not, remember what this one wants."""
        if wish(live.row, 1 - seat) == left:
            return True
        wanted = {"choices": left, "at": live.row.choices}
        self._playing.seat(live, [each | {"undo": wanted} if n == seat else each for n, each in enumerate(live.row.seats)])
        return False

    def fork(self, id: str, holder: Holder, choices: int, players: Sequence[str] = ()) -> Started:
        """Make a new battle of the first `choices` of another one; who plays is as there if not said.

        Of a battle that this version of Muster plays otherwise, only what it plays alike can be forked; two people go on
        from there with new dice.

        Raises:
            NotFound, Forbidden: there is no such battle; the token opens no seat.
            Conflict: it goes on and somebody else plays it too, or this version plays it otherwise.
            Invalid: there are not so many choices, or no such players.
        """
        with self._store.reading() as db:
            row = get(rows.get(db, id), id)
            kept = stored_record(db, row)
        names = tuple(players) or tuple(seat["player"] for seat in row.seats)
        if not knows_dice(row, holder):
            _refuse_while_played(row, holder, kept, names)
        problems = unknown_players(names)
        if not 0 <= choices <= row.choices:
            problems += _no_choice("/choices", row.choices, choices).problems
        if problems:
            raise Invalid(tuple(problems))
        try:
            battle = _play_again(kept, choices, names)
        except ReplayError as error:
            raise Conflict(played_otherwise(error)) from error
        battle.players, battle.origin = (names[0], names[1]), ForkOrigin(id, choices, row.digest)
        return begin(self._store, self._playing, battle, names)

    def choices_at(self, id: str, event: int) -> int:
        """Return how many choices had been made when the event of that number had happened.

        Raises:
            NotFound, Conflict: there is no such battle; another version of Muster played it.
        """
        with self._playing.at(id) as live:
            return bisect_right(live.battle.happened_before, event)

    def hand_out(self, id: str, seat: int) -> str:
        """Return a new token that opens a person's seat; the one before it opens nothing any more.

        Raises:
            NotFound: there is no such battle.
            Conflict: a program sits there, another version of Muster played the battle, or it was moved on meanwhile.
        """
        with self._playing.at(id) as live:
            if seat not in people(live.row):
                raise Conflict(Message("error.program-seat"))
            token = new_token(self._store.space)
            seats = [each | {"token": token_digest(token)} if n == seat else each for n, each in enumerate(live.row.seats)]
            self._playing.seat(live, seats)
            return token

    def take_in(self, record: Record, players: Sequence[str] = (), choices: int | None = None) -> Started:
        """Make a battle of a record; it stands as it was recorded. Who plays is as recorded, if not said.

        With a number of `choices` it is a fork: the battle stands as it stood after so many.

        Raises:
            Invalid: it cannot be played again as it was recorded, or there are no such players, or not so many choices.
        """
        names = tuple(players) or tuple(name if name in BOTS else HUMAN for name in record.players)
        problems = unknown_players(names)
        if choices is not None and not 0 <= choices <= len(record.choices):
            problems += _no_choice("/choices", len(record.choices), choices).problems
        if problems:
            raise Invalid(tuple(problems))
        try:
            battle = _play_again(record, choices, names)
        except (ReplayError, NotPlayable, UnknownRuleset) as error:
            raise Invalid((Problem("/record", str(error)),)) from error
        except KeyError as error:
            raise Invalid(
                (Problem("/record/mission", Message("error.no-mission", {"id": repr(record.mission)})),)
            ) from error
        battle.players = names[0], names[1]
        if choices is not None:
            battle.origin = ForkOrigin("", choices, record.events_digest)
        return begin(self._store, self._playing, battle, names)

    def record(self, id: str, holder: Holder = "") -> Record:
        """Return the record of a battle that is over, or that nobody plays against the holder.

        Raises:
            NotFound: there is no such battle.
            Forbidden, Conflict: it goes on, and its seed would tell somebody the dice to come.
        """
        with self._store.reading() as db:
            row = get(rows.get(db, id), id)
            refuse_but_alone(row, holder, "record")
            return stored_record(db, row)


def _refuse_while_played(row: BattleRow, holder: Holder, kept: Record, names: Sequence[str]) -> None:
    """Refuse the fork of a battle that goes on; what two people cannot go on with they may fork, for they get new dice."""
    if len(people(row)) > 1 and seeds.is_between_people(names):
        try:
            replay(kept)
        except ReplayError:
            seat_of(row, holder)
            return
    refuse_but_alone(row, holder, "fork")


def _play_again(record: Record, choices: int | None, names: Sequence[str]) -> Battle:
    """Play a record again for those who go on with it: where these are two people, nobody may know the dice to come."""
    anew = seeds.draw() if seeds.is_between_people(names) else None
    return replay(record, choices, anew)


def wish(row: BattleRow, seat: int) -> int | None:
    """Return to how many choices a seat would go back if the other agreed; None where it wants nothing back."""
    wanted = row.seats[seat].get("undo")
    return int(wanted["choices"]) if wanted and wanted["at"] == row.choices else None


def _last_of(live: Live, seat: int | None) -> int:
    made = [n for n, player in enumerate(live.battle.made_by) if seat in (None, player)]
    if not made:
        raise Conflict(Message("error.no-choice"))
    return made[-1]


def _no_choice(path: str, most: int, found: int) -> Invalid:
    return Invalid((Problem(path, Message("error.choices-left", {"most": most, "found": found})),))
