"""The panel beside the board: all tabs can be seen at any width."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.view.proof import ProofView
from client_qt.theme import Theme


@pytest.mark.parametrize("em", [34, 24, 18, 14])
@pytest.mark.parametrize("moves_in_tabs", [False, True])
def test_all_tabs_are_visible(theme: Theme, qtbot: QtBot, em: int, moves_in_tabs: bool) -> None:
    panel = SidePanel(theme)
    qtbot.addWidget(panel)
    panel.set_moves_in_tabs(moves_in_tabs)
    panel.show_chat(True, 12)
    panel.show_analysis(True)
    panel.resize(theme.px(em), theme.px(40))
    panel.show()

    bar = panel.tabs.tabBar()

    shown = [index for index in range(bar.count()) if bar.isTabVisible(index)]
    assert len(shown) == 4 + moves_in_tabs
    assert all(panel.rect().contains(bar.tabRect(index).translated(bar.pos())) for index in shown)
    assert all(bar.accessibleTabName(index) for index in shown)


def test_the_analysis_gets_height_for_its_curve(theme: Theme, qtbot: QtBot) -> None:
    panel = SidePanel(theme)
    qtbot.addWidget(panel)
    panel.show_analysis(True)
    panel.resize(theme.px(24), theme.px(60))
    panel.show()
    before = panel.tabs.height()

    panel.show_tab("analysis")
    qtbot.waitUntil(lambda: panel.tabs.height() > before)


def test_the_shield_leads_to_the_words_about_signatures(theme: Theme, qtbot: QtBot) -> None:
    panel = SidePanel(theme)
    qtbot.addWidget(panel)
    panel.rules.show_rules("thud", [(f"term {number}", "yes") for number in range(30)])
    panel.show_proof(ProofView("Signed by both players and the server", ("Each move.",)))
    panel.resize(theme.px(24), theme.px(50))
    panel.show()
    shield = panel.findChild(QToolButton, "proof")
    assert (shield.isVisible(), shield.accessibleName()) == (True, "Signed by both players and the server")

    qtbot.mouseClick(shield, Qt.MouseButton.LeftButton)

    words = panel.rules.findChild(QLabel, "proof_title")
    qtbot.waitUntil(lambda: words.visibleRegion().isEmpty() is False)


def test_without_signatures_there_is_no_shield(theme: Theme, qtbot: QtBot) -> None:
    panel = SidePanel(theme)
    qtbot.addWidget(panel)
    panel.show()
    for proof in (ProofView("Not signed", not_proven=("The server alone.",)), None):
        panel.show_proof(proof)

        assert not panel.findChild(QToolButton, "proof").isVisible()
