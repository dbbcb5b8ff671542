"""The table of rates in PROTOCOL.md, from that of the server, with the default settings."""

from server.ops.counters import Counters
from server.ops.limiter import Limiter
from server.ops.policy import Policy
from server.ops.rate_limit import RateLimit
from server.ops.requests import RATES, RULES, Rule

EVERY = {"message": "all", "request": "the last group of [Order of replies](#order-of-replies)"}


def rates_text() -> str:
    """Return a row for each rate."""
    limiter = Limiter(Policy(), Counters(), lambda: 0)
    lines = ["| what | messages | an account | an address |", "|---|---|---|---|"]
    for name, rate in RATES.items():
        tags = [f"`{kind.__struct_config__.tag}`" for kind, rule in RULES.items() if _draws(name, rule)]
        account, address = limiter.rate_of_account(name), limiter.rate_of_address(name)
        row = f"| {rate.meaning} | {EVERY.get(name) or ', '.join(tags)} | {_words(account)} | {_words(address)} |"
        lines.append(row)
    return "\n".join(lines)


def _draws(name: str, rule: Rule) -> bool:
    """Tell whether messages of a rule draw on a rate. Those of bytes count for long answers."""
    if name in ("reply", "lists"):
        return rule.is_large and (rule.right == "anybody") == (name == "lists")
    return name in rule.rates


def _words(rate: RateLimit) -> str:
    per_second = rate.per_second
    later = f"1 every {1 / per_second:.3g} s" if per_second < 1 else f"{round(per_second, 1):g} a second"
    return f"{rate.size}, then {later}"
