"""The check of the signatures of a record, and its result in words and as plain values for JSON."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from netgame.formats.convert import LoadedMatch
from netgame.match.events import Committed, DiceHandedOver, Ended, Event, Rolled
from netgame.records.event_lines import write_event
from netgame.records.lines import write_bytes
from netgame.records.proof import Comparison, Proven, Signer, host_of

_WHY = "they may have played at another computer, or with a program that does not sign"


def fingerprint(key: bytes) -> str:
    """Return a public key for people: the first 80 bits of its SHA-256."""
    digits = sha256(key).hexdigest()[:20]
    return "-".join(digits[place : place + 4] for place in range(0, 20, 4))


# ---- one record


def proof_lines(loaded: LoadedMatch, proven: Proven) -> Iterator[str]:
    """Yield what is proven and what is not."""
    if not proven.is_signed:
        yield "nothing here is signed: anybody can have written this file"
        return
    yield _host_line(loaded, proven)
    for player, signer in enumerate(proven.players):
        yield f"player {player}, {_player_words(signer)}"
        if signer.conditional:
            moves = _events(signer.conditional)
            yield f"player {player}: {moves} played by the server for them, by conditional moves; not signed"
    if (dice := _dice_words(loaded, proven)) is not None:
        yield f"dice: {dice}"
    for words in _unproven(loaded, proven):
        yield f"not proven: {words}"


def _host_line(loaded: LoadedMatch, proven: Proven) -> str:
    host, last = f"server, key {fingerprint(host_of(proven.origin))}", loaded.log[-1].number
    if not proven.sealed:
        return f"{host}: signed nothing"
    return f"{host}: signed the log up to event {proven.sealed}{', the last one' if proven.sealed == last else ''}"


def _player_words(signer: Signer) -> str:
    count = len(signer.signed) + len(signer.unsigned)
    if not signer.key:
        return "without a key: signed nothing; it may be a guest, or an account that signs in by a password"
    key = f"key {fingerprint(signer.key)}"
    if not count:
        return f"{key}: gave no command that could be signed"
    if not signer.signed:
        return f"{key}: signed none of {_commands(count)}; {_WHY}"
    log = f"and the log up to event {signer.covers}"
    if not signer.unsigned:
        return f"{key}: signed {'the' if count == 1 else 'all'} {_commands(count)}, {log}"
    missing = f"no signature at {_events(signer.unsigned)}"
    return f"{key}: signed {len(signer.signed)} of {_commands(count)}, {log}; {missing}; {_WHY}"


def _commands(count: int) -> str:
    return f"{count} command{'' if count == 1 else 's'}"


def _events(numbers: Sequence[int], most: int = 10) -> str:
    """Return the numbers of events in words, the first ones of many."""
    listed = ", ".join(map(str, numbers[:most]))
    more = f" and {len(numbers) - most} more" if len(numbers) > most else ""
    return f"event{'' if len(numbers) == 1 else 's'} {listed}{more}"


def _dice_words(loaded: LoadedMatch, proven: Proven) -> str | None:
    """Return who drew the dice; None for a match without any."""
    if not any(isinstance(event, Rolled) for event in loaded.log):
        return None
    if loaded.match.created.dice == "host":
        return "rolled by the server; nobody can check them"
    handed = _handed_over(loaded)
    whole = "drawn by the programs of both players" + (
        "" if handed is None else f" up to event {handed}, then rolled by the server"
    )
    unsigned = [
        player
        for player, signer in enumerate(proven.players)
        if any(
            isinstance(event, Committed) and event.player == player and event.number in signer.unsigned
            for event in loaded.log
        )
    ]
    if not unsigned:
        return whole
    names = " and ".join(f"player {player}" for player in unsigned)
    return f"{whole}, but {names} did not sign the beginning of their links, so the server may have made them"


def _handed_over(loaded: LoadedMatch) -> int | None:
    return next((event.number for event in loaded.log if isinstance(event, DiceHandedOver)), None)


def _unproven(loaded: LoadedMatch, proven: Proven) -> Iterator[str]:
    yield "names, comments, and which person holds a key; a key only says that it is the same one"
    yield "times, pauses and absences, for which there is only the word of the server"
    last, first = loaded.log[-1].number, max(proven.covers.values()) + 1
    if first <= last:
        which = f"event {last}" if first == last else f"the events {first} to {last}"
        yield f"{which}, because nobody has signed the log up to there; single commands there are proven if signed"
    if not isinstance(loaded.log[-1], Ended):
        yield "that this is all; the match may have gone on"


def proof_value(loaded: LoadedMatch, proven: Proven) -> dict[str, Any] | None:
    """Return the same as plain values; None if nothing is signed."""
    if not proven.is_signed:
        return None
    has_dice = any(isinstance(event, Rolled) for event in loaded.log)
    return {
        "origin": proven.origin,
        "server": {"key": write_bytes(host_of(proven.origin)), "signed_to": proven.sealed},
        "players": [
            {
                "key": write_bytes(signer.key) or None,
                "signed_to": signer.covers,
                "signed": list(signer.signed),
                "unsigned": list(signer.unsigned),
                "conditional": list(signer.conditional),
            }
            for signer in proven.players
        ],
        "dice": loaded.match.created.dice if has_dice else None,
        "handed_over": _handed_over(loaded),
    }


# ---- two records of one table

Checked = tuple[str, tuple[Event, ...], Proven]  # a file, its log, and what is proven about it


def comparison_lines(one: Checked, two: Checked, found: Comparison) -> Iterator[str]:
    """Yield how two records of one table differ."""
    number = found.parts_at
    if number is None:
        longer, shorter = (one, two) if len(one[1]) > len(two[1]) else (two, one)
        if len(one[1]) == len(two[1]):
            yield f"{one[0]} and {two[0]}: the same events"
        else:
            yield f"{longer[0]}: continues {shorter[0]} from event {len(shorter[1]) + 1}"
        return
    yield f"{one[0]} and {two[0]}: one table, but other events from number {number} on"
    for file, log, proven in (one, two):
        yield f"  {file}: {write_event(log[number - 1], log[0].at) if number > 1 else 'another beginning'}"
        yield f"  {file}: event {number} {_signers_beyond(proven, number)}"
    for key in found.both:
        who = _signer_name(one[2], key)
        why = (
            "it showed two courses of this match, or went on from an older copy of its data"
            if key == host_of(one[2].origin)
            else "they followed two courses of this match, or the server showed them two"
        )
        yield f"  proof against {who}, key {fingerprint(key)}: signed both; {why}"


def _signers_beyond(proven: Proven, number: int) -> str:
    names = [_signer_name(proven, key) for key, covers in proven.covers.items() if covers >= number]
    return f"is signed by {', '.join(sorted(names))}" if names else "is signed by nobody"


def _signer_name(proven: Proven, key: bytes) -> str:
    if key == host_of(proven.origin):
        return "the server"
    players = [f"player {player}" for player, signer in enumerate(proven.players) if signer.key == key]
    return players[0] if players else "a player who left the seat"


def comparison_value(one: Checked, two: Checked, found: Comparison) -> dict[str, Any]:
    """Return the same as plain values."""
    return {
        "files": [one[0], two[0]],
        "events": [len(one[1]), len(two[1])],
        "parts_at": found.parts_at,
        "signed_both": [write_bytes(key) for key in found.both],
    }
