"""The schema, as numbered SQL migrations in order; `migrate` brings a file up to date with them.

Once released, a migration is never edited; a change is a new one at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from builder.store.scripts import run_script

if TYPE_CHECKING:
    from sqlite_utils import Database

APPLICATION = 0x4D555354  # "MUST" in the file's header, so that no other program's database is taken for ours
Migration = Callable[["Database"], None]
MIGRATIONS: list[Migration] = []


def migration(function: Migration) -> Migration:
    """Add a migration to those that are there."""
    MIGRATIONS.append(function)
    return function


@migration
def m001_sources(db: Database) -> None:
    """What may be chosen: documents by digest, catalogues, and the closures that a force's pin may name."""
    run_script(
        db,
        f"""
        pragma application_id = {APPLICATION};
        create table documents (
            digest text primary key check (digest glob 'sha256:*' and length(digest) = 71),
            body text not null check (json_valid(body))
        ) strict;

        create table closures (
            digest text primary key,
            catalogue text not null,
            documents text not null check (json_valid(documents))
        ) strict;

        create table catalogues (
            id text primary key check (length(id) between 1 and 80),
            system text not null,
            name text not null,
            origin text not null check (origin in ('bundled', 'homebrew')),
            version integer not null default 1 check (version >= 1),
            document text not null references documents (digest),
            closure text not null references closures (digest)
        ) strict;
        create index catalogues_by_system on catalogues (system, id);

        create table bundled (
            kind text not null check (kind in ('catalogue', 'roster')),
            id text not null,
            digest text not null,
            primary key (kind, id)
        ) strict;
    """,
    )


@migration
def m002_datasheets(db: Database) -> None:
    """Datasheets as they are now, every version of them, their keywords, and full-text search."""
    run_script(
        db,
        """
        create table datasheets (
            number integer primary key,
            catalogue text not null references catalogues (id) on delete cascade,
            id text not null check (length(id) between 1 and 80),
            system text not null,
            name text not null,
            role text,
            power_least real,
            power_most real check (power_most >= power_least),
            version integer not null default 1 check (version >= 1),
            document text not null references documents (digest),
            keywords text not null,
            words text not null,
            unique (catalogue, id)
        ) strict;
        create index datasheets_by_name on datasheets (name, catalogue, id);

        create table datasheet_versions (
            catalogue text not null references catalogues (id) on delete cascade,
            id text not null,
            version integer not null check (version >= 1),
            document text references documents (digest),
            primary key (catalogue, id, version)
        ) strict;

        create table datasheet_keywords (
            keyword text not null,
            datasheet integer not null references datasheets (number) on delete cascade,
            primary key (keyword, datasheet)
        ) strict, without rowid;
        create index datasheet_keywords_by_datasheet on datasheet_keywords (datasheet);

        create virtual table datasheet_search using fts5 (
            name, keywords, words, content = 'datasheets', content_rowid = 'number',
            tokenize = 'unicode61 remove_diacritics 2'
        );
        create trigger datasheets_inserted after insert on datasheets begin
            insert into datasheet_search (rowid, name, keywords, words)
            values (new.number, new.name, new.keywords, new.words);
        end;
        create trigger datasheets_deleted after delete on datasheets begin
            insert into datasheet_search (datasheet_search, rowid, name, keywords, words)
            values ('delete', old.number, old.name, old.keywords, old.words);
        end;
        create trigger datasheets_updated after update on datasheets begin
            insert into datasheet_search (datasheet_search, rowid, name, keywords, words)
            values ('delete', old.number, old.name, old.keywords, old.words);
            insert into datasheet_search (rowid, name, keywords, words)
            values (new.number, new.name, new.keywords, new.words);
        end;
    """,
    )


