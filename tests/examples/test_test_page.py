"""The tests of docs/developing/test.md pass."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "developing" / "test.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
FIXTURES = ["tests.conftest", "tests.client.conftest"]  # of folders in which the files would be


@pytest.mark.slow
@pytest.mark.needs_qt
def test_the_tests_of_the_page_pass(tmp_path: Path) -> None:
    for number, example in enumerate(EXAMPLES):
        (tmp_path / f"test_example_{number}.py").write_text(example, "utf-8")
    plugins = [word for name in FIXTURES for word in ("-p", name)]

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", "pyproject.toml", "--rootdir", ".", *plugins, str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(EXAMPLES)} passed" in done.stdout
