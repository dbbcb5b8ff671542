"""Signatures of a log: all commands can be signed, and what was changed, moved or forked is found."""

import re
from dataclasses import replace
from random import Random

import pytest

from devtools.harness.games.signed_matches import HOST_KEY, KEYS, PLAYERS, Key, SignedTable, is_valid, signed_table
from netgame.games import GAMES
from netgame.match import HOST, replay
from netgame.match import commands as c
from netgame.match import events as e
from netgame.match.create import created_event
from netgame.match.state import MatchError, to_act
from netgame.records import proof as p
from netgame.records.lines import RecordError
from netgame.records.reader import Record, load_record, read_record
from netgame.records.writer import checksum_line, write_record

STEPS = 40


def quiet(game: str = "thud", moves: int = 0, **more: object) -> SignedTable:
    """Return a table after so many moves; the host seals only when it must."""
    table = SignedTable(GAMES[game](), 1, **more)  # type: ignore[arg-type]
    table.rng.random = lambda: 0.5  # type: ignore[method-assign]
    for _ in range(moves):
        move(table)
    return table


def move(table: SignedTable) -> None:
    """Let the player to move make their first legal move."""
    player = to_act(table.match)
    game, state = table.game, table.match.state
    table.do(c.Play(table.match.position, game.format(state, next(iter(game.moves(state))))), player)


def last(table: SignedTable, kind: type[e.Event]) -> int:
    """Return the number of the last event of that kind."""
    return next(event.number for event in reversed(table.log) if isinstance(event, kind))


def fault(log: list[e.Event]) -> int:
    """Return the number of the first event that fails, after the rules have accepted the log."""
    read = read_record(write_record(log), GAMES)
    with pytest.raises(p.ProofError) as caught:
        p.prove(read, is_valid)
    return caught.value.number


def proven(log: list[e.Event]) -> p.Proven:
    return p.prove(read_record(write_record(log), GAMES), is_valid)


def with_seats(log: list[e.Event], *players: e.Player, **changes: object) -> list[e.Event]:
    """Return the log with other values of the seats of these players."""
    return [
        replace(event, **changes) if isinstance(event, e.Seated) and event.player in players else event
        for event in log  # type: ignore[arg-type]
    ]


def with_proof(log: list[e.Event], number: int, **changes: object) -> list[e.Event]:
    """Return the log with another proof under an event."""
    event = log[number - 1]
    changed = replace(event, proof=replace(event.proof or e.Proof(), **changes))  # type: ignore[arg-type]
    return [*log[: number - 1], changed, *log[number:]]


def by_player(log: list[e.Event], player: e.Player, seen: int, words: str, key: Key | None = None) -> e.Proof:
    """Return the signature of a player, as a program with that key gives it."""
    head = b""
    for event in log[:seen]:
        head = p.head_after(head, event)
    created = log[0]
    return e.Proof(seen=seen, signature=(key or KEYS[player]).sign(p.command_text(created.origin, seen, head, words)))


# ---- what is signed


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_command_of_a_lively_match_has_a_signature_that_holds(key: str) -> None:
    for seed in range(3):
        table = signed_table(key, seed, STEPS)
        found = proven(table.log)

        assert all(not player.unsigned for player in found.players)
        assert found.players[0].signed
        assert found.sealed == max((event.number for event in table.log if event.proof and event.proof.seal), default=0)
        count = sum(bool(event.proof.signature) + bool(event.proof.seal) for event in table.log if event.proof)
        assert len(list(p.statements(table.log))) == count


def test_a_conditional_move_is_not_counted_as_unsigned() -> None:
    table = quiet(clock="days 3", signing=(0,))
    move(table)
    game, state = table.game, table.match.state
    answer = game.format(state, next(iter(game.moves(state))))
    table.do(c.Play(table.match.position, answer, conditional=True), 1)
    found = proven(table.log)

    assert (found.players[1].signed, found.players[1].unsigned) == ((), ())
    assert found.players[1].conditional == (last(table, e.Moved),)


