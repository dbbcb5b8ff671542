import platform

import pytest

from client_qt.program_info import host_name


@pytest.mark.parametrize(
    ("node", "shown"),
    [
        ("tower", "tower.local"), ("x" * 64, f"{'x' * 64}.local"), ("Ann's PC", "Ann's PC.local"),
        ("卓の電脳", "卓の電脳.local"), ("münchen.example.org", "münchen.local"), ("pc-\udcff", "pc-.local"),
        ("B\nx\u202e", "B x.local"), ("\udcff", ""), ("localhost", ""), ("", ""), (".", ""),
    ],
)  # fmt: skip
def test_any_name_of_a_computer_can_be_shown_and_sent(node: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "node", lambda: node)
    assert host_name() == shown
    assert host_name().encode().decode() == shown
