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
@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_a_test_of_the_page_passes(example: str, tmp_path: Path) -> None:
    file = tmp_path / "test_example.py"
    file.write_text(example, "utf-8")
    plugins = [word for name in FIXTURES for word in ("-p", name)]

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", "pyproject.toml", "--rootdir", ".", *plugins, str(file)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout + done.stderr