@migration
def m003_rosters(db: Database) -> None:
    """Rosters and their history. `changed` counts edits of all rosters, so that the last edited can come first."""
    run_script(
        db,
        """
        create table rosters (
            id text primary key check (length(id) between 1 and 80),
            system text not null,
            name text not null,
            origin text not null check (origin in ('bundled', 'user')),
            version integer not null default 1 check (version >= 1),
            step integer not null check (step >= 1),
            tip integer not null check (tip >= 1),
            summary text not null check (json_valid(summary)),
            changed integer not null
        ) strict;
        create index rosters_by_change on rosters (changed);

        create table roster_steps (
            roster text not null references rosters (id) on delete cascade,
            n integer not null check (n >= 1),
            parent integer check (parent < n),
            operations text not null check (json_valid(operations)),
            muster text not null,
            tree blob not null,
            primary key (roster, n),
            check ((parent is null) = (n = 1)),
            foreign key (roster, parent) references roster_steps (roster, n)
        ) strict;
    """,
    )


@migration
def m004_battles(db: Database) -> None:
    """Battles with their choices and events. `choices` is the version: how many choices are stored."""
    run_script(
        db,
        """
        create table battles (
            id text primary key check (length(id) between 1 and 80),
            system text not null,
            name text not null,
            mission text not null,
            seed text not null,
            seats text not null check (json_valid(seats)),
            armies text not null check (json_valid(armies)),
            versions text not null check (json_valid(versions)),
            choices integer not null default 0 check (choices >= 0),
            events integer not null default 0 check (events >= 0),
            digest text not null default '',
            pending text check (pending is null or json_valid(pending)),
            outcome text check (outcome is null or json_valid(outcome)),
            changed integer not null
        ) strict;
        create index battles_by_change on battles (changed);

        create table battle_choices (
            battle text not null references battles (id) on delete cascade,
            n integer not null check (n >= 0),
            choice text not null check (json_valid(choice)),
            primary key (battle, n)
        ) strict;

        create table battle_events (
            battle text not null references battles (id) on delete cascade,
            n integer not null check (n >= 0),
            visible text not null,
            event text not null check (json_valid(event)),
            primary key (battle, n)
        ) strict;
    """,
    )


@migration
def m005_versions_gone(db: Database) -> None:
    """The last version of what was deleted, so that no version of an id ever comes again and an old ETag never fits."""
    db.execute("""
        create table versions_gone (
            kind text not null check (kind in ('catalogue', 'datasheet', 'roster')),
            id text not null,
            version integer not null check (version >= 1),
            primary key (kind, id)
        ) strict, without rowid
    """)
    for table, kind, id in (
        ("catalogues", "catalogue", "old.id"),
        ("datasheet_versions", "datasheet", "old.catalogue || '/' || old.id"),
        ("rosters", "roster", "old.id"),
    ):
        db.execute(f"""
            create trigger {table}_gone after delete on {table} begin
                insert into versions_gone (kind, id, version) values ('{kind}', {id}, old.version)
                on conflict (kind, id) do update set version = max(version, excluded.version);
            end
        """)


@migration
def m006_bundled_stamp(db: Database) -> None:
    """The state of all bundled data that was looked through, forgotten with a catalogue: it may have hidden one."""
    db.execute("create table bundled_stamp (stamp text not null) strict")
    db.execute("create trigger catalogues_looked after delete on catalogues begin delete from bundled_stamp; end")


@migration
def m006_imported(db: Database) -> None:
    """Data files as they came, by digest, in every revision; closures of such files; imported catalogues and their units."""
    db.execute("""
        create table files (
            digest text primary key check (digest glob 'sha256:*' and length(digest) = 71),
            body blob not null
        ) strict
    """)
    db.execute("""
        create table sources (
            number integer primary key,
            system text not null,
            kind text not null check (kind in ('game-system', 'catalogue')),
            id text not null check (length(id) between 1 and 80),
            name text not null,
            revision integer not null,
            game_system text not null,
            library integer not null check (library in (0, 1)),
            links text not null check (json_valid(links)),
            file text not null,
            digest text not null references files (digest),
            unique (system, id, digest)
        ) strict
    """)
    db.execute("alter table closures add column kind text not null default 'native' check (kind in ('native', 'imported'))")
    db.execute("alter table datasheets add column entry text not null default ''")
    db.execute("update datasheets set entry = id")
    _widen(db, "catalogues", "origin in ('bundled', 'homebrew')", "origin in ('bundled', 'homebrew', 'imported')")


