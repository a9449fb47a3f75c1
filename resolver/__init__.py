"""The game: what happens at the table. It sees armies only as roster documents.

Here the engine, which knows no system, is handed those that there are.
"""

from resolver.engine.registry import register
from resolver.rulesets import MODULES

register(MODULES)