@pytest.mark.parametrize("key", [key for key, kind in GAMES.items() if kind().legs > 1])
@pytest.mark.parametrize("whole", [False, True])
def test_resigning_a_leg_and_resigning_the_match_are_signed_at_their_own_events(key: str, whole: bool) -> None:
    table = quiet(key, moves=2)
    table.do(c.MakeOffer("pause"), 0)  # it lapses between the ends of the leg and of the match
    table.do(c.Resign(match=whole), 1)
    found = proven(table.log)
    assert found.players[1].unsigned == ()
    assert found.players[1].signed[-1] == last(table, e.Ended if whole else e.LegEnded)


@pytest.mark.parametrize("command", [c.Leave(), c.MakeOffer("abort"), c.Resign(match=True)])
def test_the_end_by_one_player_has_their_signature_whatever_the_names(command: c.Command) -> None:
    table = quiet(moves=1)
    table.do(command, 1)
    assert proven(table.log).players[1].signed == (last(table, e.Ended),)
    assert proven(with_seats(table.log, 0, name="Zoe")).players == proven(table.log).players


def test_a_resigned_leg_cannot_be_made_into_a_resigned_match() -> None:
    table = quiet(moves=1)
    table.do(c.Resign(), 1)
    ended = last(table, e.LegEnded)
    event = e.Ended(number=ended + 1, at=table.log[-1].at, reason="resigned", winner=0, totals=(0, 0), player=1)
    log = [*table.log[:ended], replace(event, totals=totals_of(table.log[ended - 1]))]

    assert proven(log).players[1].unsigned == (ended + 1,)
    assert fault(with_proof(log, ended + 1, **fields(table.log[ended - 1]))) == ended + 1


def totals_of(leg: e.Event) -> tuple[int, int]:
    return leg.scores[0] - leg.scores[1], leg.scores[1] - leg.scores[0]


def fields(event: e.Event) -> dict[str, object]:
    return {"seen": event.proof.seen, "signature": event.proof.signature}


@pytest.mark.parametrize("kind", ["count", "pause", "abort", "adjourn"])
def test_an_offer_that_crosses_the_same_offer_is_signed_as_what_it_was(kind: e.OfferKind) -> None:
    table = quiet(moves=2)
    seen = table.match.number
    table.do(c.MakeOffer(kind), 0)
    offered = table.match.number
    proof = by_player(table.log, 1, seen, f"offer {kind}")  # player 1 has not seen the offer of player 0 yet
    closed = e.OfferClosed(number=offered + 1, at=table.match.at, offer=offered, outcome="accepted")
    found = list(p.statements([*table.log, *p.signed((closed,), c.MakeOffer(kind), proof)]))[-1]

    assert (found.signer, found.in_place) == (1, True)
    assert any(is_valid(KEYS[1].public, found.signature, text) for text in found.texts)


def test_a_claim_is_signed_by_the_player_who_was_there_and_a_truncated_log_shows_what_it_has() -> None:
    table = quiet(moves=2, absence="forfeit 10")
    table.attempt(c.MarkAbsent(1, "lost"), HOST)
    table.attempt(c.Claim("win"), 0, after=60_000)
    assert proven(table.log).players[0].signed[-1] == last(table, e.Ended)
    short = proven(played(1, 2, 3, 4).log[:-2])
    assert (short.sealed, short.players[0].signed) == (0, (5,))


def test_a_move_in_another_spelling_than_that_of_the_log_and_some_commands_are_not_signed() -> None:
    moved = e.Moved(number=5, at=0, player=0, move="dA6-B6")
    assert p.signed((moved,), c.Play(4, "dA6-B6"), e.Proof(seen=4))[0].proof
    assert p.signed((moved,), c.Play(4, "d a6-b6"), e.Proof(seen=4)) == (moved,)
    assert [p.command_words(command) for command in (c.Stand(), c.Reveal(b"x" * 32), c.Claim("adjourn"))] == [""] * 3


def test_no_two_commands_have_the_same_words() -> None:
    given: list[c.Command] = [
        *(c.MakeOffer(kind) for kind in ("count", "pause", "more_time", "abort", "adjourn", "host_dice")),
        c.MakeOffer("take_back", 8), c.MakeOffer("take_back", 9),
        c.AnswerOffer(8, True), c.AnswerOffer(8, False), c.AnswerOffer(9, True), c.WithdrawOffer(8), c.WithdrawOffer(9),
        c.Resign(), c.Resign(match=True), c.Leave(), c.MakeReady(), c.Claim("win"), c.Claim("draw"),
        c.Commit(b"t" * 32), c.Play(1, "a1"), c.Play(1, "a1", link=b"l" * 32), c.Play(1, "a1", link=b"m" * 32),
        c.Play(1, "b1"),
    ]  # fmt: skip

    assert len({p.command_words(command) for command in given}) == len(given)
    assert not any("\n" in p.command_words(command) for command in given)


