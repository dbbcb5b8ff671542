"""Refusals that no client of a simulated club can meet, with the reasons."""

from collections.abc import Mapping, Sequence

# by reason: the codes, or the codes with the beginning of the words
UNREACHABLE: Mapping[str, Sequence[str]] = {
    "they say why a log is damaged, or other checks come before them": (
        "absent", "cause", "clocks", "count", "delay", "due", "leg", "match_rules", "no_absence", "no_consent",
        "no_forfeit", "no_roll", "not_agreed", "not_paused", "not_ready", "number", "outcome", "ratings", "roll_due: t",
        "roll_due: r", "roll_index", "roll_known", "rules_version", "score", "seat_free", "time", "unknown_event",
        "finished_position", "access", "crossing", "host_only", "unknown_command", "rated_position", "origin",
        "no_key", "other_computer", "vacant", "bad_key", "proof", "board", "dice: the links",
        "malformed: A command has to carry", "not_between: nothing has ended", "not_over: nothing has ended",
        "no_move: only a take-back", "no_move: the offer must", "not_over: there is another leg",
        "bad_computer: the description", "unknown_game: this program", "is_back: {name} is not away",
    ),
    "they are for programs of another age": ("version",),
    "a run has not so many people, tables, tournaments and events": (
        "too_long", "too_many: {count} people are already invited", "too_many: A tournament has at most",
        "too_many: This server has too many tournaments", "too_many: Too many players are looking",
        "too_many: You are watching too many tournaments", "too_many: You take part in too many",
        "too_many: You follow or block", "too_many: Too many people from your address",
        "too_many: There are {count} tables from your address", "busy: Too much is waiting",
        "busy: Too many password sign-ins", "too_many: {count} of your messages", "too_many: Too many messages wait",
    ),
    "the memory of this computer does not count": ("closed",),
    "this computer knows time zones": ("bad_zone: The server",),
    "two requests have to come in the same millisecond": ("revoked",),
    "they say that the program has a fault, which ends the run": ("internal: The server made a mistake",),
    "the databases of accounts and tournaments never fail": ("internal: The server cannot read or store",),
    "ids of tournaments come from the keys of commands, and a key is found first": (
        "key_reused: There is a tournament",
    ),
}  # fmt: skip
_NAMES = tuple(name if ": " in name else f"{name}: " for names in UNREACHABLE.values() for name in names)


def is_unreachable(refusal: str) -> bool:
    """Tell whether no client can meet a refusal: its code with its words."""
    return refusal.startswith(_NAMES)
