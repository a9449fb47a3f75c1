"""What each address asks of whoever asks it, where accounts are switched on. An address that is not here is nobody's."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Access(Enum):
    """Who may ask for an address."""

    OPEN = "everybody, signed in or not"
    TOKEN = "a person; and whoever has the token of a link or seat, as far as that goes"
    PERSON = "a person; a key that only reads may not change anything"
    READING = "a person; it is asked by POST and changes nothing"
    SESSION = "a person who signed in: no key"
    ORGANISER = "an organiser or owner who signed in"
    OWNER = "an owner who signed in"


OPEN = (
    *("static", "web.signing.show", "web.signing.sign_in", "web.signing.join", "web.signing.accept"),
    *("web.speaking.switch", "web.tabletop.worker", "health.show", "metrics.show"),
)
TOKEN = (
    *("links.LinkedRoster", "web.reading.read", "web.reading.document", "web.reading.sheet"),
    *("web.tabletop.show_linked", "web.tabletop.linked_odds"),
    *("battles.Battle", "battles.Advance", "battles.OpenDecision", "battles.Choices", "battles.Undo", "battles.Events"),
    *("battles.BattleView", "battles.BattleCoverage", "battles.BattleRecord"),
    *("web.battles.watching.one", "web.battles.watching.frames", "web.battles.watching.log", "web.battles.watching.news"),
    *("web.battles.watching.advance", "web.battles.reports.report", "web.battles.events", "web.battles.record"),
    *("web.battles.playing.sit", "web.battles.playing.choose", "web.battles.playing.deploy", "web.battles.playing.undo"),
    *("web.battles.playing.preview", "web.battles.playing.foresee", "web.battles.spectators.watch"),
)
PERSON = (
    *("api-docs.openapi_json", "api_docs", "try.page", "try.static", "schemas.JsonSchema", "schemas.Schemas"),
    *(
        "bulk.Deletions",
        "battles.Battles",
        "battles.BattleRecords",
        "battles.BattleLink",
        "battles.BattleLinks",
        "battles.Forks",
    ),
    *("catalogues.Catalogue", "catalogues.CatalogueFile", "catalogues.CatalogueFiles"),
    *("clubs.OwnClubs", "clubs.OneClub", "clubs.OwnSharedRoster", "clubs.ClubRoster"),
    *("catalogues.CatalogueVersions", "catalogues.Catalogues", "collection.OfSystem"),
    *("datasheets.Datasheet", "datasheets.DatasheetBases", "datasheets.DatasheetVersions", "datasheets.Datasheets"),
    *("exports.RosterExports", "exports.RosterLinkItself", "exports.RosterNewRecruit", "exports.RosterPlainText"),
    *("exports.RosterPosted", "exports.RosterRos", "exports.RosterRosz", "imports.Imports"),
    *("rosters.Copies", "rosters.Filed", "rosters.Findings", "rosters.HistoryOfRoster", "rosters.Operations"),
    *("rosters.Redo", "rosters.Restored", "rosters.Roster", "rosters.RosterJson", "rosters.RosterLink"),
    *("rosters.RosterLinks", "rosters.RosterPaper", "rosters.RosterSheet", "rosters.RosterText", "rosters.Rosters"),
    *("rosters.Undo", "rosters.Updated", "rosters.Version", "setups.SetupByName", "setups.Setups"),
    *("simulations.Cancel", "simulations.Progress", "simulations.Replay", "simulations.Resume"),
    *("simulations.Simulation", "simulations.Simulations", "simulations.Table"),
    *("systems.OneSystem", "systems.Rule", "systems.Rules", "systems.Systems"),
    *("web.adding.add", "web.adding.browse", "web.adding.pick", "web.compare.show", "web.update.show"),
    *("web.help.keys", "web.home.lead_home", "web.home.show"),
    *("web.battles.ask_delete", "web.battles.bring", "web.battles.delete", "web.battles.index", "web.battles.start"),
    *("web.battles.playing.fork", "web.battles.playing.link", "web.battles.playing.take_seat"),
    *("web.battles.spectators.index", "web.battles.spectators.make", "web.battles.spectators.take_back"),
    *("web.collection.keep", "web.collection.of_roster", "web.collection.own_all", "web.collection.show"),
    "web.detachments.add",
    *("web.datasheets.browse", "web.datasheets.give_bases", "web.datasheets.one"),
    *("web.filing.file", "web.filing.name_version", "web.game_data.bring", "web.game_data.load", "web.game_data.upload"),
    *("web.history.redo", "web.history.restore", "web.history.show", "web.history.undo"),
    *("web.homebrew.ask_delete", "web.homebrew.ask_delete_catalogue", "web.homebrew.bring", "web.homebrew.copy"),
    *("web.homebrew.create_catalogue", "web.homebrew.delete", "web.homebrew.delete_catalogue"),
    *("web.homebrew.edit_catalogue", "web.homebrew.export", "web.homebrew.mine", "web.homebrew.raw"),
    *("web.homebrew.save_catalogue", "web.import_any.bring", "web.import_any.download", "web.import_any.form"),
    *("web.matchup.choose", "web.matchup.show", "web.rosters.ask_delete", "web.rosters.copy", "web.rosters.create"),
    *("web.rosters.delete", "web.rosters.edit", "web.rosters.one"),
    *("web.rules.all_systems", "web.rules.decisions", "web.rules.many", "web.rules.one", "web.rules.one_system"),
    *("web.sharing.document", "web.sharing.form", "web.sharing.make_link", "web.sharing.open_link"),
    *("web.sharing.share", "web.sharing.take_back", "web.sheets.paper.act", "web.sheets.paper.sheet"),
    *("web.sheets.paper.show", "web.sheets.read", "web.sheets.upload", "web.sheets.verify"),
    *("web.simulations.cancel", "web.simulations.delete", "web.simulations.index", "web.simulations.one"),
    *("web.simulations.replay", "web.simulations.resume", "web.simulations.start"),
    *("web.tabletop.one", "web.tabletop.odds"),
    *("web.writing.begin", "web.writing.draft", "web.writing.edit", "web.writing.new", "web.writing.write"),
    "web.writing.write_draft",
)
READING = (
    *("validations.Validations", "matchups.Matchups", "comparisons.Comparisons", "odds.Odds", "rosters.Preview"),
    "bulk.ManyFindings",
    *("odds.ArmyOdds", "sheets.Read", "sheets.Rendered", "sheets.Verified"),
)
SESSION = (
    *("web.account.show", "web.account.change_password", "web.account.end_others", "web.signing.sign_out"),
    *("web.account.make_key", "web.account.take_back_key", "web.account.download_data"),
)
CLUBS = (
    *("web.clubs.index", "web.clubs.show", "web.clubs.ask_join", "web.clubs.join", "web.clubs.invite", "web.clubs.share"),
    *("web.clubs.take_back", "web.clubs.read", "web.clubs.sheet", "web.clubs.remove", "web.clubs.ask_delete"),
    "web.clubs.delete",
)
ORGANISER = ("web.clubs.make",)
OWNER = ("web.people.show", "web.people.invite", "web.people.reset", "web.people.ask_remove", "web.people.remove")

ACCESS: Mapping[str, Access] = {
    **dict.fromkeys(OPEN, Access.OPEN),
    **dict.fromkeys(TOKEN, Access.TOKEN),
    **dict.fromkeys(PERSON, Access.PERSON),
    **dict.fromkeys(READING, Access.READING),
    **dict.fromkeys(SESSION, Access.SESSION),
    **dict.fromkeys(CLUBS, Access.SESSION),
    **dict.fromkeys(ORGANISER, Access.ORGANISER),
    **dict.fromkeys(OWNER, Access.OWNER),
}
"""What each endpoint asks; `tests/accounts/test_access.py` sees that each has a row."""
