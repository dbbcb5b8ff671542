"""The installed PySide6 is not one that loses references."""

import subprocess
import sys

import pytest

TIMERS = """
from PySide6.QtCore import QCoreApplication, QTimer
app, fired = QCoreApplication([]), 0

def tick():
    global fired
    fired += 1
    QTimer.singleShot(0, tick) if fired < 40_000 else app.quit()

tick()
app.exec()
print(fired)
"""


@pytest.mark.slow
def test_forty_thousand_timers_do_not_use_up_none() -> None:
    done = subprocess.run([sys.executable, "-c", TIMERS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "40000"), done.stderr
