"""What is wrong with a call of a command, in the user's words: the library that reads it says it in English only."""

from __future__ import annotations

import re

import click

from builder.cli.words import say, translate

EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)


def bad_call(error: click.UsageError) -> str:
    """Return what is wrong with a call, without a stop at the end."""
    match error:
        case click.NoSuchOption():
            near = sorted(error.possibilities or ())
            return say("cli.no-option.near" if near else "cli.no-option", {"name": error.option_name, "near": near})
        case click.BadOptionUsage():
            code = "cli.option.no-value" if "does not take" in error.message else "cli.option.value"
            return say(code, {"name": error.option_name})
        case click.MissingParameter(param=click.Parameter() as param):
            return say("cli.missing", {"name": _name(param)})
        case click.BadParameter(param=click.Parameter() as param):
            wanted = _expectation(param.type)
            name = _name(param)
            return (
                say("cli.bad-value", {"name": name, "wanted": wanted}) if wanted else f"{name}: {error.message.rstrip('.')}"
            )
    if extra := EXTRA.match(error.message):
        return say("cli.extra", {"words": extra.group(1)})
    return translate(error.format_message()).rstrip(".")


def _name(param: click.Parameter) -> str:
    """What a parameter is called where help shows how a command is called."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name


def _expectation(type: object) -> str:
    """What a parameter takes; "" where there are no words for it."""
    match type:
        case click.Choice():
            return say("cli.wanted.choice", {"choices": [str(choice) for choice in type.choices]})
        case click.IntRange() | click.FloatRange():
            number = "whole" if isinstance(type, click.IntRange) else "number"
            if type.max is None:
                return say(f"cli.wanted.{number}-least", {"least": type.min or 0})
            return say(f"cli.wanted.{number}-range", {"least": type.min or 0, "most": type.max})
    return ""
