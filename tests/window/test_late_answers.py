"""An answer of the server that comes after its dialog was cancelled: nothing breaks, and the window goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from client_qt.dialogs.form import ReportDialog, TableCodeDialog
from client_qt.pages.reports.moderation import ModerationDialog
from client_qt.theme import Theme
from tests.client.clicks import list_part, settle
from tests.client.program import until
from tests.window.input_devices import Keys, Mouse, row_part, within
from tests.window.test_vanishing_server import Scene, check_reacts, impatient, link_to, online, scene  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
KEYS, MOUSE = Keys(), Mouse()


async def to_code(made: Scene, _other: str) -> str:
    table = await made.other.session.make_table("clod", {}, access="code", code="owl-elk")
    made.app.lobby_controller.enter(link_to(made))
    await until(lambda: list_part(made.app.window.lobby, f"join_{table}"))
    settle()
    MOUSE.click(*row_part(made.app.window.lobby, f"join_{table}"))
    return "code_go"


async def to_report(made: Scene, other: str) -> str:
    made.app.reports_controller.ask_report(link_to(made), other, "Bob", "")
    return "report_go"


async def to_measure(made: Scene, other: str) -> str:
    made.app.lobby_controller.follow(link_to(made))
    made.app.reports_controller.ask_measure(other, "Bob")
    return "measure_go"


@pytest.mark.parametrize(
    ("kind", "opens", "field"),
    [
        (TableCodeDialog, to_code, "code_field"),
        (ReportDialog, to_report, "report_text"),
        (ModerationDialog, to_measure, ""),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_an_answer_after_cancel_breaks_nothing(
    theme: Theme, tmp_path: Path, kind: type[QDialog], opens: Callable[..., object], field: str
) -> None:
    async with scene(theme, tmp_path) as made:
        linked = link_to(made)
        await until(lambda: online(made) and linked.people)
        other = next(who.account for who in linked.people if who.name == "Bob")
        go = await opens(made, other)  # type: ignore[misc]
        dialog = made.app.window.findChild(kind)
        assert isinstance(dialog, QDialog)
        if field:
            KEYS.tab_to(within(dialog, field))
            KEYS.write("wrong")
        made.link.cut("silence")
        MOUSE.click(within(dialog, go))
        KEYS.press(Qt.Key.Key_Escape)
        await until(lambda: made.app.window.findChild(kind) is None)
        made.link.repair()
        await linked.client.profile(other)  # what was asked later is answered later
        made.app.window.activateWindow()
        settle()
        await check_reacts(made)
