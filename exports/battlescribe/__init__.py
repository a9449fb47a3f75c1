"""Rosters written as BattleScribe and New Recruit write them: `tree` makes elements, `files` bytes, `text` plain text."""
