"""The rule sets by name. A new one is one record here, not new code."""

from __future__ import annotations

from engine.position import Suicide
from engine.rules import Ko, Rules

RULESETS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules("cn2002"),
        Rules("cn_old", passes_to_end=None),
        Rules("jp", Ko.SIMPLE, komi=6.5),
        Rules("kr", Ko.SIMPLE, komi=6.5),
        Rules("ing", Ko.POSITIONAL, Suicide.SEVERAL, komi=8),
        Rules("aga", Ko.SITUATIONAL),
        Rules("nz", Ko.SITUATIONAL, Suicide.ALLOWED, komi=7),
    )
}


def ruleset(name: str) -> Rules:
    """The rule set of that name; raises ValueError with the names there are."""
    try:
        return RULESETS[name]
    except KeyError:
        raise ValueError(f"no rule set {name!r}; there are {', '.join(RULESETS)}") from None
