import pytest
from argon2 import Type, extract_parameters

from server.accounts.passwords import hash_password


def test_each_guess_of_a_stored_password_takes_time_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # other tests hash quickly
    cost = extract_parameters(hash_password("four green owls"))
    assert (cost.type, cost.memory_cost, cost.time_cost) == (Type.ID, 64 * 1024, 2)
