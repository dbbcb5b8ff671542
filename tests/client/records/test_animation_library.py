"""Animations need a library: what the program says where it is missing."""

import importlib.util
import sys

import pytest

from client_qt.records.animation import why_not


@pytest.fixture
def _without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)


@pytest.mark.usefixtures("_without_pillow")
def test_an_environment_is_told_how_to_install_the_library() -> None:
    assert sys.executable in why_not()


@pytest.mark.usefixtures("_without_pillow")
def test_a_bundle_names_no_command_that_cannot_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    assert why_not()
    assert sys.executable not in why_not()