@migration
def m007_paper(db: Database) -> None:
    """Print set-ups by name; the check code of each step of a roster, as the Muster that is named works it out."""
    run_script(
        db,
        """
        create table print_setups (
            name text primary key check (length(name) between 1 and 80),
            setup text not null check (json_valid(setup))
        ) strict;

        create table step_codes (
            roster text not null,
            step integer not null,
            digest text not null,
            code text not null,
            muster text not null,
            primary key (roster, step),
            foreign key (roster, step) references roster_steps (roster, n) on delete cascade
        ) strict;
        create index step_codes_by_code on step_codes (code);
    """,
    )


@migration
def m007_battles_back_and_forth(db: Database) -> None:
    """Choices can be taken back (`cuts`: how many events stayed, each time), and a battle can come from another one."""
    db.execute("alter table battles add column cuts text not null default '[]' check (json_valid(cuts))")
    db.execute("alter table battles add column origin text check (origin is null or json_valid(origin))")


def _widen(db: Database, table: str, old: str, new: str) -> None:
    """Replace a check of a table by one that lets more pass: section 7 of sqlite.org/lang_altertable.html."""
    version = db.execute("pragma schema_version").fetchone()[0]
    db.execute("pragma writable_schema = on")
    db.execute(
        "update sqlite_schema set sql = replace(sql, ?, ?) where type = 'table' and name = ? and instr(sql, ?) > 0",
        [old, new, table, old],
    )
    db.execute(f"pragma schema_version = {version + 1}")
    db.execute("pragma writable_schema = off")


@migration
def m008_shelf(db: Database) -> None:
    """What rosters are filed under, whether they are put away or locked; names of steps; what a player owns."""
    run_script(
        db,
        """
        alter table rosters add column tags text not null default '[]' check (json_valid(tags));
        alter table rosters add column archived integer not null default 0 check (archived in (0, 1));
        alter table rosters add column locked integer not null default 0 check (locked in (0, 1));
        alter table roster_steps add column name text not null default '';

        create table collection (
            system text not null,
            name text not null check (length(name) between 1 and 200),
            owned integer not null check (owned >= 1),
            primary key (system, name)
        ) strict, without rowid;
    """,
    )


@migration
def m009_roster_links(db: Database) -> None:
    """Links under which a roster can be read, as it stands (no step) or as it once stood; of a token only its digest."""
    run_script(
        db,
        """
        create table roster_links (
            number integer primary key autoincrement,
            id text not null unique check (length(id) between 1 and 80),
            token text not null unique check (length(token) = 64),
            roster text not null references rosters (id) on delete cascade,
            step integer,
            name text not null check (length(name) <= 200),
            foreign key (roster, step) references roster_steps (roster, n) on delete cascade
        ) strict;
        create index roster_links_by_roster on roster_links (roster, number);
    """,
    )


@migration
def m010_drafts(db: Database) -> None:
    """Datasheets as they are being written: of a datasheet that is there, or of a new one ("")."""
    run_script(
        db,
        """
        create table drafts (
            number integer primary key autoincrement,
            catalogue text not null references catalogues (id) on delete cascade,
            datasheet text not null,
            version integer not null check (version >= 0),
            document text not null check (json_valid(document))
        ) strict;
        create unique index drafts_by_datasheet on drafts (catalogue, datasheet) where datasheet <> '';
        create index drafts_by_catalogue on drafts (catalogue, number);
    """,
    )