# ---- what is found


def test_a_signature_or_seal_with_another_key_or_from_another_table_does_not_hold() -> None:
    table, there = quiet(moves=1), quiet(moves=1, table="t2")
    table.seal()
    number, head = table.match.number, table.heads[-1]
    assert proven(table.log).sealed == number
    created = table.log[0]
    seal = Key("eve").sign(p.checkpoint(created.origin, number, head))
    forged = by_player(table.log, 0, number - 1, p.event_words(table.log[-1])[0], Key("eve"))

    assert fault(with_proof(table.log, number, signature=forged.signature)) == number
    assert fault(with_proof(table.log, number, seal=seal)) == number
    assert fault(with_proof(table.log, number, **fields(there.log[-1]))) == number


def test_a_signature_stands_under_one_event_only() -> None:
    """A host uses the readiness before a pause for the next pause."""
    table = quiet(moves=2)
    for _ in range(2):
        table.do(c.MakeOffer("pause"), 0)
        table.do(c.AnswerOffer(table.match.number, accept=True), 1)
        ready = table.match.number
        table.do(c.MakeReady(), 0)
        table.do(c.MakeReady(), 1)
    first = next(event for event in table.log if isinstance(event, e.Ready) and event.player == 0)
    again = next(
        event for event in table.log if isinstance(event, e.Ready) and event.player == 0 and event.number > ready
    )

    assert proven(table.log)
    assert fault(with_proof(table.log, again.number, **fields(first))) == again.number


def test_a_signature_cannot_be_kept_for_later() -> None:
    """A host holds an offer back until its player has seen more of the log, and signed that."""
    table = quiet(moves=2)
    held = by_player(table.log, 0, table.match.number, "offer count")
    for _ in range(4):
        move(table)
    number = table.match.number + 1
    log = [*table.log, e.Offered(number=number, at=table.match.at, player=0, kind="count", proof=held)]

    assert fault(log) == number


def test_a_signature_under_a_move_is_for_its_board() -> None:
    """A host lets a player make the same move again after a take-back that this player has not seen."""
    table = quiet(moves=2)
    number = table.match.number
    table.do(c.MakeOffer("take_back", number), 1)
    old = table.log[number - 1]
    table.do(c.AnswerOffer(table.match.number, accept=True), 0)
    table.do(c.Play(table.match.position, old.move), 1)
    again = table.match.number

    assert proven(table.log)
    before = by_player(table.log, 1, table.match.position - 2, p.event_words(old)[0])
    assert fault(with_proof(table.log, again, seen=before.seen, signature=before.signature)) == again


def test_a_signature_of_an_earlier_stay_at_the_table_is_not_for_a_later_one() -> None:
    table = quiet()
    created, first, second, started = table.log[:4]
    assert isinstance(first, e.Seated)
    assert isinstance(second, e.Seated)
    first = replace(first, ready=False)
    ready = e.Ready(number=6, at=started.at, player=0)
    log: list[e.Event] = [created, first, e.Unseated(number=3, at=first.at, player=0), replace(first, number=4)]
    log += [replace(second, number=5), ready, replace(started, number=7)]

    assert proven(with_proof(log, 6, **fields(replace(ready, proof=by_player(log, 0, 4, "ready"))))).players[0].signed
    assert fault(with_proof(log, 6, **fields(replace(ready, proof=by_player(log, 0, 2, "ready"))))) == 6


def test_nobody_signs_an_event_that_no_command_names() -> None:
    table = quiet("clod")
    while not isinstance(table.log[-1], e.Rolled):
        table.live(1)
    number = table.match.number

    with pytest.raises(p.ProofError, match="no command that this could be for") as caught:
        p.prove(with_proof(table.log, number, seen=4, signature=b"s" * 64), is_valid)
    assert caught.value.number == number
    far = with_proof(quiet(moves=1).log, 5, seen=10**9)
    assert list(p.statements(far))[-1].in_place is False


