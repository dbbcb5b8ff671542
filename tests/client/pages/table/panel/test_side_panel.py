import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.view.proof import ProofView
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle


@pytest.fixture
def panel(theme: Theme, qtbot: QtBot) -> SidePanel:
    made = SidePanel(theme)
    qtbot.addWidget(made)
    made.resize(theme.px(24), theme.px(60))
    made.show()
    return made


def test_all_tabs_are_visible(panel: SidePanel, theme: Theme) -> None:
    panel.show_chat(True, 12)
    panel.show_analysis(True)
    bar = panel.tabs.tabBar()
    for moves_in_tabs in (False, True):
        panel.set_moves_in_tabs(moves_in_tabs)
        for em in (34, 24, 18, 14):
            panel.resize(theme.px(em), theme.px(40))
            settle()
            shown = [index for index in range(bar.count()) if bar.isTabVisible(index)]
            assert len(shown) == 4 + moves_in_tabs
            assert all(panel.rect().contains(bar.tabRect(index).translated(bar.pos())) for index in shown)
            assert all(bar.accessibleTabName(index) for index in shown)


def test_the_analysis_gets_height_for_its_curve(panel: SidePanel, qtbot: QtBot) -> None:
    panel.show_analysis(True)
    before = panel.tabs.height()
    panel.show_tab("analysis")
    qtbot.waitUntil(lambda: panel.tabs.height() > before)


def test_the_shield_leads_to_the_words_about_signatures(panel: SidePanel, qtbot: QtBot) -> None:
    shield = panel.findChild(QToolButton, "proof")
    for proof in (ProofView("Not signed", not_proven=("The server alone.",)), None):
        panel.show_proof(proof)
        assert not shield.isVisible()

    panel.rules.show_rules("thud", [(f"term {number}", "yes") for number in range(30)])
    panel.show_proof(ProofView("Signed by both players and the server", ("Each move.",)))
    assert (shield.isVisible(), shield.accessibleName()) == (True, "Signed by both players and the server")

    qtbot.mouseClick(shield, Qt.MouseButton.LeftButton)

    words = panel.rules.findChild(QLabel, "proof_title")
    qtbot.waitUntil(lambda: words.visibleRegion().isEmpty() is False)


def test_the_chat_tab_returns_to_the_front_unless_another_was_chosen(panel: SidePanel) -> None:
    for chosen, front in ((None, "chat"), ("rules", "rules")):
        panel.show_chat(True, 0)
        panel.show_tab("chat")
        panel.show_chat(False, 0)
        assert panel.tab == "people"
        if chosen:
            panel.show_tab(chosen)
        panel.show_chat(True, 0)
        assert panel.tab == front
