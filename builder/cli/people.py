"""`muster people`: who has an account."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing

import click

from builder.cli.context import CliContext, Refused
from builder.cli.output import json_option, print_json, print_lines, tell
from builder.cli.words import say
from builder.services.people.accounts import FILE, Accounts
from builder.services.people.people import ROLES, Invited
from builder.services.spaces import people_folder
from builder.store.people.people import PersonRow


@click.command()
@click.argument("action", metavar="ACTION", type=click.Choice(("invite", "reset", "list", "remove")))
@click.argument("name", metavar="[NAME]", required=False)
@click.option("--role", type=click.Choice(ROLES), help="What they may do; player unless you say. The first is the owner.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@click.pass_obj
def people(context: CliContext, action: str, name: str | None, role: str | None, yes: bool, as_json: bool) -> None:
    """Invite people, let them in again, list or remove them. Switch accounts on with `muster serve --accounts`.

    The first person is the owner: what is in the database is theirs. Whoever is removed goes with all that is theirs; it
    asks first, unless you say --yes.

    \b
    Examples:
      muster people invite Ada
      muster people invite Bo --role organiser
      muster people reset Bo
      muster people remove Bo --yes
    """
    if (name is None) != (action == "list"):
        raise click.UsageError("NAME is needed for invite, reset and remove, and for nothing else.")
    if action == "list" and not (people_folder(context.settings) / FILE).exists():
        _list([], as_json)
        return
    with closing(Accounts(context.settings, context.services.spaces)) as accounts:
        if action == "list":
            _list(accounts.people.every(), as_json)
        elif action == "remove":
            _remove(accounts, name or "", yes, as_json)
        else:
            found = accounts.people
            handed = found.invite(name or "", role or "") if action == "invite" else found.reset(name or "")
            _tell(handed, context.settings.address_on_paper, as_json)
            if not context.settings.names:
                tell(say("cli.people.here-only"))


def _remove(accounts: Accounts, name: str, yes: bool, as_json: bool) -> None:
    values = {"name": accounts.people.get(name).name}
    if not yes:
        if not sys.stdin.isatty():
            raise Refused(say("cli.people.ask", values))
        click.confirm(say("cli.people.sure", values), abort=True, err=True)
    accounts.people.remove(name)
    print_json(values) if as_json else print_lines([say("cli.people.removed", values)])


def _list(rows: Sequence[PersonRow], as_json: bool) -> None:
    if as_json:
        items = [{"name": each.name, "role": each.role, "invited": not each.password} for each in rows]
        print_json({"items": items})
    else:
        print_lines([f"{each.role:10}  {each.name}" for each in rows] or [say("cli.people.nobody")])


def _tell(handed: Invited, server: str, as_json: bool) -> None:
    values = {"name": handed.person.name, "role": handed.person.role, "address": f"{server}/join/{handed.token}"}
    print_json(values) if as_json else print_lines([say("cli.people.invited", values)])


COMMANDS = {"people": people}