def test_a_signature_needs_a_key_and_a_table() -> None:
    table = quiet(moves=1)
    assert fault(with_seats(table.log, 0, 1, key=b"")) == table.match.number
    assert fault([replace(table.log[0], origin=""), *table.log[1:]]) == table.match.number  # type: ignore[call-arg]


def test_a_key_for_which_anybody_can_sign_proves_nothing() -> None:
    """For the neutral point of the curve as key this signature is valid under every text."""
    weak, anything = (1).to_bytes(32, "little"), (1).to_bytes(32, "little") + bytes(32)
    assert is_valid(weak, anything, b"one text")
    assert is_valid(weak, anything, b"another text")
    table = quiet(moves=1)
    log = with_proof(with_seats(table.log, 0, key=weak), table.match.number, signature=anything)
    assert fault(log) == table.match.number


def test_weak_keys_are_the_points_whose_order_divides_eight() -> None:
    prime = 2**255 - 19
    d = -121665 * pow(121666, -1, prime) % prime
    ys = [y for y in range(2**255 - 30, 2**255) if p.is_weak(y.to_bytes(32, "little"))]
    eighth = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826

    assert ys == [prime - 1, prime, prime + 1]  # of order 2, and other spellings of 0 and 1
    assert (d * pow(eighth, 4, prime) + 2 * eighth**2 - 1) % prime == 0  # twice such a point has y = 0, of order 4
    for y in (0, 1, eighth, prime - eighth):
        assert p.is_weak(y.to_bytes(32, "little"))
        assert p.is_weak((y | 1 << 255).to_bytes(32, "little"))
    assert not any(p.is_weak(key.public) for key in (HOST_KEY, *KEYS))


def test_the_key_of_a_host_and_the_line_of_a_signature_have_one_spelling() -> None:
    for ending in "B_9":
        with pytest.raises(MatchError):
            replay([created_event(GAMES["thud"](), at=0, origin="A" * 42 + ending + "/t1")], GAMES)
    text = write_record(quiet(moves=1).log)
    assert "\nsigned 4 " in text
    with pytest.raises(RecordError, match="should read: signed 4 "):
        load_record(text.replace("\nsigned 4 ", "\nsigned 04 "), GAMES)


# ---- two logs


def played(*seeds: int, table: SignedTable | None = None, seal: bool = True) -> SignedTable:
    """Return a table with one move for each seed, sealed at its end."""
    table = table or quiet()
    for seed in seeds:
        game, state = table.game, table.match.state
        moves = sorted(game.format(state, each) for each in game.moves(state))
        table.do(c.Play(table.match.position, moves[seed]), to_act(table.match))
    if seal:
        table.seal()
    return table


@pytest.mark.parametrize(
    ("one", "two", "sealed", "found"),
    [
        ((1, 2, 3, 4), (1, 2), (True, True), p.Comparison(None)),  # the beginning of the other
        ((1, 2, 3), (1, 2, 4), (True, True), p.Comparison(7, (HOST_KEY.public,))),
        ((1, 2, 3), (1, 2, 4), (True, False), p.Comparison(7)),
        # a move that never arrived is made again, perhaps another one; the host may keep both
        ((1, 2, 3), (1, 2, 4), (False, False), p.Comparison(7)),
        ((1, 2, 3, 4), (1, 2, 5, 4), (True, False), p.Comparison(7, (KEYS[1].public,))),  # the player goes on in both
    ],
)
def test_of_two_logs_the_keys_that_signed_both_are_convicted(
    one: tuple[int, ...], two: tuple[int, ...], sealed: tuple[bool, bool], found: p.Comparison
) -> None:
    first, second = (proven(played(*moves, seal=seal).log) for moves, seal in zip((one, two), sealed, strict=True))
    assert p.compare(first, second) == p.compare(second, first) == found


# ---- one byte


