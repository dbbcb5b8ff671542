import tomllib
from importlib.metadata import distribution
from importlib.util import find_spec

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project.sources import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_INSTALLED = {"PySide6-Essentials", "hatchling", "pyinstaller"}  # in every environment of developers


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


def asked_for() -> list[Requirement]:
    extras = PROJECT["project"]["optional-dependencies"].values()
    lists = [PROJECT["project"]["dependencies"], PROJECT["build-system"]["requires"], *extras]
    return [Requirement(text) for texts in lists for text in texts]


def test_every_requirement_has_a_pin_that_satisfies_it() -> None:
    known = pins()
    unpinned = [str(need) for need in asked_for() if known.get(canonicalize_name(need.name)) is None]
    wrong = [str(need) for need in asked_for() if not need.specifier.contains(known[canonicalize_name(need.name)])]
    assert (unpinned, wrong) == ([], [])


@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed; ./run fast installs it")
def test_what_our_requirements_require_is_pinned_as_well() -> None:
    known, seen = pins(), set[str]()
    queue = [need for need in asked_for() if need.name not in NOT_INSTALLED]
    while queue:
        need = queue.pop()
        name = canonicalize_name(need.name)
        if name in seen or (need.marker and not need.marker.evaluate({"extra": ""})):
            continue
        seen.add(name)
        queue += [Requirement(text) for text in distribution(name).requires or ()]

    assert seen - known.keys() == set()


@pytest.mark.parametrize(
    ("release", "pythons"),
    [
        ("6.11.0", set()),  # broken docks
        ("6.11.1", set()),
        ("6.12.0", {"3.12", "3.13"}),  # it crashes on Python 3.11
    ],
)
def test_releases_of_qt_with_faults_are_excluded(release: str, pythons: set[str]) -> None:
    assert {python for python in ("3.11", "3.12", "3.13") if window_takes(release, python)} == pythons


def window_takes(release: str, python: str) -> bool:
    all_needs = map(Requirement, PROJECT["project"]["optional-dependencies"]["client"])
    needs = [need for need in all_needs if need.name.startswith("PySide6")]
    here = [need for need in needs if need.marker is None or need.marker.evaluate({"python_version": python})]
    return all(need.specifier.contains(release) for need in here)


def test_windows_under_wine_gets_the_pinned_versions() -> None:
    lines = (ROOT / "deploy/windows/requirements.txt").read_text("utf-8").splitlines()
    needs = [Requirement(line.split(" ")[0]) for line in lines if not line.startswith("#")]
    assert {
        canonicalize_name(need.name): str(need.specifier).removeprefix("==") for need in needs
    }.items() <= pins().items()
