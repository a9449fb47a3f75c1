"""Battles: two armies, a mission and a seed, played by people with seat tokens and by programs, stored choice by choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.services.armies import Armies, Source
from builder.services.create_battle import Started, begin
from builder.services.deploying import deploy_rest
from builder.services.errors import Invalid
from builder.services.following import Following
from builder.services.matchups import same_system
from builder.services.pages import LATEST, battle_page
from builder.services.paging import Page
from builder.services.playing import HUMAN, Playing, get
from builder.services.rewinding import Rewinding
from builder.services.seats import SEATS, Holder, Seated, refusal_sentence, refuse_stale, refuse_unknown, seat_of
from builder.services.seeds import seed_for
from builder.services.spectating import Spectating
from builder.services.watching import Watch
from builder.store import Store
from builder.store import battles as rows
from builder.store import catalogues as kept
from builder.store.battles import BattleRow
from builder.work.heavy import Heavy, Work, heavy
from datasheets.problems import Problem
from exports.document import document_from
from resolver.engine.battle import Battle
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.compile_armies import NotPlayable, compile_armies
from resolver.engine.decision import Choice, Decision, IllegalChoice, Refusal
from resolver.engine.record import MOST_SEED
from resolver.engine.registry import first_mission
from resolver.engine.view import View
from resolver.players import BOTS

__all__ = ["BOTS", "HUMAN", "MOST_SEED", "SEATS", "Asked", "Battles", "Seated", "Started"]

SECONDS = 5.0
"""How long programs may play within one call."""
MOST_WAITING = 4
"""How many may wait for news at once, where nobody says."""
MOST_COMPILED = 16
"""Of how many pairs of armies what was read is kept at hand: reading takes longer than all else that a page needs."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How a battle stands for a seat: what it sees and is asked, None while somebody else decides or all is over.

    `since` is the number of the first event after the seat's last choice.
    """

    row: BattleRow
    view: View
    decision: Decision | None
    options: tuple[Choice, ...]
    since: int = 0


class Battles(Heavy):
    """The battles of one database. `past` is what can be done with what happened, `news` how it is followed.

    Args:
        store: the database.
        armies: where armies come from.
        watch: the places for those who wait for news.
        work: workers that play for programs, if there are any.
    """

    service = "battles"

    def __init__(self, store: Store, armies: Armies, watch: Watch | None = None, work: Work | None = None) -> None:
        self._store = store
        self._armies = armies
        self._compiled: dict[tuple[str, str], BattleArmies] = {}
        watch = watch or Watch(MOST_WAITING)
        self.work, self._watch = work, watch
        self._playing = Playing(store, watch)
        self.past = Rewinding(store, self._playing)
        self.news = Following(store, watch)
        self.spectators = Spectating(store)

    def start(
        self,
        a: Source,
        b: Source,
        *,
        mission: str = "",
        seed: int | None = None,
        players: Sequence[str] = (HUMAN, next(iter(BOTS))),
        seconds: float = SECONDS,
    ) -> Started:
        """Begin a battle and let programs play up to `seconds`.

        Args:
            a: the first army.
            b: the second army.
            mission: a mission of the system, its first if none is given.
            seed: what all dice come from; one that nobody knows if none is given, which must be so where two people play.
            players: for each seat "human" or the name of a program.
            seconds: how long programs may play before this returns.

        Raises:
            Invalid: the armies cannot fight each other, or there is no such mission, seed or player.
            What `Armies.document` raises: an army cannot be found or read.
        """
        documents = (self._armies.document(a), self._armies.document(b))
        of = same_system(documents)
        mission = mission or first_mission(of)
        refuse_unknown(of, mission, seed, players)
        drawn, salt = seed_for(players, seed)
        try:
            battle = Battle.start(documents, of, mission, drawn, salt=salt, players=(players[0], players[1]))
        except NotPlayable as error:
            raise Invalid((Problem("", str(error)),)) from error
        started = begin(self._store, self._playing, battle, players)
        return Started(self.advance(started.row.id, seconds), started.tokens)

    def page(self, *, system: str = "", start: int | None = None, limit: int = 50, sort: str = LATEST) -> Page[BattleRow]:
        """Return battles by their last change."""
        return battle_page(self._store, system=system, start=start, limit=limit, sort=sort)

    def rounds(self, found: Sequence[BattleRow]) -> Mapping[str, int]:
        """Return the battle round that battles have come to, by id; 0 before the first."""
        with self._store.reading() as db:
            return rows.rounds(db, [row.id for row in found])

    def get(self, id: str) -> BattleRow:
        """Return how a battle stands; raises `NotFound`."""
        with self._store.reading() as db:
            return get(rows.get(db, id), id)

    def advance(self, id: str, seconds: float = SECONDS) -> BattleRow:
        """Let programs play until a person must choose, the battle is over, or the time is up.

        Raises:
            NotFound: there is no such battle.
            Conflict: another version of Muster played it, or somebody else moved it on meanwhile.
        """
        row = self.get(id)
        if row.pending is None or row.seats[row.pending["player"]]["player"] == HUMAN:
            return row
        moved = self.run_bots(id, seconds)
        self._watch.tell()
        return moved

    @heavy(SECONDS * 6)
    def run_bots(self, id: str, seconds: float) -> BattleRow:
        """Let programs play; as `advance`, which tells those who wait in this process."""
        with self._playing.at(id) as live:
            self._playing.run_bots(live, seconds)
            return live.row

    def deploy(self, id: str, holder: Holder, seconds: float = SECONDS) -> int:
        """Have a program set up the rest of the army of a holder's seat; return how many choices were made before.

        Raises:
            NotFound, Unauthorized, Forbidden: there is no such battle; no token was given; it opens no seat.
            Conflict: the seat is not asked how to set its army up, or another version of Muster played the battle.
        """
        before = self.deploy_rest(id, seat_of(self.get(id), holder), seconds)
        self._watch.tell()
        return before

    @heavy(SECONDS * 6)
    def deploy_rest(self, id: str, seat: int, seconds: float) -> int:
        """Have a program set up the rest of an army; as `deploy`, which tells those who wait in this process."""
        with self._playing.at(id) as live:
            before = deploy_rest(live, seat, seconds)
            self._playing.keep(live)
            return before

    def question(self, id: str, holder: Holder) -> Asked:
        """Return what a holder's seat sees and is asked, with the options that it has.

        Raises:
            NotFound, Unauthorized, Forbidden: there is no such battle; no token was given; it opens no seat.
            Conflict: another version of Muster played the battle.
        """
        seat = seat_of(self.get(id), holder)
        with self._playing.at(id) as live:
            view = live.battle.view(seat)
            made = [n for n, player in enumerate(live.battle.made_by) if player == seat]
            since = live.battle.happened_before[made[-1]] if made else 0
            return Asked(live.row, view, view.decision, tuple(live.battle.options(seat)), since)

    def check(self, id: str, holder: Holder, choice: Choice) -> Refusal | None:
        """Return why a choice of a holder's seat would be refused, None if it would not; changes nothing.

        Raises:
            NotFound, Unauthorized, Forbidden: there is no such battle; no token was given; it opens no seat.
            Conflict: it is not this seat's turn, or the decision is no longer open.
        """
        seat = seat_of(self.get(id), holder)
        with self._playing.at(id) as live:
            refuse_stale(live, seat, choice)
            return live.battle.check(choice)

    def refuse_strangers(self, id: str, token: str, *, looks: bool) -> None:
        """Raise `Unauthorized` or `Forbidden` unless the token opens a seat, or (`looks`) lets watch; `NotFound`."""
        row = self.get(id)
        if not (looks and self.spectators.opens(id, token)):
            seat_of(row, token)

    def holder(self, id: str, token: str) -> Holder:
        """Return who has a token to the services: nobody's seat ("") where it only lets watch."""
        return "" if self.spectators.opens(id, token) else token

    def choose(self, id: str, holder: Holder, choice: Choice, seconds: float = SECONDS, language: str = "en") -> BattleRow:
        """Make a choice for a holder's seat; it is stored before this returns, and then programs play.

        Raises:
            NotFound, Unauthorized, Forbidden: there is no such battle; no token was given; it opens no seat.
            Conflict: it is not this seat's turn, or the decision is no longer open.
            Invalid: the choice breaks a rule, which the sentence names; nothing has changed.
        """
        seat = seat_of(self.get(id), holder)
        with self._playing.at(id) as live:
            refuse_stale(live, seat, choice)
            try:
                live.battle.choose(choice)
            except IllegalChoice as error:
                why = refusal_sentence(error.refusal, live.battle.armies, live.battle.game.ruleset, language)
                raise Invalid((Problem("/data", why),)) from error
            self._playing.keep(live)
        return self.advance(id, seconds)

    def view(self, id: str, holder: Holder = "") -> View:
        """Return the battle as a holder's seat sees it, without a token as a spectator does: who is asked nothing.

        Raises:
            NotFound, Forbidden: there is no such battle; the token opens no seat.
            Conflict: another version of Muster played the battle.
        """
        seat = None if holder == "" else seat_of(self.get(id), holder)
        with self._playing.at(id) as live:
            return live.battle.view(seat)

    def armies(self, id: str) -> BattleArmies:
        """Return the two armies of a battle as they were compiled; raises `NotFound`."""
        with self._store.reading() as db:
            row = get(rows.get(db, id), id)
            digests = row.armies[0], row.armies[1]
            if found := self._compiled.get(digests):
                return found
            first, second = (document_from(each) for each in kept.documents(db, row.armies))
        while len(self._compiled) >= MOST_COMPILED:
            self._compiled.pop(next(iter(self._compiled)), None)
        return self._compiled.setdefault(digests, compile_armies((first, second)))

    def delete(self, id: str) -> None:
        """Delete a battle with its choices and events; raises `NotFound`."""
        with self._store.writing() as db:
            get(rows.get(db, id), id)
            rows.delete(db, id)