def changed(data: bytes, rng: Random) -> tuple[bytes, bytes]:
    """Return a record with one byte changed, taken away or put in, and the same with its checksum calculated again."""
    place = rng.choice((rng.randrange(len(data)), rng.randrange(max(0, len(data) - 500), len(data))))
    new = rng.choice(
        (bytes([rng.randrange(256)]), bytes([data[place] ^ 1]), rng.choice((b"0", b"1", b"9", b"A", b"b")))
    )
    cut = rng.choice((place, place + 1, place + 1, place + 1))
    other = data[:place] + rng.choice((new, new, new, b"")) + data[cut:]
    body, _, _ = other.rpartition(b"sha256: ")
    try:
        return other, body + checksum_line(body.decode()).encode() + b"\n"
    except UnicodeDecodeError:
        return other, other


def unnoticed(data: bytes, record: Record, covered: int) -> str:
    """Return what a changed record differs in, and check that it is what no signature covers; "" for no difference.

    The bytes that can change: names of players who left again, comments, and behind the last event that is covered all
    but the words of signed commands.
    """
    try:
        other = load_record(data, GAMES)
        p.prove(other.log, is_valid)
    except (RecordError, p.ProofError):
        return "found"
    if other.comments != record.comments:
        return "comment"
    pairs = [(one, two) for one, two in zip(record.log, other.log, strict=True) if one != two]
    if not pairs:
        return ""
    others = [
        (one, two) for one, two in pairs if not (isinstance(two, e.Seated) and one == replace(two, name=one.name))
    ]  # type: ignore[attr-defined]
    for one, two in others:
        assert one.number > covered, (one, two)
        assert one.proof is None or not one.proof.signature or p.event_words(one) == p.event_words(two), (one, two)
    return "not covered" if others else "name"


def one_byte(key: str, seeds: range, times: int) -> dict[str, int]:
    """Change bytes of random records of a game; return how often each kind of change was possible."""
    counts = dict.fromkeys(("found", "comment", "name", "not covered"), 0)
    for seed in seeds:
        rng, table = Random(seed), signed_table(key, seed, 10 + seed * 7 % 40, signing=(PLAYERS, (0,), ())[seed % 3])
        if seed % 2:
            table.seal()
        log = table.log
        stops = [event.number for event in log if isinstance(event, e.Moved)][:3]
        text = write_record(log, dict.fromkeys(stops, ("a comment", "another one")))
        record, data = load_record(text, GAMES), text.encode()
        covered = max(p.prove(record.log, is_valid).covers.values(), default=0)
        for _ in range(times):
            plain, summed = changed(data, rng)
            if plain == data:
                continue
            with pytest.raises(RecordError):
                load_record(plain, GAMES)
            kind = unnoticed(summed, record, covered)
            assert kind or summed == data
            if kind:
                counts[kind] += 1
    return counts


def differing(text: str, old: str, new: str, times: int = 1) -> str:
    """Change a text in a record, calculate its checksum again, and say what `unnoticed` says."""
    assert text.count(old) == times
    record = load_record(text, GAMES)
    body, _, _ = text.replace(old, new).rpartition("sha256: ")
    covered = max(p.prove(record.log, is_valid).covers.values(), default=0)
    return unnoticed((body + checksum_line(body)).encode() + b"\n", record, covered)


def test_names_comments_and_what_comes_after_all_signatures_can_be_changed() -> None:
    table = played(1, 2)
    table.signing = ()
    played(3, table=table, seal=False)
    last_move = table.log[-1]
    assert isinstance(last_move, e.Moved)
    text = write_record(table.log, {table.match.number: ("a comment",)})
    (time,) = re.findall(r"\n7 (\S+) moved", text)

    assert differing(text, '"Ann"', '"Eve"', times=2) == "name"
    assert differing(text, "a comment", "A comment") == "comment"
    assert differing(text, f"\n7 {time} ", "\n7 +99999.999 ") == "not covered"
    assert differing(text, 'account "account0"', 'account "account9"') == "found"


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    ("seeds", "times", "least"), [(3, 20, 30), pytest.param(350, 6, 1000, marks=pytest.mark.sweep)]
)
def test_a_changed_byte_is_found_by_checksum_rules_chain_or_signature(
    key: str, seeds: int, times: int, least: int
) -> None:
    counts = one_byte(key, range(seeds), times)
    assert counts["found"] > least
    assert counts["comment"] or seeds == 3
