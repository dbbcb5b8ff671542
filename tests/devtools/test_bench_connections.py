import sys

import pytest

from devtools.bench import connections as module
from devtools.bench.connections import connections
from devtools.bench.files import room_for
from devtools.bench.floors import boundless
from devtools.bench.idle import EACH_ADDRESS, address_of


@pytest.mark.slow
def test_connections_come_stay_and_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SETTLE_S", 0.1)

    figure = connections(20, True, 0.2, ("", ""))

    assert figure["unit"] == "KiB a connection"
    assert min(float(str(figure[name])) for name in ("accepted_per_s", "storm_per_s", "told_kib_coming")) > 0


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
def test_where_too_few_files_may_be_open_a_sentence_says_how_many_connections_are_possible() -> None:
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard == resource.RLIM_INFINITY:
        pytest.skip("as many files as one likes")
    assert f"--connections {hard - 100}" in room_for(hard)
    assert room_for(10) == ""


@pytest.mark.skipif(sys.platform != "linux", reason="only one address of this computer")
def test_connections_come_from_several_addresses_so_that_there_are_ports_enough() -> None:
    assert len({address_of(number) for number in range(10_000)}) == -(-10_000 // EACH_ADDRESS)


def test_nobody_is_held_back_by_limits_while_measuring() -> None:
    limits = boundless()
    assert (
        min(limits.unauthenticated_per_lan_address, limits.sign_in_burst, limits.move_burst, limits.connections)
        >= 100_000
    )