@migration
def m011_datasheet_costs(db: Database) -> None:
    """What units cost of every kind, to be searched by. Of imported units it is known from their next import on."""
    run_script(
        db,
        """
        create table datasheet_costs (
            cost text not null,
            datasheet integer not null references datasheets (number) on delete cascade,
            least real not null,
            most real not null check (most >= least),
            primary key (cost, datasheet)
        ) strict, without rowid;
        create index datasheet_costs_by_datasheet on datasheet_costs (datasheet);

        insert into datasheet_costs (cost, datasheet, least, most)
        select given.key, number,
            min(json_extract(given.value, '$.base'), coalesce(min(json_extract(step.value, '$.value')), 1e9)),
            max(json_extract(given.value, '$.base'), coalesce(max(json_extract(step.value, '$.value')), 0))
        from datasheets join documents on digest = document
            join json_each(body, '$.costs') as given left join json_each(given.value, '$.steps') as step
        where json_extract(body, '$.schema') = 'muster.datasheet/1'
        group by given.key, number;
    """,
    )


@migration
def m012_battle_links(db: Database) -> None:
    """Links under which a battle can be watched; of a token only its digest."""
    run_script(
        db,
        """
        create table battle_links (
            number integer primary key autoincrement,
            id text not null unique check (length(id) between 1 and 80),
            token text not null unique check (length(token) = 64),
            battle text not null references battles (id) on delete cascade,
            name text not null check (length(name) <= 200)
        ) strict;
        create index battle_links_by_battle on battle_links (battle, number);
    """,
    )


@migration
def m013_not_judged(db: Database) -> None:
    """Lists called rosters legal whose system has no army rules here: these are not judged."""
    run_script(
        db,
        """
        update rosters set summary = json_set(summary, '$.legal', json('null'))
        where system not in ('wh40k-8e', 'wh40k-9e') and json_extract(summary, '$.legal') = 1;
    """,
    )


@migration
def m014_bases(db: Database) -> None:
    """Bases that a player gave to models of imported units, whose data have none."""
    run_script(
        db,
        """
        create table bases (
            entry text not null,
            profile text not null check (length(profile) <= 200),
            shape text not null check (shape in ('round', 'oval', 'hull')),
            mm text not null check (json_valid(mm)),
            height real not null check (height > 0),
            primary key (entry, profile)
        ) strict, without rowid;
    """,
    )


@migration
def m015_seeds_of_battles(db: Database) -> None:
    """The salt that a seed is committed to with, and the seeds that a battle had before its own."""
    db.execute("alter table battles add column salt text not null default ''")
    db.execute("alter table battles add column earlier text not null default '[]' check (json_valid(earlier))")


@migration
def m016_simulations(db: Database) -> None:
    """Simulations, and the blocks of games that were played of them."""
    run_script(
        db,
        """
        create table simulations (
            id text primary key,
            system text not null,
            name text not null,
            armies text not null check (json_valid(armies)),
            job text not null check (json_valid(job)),
            games integer not null check (games > 0),
            precision real check (precision > 0),
            state text not null check (state in ('queued', 'running', 'stopped', 'done', 'failed')),
            place text not null check (place in ('server', 'command')),
            holder text not null default '',
            problem text not null default '',
            changed integer not null
        ) strict, without rowid;
        create index simulations_changed on simulations (changed);
        create table simulation_blocks (
            simulation text not null references simulations on delete cascade,
            first integer not null check (first >= 0),
            games integer not null check (games > 0),
            totals text not null check (json_valid(totals)),
            seconds real not null check (seconds >= 0),
            primary key (simulation, first)
        ) strict, without rowid;
    """,
    )


@migration
def m017_judged_rosters(db: Database) -> None:
    """Rosters as they were judged last, so that who only reads one need not load its catalogues."""
    run_script(
        db,
        """
        create table judged_rosters (
            roster text primary key references rosters (id) on delete cascade,
            version integer not null,
            basis text not null,
            document blob not null
        ) strict, without rowid;
    """,
    )


@migration
def m018_given_answers(db: Database) -> None:
    """What was answered to requests that make something, by the keys that their askers gave them."""
    run_script(
        db,
        """
        create table given_answers (
            key text primary key,
            request text not null,
            status integer not null default 0,
            headers text not null default '{}' check (json_valid(headers)),
            body blob not null default x'',
            moment integer not null
        ) strict, without rowid;
    """,
    )
