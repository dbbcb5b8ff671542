"""The contract of the accounts, in a file and in a shared database, and for several servers that use it at once."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg
import pytest

from devtools.harness.postgres import PrivatePostgres
from protocol import messages as m
from server.errors import DatabaseFailed
from server.ops.rate_limit import Backoff, RateLimit
from server.storage.accounts import DELETED, FOREVER, KEPT_FAILURES_MS, AccountStore, NameTaken, Registered, Vacation
from server.storage.database import IN_MEMORY
from tests.server.storage.at_once import at_once

KEY, OTHER_KEY, TOKEN = b"k" * 32, b"o" * 32, b"t" * 32
START, BACKOFF, RATE = 10**12, Backoff(20), RateLimit(5, 10)
ROUNDS = 5  # of each race


@pytest.fixture
def elsewhere(accounts: AccountStore, place: Path | str) -> Iterator[AccountStore]:
    """The same accounts, opened by another server."""
    with closing(AccountStore(place)) as opened:
        yield opened


def report(by: str, account: str, *lines: m.ReportLine) -> m.ReportInfo:
    return m.ReportInfo(
        report=0, at=5, by=by, by_name="Ann", account=account, name="Bob", table="", text="rude", lines=list(lines)
    )


def test_guests_who_do_not_come_back_are_deleted_unless_somebody_needs_them(accounts: AccountStore) -> None:
    names = ("gone", "back", "named", "banned", "muted", "moderator", "reported", "reporter", "kicked")
    ids = {name: accounts.enter(name, name.encode().ljust(32), now=START).id for name in names}
    accounts.register(ids["named"], "Named", "hash")
    accounts.ban(ids["banned"], FOREVER)
    accounts.mute(ids["muted"], FOREVER)
    accounts.make_moderator(ids["moderator"])
    accounts.add_report(KEY[:16], report(ids["reporter"], ids["reported"]))
    accounts.add_measure(START, ids["moderator"], "kick", ids["kicked"], None, "")
    before = START + 5
    assert sorted(accounts.old_guests(before, "", 9)) == sorted([ids["gone"], ids["back"]])
    accounts.enter("back", b"back".ljust(32), now=before)

    assert accounts.forget_guests(list(ids.values()), before) == [ids["gone"]]

    assert accounts.get(ids["gone"]) is None
    assert accounts.owner(None, b"gone".ljust(32)) is None
    assert all(accounts.get(id) for name, id in ids.items() if name != "gone")
    assert accounts.old_guests(before, "", 9) == []


def test_a_vacation_is_kept_until_it_was_ended_and_begins_once(accounts: AccountStore, elsewhere: AccountStore) -> None:
    ann, bob = (accounts.enter(name, name.encode().ljust(32), now=START).id for name in ("Ann", "Bob"))
    taken = Vacation(2027, 3, START + 5)
    accounts.change_vacation(ann, lambda _before: taken)
    accounts.change_vacation(bob, lambda _before: Vacation(2027, 1, START))

    elsewhere.settle_vacation(ann, START)  # of another vacation
    elsewhere.settle_vacation(bob, START)

    assert accounts.vacations() == {ann: START + 5}
    assert (accounts.vacation(ann), accounts.vacation(bob)) == (taken, Vacation(2027, 1, 0))
    accounts.erase(ann)
    assert elsewhere.vacation(ann) == Vacation()

    def begin(before: Vacation) -> Vacation:
        if before.until:
            raise Registered
        return Vacation(2027, before.used + 5, START)

    outcomes = at_once(*(partial(store.change_vacation, bob, begin) for store in (accounts, elsewhere)))
    assert sorted(isinstance(outcome, Registered) for outcome in outcomes) == [False, True]
    assert accounts.vacation(bob).used == 6


# ---- signing in


def test_a_new_key_with_a_known_token_joins_its_account_and_a_known_one_prevails(accounts: AccountStore) -> None:
    first = accounts.enter("Ann", TOKEN)
    assert accounts.enter("Ann", TOKEN, KEY).id == accounts.enter("Ann", None, KEY).id == first.id
    other = accounts.enter("Bob", None, OTHER_KEY)
    assert accounts.enter("Bob", TOKEN, OTHER_KEY).id == other.id
    assert accounts.owner(None, TOKEN) == accounts.get(first.id)


def test_a_guest_takes_another_name_unless_muted(accounts: AccountStore) -> None:
    ann = accounts.enter("Ann", TOKEN)
    accounts.enter("Anna", TOKEN, now=1)
    accounts.mute(ann.id, 10)
    accounts.enter("Anne", TOKEN, now=5)
    muted = accounts.get(ann.id)
    accounts.enter("Anne", TOKEN, now=10)
    assert (muted.name, muted.is_muted(5), muted.seen) == ("Anna", True, 5)
    assert getattr(accounts.get(ann.id), "name", None) == "Anne"


def test_devices_are_listed_with_the_one_used_last_first(accounts: AccountStore) -> None:
    ann = accounts.enter("Ann", TOKEN, label="attic", now=1)
    accounts.enter("Ann", TOKEN, KEY, label="kitchen", now=2)
    accounts.enter("Ann", None, KEY, now=3)
    devices = accounts.devices(ann.id, here=ann.credential)
    assert [(each.kind, each.label, each.made, each.used, each.here) for each in devices] == [
        ("key", "kitchen", 2, 3, False),
        ("token", "kitchen", 1, 2, True),
    ]


def test_a_revoked_device_is_a_new_account_and_its_number_is_not_used_again(accounts: AccountStore) -> None:
    ann = accounts.enter("Ann", None, KEY)
    assert accounts.revoke(ann.id, ann.credential)
    assert not accounts.revoke(ann.id, ann.credential)
    assert accounts.holder(ann.id, ann.credential) is None
    again = accounts.enter("Ann", None, KEY)
    assert again.new
    assert again.credential > ann.credential


def test_the_oldest_credentials_are_forgotten(accounts: AccountStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.storage.accounts.MAX_CREDENTIALS", 3)
    ann = accounts.enter("Ann", TOKEN)
    keys = [number.to_bytes(32, "big") for number in range(5)]
    for now, key in enumerate(keys, 1):
        accounts.enter("Ann", TOKEN, key, now=now)
    assert len(accounts.devices(ann.id, 0)) == 3
    assert accounts.owner(keys[0], None) is None


def test_a_password_admits_a_key_of_another_account_or_gives_a_token(accounts: AccountStore) -> None:
    guest, ann = accounts.enter("Guest", None, KEY), accounts.add("Ann", "hash")
    admitted = accounts.admit(ann, KEY, hash="hash")
    without_key = accounts.admit(ann, None, hash="hash")

    assert admitted.id == ann
    assert accounts.owner(KEY, None) == accounts.get(ann)
    assert accounts.devices(guest.id, 0) == []
    assert accounts.enter("", without_key.token).id == ann
    accounts.set_password(ann, "another hash")
    assert accounts.admit(ann, OTHER_KEY, hash="hash") is None
    assert accounts.owner(OTHER_KEY, None) is None


# ---- pairing codes and failed attempts


def test_a_pairing_code_is_for_one_key_until_it_expires(accounts: AccountStore) -> None:
    ann = accounts.enter("Ann", TOKEN)
    accounts.set_code(ann.id, "CODE", now=0, until=10)
    assert accounts.owner_of_code("OTHER", KEY, 5) is None
    assert accounts.owner_of_code("CODE", KEY, 5) == accounts.get(ann.id)
    for _again in range(2):
        assert getattr(accounts.admit(ann.id, KEY, now=5, code="CODE"), "id", None) == ann.id
    assert accounts.admit(ann.id, OTHER_KEY, now=5, code="CODE") is None
    assert accounts.owner_of_code("CODE", OTHER_KEY, 5) is None
    assert accounts.owner_of_code("CODE", KEY, 10) is None

    accounts.set_code(ann.id, "CODE", now=0, until=10)  # used without a key it is used up
    assert accounts.admit(ann.id, None, now=5, code="CODE") is not None
    assert accounts.owner_of_code("CODE", None, 5) is None
    assert accounts.admit(ann.id, None, now=5, code="CODE") is None


def test_a_pairing_code_ends_with_a_new_one_and_with_every_revocation(accounts: AccountStore) -> None:
    ann = accounts.enter("Ann", TOKEN)
    ends = {
        "set_code": ("OTHER", 0, 10), "revoke": (99,), "revoke_others": (ann.credential,), "lock_out": (), "erase": (),
    }  # fmt: skip
    for way, more in ends.items():
        accounts.set_code(ann.id, "CODE", now=0, until=10)
        getattr(accounts, way)(ann.id, *more)
        assert accounts.owner_of_code("CODE", KEY, 5) is None, way
        assert accounts.admit(ann.id, KEY, now=5, code="CODE") is None, way


def test_the_time_of_a_bucket_moves_ahead_and_old_rows_go(accounts: AccountStore) -> None:
    for now in (START, START + 10):
        accounts.count_failures({"ann": RATE}, now)
    before = accounts.failures(["ann"])
    accounts.count_failures({"bob": RATE}, START + 2 * KEPT_FAILURES_MS)
    assert before["ann"][1] == START + 2 * RATE.interval_ms
    assert list(accounts.failures(["ann", "bob"])) == ["bob"]


# ---- names


def test_a_name_is_registered_once_and_found_by_its_likes(accounts: AccountStore) -> None:
    ann = accounts.add("Ann", "hash")
    with pytest.raises(NameTaken):
        accounts.add("Ann", "hash")
    assert len(accounts.listed(guests=True)) == 1  # a refused registration leaves no account
    guest = accounts.enter("Bob", TOKEN)

    with pytest.raises(NameTaken):
        accounts.register(guest.id, "ANN", "other")
    accounts.register(guest.id, "Bob", "other")
    with pytest.raises(Registered):
        accounts.register(guest.id, "Bob", "other")

    assert accounts.by_name("ann") == (ann, "hash")
    assert accounts.is_reserved("ANN", guest.id)
    assert not accounts.is_reserved("Ann", ann)
    assert getattr(accounts.find("Bob"), "account", None) == guest.id
    assert accounts.find("Cleo") is None
    for text in ("\0", "' OR 1=1 --", "%", "\U0001f9cc"):  # from outside
        assert accounts.get(text) is None
        assert accounts.by_name(text) is None


def test_accounts_are_listed_by_name_letter_by_letter(accounts: AccountStore) -> None:
    for name in ("bob", "Änne", "Zoe", "ann"):
        accounts.add(name, "hash")
    guest = accounts.enter("Guest", None)
    assert [known.name for known in accounts.listed()] == ["Zoe", "ann", "bob", "Änne"]
    accounts.ban(guest.id, FOREVER)
    assert [known.name for known in accounts.listed()] == ["Guest", "Zoe", "ann", "bob", "Änne"]


def test_a_renamed_account_leaves_its_name_and_is_renamed_in_reports(accounts: AccountStore) -> None:
    ann, bob = accounts.add("Ann", "hash"), accounts.add("Bob", "hash")
    said = m.ReportLine(number=1, at=1, account=bob, name="Bob", text="hey")
    accounts.add_report(KEY, report(ann, bob, said))
    with pytest.raises(NameTaken):
        accounts.rename(bob, "ann")
    accounts.rename(bob, "Bert")

    [stored] = accounts.reports(None, False, 10)
    assert (stored.name, [line.name for line in stored.lines]) == ("Bert", ["Bert"])
    assert not accounts.is_reserved("Bob", "")
    assert accounts.is_reserved("Bert", "")


def test_an_erased_account_keeps_its_number_only(accounts: AccountStore) -> None:
    ann = accounts.add("Ann", "hash")
    accounts.admit(ann, KEY, hash="hash")
    accounts.ban_address("192.0.2.1", FOREVER, "why", ann)
    accounts.add_measure(1, "moritz", "mute", ann, None, "loud")
    accounts.add_report(KEY, report("other", ann))
    assert accounts.erase(ann) == ["192.0.2.1"]

    known = accounts.get(ann)
    assert (known.name, known.registered, known.made) == (DELETED, False, 0)
    assert accounts.owner(KEY, None) is None
    assert accounts.reports(None, True, 10) == []
    assert not accounts.is_reserved("Ann", "")


# ---- moderation


def test_bans_and_mutes_are_stored_until_they_are_lifted(accounts: AccountStore) -> None:
    ann = accounts.add("Ann", "hash")
    accounts.ban(ann, FOREVER, "cheats")
    accounts.mute(ann, 2**40)
    accounts.make_moderator(ann)
    for until in (5, 2**40):
        accounts.ban_address("192.0.2.1", until, "cheats", ann)

    known = accounts.get(ann)
    assert (known.banned_until, known.ban_reason, known.muted_until) == (FOREVER, "cheats", 2**40)
    assert known.moderator
    assert accounts.address_bans() == {"192.0.2.1": (2**40, "cheats")}
    assert accounts.unban(ann) == ["192.0.2.1"]
    assert accounts.address_bans() == {}
    assert not getattr(accounts.get(ann), "is_banned", bool)(0)


def test_reports_are_stored_once_and_listed_from_the_newest(accounts: AccountStore) -> None:
    for key in (KEY, KEY, OTHER_KEY):
        accounts.add_report(key, report("ann", "bob"))
    newest, oldest = accounts.reports(None, False, 10)

    assert newest.report > oldest.report
    assert accounts.reports(newest.report, False, 10) == [oldest]
    assert accounts.has_report("ann", KEY)
    assert not accounts.has_report("eve", KEY)
    assert accounts.close_report(newest.report, "Moritz")
    assert not accounts.close_report(0, "Moritz")
    assert accounts.reports(None, False, 10) == [oldest]
    assert [each.closed_by for each in accounts.reports(None, True, 10)] == ["Moritz", ""]


def test_a_copy_has_everything_and_goes_on_counting(accounts: AccountStore, tmp_path: Path) -> None:
    ann = accounts.enter("Ann", None, KEY)
    accounts.add("Bob", "hash")
    accounts.add_report(KEY, report("ann", "bob"))

    with closing(AccountStore(tmp_path / "copy.sqlite3")) as copy, closing(AccountStore(IN_MEMORY)) as again:
        copy.copy_from(accounts)
        again.copy_from(copy)
        assert accounts.digests() == copy.digests() == again.digests()
        assert again.enter("Eve", None, OTHER_KEY).credential > ann.credential
        again.add_report(OTHER_KEY, report("ann", "bob"))
        newest, oldest = again.reports(None, False, 10)
        assert newest.report > oldest.report


def test_a_shared_copy_goes_on_counting(database: str, tmp_path: Path) -> None:
    with closing(AccountStore(tmp_path / "x.sqlite3")) as accounts, closing(AccountStore(database)) as copy:
        for key in (KEY, OTHER_KEY):
            accounts.add_report(key, report("ann", "bob"))
        copy.copy_from(accounts)
        copy.add_report(TOKEN, report("ann", "bob"))
        assert len(copy.reports(None, False, 10)) == 3


# ---- several servers


def test_of_two_servers_one_registers_a_name(accounts: AccountStore, elsewhere: AccountStore) -> None:
    for number in range(ROUNDS):
        done = at_once(*(partial(store.add, f"Ann {number}", "hash") for store in (accounts, elsewhere)))
        assert sorted(type(each).__name__ for each in done) == ["NameTaken", "str"]
    assert len(accounts.listed()) == ROUNDS


def test_a_new_key_at_two_servers_is_one_account(accounts: AccountStore, elsewhere: AccountStore) -> None:
    for number in range(ROUNDS):
        key = number.to_bytes(32, "big")
        done = at_once(*(partial(store.enter, "Ann", None, key) for store in (accounts, elsewhere)))
        assert len({getattr(each, "id", each) for each in done}) == 1
    assert len(accounts.listed(guests=True)) == ROUNDS


def test_a_pairing_code_at_two_servers_admits_one_computer(accounts: AccountStore, elsewhere: AccountStore) -> None:
    ann = accounts.enter("Ann", TOKEN)
    for _ in range(ROUNDS):
        accounts.set_code(ann.id, "CODE", now=0, until=10)
        first, second = (
            partial(store.admit, ann.id, key, now=5, code="CODE")
            for store, key in ((accounts, KEY), (elsewhere, OTHER_KEY))
        )
        assert at_once(first, second).count(None) == 1


def test_a_device_that_one_server_revokes_comes_by_no_other(accounts: AccountStore, elsewhere: AccountStore) -> None:
    for _ in range(ROUNDS):
        ann = accounts.enter("Ann", None, KEY)
        at_once(partial(accounts.revoke, ann.id, ann.credential), partial(elsewhere.enter, "Ann", None, KEY))
        assert ann.credential not in [each.device for each in accounts.devices(ann.id, 0)]
        assert accounts.owner(KEY, None) != accounts.get(ann.id)


def test_failures_at_two_servers_count_together_for_a_while(accounts: AccountStore, elsewhere: AccountStore) -> None:
    for _ in range(ROUNDS):
        limits = {"ann": BACKOFF, "bucket": RATE}
        assert at_once(*(partial(store.count_failures, limits, START) for store in (accounts, elsewhere))) == [None] * 2

    stored = accounts.failures(["ann", "bob", "bucket"])
    assert stored == {
        "ann": (2 * ROUNDS, START),
        "bucket": (stored["bucket"][0], START + 2 * ROUNDS * RATE.interval_ms),
    }
    late = START + 1 + BACKOFF.span_ms
    accounts.count_failures({"ann": BACKOFF}, late)
    assert accounts.failures(["ann"]) == {"ann": (1, late)}
    accounts.forget_failures("ann")
    assert accounts.failures(["ann"]) == {}


def test_a_server_that_hangs_stops_no_other(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.storage.postgres.connection.MAX_LOCK_MS", 50)
    with closing(AccountStore(database)) as accounts, psycopg.connect(database) as hanging:
        hanging.execute("SELECT rule FROM skeleton_rule FOR UPDATE")
        with pytest.raises(DatabaseFailed):
            accounts.add("Ann", "hash")
        hanging.rollback()
        assert accounts.add("Ann", "hash")


def test_a_shared_database_that_restarts_is_used_again(other_postgres: PrivatePostgres) -> None:
    with closing(AccountStore(other_postgres.create())) as accounts:
        ann = accounts.add("Ann", "hash")
        other_postgres.stop("immediate")
        with pytest.raises(DatabaseFailed):
            accounts.get(ann)
        other_postgres.start()
        assert getattr(accounts.get(ann), "name", None) == "Ann"


def test_a_new_key_that_signs_logs_comes_before_the_earlier_ones_and_a_moved_service_keeps_them(
    accounts: AccountStore, elsewhere: AccountStore, tmp_path: Path
) -> None:
    before, *others = at_once(*[accounts.signing_keys, elsewhere.signing_keys] * ROUNDS)
    assert isinstance(before, tuple)
    assert set(others) == {before}  # all servers have the same one
    accounts.renew_signing_key()
    between = accounts.signing_keys()
    accounts.renew_signing_key()
    after = elsewhere.signing_keys()
    with closing(AccountStore(tmp_path / "new.sqlite3")) as new:
        new.copy_from(accounts)
        moved = new.signing_keys()

    assert (between[1:], after[1:], moved) == (before, between, after)
    assert [len(key) for key in set(after)] == [32] * 3


def test_registered_names_are_found_by_their_beginning(accounts: AccountStore) -> None:
    ids = {name: accounts.add(name, "x") for name in ("Anna", "Ann", "Änne", "Bob")}
    accounts.enter("Anton", b"t" * 32)
    assert accounts.starting_with("an", 9) == [ids["Ann"], ids["Anna"], ids["Änne"]]
    assert accounts.starting_with("AN", 1) == [ids["Ann"]]
    assert accounts.starting_with("x", 9) == []
    assert [each.name for each in accounts.known([ids["Bob"], "nobody"]).values()] == ["Bob"]
