<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
    <context>
        <name>words</name>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Abort without a result ...</source>
            <translation>Ohne Ergebnis abbrechen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/dialogs/about.py" />
            <source>About netgame</source>
            <translation>Über netgame</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Adjourn ...</source>
            <translation>Vertagen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/panel/analysis_tab.py" />
            <source>Analyse</source>
            <translation>Analysieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Animated replay ...</source>
            <translation>Partie als Animation ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Check my set-up</source>
            <translation>Meine Einrichtung prüfen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Comment on this move</source>
            <translation>Diesen Zug kommentieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/preferences/engines.py" />
            <source>Computer</source>
            <translation>Computer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Confirm the turn</source>
            <translation>Zug bestätigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Copy invitation</source>
            <translation>Einladung kopieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Copy picture</source>
            <translation>Bild kopieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Copy position</source>
            <translation>Stellung kopieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Copy record as text</source>
            <translation>Aufzeichnung als Text kopieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>End battle ...</source>
            <translation>Runde beenden ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Export ...</source>
            <translation>Exportieren ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/rules/page.py" />
            <source>First game</source>
            <translation>Erste Partie</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>First move</source>
            <translation>Erster Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Flip</source>
            <translation>Drehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Full screen</source>
            <translation>Vollbild</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Game</source>
            <translation>Spiel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Help</source>
            <translation>Hilfe</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/strips/hint_line.py" />
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>Hint</source>
            <translation>Tipp</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/table/fetching.py" />
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Home</source>
            <translation>Startseite</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Host</source>
            <translation>Anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/notifications.py" />
            <location filename="../../../client_qt/dialogs/form.py" />
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>Join</source>
            <translation>Mitspielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Keyboard shortcuts</source>
            <translation>Tastenkürzel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Leave and lose the match ...</source>
            <translation>Verlassen und verlieren ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Let the server roll ...</source>
            <translation>Den Server würfeln lassen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <source>Live</source>
            <translation>Live</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/join/page.py" />
            <location filename="../../../client_qt/pages/lobby/controller.py" />
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <location filename="../../../client_qt/pages/lobby/rooms.py" />
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>Lobby</source>
            <translation>Lobby</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Look at it together</source>
            <translation>Zusammen ansehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Mark threatened stones</source>
            <translation>Bedrohte Steine markieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>More time</source>
            <translation>Mehr Zeit</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>Move back</source>
            <translation>Einen Zug zurück</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>Move forward</source>
            <translation>Einen Zug weiter</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <source>My account</source>
            <translation>Mein Konto</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/history/controller.py" />
            <source>My matches</source>
            <translation>Meine Partien</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>My profile</source>
            <translation>Mein Profil</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>On the board</source>
            <translation>Auf dem Brett</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Open record ...</source>
            <translation>Aufzeichnung öffnen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Open the game that waits</source>
            <translation>Wartende Partie öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/history_position.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Pause</source>
            <translation>Pause</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Picture ...</source>
            <translation>Bild ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Play</source>
            <translation>Partie</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/rules/first_game.py" />
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <location filename="../../../client_qt/pages/setup/page.py" />
            <location filename="../../../client_qt/widgets/tiles.py" />
            <source>Play against the computer</source>
            <translation>Gegen den Computer spielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Play here</source>
            <translation>Hier spielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Play on from here</source>
            <translation>Von hier weiterspielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/history_position.py" />
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>Play the moves</source>
            <translation>Züge abspielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Play the moves faster</source>
            <translation>Züge schneller abspielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Play the moves slower</source>
            <translation>Züge langsamer abspielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/join/page.py" />
            <location filename="../../../client_qt/pages/people/controller.py" />
            <location filename="../../../client_qt/pages/people/page.py" />
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Players</source>
            <translation>Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Preferences ...</source>
            <translation>Einstellungen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>Quit</source>
            <translation>Beenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/ratings/controller.py" />
            <location filename="../../../client_qt/pages/ratings/page.py" />
            <source>Ratings</source>
            <translation>Wertungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/records/controller.py" />
            <location filename="../../../client_qt/pages/records/folder_controller.py" />
            <location filename="../../../client_qt/pages/records/page.py" />
            <source>Records</source>
            <translation>Aufzeichnungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Redo</source>
            <translation>Wiederholen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Report the other side ...</source>
            <translation>Die andere Seite melden ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Resign ...</source>
            <translation>Aufgeben ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Rotate by 60 degrees</source>
            <translation>Um 60 Grad drehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/rules/controller.py" />
            <location filename="../../../client_qt/pages/rules/page.py" />
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <source>Rules</source>
            <translation>Regeln</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Save record ...</source>
            <translation>Aufzeichnung speichern ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Server</source>
            <translation>Server</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Show coordinates</source>
            <translation>Koordinaten zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Show legal moves</source>
            <translation>Mögliche Züge zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>Sounds</source>
            <translation>Töne</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>Stop hosting</source>
            <translation>Nicht mehr anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>Stop watching</source>
            <translation>Nicht mehr zusehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Take back</source>
            <translation>Zurücknehmen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/join/page.py" />
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <location filename="../../../client_qt/pages/tournaments/list_controller.py" />
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>Tournaments</source>
            <translation>Turniere</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <source>Turn the board to the player to move</source>
            <translation>Das Brett zum Spieler am Zug drehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Type the move</source>
            <translation>Den Zug eintippen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/preferences/controller.py" />
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Undo</source>
            <translation>Rückgängig</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/unfinished/controller.py" />
            <location filename="../../../client_qt/pages/unfinished/page.py" />
            <source>Unfinished games</source>
            <translation>Nicht beendete Partien</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>View</source>
            <translation>Ansicht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>What if ...</source>
            <translation>Was wäre, wenn ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Whole board</source>
            <translation>Ganzes Brett</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Zoom in</source>
            <translation>Vergrößern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/actions.py" />
            <source>Zoom out</source>
            <translation>Verkleinern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/application.py" />
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/dialogs/about.py" />
            <location filename="../../../client_qt/dialogs/fault.py" />
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <location filename="../../../client_qt/pages/records/controller.py" />
            <location filename="../../../client_qt/pages/rules/first_game.py" />
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <location filename="../../../client_qt/widgets/banner.py" />
            <source>Close</source>
            <translation>Schließen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/application.py" />
            <source>Your key cannot be used</source>
            <translation>Dein Schlüssel ist nicht zu gebrauchen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/application.py" />
            <source>{name}: {text}</source>
            <translation>{name}: {text}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/check_setup.py" />
            <source>A window can be opened</source>
            <translation>Ein Fenster kann geöffnet werden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/check_setup.py" />
            <source>No window can be opened</source>
            <translation>Es kann kein Fenster geöffnet werden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/check_setup.py" />
            <source>The details name what is missing.</source>
            <translation>Die Einzelheiten nennen, was fehlt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/check_setup.py" />
            <source>The window</source>
            <translation>Das Fenster</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Challenge</source>
            <translation>Herausforderung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <source>Hear moves, and that it is your turn</source>
            <translation>Züge hören, und dass du am Zug bist</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Host a game</source>
            <translation>Spiel anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/join/controller.py" />
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Join a game</source>
            <translation>Mitspielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <location filename="../../../client_qt/pages/tournaments/list_controller.py" />
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>New tournament</source>
            <translation>Neues Turnier</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Play on this computer</source>
            <translation>An diesem Computer spielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/history/controller.py" />
            <location filename="../../../client_qt/pages/history/page.py" />
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>Played here</source>
            <translation>Hier gespielt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/preferences/controller.py" />
            <location filename="../../../client_qt/pages/preferences/page.py" />
            <source>Preferences</source>
            <translation>Einstellungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/profile/controller.py" />
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Profile</source>
            <translation>Profil</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <location filename="../../../client_qt/pages/reports/controller.py" />
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>Reports</source>
            <translation>Meldungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>Table</source>
            <translation>Tisch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/main_window.py" />
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Tournament</source>
            <translation>Turnier</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/menus.py" />
            <location filename="../../../client_qt/board/widget.py" />
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Board</source>
            <translation>Brett</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/menus.py" />
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Colours of the pieces</source>
            <translation>Farben der Figuren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/menus.py" />
            <source>Look of the window</source>
            <translation>Aussehen des Fensters</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <location filename="../../../client_qt/pages/lobby/challenge_rows.py" />
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Accept</source>
            <translation>Annehmen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <location filename="../../../client_qt/app/round_calls.py" />
            <source>An invitation</source>
            <translation>Eine Einladung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <source>Change name</source>
            <translation>Namen ändern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Decline</source>
            <translation>Ablehnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <source>It has moved there</source>
            <translation>Er ist umgezogen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>No</source>
            <translation>Nein</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <location filename="../../../client_qt/app/round_calls.py" />
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>Not now</source>
            <translation>Jetzt nicht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <location filename="../../../client_qt/app/shutdown.py" />
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <location filename="../../../client_qt/pages/records/page.py" />
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>Open</source>
            <translation>Öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <source>Read</source>
            <translation>Lesen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Wait</source>
            <translation>Warten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Yes</source>
            <translation>Ja</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <source>You are {other} at {server}: another player there is called {name}.</source>
            <translation>Bei {server} bist du {other}: Dort heißt schon jemand {name}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <source>{name} has sent you a message.</source>
            <translation>{name} hat dir eine Nachricht geschickt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <source>{name} looks at the game together with you.</source>
            <translation>{name} sieht die Partie mit dir zusammen an.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <source>{name} would like to play {game} with you.</source>
            <translation>{name} möchte {game} mit dir spielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <location filename="../../../client_qt/feedback/attention.py" />
            <source>{name} wrote something</source>
            <translation>{name} hat etwas geschrieben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/notifications.py" />
            <source>{server}: {words} Wait for the server where you were, unless it has moved there.</source>
            <translation>{server}: {words} Warte auf den Server, bei dem du warst, außer er ist dorthin umgezogen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/round_calls.py" />
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Open the game</source>
            <translation>Partie öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/round_calls.py" />
            <source>Open the tournament</source>
            <translation>Turnier öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/round_calls.py" />
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Take part</source>
            <translation>Teilnehmen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/round_calls.py" />
            <source>{name} invites you to a tournament of {game}: {title}.</source>
            <translation>{name} lädt dich zu einem Turnier in {game} ein: {title}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/round_calls.py" />
            <source>{title}: agree with {name} on a time for your game.</source>
            <translation>{title}: Verabrede mit {name}, wann eure Partie beginnt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/round_calls.py" />
            <source>{title}: your game against {name} begins.</source>
            <translation>{title}: deine Partie gegen {name} beginnt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/round_calls.py" />
            <source>{title}: {name} has agreed to play on {when}.</source>
            <translation>{title}: {name} hat zugesagt, am {when} zu spielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/round_calls.py" />
            <source>{title}: {name} proposes to play on {when}.</source>
            <translation>{title}: {name} schlägt vor, am {when} zu spielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/second_window.py" />
            <source>window {number}</source>
            <translation>Fenster {number}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/second_window.py" />
            <source>{name}, window {number}</source>
            <translation>{name}, Fenster {number}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>Closing ends hosting. Unfinished games are saved.</source>
            <translation>Damit endet das Hosten. Unfertige Spiele werden gespeichert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>In the background the others play on. At your own table they see that you are away.</source>
            <translation>Im Hintergrund spielen die anderen weiter. An deinem eigenen Tisch sehen sie, dass du weg bist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>It tells you when it is your turn, or somebody challenges you. Quit it by the menu of its icon.</source>
            <translation>Es sagt dir, wenn du am Zug bist oder dich jemand herausfordert. Das Menü seines Symbols beendet es.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Keep hosting in the background</source>
            <translation>Im Hintergrund weiter anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>No game waits for you.</source>
            <translation>Keine Partie wartet auf dich.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>Quit, and keep hosting</source>
            <translation>Schließen und weiter anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>Start this program again to go on: the table opens by itself.</source>
            <translation>Starte das Programm wieder, um weiterzuspielen: Der Tisch öffnet von selbst.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>Stop and quit</source>
            <translation>Beenden und schließen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>Stop hosting and quit</source>
            <translation>Nicht mehr anbieten und schließen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>Stop hosting?</source>
            <translation>Nicht mehr anbieten?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>You host a game that is not over. Stopping tells the other player; the game is kept.</source>
            <translation>Du bietest eine Partie an, die nicht zu Ende ist. Wenn du aufhörst, erfährt es der Mitspieler; die Partie bleibt erhalten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/shutdown.py" />
            <source>netgame stays in the tray</source>
            <translation>netgame bleibt im Infobereich</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/tool_bar.py" />
            <source>A game waits</source>
            <translation>Eine Partie wartet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/tool_bar.py" />
            <source>Sounds are off</source>
            <translation>Töne sind aus</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/tool_bar.py" />
            <source>Tools</source>
            <translation>Werkzeuge</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/tool_bar.py" />
            <source>{news} (and {count} more)</source>
            <translation>{news} (und {count} weitere)</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/tool_bar.py" />
            <source>{news} - Open</source>
            <translation>{news} – Öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/unsaved_games.py" />
            <source>Close without this game?</source>
            <translation>Ohne diese Partie schließen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/unsaved_games.py" />
            <source>If you close the window now, its moves are lost.</source>
            <translation>Wenn du das Fenster jetzt schließt, gehen ihre Züge verloren.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/unsaved_games.py" />
            <source>Keep the window open</source>
            <translation>Fenster offen lassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/unsaved_games.py" />
            <source>Lose the game and close</source>
            <translation>Partie verwerfen und schließen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/unsaved_games.py" />
            <source>Save elsewhere ...</source>
            <translation>Anderswo speichern ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/unsaved_games.py" />
            <source>The game is not saved: {reason}.</source>
            <translation>Die Partie ist nicht gespeichert: {reason}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/waiting_games.py" />
            <source>A message in {game}</source>
            <translation>Eine Nachricht: {game}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/waiting_games.py" />
            <source>An offer in {game}</source>
            <translation>Ein Angebot: {game}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/app/waiting_games.py" />
            <source>Your turn in {game}</source>
            <translation>Du bist am Zug: {game}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>a block that may be chosen begins here</source>
            <translation>hier beginnt ein Block, der gewählt werden kann</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <location filename="../../../client_qt/text/term_words.py" />
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>allowed</source>
            <translation>erlaubt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>can be taken</source>
            <translation>kann geschlagen werden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>chosen</source>
            <translation>gewählt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>decided the game</source>
            <translation>hat die Partie entschieden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>empty</source>
            <translation>leer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>goal</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>in a largest region</source>
            <translation>in einem größten Gebiet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>last move</source>
            <translation>letzter Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>not played yet</source>
            <translation>noch nicht gespielt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>on a path from base to base</source>
            <translation>auf einem Weg von Basis zu Basis</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>premove</source>
            <translation>Vorauszug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>row {row}, column {column}</source>
            <translation>Reihe {row}, Spalte {column}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>suggested</source>
            <translation>vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>territory of the first player</source>
            <translation>Gebiet des ersten Spielers</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>territory of the second player</source>
            <translation>Gebiet des zweiten Spielers</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>the dice point here</source>
            <translation>die Würfel zeigen hierher</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>threatened</source>
            <translation>bedroht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>would be taken</source>
            <translation>würde geschlagen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>would change sides</source>
            <translation>würde die Seite wechseln</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/cell_names.py" />
            <source>{piece} leaves here</source>
            <translation>{piece} zieht von hier weg</translation>
        </message>
        <message>
            <location filename="../../../client_qt/board/move_builder.py" />
            <source>It is not your turn.</source>
            <translation>Du bist nicht am Zug.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/computer/seats.py" />
            <source>its move cannot be played: {reason}</source>
            <translation>sein Zug kann nicht gespielt werden: {reason}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/about.py" />
            <source>Board games for two, over the network or at one screen.</source>
            <translation>Brettspiele für zwei, über das Netz oder an einem Bildschirm.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/about.py" />
            <location filename="../../../client_qt/dialogs/fault.py" />
            <source>Copy details</source>
            <translation>Einzelheiten kopieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/about.py" />
            <location filename="../../../client_qt/dialogs/fault.py" />
            <source>Details</source>
            <translation>Einzelheiten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/about.py" />
            <source>Fonts</source>
            <translation>Schriften</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/about.py" />
            <source>Free software, MIT licence. Made with Qt and PySide6, which are free under the LGPL.</source>
            <translation>Freie Software, MIT-Lizenz. Gemacht mit Qt und PySide6, die unter der LGPL frei sind.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/about.py" />
            <source>Licence</source>
            <translation>Lizenz</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/about.py" />
            <source>The fonts are Hanken Grotesk and Vollkorn, under the SIL Open Font License.</source>
            <translation>Die Schriften sind Hanken Grotesk und Vollkorn, unter der SIL Open Font License.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/about.py" />
            <source>Version {version}</source>
            <translation>Version {version}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/dialog.py" />
            <location filename="../../../client_qt/dialogs/export.py" />
            <location filename="../../../client_qt/dialogs/question.py" />
            <location filename="../../../client_qt/pages/join/page.py" />
            <location filename="../../../client_qt/pages/table/strips/hint_line.py" />
            <location filename="../../../client_qt/widgets/play_now_card.py" />
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>Animated replay</source>
            <translation>Partie als Animation</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>As played</source>
            <translation>Wie gespielt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <location filename="../../../client_qt/pages/account/cards.py" />
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <location filename="../../../client_qt/widgets/chat.py" />
            <source>Copy</source>
            <translation>Kopieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Format</source>
            <translation>Format</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>From move</source>
            <translation>Ab Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>GIF: plays everywhere</source>
            <translation>GIF: läuft überall</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>PNG: pixels, for everywhere</source>
            <translation>PNG: Pixel, für überall</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>Pace</source>
            <translation>Tempo</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>Picture of the board</source>
            <translation>Bild des Bretts</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>SVG: shapes, sharp at any size</source>
            <translation>SVG: Formen, in jeder Größe scharf</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>Save ...</source>
            <translation>Speichern ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>Seconds a move</source>
            <translation>Sekunden je Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>That is too much for one file. Choose fewer moves or a smaller width.</source>
            <translation>Das ist zu viel für eine Datei. Wähle weniger Züge oder eine kleinere Breite.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>The last move must come after the first one.</source>
            <translation>Der letzte Zug muss nach dem ersten kommen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>The same for each move</source>
            <translation>Für jeden Zug gleich</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>To move</source>
            <translation>Bis Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>WebP: smaller, with all colours</source>
            <translation>WebP: kleiner, mit allen Farben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>Width in pixels</source>
            <translation>Breite in Pixeln</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>With coordinates</source>
            <translation>Mit Koordinaten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>{count} pictures, {seconds} seconds</source>
            <translation>{count} Bilder, {seconds} Sekunden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/export.py" />
            <source>{width} times {height} pixels</source>
            <translation>{width} mal {height} Pixel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/fault.py" />
            <source>Hide details</source>
            <translation>Einzelheiten verbergen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/fault.py" />
            <source>If it happens again, restart the program, and send the details to its developers.</source>
            <translation>Wenn es wieder geschieht, starte das Programm neu und sende die Einzelheiten an die Entwickler.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/fault.py" />
            <source>Show details</source>
            <translation>Einzelheiten zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/fault.py" />
            <source>The details are also in {file}.</source>
            <translation>Die Einzelheiten stehen auch in {file}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/fault.py" />
            <source>Unexpected error</source>
            <translation>Unerwarteter Fehler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/fault.py" />
            <source>Your last action may not have been carried out. Your games are safe, and you can go on.</source>
            <translation>Deine letzte Aktion wurde vielleicht nicht ausgeführt. Deine Spiele sind sicher, und du kannst weitermachen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/files.py" />
            <source>All files</source>
            <translation>Alle Dateien</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/files.py" />
            <source>Another folder</source>
            <translation>Anderer Ordner</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/files.py" />
            <source>Open a record</source>
            <translation>Aufzeichnung öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/files.py" />
            <source>Show in folder</source>
            <translation>Im Ordner zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/form.py" />
            <source>Characters left: {n}</source>
            <translation>Noch {n} Zeichen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/form.py" />
            <source>Report {name}</source>
            <translation>{name} melden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/form.py" />
            <source>Send the report</source>
            <translation>Meldung senden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/form.py" />
            <location filename="../../../client_qt/pages/join/details.py" />
            <source>The code of the table</source>
            <translation>Der Code des Tisches</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/form.py" />
            <location filename="../../../client_qt/pages/join/details.py" />
            <source>This table asks for a code. Ask the player who opened it.</source>
            <translation>Dieser Tisch fragt nach einem Code. Frage die Person, die ihn eröffnet hat.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/form.py" />
            <source>Too long by {n}</source>
            <translation>{n} Zeichen zu lang</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/form.py" />
            <source>What happened</source>
            <translation>Was geschehen ist</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/form.py" />
            <source>What happened? The moderators of this server get your report with the last lines of this chat.</source>
            <translation>Was ist geschehen? Die Moderatoren dieses Servers bekommen deine Meldung mit den letzten Zeilen dieses Chats.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Arrows</source>
            <translation>Pfeiltasten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Cancel the turn</source>
            <translation>Den Zug abbrechen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Choose the cell under the cursor</source>
            <translation>Das Feld unter dem Zeiger wählen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Ctrl+Enter</source>
            <translation>Strg+Eingabe</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Ctrl+Wheel</source>
            <translation>Strg+Mausrad</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Del</source>
            <translation>Entf</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Enter</source>
            <translation>Eingabe</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Esc</source>
            <translation>Esc</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Find a key or a word</source>
            <translation>Eine Taste oder ein Wort suchen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Finish a comment</source>
            <translation>Einen Kommentar abschließen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Go to the buttons of a banner</source>
            <translation>Zu den Schaltflächen eines Banners gehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Go to the first move, or to the last</source>
            <translation>Zum ersten oder letzten Zug gehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Go to the next control</source>
            <translation>Zum nächsten Bedienelement gehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Have a screen reader say the state of the game</source>
            <translation>Den Spielstand vom Bildschirmleser vorlesen lassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Home, End</source>
            <translation>Pos1, Ende</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>In lists and fields</source>
            <translation>In Listen und Feldern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Leave the field, or the page</source>
            <translation>Das Feld oder die Seite verlassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Left, Right</source>
            <translation>Links, Rechts</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Move diagonally (numeric keypad)</source>
            <translation>Schräg bewegen (Ziffernblock)</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Move the cursor over the cells</source>
            <translation>Den Zeiger über die Felder bewegen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>No matches</source>
            <translation>Keine Treffer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>On the board of a record</source>
            <translation>Auf dem Brett einer Aufzeichnung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Pan the zoomed board</source>
            <translation>Das vergrößerte Brett verschieben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Play a complete turn, or choose the cell</source>
            <translation>Einen fertigen Zug ausführen oder das Feld wählen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Remove a variation from the list of moves</source>
            <translation>Eine Variante aus der Zugliste entfernen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Shift+Arrows</source>
            <translation>Umschalt+Pfeile</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Space</source>
            <translation>Leertaste</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Space and mouse</source>
            <translation>Leertaste und Maus</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Tab</source>
            <translation>Tab</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Walk through the moves</source>
            <translation>Durch die Züge gehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Walk through the moves, in their list</source>
            <translation>In der Liste durch die Züge gehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Wheel</source>
            <translation>Mausrad</translation>
        </message>
        <message>
            <location filename="../../../client_qt/dialogs/shortcuts.py" />
            <source>Zoom</source>
            <translation>Zoomen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/feedback/attention.py" />
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <location filename="../../../client_qt/table/status.py" />
            <source>Your turn</source>
            <translation>Du bist am Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/feedback/sounds.py" />
            <source>No loudspeaker was found on this computer.</source>
            <translation>An diesem Computer wurde kein Lautsprecher gefunden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/feedback/sounds.py" />
            <source>Sounds need miniaudio, which this installation of the program does not have.</source>
            <translation>Klänge brauchen miniaudio, das diese Installation des Programms nicht hat.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/hosting/computer_players.py" />
            <location filename="../../../protocol/engine/engine.py" />
            <source>The computer player does not start ({reason})</source>
            <translation>Der Computerspieler startet nicht ({reason})</translation>
        </message>
        <message>
            <location filename="../../../client_qt/hosting/computer_players.py" />
            <source>The computer player has ended unexpectedly. Its log is {file}</source>
            <translation>Der Computer ist unerwartet ausgefallen. Sein Protokoll ist {file}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/hosting/own_server.py" />
            <source>An unexpected error ended hosting. Try it again.</source>
            <translation>Ein unerwarteter Fehler hat das Hosten beendet. Versuche es noch einmal.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/hosting/own_server.py" />
            <source>Hosting in the background since {since}, %n game(s).</source>
            <translation>
                <numerusform>Im Hintergrund angeboten seit {since}, %n Partie.</numerusform>
                <numerusform>Im Hintergrund angeboten seit {since}, %n Partien.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/hosting/own_server.py" />
            <source>Hosting was stopped.</source>
            <translation>Dein Server wurde beendet.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/hosting/server_process.py" />
            <source>The game cannot be handed over ({reason})</source>
            <translation>Das Spiel lässt sich nicht übergeben ({reason})</translation>
        </message>
        <message>
            <location filename="../../../client_qt/hosting/server_process.py" />
            <source>The server has no new identity ({reason})</source>
            <translation>Der Server hat keine neue Identität ({reason})</translation>
        </message>
        <message>
            <location filename="../../../client_qt/hosting/server_process.py" />
            <source>The server has not started ({reason})</source>
            <translation>Der Server ist nicht gestartet ({reason})</translation>
        </message>
        <message>
            <location filename="../../../client_qt/hosting/server_process.py" />
            <source>The server has not started; see {file}</source>
            <translation>Der Server ist nicht gestartet; siehe {file}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/hosting/server_process.py" />
            <location filename="../../../client_qt/pages/join/page.py" />
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../client_qt/widgets/tiles.py" />
            <source>{first} and {second}</source>
            <translation>{first} und {second}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/known_servers.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Player</source>
            <translation>Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/known_servers.py" />
            <source>The server does not answer</source>
            <translation>Der Server antwortet nicht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/known_servers.py" />
            <location filename="../../../client_qt/net/session.py" />
            <source>The server does not answer. Try it again in a moment.</source>
            <translation>Der Server antwortet nicht. Versuche es gleich noch einmal.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/player_key.py" />
            <source>The file cannot be read: {reason}</source>
            <translation>Die Datei ist nicht zu lesen: {reason}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/player_key.py" />
            <source>The file cannot be written: {reason}</source>
            <translation>Die Datei ist nicht zu schreiben: {reason}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/player_key.py" />
            <source>The key cannot be kept: {reason}</source>
            <translation>Der Schlüssel ist nicht zu speichern: {reason}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/server_browser.py" />
            <source>Nobody answers at {address}. Check it with your friend.</source>
            <translation>Unter {address} antwortet niemand. Prüfe die Adresse mit deinem Mitspieler.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/server_trust.py" />
            <source>Another server</source>
            <translation>Ein anderer Server</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/server_trust.py" />
            <source>This is {name} at {address}. It is new here. To compare: {words}.</source>
            <translation>Das ist {name} unter {address}. Der Server ist hier neu. Zum Vergleichen: {words}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/server_trust.py" />
            <source>This is {name}, new here. {old} was at {address} ({day}). To compare: {words}.</source>
            <translation>Das ist {name}, hier neu. {old} war unter {address} ({day}). Zum Vergleichen: {words}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/server_trust.py" />
            <source>before</source>
            <translation>früher</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/server_trust.py" />
            <source>{name} at {address} is unknown, and you connect over the internet. Ask its operator for the words of the server, for example by telephone. Continue only if they are: {words}.</source>
            <translation>{name} unter {address} ist unbekannt, und die Verbindung geht über das Internet. Frage den Betreiber nach den Wörtern des Servers, zum Beispiel am Telefon. Mach nur weiter, wenn sie so lauten: {words}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/server_trust.py" />
            <source>{old} was at {address} ({day}). Now another server answers there: {name}. Its words are {words}. Stop and ask its operator. Forget the old server only if it really got a new key.</source>
            <translation>{old} war unter {address} ({day}). Jetzt antwortet dort ein anderer Server: {name}. Seine Wörter sind {words}. Halte an und frage den Betreiber. Vergiss den alten Server nur, wenn er wirklich einen neuen Schlüssel hat.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/server_trust.py" />
            <source>{words} (or {digits})</source>
            <translation>{words} (oder {digits})</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/session.py" />
            <location filename="../../../protocol/client/session.py" />
            <source>This program has left the server</source>
            <translation>Dieses Programm hat den Server verlassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <location filename="../../../client_qt/pages/setup/page.py" />
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <location filename="../../../client_qt/table/terms.py" />
            <source>Clock</source>
            <translation>Bedenkzeit</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <location filename="../../../client_qt/table/terms.py" />
            <source>Hints</source>
            <translation>Tipps</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <location filename="../../../client_qt/table/terms.py" />
            <source>If a player leaves</source>
            <translation>Wenn jemand weggeht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>Rated</source>
            <translation>Gewertet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Start</source>
            <translation>Beginn</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <location filename="../../../client_qt/table/terms.py" />
            <source>Who may join</source>
            <translation>Wer mitspielen darf</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <source>Your side</source>
            <translation>Deine Seite</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <source>a position that was set up</source>
            <translation>eine aufgestellte Stellung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <source>by code</source>
            <translation>mit Code</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <source>from a position</source>
            <translation>aus einer Stellung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../client_qt/text/challenge_words.py" />
            <location filename="../../../client_qt/text/clock_words.py" />
            <location filename="../../../client_qt/text/seek_words.py" />
            <source>no clock</source>
            <translation>ohne Uhr</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <location filename="../../../client_qt/table/terms.py" />
            <source>players with the code</source>
            <translation>wer den Code hat</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../netgame/match/create.py" />
            <source>this program knows no game called {game}; update it</source>
            <translation>dieses Programm kennt kein Spiel {game}; aktualisiere es</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <source>two servers have this identity: one is a copy of the other</source>
            <translation>zwei Server haben diese Identität: einer ist eine Kopie des anderen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../client_qt/pages/setup/options_form.py" />
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>yes</source>
            <translation>ja</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>yes, also against computers</source>
            <translation>ja, auch gegen Computer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <source>{count} of 2</source>
            <translation>{count} von 2</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <source>{ms} ms</source>
            <translation>{ms} ms</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <source>{server} has the newer version {version}. Update this program to play there.</source>
            <translation>{server} hat die neuere Version {version}. Aktualisiere dieses Programm, um dort zu spielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/table_list.py" />
            <source>{server} has the older version {version}. It must be updated to play with this one.</source>
            <translation>{server} hat die ältere Version {version}. Sie muss aktualisiert werden, um mit dieser zu spielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/net/tournaments.py" />
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>a deleted player</source>
            <translation>ein gelöschter Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>A computer</source>
            <translation>Ein Computer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>A sign-in from an older version</source>
            <translation>Eine Anmeldung aus einer älteren Version</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Add another computer</source>
            <translation>Weiteren Computer hinzufügen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>All servers recognize you by it, without a password. Keep a copy in case this computer is lost.</source>
            <translation>Alle Server erkennen dich daran, ohne Passwort. Bewahre eine Kopie auf, falls dieser Computer verloren geht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Begin the vacation</source>
            <translation>Urlaub beginnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Computers</source>
            <translation>Computer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Copied</source>
            <translation>Kopiert</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>During a vacation your clock rests in games with days for each move. You may move all the same.</source>
            <translation>Im Urlaub ruht deine Uhr in Partien mit Tagen je Zug. Ziehen darfst du trotzdem.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Each of these signs in without a password.</source>
            <translation>Jeder von ihnen meldet sich ohne Passwort an.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>End the vacation</source>
            <translation>Urlaub beenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>If you end it, days that have not begun are given back.</source>
            <translation>Beendest du ihn, werden noch nicht begonnene Tage zurückgegeben.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>New key ...</source>
            <translation>Neuer Schlüssel ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Save a copy ...</source>
            <translation>Kopie speichern ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Show a code</source>
            <translation>Code zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Show another one</source>
            <translation>Einen anderen zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>Sign out</source>
            <translation>Abmelden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Sign out all others</source>
            <translation>Alle anderen abmelden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>That code has expired. Show another one.</source>
            <translation>Dieser Code ist abgelaufen. Zeige einen anderen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>The key cannot be read, so servers use other means to recognize you. Restore the key from a backup.</source>
            <translation>Der Schlüssel ist nicht lesbar, darum erkennen dich die Server auf andere Weise. Stelle den Schlüssel aus einer Kopie wieder her.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>The key of this computer</source>
            <translation>Der Schlüssel dieses Computers</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Use a copy ...</source>
            <translation>Kopie verwenden ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Vacation</source>
            <translation>Urlaub</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Valid once, for {time} minutes.</source>
            <translation>Einmal gültig, noch {time} Minuten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>You are on vacation until {time}.</source>
            <translation>Du bist bis {time} im Urlaub.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>Your account on a second computer: show a code here, and type it there under “I have a code”.</source>
            <translation>Dein Konto auf einem zweiten Computer: Zeige hier einen Code und tippe ihn dort unter „Ich habe einen Code“ ein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>days</source>
            <translation>Tage</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>last used {day}</source>
            <translation>zuletzt benutzt {day}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>since {day}</source>
            <translation>seit {day}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>this one</source>
            <translation>dieser</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>today</source>
            <translation>heute</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>yesterday</source>
            <translation>gestern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/cards.py" />
            <source>{left} of {days} days of this year are left.</source>
            <translation>Für dieses Jahr sind noch {left} von {days} Tagen übrig.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <location filename="../../../client_qt/pages/account/page.py" />
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Account</source>
            <translation>Konto</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>Come back</source>
            <translation>Zurückkommen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Sign in ...</source>
            <translation>Anmelden ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>Sign out all other computers?</source>
            <translation>Alle anderen Computer abmelden?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>Sign out this computer?</source>
            <translation>Diesen Computer abmelden?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>Sign out “{computer}”?</source>
            <translation>„{computer}“ abmelden?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>That computer needs your password or a new code to sign in again.</source>
            <translation>Der Computer braucht dein Passwort oder einen neuen Code, um sich wieder anzumelden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>The password is changed.</source>
            <translation>Das Passwort ist geändert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>The server did not sign you out. Try again in a moment.</source>
            <translation>Der Server hat dich nicht abgemeldet. Versuche es gleich noch einmal.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>The server does not let you in</source>
            <translation>Der Server lässt dich nicht ein</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <location filename="../../../client_qt/pages/people/controller.py" />
            <location filename="../../../client_qt/pages/ratings/controller.py" />
            <source>This server cannot do that yet. Its operator can update it.</source>
            <translation>Dieser Server kann das noch nicht. Sein Betreiber kann ihn aktualisieren.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>To come back, you need your name and your password, or a code of another computer.</source>
            <translation>Um zurückzukommen, brauchst du deinen Namen und dein Passwort oder einen Code eines anderen Computers.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>Until then, games that you play here go on without you.</source>
            <translation>Bis dahin gehen Partien, die du hier spielst, ohne dich weiter.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>You are registered as {name}.</source>
            <translation>Du bist als {name} registriert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>You are signed in as {name}.</source>
            <translation>Du bist als {name} angemeldet.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/controller.py" />
            <source>You are signed out here.</source>
            <translation>Du bist hier abgemeldet.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>A passphrase has at least {low} characters.</source>
            <translation>Eine Passphrase hat mindestens {low} Zeichen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Choose a file</source>
            <translation>Datei wählen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Guest accounts stay with the old key, which is kept. Registered players sign in by password.</source>
            <translation>Gastkonten bleiben beim alten Schlüssel, der aufbewahrt wird. Registrierte Spieler melden sich mit dem Passwort an.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>It opens {file}.</source>
            <translation>Er öffnet {file}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Keys of players</source>
            <translation>Schlüssel von Spielern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Make a new key</source>
            <translation>Neuen Schlüssel erzeugen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Make a new key for this computer?</source>
            <translation>Einen neuen Schlüssel für diesen Computer erzeugen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Open it</source>
            <translation>Öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Passphrase</source>
            <translation>Passphrase</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Repeat the passphrase</source>
            <translation>Passphrase wiederholen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Replace the key</source>
            <translation>Schlüssel ersetzen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Replace the key of this computer?</source>
            <translation>Den Schlüssel dieses Computers ersetzen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Save a copy of the key</source>
            <translation>Kopie des Schlüssels speichern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Servers then see a new player here. It helps if this computer and another one have the same key.</source>
            <translation>Server sehen hier dann einen neuen Spieler. Das hilft, wenn dieser Computer und ein anderer denselben Schlüssel haben.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Servers will then recognize this computer as the one that the copy comes from.</source>
            <translation>Server halten diesen Computer dann für den, von dem die Kopie stammt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>That did not work</source>
            <translation>Das hat nicht geklappt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>The copy is in {file}.</source>
            <translation>Die Kopie ist in {file}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>The current key stays beside it, in the folder of the settings.</source>
            <translation>Der jetzige Schlüssel bleibt daneben, im Ordner der Einstellungen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>The old one is in {file}.</source>
            <translation>Der alte ist in {file}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>This computer has a new key. The old one is in {file}.</source>
            <translation>Dieser Computer hat einen neuen Schlüssel. Der alte ist in {file}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>This computer has that key already.</source>
            <translation>Dieser Computer hat diesen Schlüssel schon.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>This computer has the key of the copy now.</source>
            <translation>Dieser Computer hat jetzt den Schlüssel der Kopie.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>Use a copy of a key</source>
            <translation>Kopie eines Schlüssels verwenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>With the file and the passphrase, anybody can sign in as you. Without the passphrase the file is useless.</source>
            <translation>Mit der Datei und der Passphrase kann sich jeder als du anmelden. Ohne die Passphrase ist die Datei nutzlos.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>netgame key of {computer}</source>
            <translation>netgame-Schlüssel von {computer}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/key_controller.py" />
            <source>this computer</source>
            <translation>dieser Computer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>A code was mailed to {address}. It is valid for 30 minutes.</source>
            <translation>Ein Code ging an {address}. Er gilt 30 Minuten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>Code of the mail</source>
            <translation>Code aus der E-Mail</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <location filename="../../../client_qt/pages/rules/first_game.py" />
            <location filename="../../../client_qt/pages/table/strips/hint_line.py" />
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Confirm</source>
            <translation>Bestätigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>Forget this address</source>
            <translation>Diese Adresse vergessen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>Mail a code</source>
            <translation>Code schicken</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>Mails go to {address}. Nobody else sees it.</source>
            <translation>E-Mails gehen an {address}. Niemand sonst sieht die Adresse.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>Notices</source>
            <translation>Benachrichtigungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <location filename="../../../client_qt/pages/account/page.py" />
            <location filename="../../../client_qt/widgets/form_card.py" />
            <source>Please fill this in.</source>
            <translation>Bitte ausfüllen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>Remove the address</source>
            <translation>Adresse entfernen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>Tell me that</source>
            <translation>Sag mir, dass</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>Tell the program of the operator too</source>
            <translation>Sag es auch dem Programm des Betreibers</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>That may be a chat bot of your club. It gets your name and these news.</source>
            <translation>Das kann ein Chat-Bot deines Vereins sein. Er bekommt deinen Namen und diese Nachrichten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>The code could not be mailed. Check the address.</source>
            <translation>Der Code konnte nicht verschickt werden. Prüfe die Adresse.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>The server can tell you what happens while this program is closed.</source>
            <translation>Der Server kann dir sagen, was geschieht, während dieses Programm geschlossen ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>Your e-mail address</source>
            <translation>Deine E-Mail-Adresse</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>a round of a tournament begins</source>
            <translation>eine Runde eines Turniers beginnt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>it is my turn in a game by days</source>
            <translation>ich am Zug bin (bei Tagen je Zug)</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>my time for a move is short</source>
            <translation>meine Zeit für einen Zug knapp wird</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/notices.py" />
            <source>somebody challenges me</source>
            <translation>mich jemand herausfordert</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>A new password</source>
            <translation>Ein neues Passwort</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Account at {server}</source>
            <translation>Konto bei {server}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Change it</source>
            <translation>Ändern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Change the password</source>
            <translation>Passwort ändern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Code</source>
            <translation>Code</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Current password</source>
            <translation>Aktuelles Passwort</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Forgot your password?</source>
            <translation>Passwort vergessen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>I have a code</source>
            <translation>Ich habe einen Code</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>If this account has a confirmed mail address, a mail with a code is on its way.</source>
            <translation>Wenn dieses Konto eine bestätigte Mailadresse hat, ist eine Mail mit einem Code unterwegs.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Name</source>
            <translation>Name</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>New password</source>
            <translation>Neues Passwort</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Password</source>
            <translation>Passwort</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Register</source>
            <translation>Registrieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Registration is closed. Ask the operator of the server for an account.</source>
            <translation>Die Registrierung ist geschlossen. Frage den Betreiber des Servers nach einem Konto.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Repeat the password</source>
            <translation>Passwort wiederholen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Set it and sign in</source>
            <translation>Setzen und anmelden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Sign in</source>
            <translation>Anmelden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Sign out my other computers</source>
            <translation>Meine anderen Computer abmelden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Use the code</source>
            <translation>Code verwenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>You are not signed in here.</source>
            <translation>Du bist hier nicht angemeldet.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>You are registered: nobody else can use the name {name} here.</source>
            <translation>Du bist registriert: Niemand sonst kann hier den Namen {name} benutzen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>You have registered here before.</source>
            <translation>Du hast dich hier schon registriert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>You play as a guest, called {name} while you are here. If you register, you keep the name, play rated matches, and come back from any computer.</source>
            <translation>Du spielst als Gast und heißt {name}, solange du hier bist. Wenn du dich registrierst, behältst du den Namen, spielst gewertete Partien und kommst von jedem Computer zurück.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Your other computer shows it under “Add another computer”.</source>
            <translation>Dein anderer Computer zeigt ihn unter „Weiteren Computer hinzufügen“.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/account/page.py" />
            <source>Your other computers are signed out: they need the new password too.</source>
            <translation>Deine anderen Computer werden abgemeldet: Sie brauchen auch das neue Passwort.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <source>A challenge</source>
            <translation>Eine Herausforderung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Challenge {name}</source>
            <translation>{name} herausfordern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <location filename="../../../client_qt/pages/lobby/challenge_rows.py" />
            <source>Change ...</source>
            <translation>Ändern ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <location filename="../../../client_qt/pages/lobby/challenge_rows.py" />
            <source>Decline ...</source>
            <translation>Ablehnen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <source>Next game with {name}</source>
            <translation>Nächste Partie mit {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <location filename="../../../server/lobby/challenges.py" />
            <source>There is no such challenge any more</source>
            <translation>Diese Herausforderung gibt es nicht mehr</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <source>{name} accepts your challenge.</source>
            <translation>{name} nimmt deine Herausforderung an.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <source>{name} declines your challenge.</source>
            <translation>{name} lehnt deine Herausforderung ab.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <source>{name} declines your challenge: {reason}</source>
            <translation>{name} lehnt deine Herausforderung ab: {reason}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <source>{name} gets your changes. The lobby shows the answer.</source>
            <translation>{name} bekommt deine Änderungen. Die Lobby zeigt die Antwort.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <source>{name} is asked. The table opens as soon as they agree.</source>
            <translation>{name} wird gefragt. Der Tisch öffnet sich, sobald {name} einverstanden ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/challenges/controller.py" />
            <source>{name} is challenged. The lobby shows the answer.</source>
            <translation>{name} ist herausgefordert. Die Lobby zeigt die Antwort.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>Desktop notifications</source>
            <translation>Nachrichten auf dem Schreibtisch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>Games work without sounds as well.</source>
            <translation>Spiele gehen auch ohne Töne.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>Sounds can be played</source>
            <translation>Klänge können abgespielt werden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>The desktop shows a notification when it is your turn and another window is in front</source>
            <translation>Der Schreibtisch zeigt eine Nachricht, wenn du am Zug bist und ein anderes Fenster vorne ist</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>The loudspeaker does not answer.</source>
            <translation>Der Lautsprecher antwortet nicht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>The screen</source>
            <translation>Der Bildschirm</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>The task bar and a sound call you when it is your turn.</source>
            <translation>Die Taskleiste und ein Ton rufen dich, wenn du am Zug bist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>This desktop does not show notifications of programs</source>
            <translation>Dieser Schreibtisch zeigt keine Nachrichten von Programmen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>{reason}</source>
            <translation>{reason}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/controller.py" />
            <source>{width} x {height} at {scale} % by {platform}</source>
            <translation>{width} x {height} bei {scale} % über {platform}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>%n problem(s) found.</source>
            <translation>
                <numerusform>%n Problem gefunden.</numerusform>
                <numerusform>%n Probleme gefunden.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Address of a friend</source>
            <translation>Adresse eines Freundes</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Address of a friend who cannot be reached</source>
            <translation>Adresse eines Freundes, den du nicht erreichst</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Address of your friend</source>
            <translation>Adresse deines Mitspielers</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>All findings with details, to send to somebody who helps you</source>
            <translation>Alle Ergebnisse mit Einzelheiten, zum Schicken an jemanden, der dir hilft</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Check</source>
            <translation>Prüfen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Check again</source>
            <translation>Noch einmal prüfen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Copy all</source>
            <translation>Alles kopieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Fine</source>
            <translation>In Ordnung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>No problem found.</source>
            <translation>Kein Problem gefunden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Not checked yet.</source>
            <translation>Noch nicht geprüft.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Problem</source>
            <translation>Problem</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Progress of the check</source>
            <translation>Fortschritt der Prüfung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <location filename="../../../client_qt/pages/records/page.py" />
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <location filename="../../../client_qt/pages/table/panel/analysis_tab.py" />
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <source>Stop</source>
            <translation>Anhalten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Stopped before the end.</source>
            <translation>Vor dem Ende angehalten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>Unknown</source>
            <translation>Unbekannt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>{number} of {count}: {title}</source>
            <translation>{number} von {count}: {title}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/controller.py" />
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Fetching the match ...</source>
            <translation>Die Partie wird geholt ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/controller.py" />
            <source>Matches of {name}</source>
            <translation>Partien von {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/controller.py" />
            <source>My matches against {name}</source>
            <translation>Meine Partien gegen {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/controller.py" />
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>at a server</source>
            <translation>an einem Server</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <source>A game that this version does not know.</source>
            <translation>Ein Spiel, das diese Version nicht kennt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <location filename="../../../client_qt/pages/profile/page.py" />
            <location filename="../../../client_qt/pages/ratings/page.py" />
            <location filename="../../../client_qt/pages/reports/controller.py" />
            <location filename="../../../client_qt/pages/tournaments/list_controller.py" />
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Asking the server ...</source>
            <translation>Der Server wird gefragt ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <location filename="../../../client_qt/widgets/labels.py" />
            <location filename="../../../client_qt/widgets/list_view.py" />
            <location filename="../../../client_qt/widgets/row_delegate.py" />
            <source>More</source>
            <translation>Mehr</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <source>No match has been finished yet. The first one will be listed here.</source>
            <translation>Noch ist keine Partie beendet. Die erste wird hier aufgeführt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Replay</source>
            <translation>Abspielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Save</source>
            <translation>Speichern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <location filename="../../../netgame/games/clod/game.py" />
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>a draw</source>
            <translation>Remis</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <source>aborted</source>
            <translation>abgebrochen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <location filename="../../../client_qt/text/seek_words.py" />
            <location filename="../../../client_qt/text/term_words.py" />
            <source>rated</source>
            <translation>gewertet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <location filename="../../../client_qt/records/recent.py" />
            <location filename="../../../client_qt/table/text_match.py" />
            <source>{game}: {first} and {second}</source>
            <translation>{game}: {first} und {second}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <source>{name} wins</source>
            <translation>{name} gewinnt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <source>{name} wins on time</source>
            <translation>{name} gewinnt durch Zeitüberschreitung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <source>{name} wins: the other side left</source>
            <translation>{name} gewinnt: Die andere Seite ist gegangen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <source>{name} wins: the other side resigned</source>
            <translation>{name} gewinnt: Die andere Seite hat aufgegeben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/history/page.py" />
            <source>{name} wins: the other side was away</source>
            <translation>{name} gewinnt: Die andere Seite war weg</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/home/controller.py" />
            <source>%n player(s) here</source>
            <translation>
                <numerusform>%n Spieler hier</numerusform>
                <numerusform>%n Spieler hier</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>%n table(s) open</source>
            <translation>
                <numerusform>%n Tisch offen</numerusform>
                <numerusform>%n Tische offen</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>%n table(s) open near you.</source>
            <translation>
                <numerusform>In deiner Nähe ist %n Tisch offen.</numerusform>
                <numerusform>In deiner Nähe sind %n Tische offen.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>%n tournament(s) near you.</source>
            <translation>
                <numerusform>In deiner Nähe ist %n Turnier.</numerusform>
                <numerusform>In deiner Nähe sind %n Turniere.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>All unfinished games ({count})</source>
            <translation>Alle nicht beendeten Partien ({count})</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Board games for two, across the room or across the table.</source>
            <translation>Brettspiele für zwei, quer durchs Zimmer oder über den Tisch.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Click a game to read its rules or to play it</source>
            <translation>Klicke ein Spiel an, um die Regeln zu lesen oder es zu spielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/join/details.py" />
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Continue</source>
            <translation>Weiter</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Delete ...</source>
            <translation>Löschen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Five levels in every game.</source>
            <translation>Fünf Stufen in jedem Spiel.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Lobbies</source>
            <translation>Lobbys</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>Lobby of {server}</source>
            <translation>Lobby von {server}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>New here? In the first game the program shows you a few turns on a real board.</source>
            <translation>Neu hier? In der ersten Partie zeigt dir das Programm einige Züge auf einem echten Brett.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>No network</source>
            <translation>Kein Netzwerk</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>No record yet. Every finished match is kept here, to look at it move by move.</source>
            <translation>Noch keine Aufzeichnung. Jede beendete Partie steht hier, um sie Zug für Zug anzusehen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>No table is open near you yet.</source>
            <translation>In deiner Nähe ist noch kein Tisch offen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/unfinished/page.py" />
            <source>No unfinished games. A game that you leave waits for you here.</source>
            <translation>Keine nicht beendeten Partien. Eine Partie, die du verlässt, wartet hier auf dich.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>On the network as {host}</source>
            <translation>Im Netzwerk als {host}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>On this network. Others find it by themselves.</source>
            <translation>In diesem Netzwerk. Andere finden es von selbst.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Open the lobby</source>
            <translation>Lobby öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Play again</source>
            <translation>Noch einmal spielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Play with {name} again</source>
            <translation>Noch einmal mit {name} spielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Reading the games ...</source>
            <translation>Die Partien werden gelesen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Recently played</source>
            <translation>Zuletzt gespielt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Remove from the list</source>
            <translation>Aus der Liste entfernen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Show all {count}</source>
            <translation>Alle {count} zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Six board games for two, across the room or across the table.</source>
            <translation>Sechs Brettspiele für zwei, im Netz oder am Tisch.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Take seat</source>
            <translation>Platz nehmen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <source>The games</source>
            <translation>Die Spiele</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>The records of the first window are under Records.</source>
            <translation>Die Aufzeichnungen des ersten Fensters stehen unter Aufzeichnungen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>This second window is another player. The games of the first one are in the other window.</source>
            <translation>Dieses zweite Fenster ist ein anderer Spieler. Die Spiele des ersten sind im anderen Fenster.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Two people, one screen, no server.</source>
            <translation>Zwei Leute, ein Bildschirm, kein Server.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <location filename="../../../client_qt/pages/lobby/challenge_rows.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Withdraw</source>
            <translation>Zurückziehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Write the name that others shall see.</source>
            <translation>Schreibe den Namen, den andere sehen sollen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>You play as</source>
            <translation>Du spielst als</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>Your name</source>
            <translation>Dein Name</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>waits at a table</source>
            <translation>wartet an einem Tisch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>your turn</source>
            <translation>du bist am Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>{name} is asked</source>
            <translation>{name} wird gefragt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/unfinished_games.py" />
            <source>continue here</source>
            <translation>hier fortsetzen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/unfinished_games.py" />
            <source>continue here in {time}</source>
            <translation>in {time} hier fortsetzen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/unfinished_games.py" />
            <source>does not answer</source>
            <translation>antwortet nicht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/unfinished_games.py" />
            <source>move {n}</source>
            <translation>Zug {n}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/unfinished_games.py" />
            <source>not hosted now</source>
            <translation>zurzeit nicht angeboten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/unfinished_games.py" />
            <source>on this screen</source>
            <translation>an diesem Bildschirm</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/unfinished_games.py" />
            <source>you may be away for {time}</source>
            <translation>du darfst noch {time} weg sein</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/home/unfinished_games.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{time} left</source>
            <translation>noch {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/controller.py" />
            <source>Another server than the one you know at {address}, with a copy of its identity.</source>
            <translation>Ein anderer Server als der, den du kennst, unter {address}, mit einer Kopie seiner Identität.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/controller.py" />
            <source>This computer hosts with the same identity: its data are a copy. Make a new identity here.</source>
            <translation>Dieser Computer hostet mit derselben Identität: Seine Daten sind eine Kopie. Erzeuge hier eine neue Identität.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/controller.py" />
            <source>{server} answers, but no table is open there. Its lobby is in the list of servers.</source>
            <translation>{server} antwortet, aber dort ist kein Tisch offen. Die Lobby steht in der Liste der Server.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/controller.py" />
            <source>{server} answers. A table there is selected in the list.</source>
            <translation>{server} antwortet. Ein Tisch dort ist in der Liste ausgewählt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/details.py" />
            <source>Both seats are free.</source>
            <translation>Beide Plätze sind frei.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/details.py" />
            <source>Both seats are taken</source>
            <translation>Beide Plätze sind besetzt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/details.py" />
            <source>Choose a table</source>
            <translation>Wähle einen Tisch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/details.py" />
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Take the free seat</source>
            <translation>Freien Platz nehmen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/details.py" />
            <location filename="../../../client_qt/pages/join/page.py" />
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Watch</source>
            <translation>Zusehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/details.py" />
            <source>{first} and {second} play here.</source>
            <translation>Hier spielen {first} und {second}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/details.py" />
            <source>{first} is waiting.</source>
            <translation>{first} wartet.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/details.py" />
            <source>{game}, at {server}</source>
            <translation>{game}, bei {server}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>%n table(s)</source>
            <translation>
                <numerusform>%n Tisch</numerusform>
                <numerusform>%n Tische</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>%n tournament(s)</source>
            <translation>
                <numerusform>%n Turnier</numerusform>
                <numerusform>%n Turniere</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>A firewall there may keep this program out. The waiting table shows an address: type it below.</source>
            <translation>Vielleicht hält eine Firewall dieses Programm fern. Der wartende Tisch zeigt eine Adresse: Tippe sie unten ein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Are both computers on the same network? A guest network keeps its computers apart.</source>
            <translation>Sind beide Computer im selben Netzwerk? Ein Gastnetz hält seine Computer voneinander fern.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Ask each address here</source>
            <translation>Jede Adresse hier fragen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>At the address</source>
            <translation>Unter der Adresse</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Connect</source>
            <translation>Verbinden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Connecting to {address} ...</source>
            <translation>Verbinde mit {address} ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Forget</source>
            <translation>Vergessen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Forget server</source>
            <translation>Server vergessen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Forget the old server</source>
            <translation>Den alten Server vergessen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Forget the server {name}?</source>
            <translation>Den Server {name} vergessen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Invitation or address</source>
            <translation>Einladung oder Adresse</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Is a table open? On the other computer: Host a game, then Open the table.</source>
            <translation>Ist ein Tisch offen? Auf dem anderen Computer: Spiel anbieten, dann Tisch öffnen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Looking for tables on this network ...</source>
            <translation>Suche Tische in diesem Netzwerk ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Looking on this network</source>
            <translation>Suche in diesem Netzwerk</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Missing a table? Find out why</source>
            <translation>Fehlt ein Tisch? Die Ursache finden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>No table on this network. What to try:</source>
            <translation>Kein Tisch in diesem Netzwerk. Was du versuchen kannst:</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Other address</source>
            <translation>Andere Adresse</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Paste an invitation, or type the address your friend sees</source>
            <translation>Füge eine Einladung ein oder tippe die Adresse, die dein Mitspieler sieht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Ping</source>
            <translation>Ping</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Recent</source>
            <translation>Zuletzt besucht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Sends one question to each of the 254 addresses around yours. It helps where the list stays empty.</source>
            <translation>Schickt eine Frage an jede der 254 Adressen um die eigene. Das hilft, wo die Liste leer bleibt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Servers</source>
            <translation>Server</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>Tables</source>
            <translation>Tische</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>The program also forgets your account there, unless that server knows the key of this computer.</source>
            <translation>Das Programm vergisst auch dein Konto dort, außer der Server kennt den Schlüssel dieses Computers.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>This network</source>
            <translation>Dieses Netzwerk</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Time spent connecting</source>
            <translation>Dauer des Verbindens</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Unfinished games there disappear from the home page.</source>
            <translation>Unbeendete Partien dort verschwinden von der Startseite.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Version</source>
            <translation>Version</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>Yes, show its tables</source>
            <translation>Ja, seine Tische zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>does not answer now</source>
            <translation>antwortet gerade nicht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>no table yet</source>
            <translation>noch kein Tisch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>open for {time}</source>
            <translation>offen seit {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/controller.py" />
            <source>The invitation is on its way.</source>
            <translation>Die Einladung ist unterwegs.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>Challenges</source>
            <translation>Herausforderungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <source>Chat</source>
            <translation>Chat</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>Looking for a game</source>
            <translation>Suchen ein Spiel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>New table</source>
            <translation>Neuer Tisch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>No table is open here. Make a new one, and it is listed for everybody.</source>
            <translation>Hier ist kein Tisch offen. Mach einen neuen auf, und alle sehen ihn in der Liste.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>Nobody else is here yet.</source>
            <translation>Sonst ist noch niemand hier.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>Nobody else is here yet. Copy the invitation to ask somebody.</source>
            <translation>Sonst ist noch niemand hier. Kopiere die Einladung, um jemanden zu fragen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>Online</source>
            <translation>Online</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <location filename="../../../client_qt/widgets/play_now_card.py" />
            <source>Play now</source>
            <translation>Jetzt spielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/page.py" />
            <source>You can write when the connection is back.</source>
            <translation>Du kannst schreiben, wenn die Verbindung zurück ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rooms.py" />
            <source>No messages yet.</source>
            <translation>Noch keine Nachrichten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rooms.py" />
            <source>Only you and {name} can read this.</source>
            <translation>Nur du und {name} könnt das lesen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rooms.py" />
            <location filename="../../../client_qt/pages/table/panel/chat.py" />
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <location filename="../../../client_qt/table/status.py" />
            <source>You</source>
            <translation>Du</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rooms.py" />
            <source>{name} is away. Registered players read messages when they come back.</source>
            <translation>{name} ist nicht da. Registrierte Spieler lesen Nachrichten, wenn sie wiederkommen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rooms.py" />
            <source>{name} is not online.</source>
            <translation>{name} ist nicht online.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rooms.py" />
            <location filename="../../../client_qt/pages/table/announcer.py" />
            <source>{name} says: {text}</source>
            <translation>{name} sagt: {text}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>%n watching</source>
            <translation>
                <numerusform>%n sieht zu</numerusform>
                <numerusform>%n sehen zu</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/people/page.py" />
            <location filename="../../../client_qt/pages/ratings/page.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>(you)</source>
            <translation>(du)</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>Block</source>
            <translation>Blockieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>By code or invitation only</source>
            <translation>Nur mit Code oder Einladung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/people/page.py" />
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Challenge ...</source>
            <translation>Herausfordern ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Close the table</source>
            <translation>Tisch schließen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Follow</source>
            <translation>Folgen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>Invite ...</source>
            <translation>Einladen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/table/panel/people.py" />
            <source>Mute</source>
            <translation>Stummschalten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>Mute, kick, ban ...</source>
            <translation>Stummschalten, aussperren ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/people/page.py" />
            <source>Registered at this server</source>
            <translation>An diesem Server registriert</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>Report ...</source>
            <translation>Melden ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/people/page.py" />
            <location filename="../../../client_qt/pages/ratings/page.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Show the profile</source>
            <translation>Profil zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>Unblock</source>
            <translation>Nicht mehr blockieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Unfollow</source>
            <translation>Nicht mehr folgen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/table/panel/people.py" />
            <source>Unmute</source>
            <translation>Stummschalten aufheben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/people/page.py" />
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Write a message</source>
            <translation>Nachricht schreiben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>You follow this player</source>
            <translation>Du folgst diesem Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>adjourned</source>
            <translation>vertagt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../netgame/tournaments/export.py" />
            <source>being played</source>
            <translation>wird gespielt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>between two battles</source>
            <translation>zwischen zwei Runden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>blocked</source>
            <translation>blockiert</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>for {time}</source>
            <translation>seit {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>from a set-up position</source>
            <translation>aus einer aufgestellten Stellung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>here for {time}</source>
            <translation>hier seit {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>less than a minute</source>
            <translation>weniger als einer Minute</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>muted</source>
            <translation>stummgeschaltet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>not started yet</source>
            <translation>noch nicht begonnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>paused</source>
            <translation>unterbrochen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>paused: the server stopped</source>
            <translation>unterbrochen: Der Server wurde beendet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>paused: the server was interrupted</source>
            <translation>unterbrochen: Der Server war unterbrochen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>paused: waiting for the players</source>
            <translation>Pause: wartet auf die Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>plays {game}</source>
            <translation>spielt {game}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/table/strips/player_strip.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>rating {rating}</source>
            <translation>Wertung {rating}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>rests during a vacation</source>
            <translation>ruht während eines Urlaubs</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>stopped by a fault</source>
            <translation>wegen eines Fehlers angehalten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>waiting for an opponent</source>
            <translation>wartet auf einen Gegner</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>{n} d</source>
            <translation>{n} Tagen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{n} h</source>
            <translation>{n} h</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{n} min</source>
            <translation>{n} min</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>{n} new</source>
            <translation>{n} neu</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/controller.py" />
            <source>A friend is online</source>
            <translation>Ein Freund ist online</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/controller.py" />
            <source>Blocked</source>
            <translation>Blockiert</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/controller.py" />
            <source>Found</source>
            <translation>Gefunden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/controller.py" />
            <source>Friends</source>
            <translation>Freunde</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/controller.py" />
            <source>No player of that name was found.</source>
            <translation>Kein Spieler mit diesem Namen gefunden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/controller.py" />
            <source>Opponents of the last weeks</source>
            <translation>Gegner der letzten Wochen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/controller.py" />
            <source>Search for a player, or follow one in the lobby.</source>
            <translation>Suche einen Spieler, oder folge einem in der Lobby.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/controller.py" />
            <source>{name} is online now.</source>
            <translation>{name} ist jetzt online.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/page.py" />
            <source>Find</source>
            <translation>Suchen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/page.py" />
            <source>The beginning of a name</source>
            <translation>Anfang eines Namens</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/page.py" />
            <source>last here {time}</source>
            <translation>zuletzt hier {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/page.py" />
            <source>last match {time}</source>
            <translation>letzte Partie {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/people/page.py" />
            <source>online</source>
            <translation>online</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <source>An opponent was found. Your game has begun.</source>
            <translation>Ein Gegner ist gefunden. Dein Spiel hat begonnen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <source>No server answers at the moment.</source>
            <translation>Im Moment antwortet kein Server.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <source>The connection was lost, so nobody is looked for any more. Play now looks again.</source>
            <translation>Die Verbindung ist abgerissen, deshalb wird niemand mehr gesucht. „Jetzt spielen“ sucht noch einmal.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <source>The server</source>
            <translation>Der Server</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <source>Your opponent plays elsewhere. Play now goes on, and you keep your place.</source>
            <translation>Dein Gegner spielt anderswo. „Jetzt spielen“ sucht weiter, und du behältst deinen Platz.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <source>{server} find an opponent for you.</source>
            <translation>{server} finden einen Gegner für dich.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <source>{server} finds an opponent for you.</source>
            <translation>{server} findet einen Gegner für dich.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <source>{server} look for an opponent</source>
            <translation>{server} suchen einen Gegner</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/controller.py" />
            <source>{server} looks for an opponent</source>
            <translation>{server} sucht einen Gegner</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <source>Choose a game and a time, or several.</source>
            <translation>Wähle ein Spiel und eine Bedenkzeit, oder mehrere.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <source>Computer players, unrated</source>
            <translation>Computerspieler, ungewertet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <source>Opponent</source>
            <translation>Gegner</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <source>Rating of the game</source>
            <translation>Wertung des Spiels</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <source>Time</source>
            <translation>Bedenkzeit</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <source>after {time}</source>
            <translation>nach {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <source>at once</source>
            <translation>sofort</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <source>no, people only</source>
            <translation>nein, nur Menschen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <source>{server} find somebody who wants the same, and your game begins at once.</source>
            <translation>{server} finden jemanden, der dasselbe will, und deine Partie beginnt sofort.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/play_now/dialog.py" />
            <source>{server} finds somebody who wants the same, and your game begins at once.</source>
            <translation>{server} findet jemanden, der dasselbe möchte, und euer Spiel beginnt sofort.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>A click on an invitation or on a record then shows it in this window.</source>
            <translation>Ein Klick auf eine Einladung oder eine Aufzeichnung zeigt sie dann in diesem Fenster.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>A friend is a player you follow.</source>
            <translation>Ein Freund ist ein Spieler, dem du folgst.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>A stopped game is saved. It opens again with the window.</source>
            <translation>Eine beendete Partie wird gespeichert. Sie öffnet sich wieder mit dem Fenster.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Allow premoves</source>
            <translation>Vorauszüge erlauben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Always</source>
            <translation>Immer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Ask</source>
            <translation>Fragen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Ask before a turn is played</source>
            <translation>Vor dem Ausführen eines Zuges fragen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Buttons and margins grow with it.</source>
            <translation>Knöpfe und Ränder wachsen mit.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Choose a move while the other side is to move. It is sent after theirs.</source>
            <translation>Einen Zug wählen, während die andere Seite am Zug ist. Er wird nach ihrem gesendet.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Click a field and press the new keys. Backspace removes the keys of an action.</source>
            <translation>Klicke in ein Feld und drücke die neuen Tasten. Die Rücktaste entfernt die Tasten einer Aktion.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Closing the window while hosting</source>
            <translation>Fenster schließen, während hier eine Partie angeboten wird</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Computer players</source>
            <translation>Computerspieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Confirm is at the right end of the line under the board. Enter does the same.</source>
            <translation>Bestätigen ist am rechten Ende der Zeile unter dem Brett. Enter tut dasselbe.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Crosshair</source>
            <translation>Fadenkreuz</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Dark</source>
            <translation>Dunkel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Dots on the cells. The moves that dice allow are always shown.</source>
            <translation>Punkte auf den Feldern. Was Würfel erlauben, wird immer gezeigt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Every turn</source>
            <translation>Jeder Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Grey</source>
            <translation>Grau</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>High contrast</source>
            <translation>Hoher Kontrast</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>High contrast, dark</source>
            <translation>Hoher Kontrast, dunkel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Hints and analyses</source>
            <translation>Tipps und Analysen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Hosting</source>
            <translation>Anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>In games whose rules call for it.</source>
            <translation>In Spielen, deren Regeln das brauchen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Language</source>
            <translation>Sprache</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Light</source>
            <translation>Hell</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Like the system</source>
            <translation>Wie das System</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Like the window</source>
            <translation>Wie das Fenster</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Lines through the cell under the pointer, as far as the coordinates.</source>
            <translation>Linien durch das Feld unter dem Zeiger, bis zu den Koordinaten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Links and records</source>
            <translation>Links und Aufzeichnungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Look</source>
            <translation>Aussehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Motion</source>
            <translation>Bewegung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Never</source>
            <translation>Nie</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>None</source>
            <translation>Keine</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>On every board</source>
            <translation>Auf jedem Brett</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>On large boards</source>
            <translation>Auf großen Brettern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Only turns you could still extend</source>
            <translation>Nur Züge, die noch weitergehen könnten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Open netgame links and records with this program</source>
            <translation>Links und Aufzeichnungen von netgame mit diesem Programm öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Paper</source>
            <translation>Papier</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Play sounds</source>
            <translation>Töne spielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Playing</source>
            <translation>Spielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Python files, or programs that speak the line protocol. They may do all that you may do on this computer, so add only what you trust.</source>
            <translation>Python-Dateien oder Programme, die das Zeilenprotokoll sprechen. Sie dürfen auf diesem Computer alles, was du darfst. Füge nur hinzu, was vertrauenswürdig ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Say when a friend comes online</source>
            <translation>Sagen, wenn ein Freund online kommt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Show desktop notifications</source>
            <translation>Nachrichten auf dem Schreibtisch zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Size of text</source>
            <translation>Schriftgröße</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Slate</source>
            <translation>Schiefer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Sounds and messages</source>
            <translation>Töne und Meldungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Stay in the tray when the window is closed</source>
            <translation>Beim Schließen im Infobereich bleiben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Stop the game and quit</source>
            <translation>Partie anhalten und beenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Strong</source>
            <translation>Kräftig</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>The language changes when you restart the program.</source>
            <translation>Die Sprache wechselt, wenn du das Programm neu startest.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>The player that suggests moves and analyses games.</source>
            <translation>Der Spieler, der Züge vorschlägt und Partien analysiert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>The program goes on to show notifications. The menu of its icon quits it.</source>
            <translation>Das Programm zeigt weiter Nachrichten. Das Menü seines Symbols beendet es.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Turns of several clicks</source>
            <translation>Züge aus mehreren Klicks</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Usual</source>
            <translation>Üblich</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Volume</source>
            <translation>Lautstärke</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>When it is your turn, or somebody writes to you or invites you, and another window is in front.</source>
            <translation>Wenn du am Zug bist oder jemand dir schreibt oder dich einlädt und ein anderes Fenster vorne ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>When two people play on this computer.</source>
            <translation>Wenn zwei an diesem Computer spielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Window</source>
            <translation>Fenster</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Without motion, pieces appear in their cells at once.</source>
            <translation>Ohne Bewegung stehen Figuren sofort auf ihren Feldern.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/choices.py" />
            <source>Wood</source>
            <translation>Holz</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/controller.py" />
            <source>Defaults restored.</source>
            <translation>Die Voreinstellungen gelten wieder.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/controller.py" />
            <source>Some settings could not be read and have their defaults: {names}. The old file is now {file}.</source>
            <translation>Einige Einstellungen waren nicht lesbar und haben ihre Voreinstellung: {names}. Die alte Datei heißt jetzt {file}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/controller.py" />
            <source>The settings are from a newer version of this program. A copy of them is {file}.</source>
            <translation>Die Einstellungen stammen von einer neueren Version dieses Programms. Eine Kopie davon ist {file}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/controller.py" />
            <source>The settings cannot be read: {reason}. The file stays as it is, and nothing is written over it. Until it can be read, changes are lost when you close the window. It is {file}.</source>
            <translation>Die Einstellungen lassen sich nicht lesen: {reason}. Die Datei bleibt, wie sie ist, und wird nicht überschrieben. Bis sie lesbar ist, gehen Änderungen beim Schließen des Fensters verloren. Es ist {file}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/controller.py" />
            <source>The settings cannot be saved: {reason}. The next change tries it again.</source>
            <translation>Die Einstellungen lassen sich nicht speichern: {reason}. Die nächste Änderung versucht es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/controller.py" />
            <source>The settings could not be read, so you start with the defaults. The old file is now {file}.</source>
            <translation>Die Einstellungen waren nicht lesbar, darum beginnst du mit den Voreinstellungen. Die alte Datei heißt jetzt {file}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/controller.py" />
            <source>The system refused it ({reason}).</source>
            <translation>Das System hat es abgelehnt ({reason}).</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/engines.py" />
            <source>Add</source>
            <translation>Hinzufügen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/engines.py" />
            <source>Choose a computer player</source>
            <translation>Computerspieler auswählen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/engines.py" />
            <source>Choose a file ...</source>
            <translation>Datei auswählen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/engines.py" />
            <source>File, or command with its arguments</source>
            <translation>Datei, oder Befehl mit seinen Argumenten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/engines.py" />
            <source>Python files</source>
            <translation>Python-Dateien</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/engines.py" />
            <location filename="../../../client_qt/pages/table/fetching.py" />
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Remove</source>
            <translation>Entfernen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/engines.py" />
            <source>Remove {name}</source>
            <translation>{name} entfernen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/engines.py" />
            <source>There is already a computer player called {name}.</source>
            <translation>Es gibt schon einen Computerspieler namens {name}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/engines.py" />
            <source>Trying ...</source>
            <translation>Wird ausprobiert ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/page.py" />
            <source>Restore defaults</source>
            <translation>Standard wiederherstellen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/rows.py" />
            <source>Test</source>
            <translation>Probe</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/rows.py" />
            <source>{number} %</source>
            <translation>{number} %</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/shortcuts.py" />
            <source>Press keys</source>
            <translation>Tasten drücken</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/shortcuts.py" />
            <source>Reset</source>
            <translation>Zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/shortcuts.py" />
            <source>Reset all keys</source>
            <translation>Alle Tasten zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/shortcuts.py" />
            <source>Reset the keys of {action}</source>
            <translation>Tasten von „{action}“ zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/shortcuts.py" />
            <source>{keys} belongs to: {action}. Change that one first, or press other keys.</source>
            <translation>{keys} gehört zu: {action}. Ändere das zuerst, oder drücke andere Tasten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/preferences/shortcuts.py" />
            <source>{keys} is used on the board, in lists or in fields.</source>
            <translation>{keys} wird auf dem Brett, in Listen oder in Feldern gebraucht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>A guest: rated matches need a registered account.</source>
            <translation>Gast: Für gewertete Partien braucht es ein registriertes Konto.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Against me</source>
            <translation>Gegen mich</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Matches</source>
            <translation>Partien</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>No match finished yet. Ratings and results appear here.</source>
            <translation>Noch keine Partie beendet. Wertungen und Ergebnisse erscheinen hier.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>No rated match of this game yet. Ratings begin with the first one.</source>
            <translation>Noch keine gewertete Partie dieses Spiels. Die Wertung beginnt mit der ersten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Not rated yet</source>
            <translation>Noch nicht gewertet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>On vacation until {time}.</source>
            <translation>Im Urlaub bis {time}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Rated games aborted alone: {count}.</source>
            <translation>Allein abgebrochene gewertete Partien: {count}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Rating in {game} over {n} matches since {since}: from {first} to {last}, lowest {low}, highest {high}</source>
            <translation>Wertung in {game} über {n} Partien seit {since}: von {first} auf {last}, niedrigste {low}, höchste {high}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Rating in {game}: one match, {last}</source>
            <translation>Wertung in {game}: eine Partie, {last}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>Registered at this server.</source>
            <translation>An diesem Server registriert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>The question mark: too few matches to be sure of it.</source>
            <translation>Das Fragezeichen: zu wenige Partien, um sicher zu sein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>You against this player: {won} won, {lost} lost, {drawn} drawn</source>
            <translation>Du gegen diesen Spieler: {won} gewonnen, {lost} verloren, {drawn} remis</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/profile/page.py" />
            <source>{won} won, {lost} lost, {drawn} drawn</source>
            <translation>{won} gewonnen, {lost} verloren, {drawn} remis</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/ratings/page.py" />
            <source>Nobody has a certain rating in {game} yet. It takes about ten rated matches.</source>
            <translation>In {game} hat noch niemand eine sichere Wertung. Dazu braucht es etwa zehn gewertete Partien.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/ratings/page.py" />
            <source>Rating</source>
            <translation>Wertung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/ratings/page.py" />
            <location filename="../../../client_qt/widgets/list_view.py" />
            <source>Which game</source>
            <translation>Welches Spiel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/ratings/page.py" />
            <source>You have place {place} of {count} in {game}.</source>
            <translation>Du hast Platz {place} von {count} in {game}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/ratings/page.py" />
            <source>{count} players have a certain rating in {game}. Yours is not certain yet, or you have none.</source>
            <translation>{count} Spieler haben eine sichere Wertung in {game}. Deine ist noch nicht sicher, oder du hast keine.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>Export the game</source>
            <translation>Partie exportieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>Exported as {file} to {folder}.</source>
            <translation>Exportiert als {file} nach {folder}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>Go back to the match to play on from a position of it.</source>
            <translation>Geh zur Partie zurück, um von einer ihrer Stellungen weiterzuspielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>Incomplete record</source>
            <translation>Unvollständige Aufzeichnung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>Open the first move, not verified</source>
            <translation>Den ersten Zug öffnen, ungeprüft</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>Open the first {count} moves, not verified</source>
            <translation>Die ersten {count} Züge öffnen, ungeprüft</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <location filename="../../../client_qt/records/files.py" />
            <location filename="../../../client_qt/records/local_games.py" />
            <source>Player 1</source>
            <translation>Spieler 1</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <location filename="../../../client_qt/records/files.py" />
            <location filename="../../../client_qt/records/local_games.py" />
            <source>Player 2</source>
            <translation>Spieler 2</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>Records and games of other programs</source>
            <translation>Aufzeichnungen und Partien anderer Programme</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>Save the record</source>
            <translation>Aufzeichnung speichern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <location filename="../../../client_qt/pages/tournaments/save_controller.py" />
            <source>Saved as {file} in {folder}.</source>
            <translation>Gespeichert als {file} in {folder}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>The end is missing, perhaps because a copy was interrupted.</source>
            <translation>Das Ende fehlt, vielleicht weil ein Kopieren abgebrochen wurde.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>The file cannot be opened</source>
            <translation>Die Datei ist nicht zu öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>The game cannot go on from here</source>
            <translation>Von hier kann die Partie nicht weitergehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>The game is not exported</source>
            <translation>Die Partie ist nicht exportiert</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>The game is over here. Walk back to a position to play on from.</source>
            <translation>Hier ist die Partie zu Ende. Geh zu einer Stellung zurück, von der aus weitergespielt werden soll.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>The position is copied. A new game can start from it.</source>
            <translation>Die Stellung ist kopiert. Eine neue Partie kann mit ihr beginnen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>The program removes it from the recent records.</source>
            <translation>Das Programm nimmt sie aus der Liste der zuletzt gespielten Partien.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>The record cannot be copied</source>
            <translation>Die Aufzeichnung ist nicht zu kopieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>The record is copied.</source>
            <translation>Die Aufzeichnung ist kopiert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>The record is not saved</source>
            <translation>Die Aufzeichnung ist nicht gespeichert</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>This game is being played. Play on from it when it is over.</source>
            <translation>Diese Partie läuft noch. Spiele von hier weiter, wenn sie zu Ende ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>This game never began: there is no position to play on from.</source>
            <translation>Diese Partie hat nie begonnen: Es gibt keine Stellung, ab der du weiterspielen kannst.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>Without the checksum at its end, nobody can tell whether the moves before were changed.</source>
            <translation>Ohne die Prüfsumme am Ende kann niemand wissen, ob die Züge davor geändert wurden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/controller.py" />
            <source>{file}, not verified</source>
            <translation>{file}, ungeprüft</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/folder_controller.py" />
            <source>Kept matches and saved records</source>
            <translation>Behaltene Partien und gespeicherte Aufzeichnungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/folder_controller.py" />
            <source>The folder cannot be read: {reason}.</source>
            <translation>Der Ordner ist nicht zu lesen: {reason}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/folder_controller.py" />
            <source>somebody</source>
            <translation>jemand</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/page.py" />
            <source>Another folder ...</source>
            <translation>Anderer Ordner ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/page.py" />
            <source>Names, dates, files</source>
            <translation>Namen, Tage, Dateien</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/page.py" />
            <source>No records here yet. Every match that you finish is listed here, and every record that you save.</source>
            <translation>Noch keine Aufzeichnungen. Hier steht jede Partie, die du beendest, und jede Aufzeichnung, die du speicherst.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/page.py" />
            <source>Open a file ...</source>
            <translation>Datei öffnen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/page.py" />
            <source>Reading the records ...</source>
            <translation>Die Aufzeichnungen werden gelesen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/page.py" />
            <source>Records: {count}</source>
            <translation>Aufzeichnungen: {count}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/page.py" />
            <source>Search</source>
            <translation>Suchen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/page.py" />
            <source>{done} of {count} files read</source>
            <translation>{done} von {count} Dateien gelesen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/records/page.py" />
            <source>{fitting} of {count} records</source>
            <translation>{fitting} von {count} Aufzeichnungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/controller.py" />
            <source>The report was sent to the moderators.</source>
            <translation>Die Meldung ist bei den Moderatoren.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/controller.py" />
            <source>The table is closed.</source>
            <translation>Der Tisch ist geschlossen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/controller.py" />
            <source>There is nobody to report at this table.</source>
            <translation>An diesem Tisch ist niemand zu melden.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>%n day(s)</source>
            <translation>
                <numerusform>%n Tag</numerusform>
                <numerusform>%n Tage</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>%n hour(s)</source>
            <translation>
                <numerusform>%n Stunde</numerusform>
                <numerusform>%n Stunden</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>%n minute(s)</source>
            <translation>
                <numerusform>%n Minute</numerusform>
                <numerusform>%n Minuten</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>Action</source>
            <translation>Maßnahme</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>Apply</source>
            <translation>Anwenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>Ban: disconnect them and keep them out</source>
            <translation>Sperren: Verbindung trennen und nicht mehr hereinlassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>For how long</source>
            <translation>Wie lange</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>Kick: disconnect them; they may come back</source>
            <translation>Hinauswerfen: Verbindung trennen; die Person darf wiederkommen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>Moderate {name}</source>
            <translation>Maßnahme gegen {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>Mute: nobody reads their messages</source>
            <translation>Stummschalten: niemand liest die Nachrichten der Person</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>Reason (the player reads it)</source>
            <translation>Grund (die Person liest ihn)</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>Their address as well (others may share it)</source>
            <translation>Auch die Adresse (andere können sie mitbenutzen)</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>Unban: let them in again</source>
            <translation>Entsperren: wieder hereinlassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>Unmute: everybody reads their messages again</source>
            <translation>Stummschaltung aufheben: alle lesen die Nachrichten wieder</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>until a moderator lifts it</source>
            <translation>bis ein Moderator es aufhebt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>{name} is banned.</source>
            <translation>{name} ist gesperrt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>{name} is disconnected.</source>
            <translation>Die Verbindung von {name} ist getrennt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>{name} is muted.</source>
            <translation>{name} ist stummgeschaltet.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>{name} is not banned any more.</source>
            <translation>{name} ist nicht mehr gesperrt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>{name} is not muted any more.</source>
            <translation>{name} ist nicht mehr stummgeschaltet.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>About {name}</source>
            <translation>Über {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>Direct message</source>
            <translation>Direktnachricht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Open the table</source>
            <translation>Tisch öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>Resolve</source>
            <translation>Als erledigt markieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>Show older</source>
            <translation>Ältere zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>Show resolved</source>
            <translation>Erledigte zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>There are no reports.</source>
            <translation>Es gibt keine Meldungen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>at a table</source>
            <translation>an einem Tisch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>from {name}</source>
            <translation>von {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>in the lobby</source>
            <translation>in der Lobby</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/reports/page.py" />
            <source>resolved by {name}</source>
            <translation>erledigt von {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/rules/first_game.py" />
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <location filename="../../../client_qt/widgets/labels.py" />
            <source>Back</source>
            <translation>Zurück</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/rules/first_game.py" />
            <source>Next</source>
            <translation>Weiter</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/rules/first_game.py" />
            <source>Step {n} of {count}</source>
            <translation>Schritt {n} von {count}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/rules/first_game.py" />
            <source>{game}: your first game</source>
            <translation>{game}: deine erste Partie</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/rules/page.py" />
            <location filename="../../../client_qt/widgets/tiles.py" />
            <source>Host it</source>
            <translation>Anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/rules/page.py" />
            <source>Options and their usual values</source>
            <translation>Einstellungen und ihre üblichen Werte</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>Bronstein: a part of each move is free</source>
            <translation>Bronstein: ein Teil jedes Zuges ist frei</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>Byo-yomi: then periods</source>
            <translation>Byo-yomi: danach Perioden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>Days for each move</source>
            <translation>Tage je Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>Fischer: more with each move</source>
            <translation>Fischer: mehr mit jedem Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>Fixed time for each move</source>
            <translation>Feste Zeit für jeden Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>Fixed time for each side</source>
            <translation>Feste Zeit für jede Seite</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>Weekends off (in UTC)</source>
            <translation>Wochenenden frei (nach UTC)</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>custom clock ...</source>
            <translation>eigene Bedenkzeit ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>minutes</source>
            <translation>Minuten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>periods of</source>
            <translation>Perioden zu</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/clock_form.py" />
            <source>seconds</source>
            <translation>Sekunden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <source>A person</source>
            <translation>Ein Mensch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <source>Game &gt; Copy position copies the text from any table.</source>
            <translation>Spiel &gt; Stellung kopieren kopiert den Text von jedem Tisch.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <source>Name of the player of {side}</source>
            <translation>Name, wer {side} spielt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <source>Paste a position text</source>
            <translation>Füge einen Stellungstext ein</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <source>Position text</source>
            <translation>Stellungstext</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <source>Random sides</source>
            <translation>Seiten zufällig</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <source>Start from a position</source>
            <translation>Mit einer Stellung beginnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <source>Swap sides</source>
            <translation>Seiten tauschen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/fields.py" />
            <source>Who plays {side}</source>
            <translation>Wer {side} spielt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>Another window hosts</source>
            <translation>Ein anderes Fenster bietet an</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>Another window of this program hosts games on this computer already, and there can be only one.</source>
            <translation>Ein anderes Fenster dieses Programms bietet auf diesem Computer schon Partien an, und es kann nur eines geben.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>Another window of this program hosts games on this computer.</source>
            <translation>Ein anderes Fenster dieses Programms bietet auf diesem Computer Partien an.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>Hosting has stopped. Unfinished games are saved.</source>
            <translation>Das Hosten ist beendet. Unfertige Spiele werden gespeichert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>Make a new identity</source>
            <translation>Neue Identität erzeugen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>Open the table there</source>
            <translation>Den Tisch dort öffnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>Show its games</source>
            <translation>Seine Partien zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>Start it again</source>
            <translation>Neu starten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>The invitation is copied. Send it to somebody.</source>
            <translation>Die Einladung ist kopiert. Schicke sie jemandem.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>The server at {address} has the identity of this one: the data folder of one is a copy. Make a new identity on the computer that shall not keep it. Its unfinished games then are at a new server.</source>
            <translation>Der Server unter {address} hat die Identität von diesem: Der Datenordner von einem ist eine Kopie. Erzeuge eine neue Identität auf dem Computer, der sie nicht behalten soll. Seine unfertigen Partien sind dann bei einem neuen Server.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>The server on this computer has ended. Unfinished games are saved.</source>
            <translation>Der Server auf diesem Computer ist beendet. Unfertige Spiele werden gespeichert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/host_controller.py" />
            <source>You can join its games, or open your table there: everybody finds it there too.</source>
            <translation>Du kannst dort mitspielen oder deinen Tisch dort öffnen: Alle finden ihn auch dort.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>A finished game has no record yet: {reason}. The game is kept, and the next start tries again.</source>
            <translation>Eine beendete Partie hat noch keine Aufzeichnung: {reason}. Die Partie bleibt erhalten, und der nächste Start versucht es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>Delete</source>
            <translation>Löschen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>Delete this game?</source>
            <translation>Diese Partie löschen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>Go to that window</source>
            <translation>Zu dem Fenster wechseln</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>Its moves are deleted too. Save a record first to keep them.</source>
            <translation>Auch ihre Züge werden gelöscht. Speichere vorher eine Aufzeichnung, um sie zu behalten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>Next game</source>
            <translation>Nächste Partie</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>Played in another window</source>
            <translation>In einem anderen Fenster</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>The game goes on there. Here you can watch it as it is now.</source>
            <translation>Die Partie geht dort weiter. Hier kannst du sie ansehen, wie sie jetzt steht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>The other window does not answer.</source>
            <translation>Das andere Fenster antwortet nicht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>This game has ended in another window.</source>
            <translation>Diese Partie ist in einem anderen Fenster zu Ende gegangen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>This game is not saved: {reason}. Save the record elsewhere before you close the window.</source>
            <translation>Diese Partie ist nicht gespeichert: {reason}. Speichere die Aufzeichnung an einem anderen Ort, bevor du das Fenster schließt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <source>This game is open in another window</source>
            <translation>Diese Partie ist in einem anderen Fenster offen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/local_controller.py" />
            <location filename="../../../client_qt/pages/table/fetching.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Try again</source>
            <translation>Noch einmal</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/options_form.py" />
            <source>Preset</source>
            <translation>Vorlage</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/options_form.py" />
            <source>custom</source>
            <translation>eigene Wahl</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/options_form.py" />
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>usual rules</source>
            <translation>übliche Regeln</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/options_form.py" />
            <source>{preset} (usual rules)</source>
            <translation>{preset} (übliche Regeln)</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Everybody at the server sees the table.</source>
            <translation>Alle am Server sehen den Tisch.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Everybody at the server sees the table; to join, a player needs the code.</source>
            <translation>Alle am Server sehen den Tisch; zum Mitspielen braucht man den Code.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Everybody on this network sees the table.</source>
            <translation>Alle in diesem Netzwerk sehen den Tisch.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Everybody on this network sees the table; to join, a player needs the code.</source>
            <translation>Alle in diesem Netz sehen den Tisch; zum Mitspielen braucht man den Code.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Hold a tournament</source>
            <translation>Turnier ausrichten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Name of the table</source>
            <translation>Name des Tisches</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>New table at {server}</source>
            <translation>Neuer Tisch bei {server}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Only players whom you invite in the lobby see the table.</source>
            <translation>Nur wen du in der Lobby einlädst, sieht den Tisch.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Options</source>
            <translation>Optionen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Random</source>
            <translation>Zufällig</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Send the challenge</source>
            <translation>Herausfordern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Start position: {problem}</source>
            <translation>Startstellung: {problem}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Start the game</source>
            <translation>Partie beginnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>The game begins as soon as the challenge is accepted.</source>
            <translation>Die Partie beginnt, sobald die Herausforderung angenommen ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>The players</source>
            <translation>Die Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>The table</source>
            <translation>Der Tisch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>The table cannot be opened like this: see the text in red.</source>
            <translation>So lässt sich der Tisch nicht öffnen: siehe den Text in Rot.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>The time</source>
            <translation>Die Zeit</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>These options do not work together: see the text in red.</source>
            <translation>Diese Einstellungen passen nicht zusammen: siehe den Text in Rot.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>Tournaments on this computer, for everybody on this network</source>
            <translation>Turniere auf diesem Computer, für alle in diesem Netz</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>You play</source>
            <translation>Du spielst</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>the other side than last time</source>
            <translation>die andere Seite als zuletzt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>{name}'s table</source>
            <translation>Tisch von {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>{side}, moving first</source>
            <translation>{side} (zuerst am Zug)</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/page.py" />
            <source>{side}, moving second</source>
            <translation>{side} (danach am Zug)</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <source>Also against a computer player</source>
            <translation>Auch gegen einen Computerspieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Others may watch</source>
            <translation>Andere dürfen zusehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <source>Players may ask the computer for hints</source>
            <translation>Die Spieler dürfen den Computer um Tipps bitten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <source>Spectators see the moves</source>
            <translation>Zuschauer sehen die Züge</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <source>The code that you give the others</source>
            <translation>Der Code, den du den anderen gibst</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <source>The match counts for the ratings</source>
            <translation>Die Partie zählt für die Wertung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <source>The players read the chat of spectators</source>
            <translation>Die Spieler lesen den Chat der Zuschauer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>everybody</source>
            <translation>alle</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <location filename="../../../client_qt/table/terms.py" />
            <source>invited players</source>
            <translation>wer eingeladen ist</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/setup/terms_form.py" />
            <source>{s} s later</source>
            <translation>{s} s später</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/actions.py" />
            <source>End it here</source>
            <translation>Hier beenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/actions.py" />
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>Resign</source>
            <translation>Aufgeben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/actions.py" />
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <source>Resign the match</source>
            <translation>Die Partie aufgeben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/actions.py" />
            <source>Resign this battle</source>
            <translation>Diese Runde aufgeben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/actions.py" />
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <source>Resign?</source>
            <translation>Aufgeben?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/actions.py" />
            <source>The other side may agree, or play on. The next move of either side closes the offer.</source>
            <translation>Die andere Seite kann zustimmen oder weiterspielen. Der nächste Zug einer der Seiten beendet das Angebot.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/actions.py" />
            <source>The whole match: {result}</source>
            <translation>Die ganze Partie: {result}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/actions.py" />
            <source>This battle: {result}</source>
            <translation>Diese Runde: {result}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>Analysis:</source>
            <translation>Analyse:</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>Best line: {line}</source>
            <translation>Beste Variante: {line}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>Computer: the same move</source>
            <translation>Computer: derselbe Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>Computer: {line}</source>
            <translation>Computer: {line}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>Dice: {n} %</source>
            <translation>Würfel: {n} %</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>Not judged yet</source>
            <translation>Noch nicht bewertet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>This computer player chooses moves, but gives no values.</source>
            <translation>Dieser Computerspieler wählt Züge, gibt aber keine Werte an.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>{mark} {name} falls from {before} to {after}.</source>
            <translation>{mark} {name} fällt von {before} auf {after}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>{mark} {name} falls from {before} to {after}. Better: {line}</source>
            <translation>{mark} {name} fällt von {before} auf {after}. Besser: {line}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>{move}  {name}: {loss} %</source>
            <translation>{move}  {name}: {loss} %</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>{move}: as good as the best move</source>
            <translation>{move}: so gut wie der beste Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>{move}: from {before} to {after}</source>
            <translation>{move}: von {before} auf {after}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>{name}: {value}</source>
            <translation>{name}: {value}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <source>{number} of {count}</source>
            <translation>{number} von {count}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>{number} of {count} moves judged</source>
            <translation>{number} von {count} Zügen bewertet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/analysis_words.py" />
            <source>{n} %</source>
            <translation>{n} %</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/announcer.py" />
            <source>Enter confirms.</source>
            <translation>Die Eingabetaste bestätigt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/announcer.py" />
            <source>It is your turn.</source>
            <translation>Du bist am Zug.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/announcer.py" />
            <source>Nothing is chosen.</source>
            <translation>Nichts ist gewählt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/announcer.py" />
            <source>The connection is back.</source>
            <translation>Die Verbindung ist zurück.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/clock_ticker.py" />
            <source>You have less than {s} seconds.</source>
            <translation>Du hast weniger als {s} Sekunden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/clock_ticker.py" />
            <source>under {s} s</source>
            <translation>unter {s} s</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/clock_ticker.py" />
            <source>{side} has less than {s} seconds.</source>
            <translation>{side} hat weniger als {s} Sekunden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/analysis_controller.py" />
            <source>The analysis has ended with its game. Its record can be analysed again.</source>
            <translation>Die Analyse hat mit ihrer Partie geendet. Die Aufzeichnung lässt sich wieder analysieren.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/analysis_controller.py" />
            <source>The analysis is complete.</source>
            <translation>Die Analyse ist fertig.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/analysis_controller.py" />
            <source>The largest swings have comments now. The moves with comments are marked.</source>
            <translation>Die größten Umschwünge haben jetzt Kommentare. Die Züge mit Kommentaren sind markiert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/computer_controller.py" />
            <source>Hint: {move}</source>
            <translation>Tipp: {move}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/computer_controller.py" />
            <source>Looking for a move ... Esc stops it.</source>
            <translation>Ein Zug wird gesucht ... Esc bricht ab.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/computer_controller.py" />
            <source>There is no hint: {reason}</source>
            <translation>Es gibt keinen Tipp: {reason}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/computer_controller.py" />
            <source>This program does not have the player {name}. You can move for both sides.</source>
            <translation>Dieses Programm hat den Spieler {name} nicht. Du kannst für beide Seiten ziehen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/computer_controller.py" />
            <source>{name} cannot go on and resigns: {reason}</source>
            <translation>{name} kann nicht weiterspielen und gibt auf: {reason}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/conditional_controller.py" />
            <source>Kept: {line}. The server answers at once.</source>
            <translation>Behalten: {line}. Der Server antwortet sofort.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/continue_controller.py" />
            <source>Another window of this program hosts games on this computer. Continue the game there.</source>
            <translation>Ein anderes Fenster dieses Programms ist auf diesem Computer Gastgeber. Setze das Spiel dort fort.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/continue_controller.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Go on there</source>
            <translation>Dort weiterspielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/continue_controller.py" />
            <source>Go on there?</source>
            <translation>Dort weiterspielen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/continue_controller.py" />
            <source>Stay here</source>
            <translation>Hier bleiben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/continue_controller.py" />
            <source>That is not the game as you know it: it has moves in your name that you have not signed.</source>
            <translation>Das ist nicht das Spiel, das du kennst: Es hat Züge in deinem Namen, die du nicht signiert hast.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/continue_controller.py" />
            <source>The game goes on at this table. The other player comes here.</source>
            <translation>Die Partie geht an diesem Tisch weiter. Die andere Person kommt hierher.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/notes_controller.py" />
            <source>Your comment is not saved: {reason}.</source>
            <translation>Dein Kommentar ist nicht gespeichert: {reason}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/notes_controller.py" />
            <source>Your comments on this match cannot be read: {reason}. They stay on the disk as they are.</source>
            <translation>Deine Kommentare zu dieser Partie lassen sich nicht lesen: {reason}. Sie bleiben auf dem Datenträger, wie sie sind.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <source>Animations</source>
            <translation>Animationen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <source>Creating the animation</source>
            <translation>Die Animation wird erstellt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <source>Drawings</source>
            <translation>Zeichnungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <source>Pictures</source>
            <translation>Bilder</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <source>Save the animation</source>
            <translation>Animation speichern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <source>Save the picture</source>
            <translation>Bild speichern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <location filename="../../../client_qt/pages/tournaments/save_controller.py" />
            <location filename="../../../client_qt/records/files.py" />
            <source>The file cannot be written: {reason}.</source>
            <translation>Die Datei ist nicht zu schreiben: {reason}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <source>The picture is copied.</source>
            <translation>Das Bild ist kopiert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <source>The picture is not saved</source>
            <translation>Das Bild ist nicht gespeichert</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <source>The picture library failed: {reason}.</source>
            <translation>Die Bibliothek für Bilder meldet einen Fehler: {reason}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/picture_controller.py" />
            <source>There is no move yet to be shown.</source>
            <translation>Es gibt noch keinen Zug zu zeigen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/together_controller.py" />
            <source>{name} shows another position of the game.</source>
            <translation>{name} zeigt eine andere Stellung der Partie.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/together_controller.py" />
            <source>{name} tries the dice {dice}.</source>
            <translation>{name} probiert die Würfel {dice}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/together_controller.py" />
            <source>{name} tries the move {move}.</source>
            <translation>{name} probiert den Zug {move}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>A line of you both</source>
            <translation>Eine Variante von euch beiden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>A line of {name}</source>
            <translation>Eine Variante von {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>Connection lost. Reconnecting ...</source>
            <translation>Verbindung weg. Verbinde neu ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>It is your turn in the match.</source>
            <translation>In der Partie bist du am Zug.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>Line saved. The list shows it under the move that it follows.</source>
            <translation>Die Variante ist behalten. Sie steht in der Liste unter dem Zug, dem sie folgt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>The game would end here in a draw.</source>
            <translation>Hier würde die Partie remis enden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>The game would end here: {side} win.</source>
            <translation>Hier würde die Partie enden: Sieg für {side}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>The line that you left is saved in the list, under the move that it follows.</source>
            <translation>Die Variante, die du verlassen hast, bleibt in der Liste, unter dem Zug, dem sie folgt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>The match is over.</source>
            <translation>Die Partie ist zu Ende.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>There is no move yet with which this line could be saved.</source>
            <translation>Es gibt noch keinen Zug, bei dem diese Variante stehen könnte.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>This line cannot be played to its end: the rules do not allow a move of it.</source>
            <translation>Diese Variante lässt sich nicht bis zum Ende spielen: Die Regeln erlauben einen ihrer Züge nicht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>This line is too long to save. Take back some of its last moves.</source>
            <translation>Diese Variante ist zu lang, um behalten zu werden. Nimm einige ihrer letzten Züge zurück.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>Try moves for both sides. Nobody else sees them.</source>
            <translation>Probiere Züge für beide Seiten. Nur du siehst sie.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>What if</source>
            <translation>Was wäre, wenn</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>What if: the moves that you make now are only tried.</source>
            <translation>Was wäre, wenn: Die Züge, die du jetzt machst, sind nur probiert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/controllers/variation_controller.py" />
            <source>You are back in the match.</source>
            <translation>Du bist wieder in der Partie.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/fetching.py" />
            <location filename="../../../client_qt/table/status.py" />
            <location filename="../../../client_qt/table/text_match.py" />
            <source>A table</source>
            <translation>Ein Tisch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/fetching.py" />
            <source>Fetching the game from {server} ...</source>
            <translation>Das Spiel wird von {server} geholt ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/fetching.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Next try in {seconds} s.</source>
            <translation>Nächster Versuch in {seconds} s.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/fetching.py" />
            <source>No connection to {server}. Trying since {time}.</source>
            <translation>Keine Verbindung zu {server}. Versucht wird es seit {time}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/fetching.py" />
            <source>Take the game out of the list at Home. It stays at the server.</source>
            <translation>Nimmt das Spiel aus der Liste auf der Startseite. Beim Server bleibt es.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/fetching.py" />
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>the server</source>
            <translation>dem Server</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/history_position.py" />
            <source>{time}, shortened</source>
            <translation>{time}, gekürzt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/own_turn.py" />
            <source>The premove cannot be played now.</source>
            <translation>Der Vorauszug ist jetzt nicht möglich.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/analysis_tab.py" />
            <source>Deep</source>
            <translation>Gründlich</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/analysis_tab.py" />
            <source>How long the computer thinks</source>
            <translation>Wie lange der Computer nachdenkt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/analysis_tab.py" />
            <source>Largest swings</source>
            <translation>Größte Umschwünge</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/analysis_tab.py" />
            <source>Normal</source>
            <translation>Normal</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/analysis_tab.py" />
            <source>Quick</source>
            <translation>Schnell</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/analysis_tab.py" />
            <source>Save as comments</source>
            <translation>Als Kommentare speichern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/analysis_tab.py" />
            <source>With better moves</source>
            <translation>Mit besseren Zügen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/chat.py" />
            <source>Chat of the players</source>
            <translation>Chat der Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/chat.py" />
            <source>Chat of the spectators</source>
            <translation>Chat der Zuschauer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/chat.py" />
            <source>Continued at {server}</source>
            <translation>Fortgesetzt auf {server}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/chat.py" />
            <source>Only the players can write here. Spectators have their own chat.</source>
            <translation>Hier können nur die Spieler schreiben. Die Zuschauer haben ihren eigenen Chat.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/chat.py" />
            <source>Only the spectators can write here. You can read it.</source>
            <translation>Hier können nur die Zuschauer schreiben. Du kannst mitlesen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/chat.py" />
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Rematch</source>
            <translation>Revanche</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/chat.py" />
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <source>You can write again when the connection is back.</source>
            <translation>Du kannst wieder schreiben, wenn die Verbindung zurück ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/comments.py" />
            <source>Choose a move to comment on it.</source>
            <translation>Wähle einen Zug, um ihn zu kommentieren.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/comments.py" />
            <source>Comment on the forfeited turn</source>
            <translation>Kommentar zum verfallenen Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/comments.py" />
            <source>Comment on the start</source>
            <translation>Kommentar zum Beginn</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/comments.py" />
            <source>Comment on {move}</source>
            <translation>Kommentar zu {move}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/comments.py" />
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>Your comment</source>
            <translation>Dein Kommentar</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/conditional.py" />
            <source>Conditional moves</source>
            <translation>Bedingte Züge</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/conditional.py" />
            <source>Delete: {line}</source>
            <translation>Löschen: {line}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/conditional.py" />
            <source>The server plays your answer at once. Nobody else sees these lines.</source>
            <translation>Der Server spielt deine Antwort sofort. Sonst sieht niemand diese Folgen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <source>Back to the game</source>
            <translation>Zurück zum Spiel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>Comment</source>
            <translation>Kommentar</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>Move {number} of {count}</source>
            <translation>Zug {number} von {count}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <location filename="../../../client_qt/pages/table/panel/move_table.py" />
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <source>Moves</source>
            <translation>Züge</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <source>No connection</source>
            <translation>Keine Verbindung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <source>Remove this line</source>
            <translation>Variante entfernen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <source>Show this line on the board</source>
            <translation>Variante auf dem Brett zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <source>Take back to here ...</source>
            <translation>Bis hierher zurücknehmen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_list.py" />
            <source>To the end</source>
            <translation>Ans Ende</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_table.py" />
            <source>Variation: {moves}</source>
            <translation>Variante: {moves}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_table.py" />
            <source>{move}, took {time}</source>
            <translation>{move}, dauerte {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/move_table.py" />
            <source>{move}, with a comment</source>
            <translation>{move}, mit einem Kommentar</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/people.py" />
            <source>Report</source>
            <translation>Melden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <source>Analysis</source>
            <translation>Analyse</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <source>End</source>
            <translation>Ende</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/rail.py" />
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>End battle</source>
            <translation>Runde beenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/rules.py" />
            <source>Not proven</source>
            <translation>Nicht bewiesen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/rules.py" />
            <source>Proven</source>
            <translation>Bewiesen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/rules.py" />
            <source>Rules with boards</source>
            <translation>Regeln mit Brettern</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <source>%n spectator(s)</source>
            <translation>
                <numerusform>%n Zuschauer</numerusform>
                <numerusform>%n Zuschauer</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <source>Beside the board</source>
            <translation>Neben dem Brett</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>As played - pauses over {seconds} seconds are shortened</source>
            <translation>Wie gespielt - Pausen über {seconds} Sekunden sind gekürzt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Back to the match</source>
            <translation>Zurück zur Partie</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>Last move</source>
            <translation>Letzter Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>Speed: {seconds} seconds a move</source>
            <translation>Tempo: {seconds} Sekunden je Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>Try other moves from here</source>
            <translation>Probiere von hier aus andere Züge</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>{speed} - {seconds} seconds a move</source>
            <translation>{speed} - {seconds} Sekunden je Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/panel/walk_bar.py" />
            <source>{speed}x</source>
            <translation>{speed}x</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/dice.py" />
            <source>Dice: {dice}</source>
            <translation>Würfel: {dice}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/dice.py" />
            <source>No dice yet</source>
            <translation>Noch keine Würfel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/hint_line.py" />
            <source>Move, in the notation of the game</source>
            <translation>Zug, in der Schreibweise des Spiels</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/hint_line.py" />
            <source>captures none</source>
            <translation>schlägt keinen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/hint_line.py" />
            <location filename="../../../client_qt/pages/table/strips/player_strip.py" />
            <source>captures {count}</source>
            <translation>schlägt {count}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/hint_line.py" />
            <source>move</source>
            <translation>Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/player_strip.py" />
            <source>thinking ...</source>
            <translation>denkt nach ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/player_strip.py" />
            <source>to move</source>
            <translation>am Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Dice for {side}:</source>
            <translation>Würfel für {side}:</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Dice: no roll is due.</source>
            <translation>Würfel: Jetzt wird nicht gewürfelt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Die {number}</source>
            <translation>Würfel {number}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Keep as conditional moves</source>
            <translation>Als bedingte Züge behalten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Look alone</source>
            <translation>Allein ansehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Roll</source>
            <translation>Würfeln</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Save this line</source>
            <translation>Variante behalten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Start over</source>
            <translation>Von vorn</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Together</source>
            <translation>Zusammen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>Use these</source>
            <translation>Diese verwenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/variation_bar.py" />
            <source>or</source>
            <translation>oder</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>A firewall is on. An administrator lets others in with these lines:</source>
            <translation>Eine Firewall ist an. Mit diesen Zeilen lässt ein Administrator andere herein:</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Change the code</source>
            <translation>Den Code ändern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Code: {code}</source>
            <translation>Code: {code}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Copy the lines for the firewall</source>
            <translation>Zeilen für die Firewall kopieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Everybody on this network finds it under Join a game. Elsewhere, your friend types this address:</source>
            <translation>Alle in diesem Netzwerk finden den Tisch unter Mitspielen. Anderswo tippt dein Mitspieler diese Adresse ein:</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>How strong the computer plays</source>
            <translation>Wie stark der Computer spielt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Let the computer play</source>
            <translation>Computer spielen lassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Reached from another computer: not yet</source>
            <translation>Von einem anderen Computer erreicht: noch nicht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Reached from another computer: yes</source>
            <translation>Von einem anderen Computer erreicht: ja</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>The computer is coming ...</source>
            <translation>Der Computer kommt ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>The game starts as soon as somebody takes the free seat.</source>
            <translation>Die Partie beginnt, sobald jemand den freien Platz nimmt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>To compare with the other screen:
{words}</source>
            <translation>Zum Vergleichen mit dem anderen Bildschirm:
{words}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <location filename="../../../client_qt/table/status.py" />
            <source>Waiting for an opponent</source>
            <translation>Warten auf einen Gegner</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>Why can't they see me?</source>
            <translation>Warum sehen sie mich nicht?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/strips/waiting_card.py" />
            <source>or {addresses}</source>
            <translation>oder {addresses}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <source>Leave the seat</source>
            <translation>Platz verlassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <source>The moves are shown as text, without a board, because it could be wrong.</source>
            <translation>Die Züge stehen hier als Text, ohne Brett, denn es könnte falsch sein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>The other side wins.</source>
            <translation>Die andere Seite gewinnt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <source>You cannot move here. You can resign, or come back with another version of the program.</source>
            <translation>Du kannst hier nicht ziehen. Du kannst aufgeben oder mit einer anderen Version des Programms wiederkommen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <source>You cannot play here. Leave the seat, so that somebody else can.</source>
            <translation>Du kannst hier nicht spielen. Verlass den Platz, damit es jemand anderes kann.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/text_match.py" />
            <source>Your clock does not stop for that.</source>
            <translation>Deine Uhr hält dafür nicht an.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>Abort without a result</source>
            <translation>Ohne Ergebnis abbrechen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Adjourn</source>
            <translation>Vertagen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>Ask the other side for more time on your clock.</source>
            <translation>Bittet die andere Seite um mehr Zeit auf deiner Uhr.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Go on</source>
            <translation>Weitermachen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>If the other side agrees, the match is saved and goes on another day.</source>
            <translation>Wenn die andere Seite zustimmt, wird die Partie gespeichert und geht an einem anderen Tag weiter.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>If the other side agrees, the match waits until both players go on.</source>
            <translation>Wenn die andere Seite zustimmt, wartet die Partie, bis beide weiterspielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>If the other side agrees, the server rolls the dice from here, and no program of a player checks it.</source>
            <translation>Wenn die andere Seite zustimmt, würfelt ab hier der Server, und kein Programm eines Spielers prüft es.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>Leave and lose the match</source>
            <translation>Verlassen und verlieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>Let the server roll</source>
            <translation>Den Server würfeln lassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>Only go Home, or close the window, if you want to come back to the match.</source>
            <translation>Wenn du zur Partie zurückkommen willst, geh nur zur Startseite, oder schließ das Fenster.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>The match does not count. After the first moves the other side has to agree.</source>
            <translation>Die Partie zählt nicht. Nach den ersten Zügen muss die andere Seite zustimmen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/actions.py" />
            <source>The match waits until a player goes on.</source>
            <translation>Die Partie wartet, bis jemand weitermacht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>Battle {leg} of {legs} begins.</source>
            <translation>Runde {leg} von {legs} beginnt.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>Captures %n piece(s).</source>
            <translation>
                <numerusform>Schlägt %n Stein.</numerusform>
                <numerusform>Schlägt %n Steine.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>Captures none.</source>
            <translation>Schlägt keinen Stein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>The game begins.</source>
            <translation>Die Partie beginnt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>The match goes on.</source>
            <translation>Die Partie geht weiter.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>The match is adjourned.</source>
            <translation>Die Partie ist vertagt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>The match is paused.</source>
            <translation>Die Partie ist unterbrochen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>The match rests during a vacation.</source>
            <translation>Die Partie ruht während eines Urlaubs.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>The move was taken back.</source>
            <translation>Der Zug wurde zurückgenommen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>You had no legal move after two rolls.</source>
            <translation>Du hattest nach zwei Würfen keinen möglichen Zug.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>You rolled {dice}.</source>
            <translation>Du hast {dice} gewürfelt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>{name} had no legal move after two rolls.</source>
            <translation>{name} hatte nach zwei Würfen keinen möglichen Zug.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>{name} is ready.</source>
            <translation>{name} ist bereit.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>{name} rolled {dice}.</source>
            <translation>{name} hat {dice} gewürfelt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <location filename="../../../client_qt/table/text_match.py" />
            <source>{name} sits down.</source>
            <translation>{name} nimmt Platz.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/table/view/board.py" />
            <source>%n place(s)</source>
            <translation>
                <numerusform>%n Feld</numerusform>
                <numerusform>%n Felder</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/board.py" />
            <source>You rolled {dice}</source>
            <translation>Du hast {dice} gewürfelt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/board.py" />
            <source>{game}, board</source>
            <translation>{game}, Brett</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/board.py" />
            <source>{name} rolled {dice}</source>
            <translation>{name} hat {dice} gewürfelt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>Choose the dice above, or roll.</source>
            <translation>Wähle oben die Würfel oder würfle.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>It is sent as soon as the connection is back.</source>
            <translation>Er wird gesendet, sobald die Verbindung wieder da ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>Not sent yet. It is sent as soon as the connection is back.</source>
            <translation>Noch nicht gesendet. Es wird gesendet, sobald die Verbindung wieder da ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>Premove: {words}</source>
            <translation>Vorauszug: {words}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>Sending ...</source>
            <translation>Wird gesendet ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>The game goes on when the connection is back.</source>
            <translation>Die Partie geht weiter, wenn die Verbindung zurück ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>The game starts when both seats are taken.</source>
            <translation>Die Partie beginnt, wenn beide Plätze besetzt sind.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>The premove is sent after the move of {name}. A click or Esc removes it.</source>
            <translation>Der Vorauszug wird nach dem Zug von {name} gesendet. Ein Klick oder Esc entfernt ihn.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>The record ends here, before the end of the game.</source>
            <translation>Die Aufzeichnung endet hier, vor dem Ende der Partie.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>This is a record. The arrow keys and the wheel walk through it.</source>
            <translation>Das ist eine Aufzeichnung. Die Pfeiltasten und das Mausrad gehen die Züge durch.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>This table takes no moves: the game goes on at {server}.</source>
            <translation>Dieser Tisch nimmt keine Züge an: Das Spiel geht auf {server} weiter.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>Waiting for {name}: both computers draw the dice.</source>
            <translation>Warten auf {name}: Beide Computer ziehen die Würfel.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>You are looking at an earlier move. Play &gt; Live returns to the game.</source>
            <translation>Du siehst einen früheren Zug. Partie &gt; Live führt zurück zur Partie.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>You need not wait here: you can return to the game from Home.</source>
            <translation>Du musst hier nicht warten: Von der Startseite kommst du zurück zur Partie.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>You watch.</source>
            <translation>Du siehst zu.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>Your move.</source>
            <translation>Du bist am Zug.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>{name} is thinking ...</source>
            <translation>{name} denkt nach ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>{name} is thinking, and getting faster ...</source>
            <translation>{name} denkt nach und wird schneller ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/hint.py" />
            <source>{name} is to move.</source>
            <translation>{name} ist am Zug.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/moves.py" />
            <source>you</source>
            <translation>du</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/moves.py" />
            <source>{side}: {name}</source>
            <translation>{side}: {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Continue here</source>
            <translation>Hier fortsetzen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>F6 goes to the buttons: {answers}.</source>
            <translation>F6 führt zu den Knöpfen: {answers}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Host again</source>
            <translation>Wieder anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>If the server still runs, you may be away for another {time}.</source>
            <translation>Falls der Server noch läuft, darfst du noch {time} weg sein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>In {time} you can continue the game here.</source>
            <translation>In {time} kannst du die Partie hier fortsetzen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>It is not rated then.</source>
            <translation>Es wird dann nicht gewertet.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>No connection to {server}. Reconnecting ...</source>
            <translation>Keine Verbindung zu {server}. Sie wird neu aufgebaut ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Now</source>
            <translation>Jetzt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Play on</source>
            <translation>Weiterspielen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Reconnect here</source>
            <translation>Hier neu verbinden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>The server cannot be reached.</source>
            <translation>Der Server ist nicht zu erreichen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>This game is not over. You can continue it here; the other player has to join you.</source>
            <translation>Dieses Spiel ist nicht zu Ende. Du kannst es hier fortsetzen; die andere Seite muss hier beitreten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>You have {time} more.</source>
            <translation>Du hast {time} mehr.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Your part of the dice of this game is on the computer where you began it.</source>
            <translation>Dein Teil der Würfel dieses Spiels ist auf dem Computer, an dem du es begonnen hast.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>Your program has drawn dice for another course of this game, so it draws no more dice here.</source>
            <translation>Dein Programm hat für einen anderen Verlauf dieser Partie gewürfelt, daher würfelt es hier nicht mehr.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <location filename="../../../client_qt/table/text_match.py" />
            <source>{name} has {time} more.</source>
            <translation>{name} hat {time} mehr.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <location filename="../../../client_qt/table/text_match.py" />
            <source>{name} is back.</source>
            <translation>{name} ist zurück.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <location filename="../../../client_qt/table/text_match.py" />
            <source>{name} took a move back.</source>
            <translation>{name} hat einen Zug zurückgenommen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/notices.py" />
            <source>{what} Keep the game and continue here? It goes on from the last move when {name} joins you.</source>
            <translation>{what} Das Spiel behalten und hier fortsetzen? Es geht vom letzten Zug an weiter, sobald {name} hier beitritt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>Dice</source>
            <translation>Würfel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <location filename="../../../client_qt/table/terms.py" />
            <source>Spectators</source>
            <translation>Zuschauer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>Their chat</source>
            <translation>Ihr Chat</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>and {n} more spectators</source>
            <translation>und {n} weitere Zuschauer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>anybody may watch</source>
            <translation>jeder darf zusehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>has left</source>
            <translation>ist gegangen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>no</source>
            <translation>nein</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>nobody may watch</source>
            <translation>niemand darf zusehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>not connected</source>
            <translation>nicht verbunden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>not ready yet</source>
            <translation>noch nicht bereit</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>ready</source>
            <translation>bereit</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>visible to players</source>
            <translation>für die Spieler sichtbar</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>visible to players after the game</source>
            <translation>nach dem Spiel für die Spieler sichtbar</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>watches</source>
            <translation>sieht zu</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/people.py" />
            <source>{s} s behind</source>
            <translation>{s} s später</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>A signature does not hold</source>
            <translation>Eine Unterschrift stimmt nicht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>Both programs have drawn the dice.</source>
            <translation>Beide Programme haben die Würfel gezogen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>Names are not signed, and nobody can prove who sits at a computer, or whether a program helps.</source>
            <translation>Namen sind nicht unterschrieben, und niemand kann beweisen, wer an einem Computer sitzt oder ob ein Programm hilft.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>Not signed</source>
            <translation>Nicht unterschrieben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>Save the record: it is the proof. Go on only if you trust the server.</source>
            <translation>Speichere die Aufzeichnung: Sie ist der Beweis. Spiele nur weiter, wenn du dem Server vertraust.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>Signed by both players and the server</source>
            <translation>Von beiden Spielern und dem Server unterschrieben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>Signed by the server</source>
            <translation>Vom Server unterschrieben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>Some moves of {name} are not signed: they came with a password, played at another computer, or the server played conditional moves for them.</source>
            <translation>Einige Züge von {name} sind nicht unterschrieben: mit einem Passwort gekommen, an einem anderen Computer gespielt, oder der Server hat sie als bedingte Züge gespielt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>Some of your moves are not signed: you came with a password, played at another computer, or the server played conditional moves for you.</source>
            <translation>Einige deiner Züge sind nicht unterschrieben: du bist mit einem Passwort gekommen, hast an einem anderen Computer gespielt, oder der Server hat bedingte Züge für dich gespielt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>The log of this match names another server than the one that you are connected to.</source>
            <translation>Das Protokoll dieser Partie nennt einen anderen Server als den, mit dem du verbunden bist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>The server has signed another course of this match, up to event {number}.</source>
            <translation>Der Server hat einen anderen Verlauf dieser Partie unterschrieben, bis zum Ereignis {number}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>The server has signed the course of the match, so it cannot show another one later.</source>
            <translation>Der Server hat den Verlauf der Partie unterschrieben und kann später keinen anderen zeigen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>This match carries no signatures. The server alone says what happened.</source>
            <translation>Diese Partie trägt keine Unterschriften. Was geschehen ist, sagt allein der Server.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>You have signed each of your moves.</source>
            <translation>Du hast jeden deiner Züge unterschrieben.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>{name} has not signed what the server shows as event {number}.</source>
            <translation>{name} hat nicht unterschrieben, was der Server als Ereignis {number} zeigt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/proof.py" />
            <source>{name} has signed each of their moves.</source>
            <translation>{name} hat jeden eigenen Zug unterschrieben.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>A seat is free</source>
            <translation>Ein Platz ist frei</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Battle {leg}: {result}</source>
            <translation>Runde {leg}: {result}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Challenge again ...</source>
            <translation>Wieder herausfordern ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Change sides</source>
            <translation>Seiten tauschen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Leave seat</source>
            <translation>Platz verlassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Next game ...</source>
            <translation>Nächste Partie ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <location filename="../../../client_qt/text/offer_words.py" />
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>Paused</source>
            <translation>Pause</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Ready</source>
            <translation>Bereit</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Sides of the next game</source>
            <translation>Seiten der nächsten Partie</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Sides of the rematch</source>
            <translation>Seiten der Revanche</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Standings</source>
            <translation>Stand</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Start battle {leg}</source>
            <translation>Runde {leg} beginnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The clocks are stopped.</source>
            <translation>Die Uhren stehen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>The clocks are stopped. {name} may move all the same.</source>
            <translation>Die Uhren stehen. {name} darf trotzdem ziehen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>The other player has left.</source>
            <translation>Die andere Seite ist gegangen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>To the rematch</source>
            <translation>Zur Revanche</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Waiting for the other side</source>
            <translation>Warten auf die andere Seite</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>Waiting for {names}</source>
            <translation>Warten auf {names}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>With other terms ...</source>
            <translation>Mit anderen Bedingungen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>With the same sides</source>
            <translation>Mit denselben Seiten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>With the sides swapped</source>
            <translation>Mit getauschten Seiten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>You play {side}</source>
            <translation>Du spielst {side}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>{name} is on vacation</source>
            <translation>{name} ist im Urlaub</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/table/view/result.py" />
            <source>{name} wants to go on.</source>
            <translation>{name} möchte weitermachen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>After that you cannot direct this tournament any more.</source>
            <translation>Danach kannst du dieses Turnier nicht mehr leiten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Cancel the tournament</source>
            <translation>Turnier absagen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Cancel the tournament?</source>
            <translation>Turnier absagen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Confirm the results?</source>
            <translation>Ergebnisse bestätigen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>End it</source>
            <translation>Beenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>End the tournament?</source>
            <translation>Turnier beenden?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Hand it over</source>
            <translation>Übergeben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Let {name} direct the tournament?</source>
            <translation>{name} das Turnier leiten lassen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>No two players meet twice: {players} players can play {rounds} of {planned} rounds.</source>
            <translation>Niemand trifft zweimal aufeinander: {players} Spieler können {rounds} von {planned} Runden spielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <location filename="../../../client_qt/pages/tournaments/pair_dialog.py" />
            <source>Pair</source>
            <translation>Paaren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Pair so anyway?</source>
            <translation>Trotzdem so paaren?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Play this game again?</source>
            <translation>Diese Partie noch einmal spielen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Remove {name} from the tournament?</source>
            <translation>{name} aus dem Turnier nehmen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Results cannot be corrected any more. Without this they are final a day after the end.</source>
            <translation>Ergebnisse lassen sich danach nicht mehr berichtigen. Ohne dies gelten sie einen Tag nach dem Ende.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Start now</source>
            <translation>Jetzt starten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Start with so few players?</source>
            <translation>Mit so wenigen Spielern beginnen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>The players get another table, and the result so far does not count.</source>
            <translation>Die Spieler bekommen einen anderen Tisch, und das bisherige Ergebnis zählt nicht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>The tournament ends with the standings as they are now. No round follows.</source>
            <translation>Das Turnier endet mit dem jetzigen Stand. Es folgt keine Runde.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>The tournament ends without a winner. Games go on. This cannot be undone.</source>
            <translation>Das Turnier endet ohne Sieger. Partien gehen weiter. Das lässt sich nicht rückgängig machen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>This player is not paired any more, and may enter again only by an invitation.</source>
            <translation>Dieser Spieler wird nicht mehr ausgelost und darf nur mit einer Einladung wieder teilnehmen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>Withdraw from the tournament?</source>
            <translation>Vom Turnier zurücktreten?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>You are not paired any more. A game that is not over is lost.</source>
            <translation>Du wirst nicht mehr ausgelost. Eine Partie, die nicht beendet ist, ist verloren.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>{names}: a second bye.</source>
            <translation>{names}: ein zweites Freilos.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>{names}: no game.</source>
            <translation>{names}: keine Partie.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/controller.py" />
            <source>{name} has your invitation.</source>
            <translation>{name} hat deine Einladung.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>A player who was absent</source>
            <translation>Wer nicht da war</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>A round begins</source>
            <translation>Eine Runde beginnt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Course</source>
            <translation>Ablauf</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Date and time</source>
            <translation>Datum und Zeit</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Friday night</source>
            <translation>Freitagabend</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Length in minutes</source>
            <translation>Dauer in Minuten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Make the tournament</source>
            <translation>Turnier anlegen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>No two players meet twice, so {rounds} rounds need {players} players or more.</source>
            <translation>Niemand trifft zweimal aufeinander, also brauchen {rounds} Runden mindestens {players} Spieler.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Pause between rounds</source>
            <translation>Pause zwischen den Runden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Places</source>
            <translation>Plätze</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Players agree on when they play</source>
            <translation>Spieler vereinbaren ihre Termine</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Players have to appear within</source>
            <translation>Spieler müssen erscheinen binnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Players may agree on pauses</source>
            <translation>Spieler dürfen Pausen vereinbaren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Players may go on vacation</source>
            <translation>Spieler dürfen Urlaub nehmen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Rounds</source>
            <translation>Runden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>The matches count for the ratings</source>
            <translation>Die Partien zählen für die Wertung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>The tournament</source>
            <translation>Das Turnier</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Time zone</source>
            <translation>Zeitzone</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Title</source>
            <translation>Titel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>Who may enter</source>
            <translation>Wer teilnehmen darf</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>as many as needed</source>
            <translation>so viele wie nötig</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>at a time</source>
            <translation>zu einer Zeit</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>is asked, and is out without an answer</source>
            <translation>wird gefragt und scheidet ohne Antwort aus</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>is out at once</source>
            <translation>scheidet sofort aus</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>no limit</source>
            <translation>keine Grenze</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <location filename="../../../client_qt/table/terms.py" />
            <location filename="../../../netgame/games/blooms/game.py" />
            <location filename="../../../netgame/games/clod/game.py" />
            <location filename="../../../netgame/games/conquid/game.py" />
            <location filename="../../../netgame/games/koom/game.py" />
            <location filename="../../../netgame/games/royalclod/game.py" />
            <location filename="../../../netgame/games/thud/game.py" />
            <source>none</source>
            <translation>keine</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>none: a day has 24 hours</source>
            <translation>keine: ein Tag hat 24 Stunden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>stays in the tournament</source>
            <translation>bleibt im Turnier</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>when I start it</source>
            <translation>wenn ich es starte</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>when the last one is over</source>
            <translation>wenn die letzte beendet ist</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/form_page.py" />
            <source>{time} after the last one began, or later</source>
            <translation>frühestens {time} nach Beginn der letzten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_controller.py" />
            <source>Host on this computer</source>
            <translation>Auf diesem Computer anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_controller.py" />
            <source>This computer can be one too: others on this network find it there, and take part.</source>
            <translation>Auch dieser Computer kann einer sein: andere in diesem Netz finden ihn dort und nehmen teil.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_controller.py" />
            <source>This server has no tournaments: its program is older than yours.</source>
            <translation>Dieser Server hat keine Turniere: sein Programm ist älter als deines.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_controller.py" />
            <source>Tournaments are at a server. Under Join a game you find those on this network.</source>
            <translation>Turniere sind bei einem Server. Unter Mitspielen findest du die in diesem Netz.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>%n player(s)</source>
            <translation>
                <numerusform>%n Spieler</numerusform>
                <numerusform>%n Spieler</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>By invitation only</source>
            <translation>Nur mit Einladung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>Coming</source>
            <translation>Geplant</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>Ended</source>
            <translation>Beendet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>Its operator says who may make one.</source>
            <translation>Der Betreiber bestimmt, wer eins anlegen darf.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>Running</source>
            <translation>Laufend</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>The director starts it</source>
            <translation>Die Turnierleitung startet es</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>There is no tournament at this server.</source>
            <translation>Bei diesem Server gibt es kein Turnier.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>Tournaments at {server}</source>
            <translation>Turniere bei {server}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>You can make one: New tournament.</source>
            <translation>Du kannst eines anlegen: Neues Turnier.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>by {name}</source>
            <translation>von {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>cancelled</source>
            <translation>abgesagt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>round {round}</source>
            <translation>Runde {round}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>round {round} of {rounds}</source>
            <translation>Runde {round} von {rounds}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>starts {when}</source>
            <translation>beginnt {when}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>until {when}</source>
            <translation>bis {when}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>won by {name}</source>
            <translation>gewonnen von {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>you are invited</source>
            <translation>du bist eingeladen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>you take part</source>
            <translation>du nimmst teil</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>{count} of {places} places taken</source>
            <translation>{count} von {places} Plätzen belegt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>All records ...</source>
            <translation>Alle Aufzeichnungen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>As a page (HTML) ...</source>
            <translation>Als Seite (HTML) ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>As data (JSON) ...</source>
            <translation>Als Daten (JSON) ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Cancel the tournament ...</source>
            <translation>Turnier absagen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Confirm the results ...</source>
            <translation>Ergebnisse bestätigen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Cross table</source>
            <translation>Kreuztabelle</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Direct</source>
            <translation>Leiten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>End the tournament ...</source>
            <translation>Turnier beenden ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Invite</source>
            <translation>Einladen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Log</source>
            <translation>Verlauf</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>No round has been paired yet.</source>
            <translation>Noch ist keine Runde ausgelost.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Nobody has entered yet.</source>
            <translation>Noch nimmt niemand teil.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Pair by hand ...</source>
            <translation>Paarung von Hand ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Parts of the tournament</source>
            <translation>Teile des Turniers</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Resume</source>
            <translation>Fortsetzen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/page.py" />
            <source>Withdraw ...</source>
            <translation>Zurücktreten ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/pair_dialog.py" />
            <source>Choose two different players.</source>
            <translation>Wähle zwei verschiedene Spieler.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/pair_dialog.py" />
            <source>Pair by hand</source>
            <translation>Paarung von Hand</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/pair_dialog.py" />
            <source>Plays first</source>
            <translation>Spielt als Erster</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/pair_dialog.py" />
            <source>Plays second</source>
            <translation>Spielt als Zweiter</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/pair_dialog.py" />
            <source>These two play each other in round {round}. Their games in it must not be over.</source>
            <translation>Diese beiden spielen in Runde {round} gegeneinander. Ihre Partien darin dürfen noch nicht beendet sein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/pair_dialog.py" />
            <source>{first} has no opponent.</source>
            <translation>{first} hat keinen Gegner.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/pair_dialog.py" />
            <source>{first} plays {second}.</source>
            <translation>{first} spielt gegen {second}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/tournaments/save_controller.py" />
            <source>%n match(es) could not be fetched.</source>
            <translation>
                <numerusform>%n Partie war nicht zu holen.</numerusform>
                <numerusform>%n Partien waren nicht zu holen.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/save_controller.py" />
            <source>Data</source>
            <translation>Daten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/save_controller.py" />
            <source>Fetching the matches: {done} of {count}</source>
            <translation>Partien werden geholt: {done} von {count}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/save_controller.py" />
            <source>Folder for the records</source>
            <translation>Ordner für die Aufzeichnungen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/save_controller.py" />
            <source>Pages</source>
            <translation>Seiten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/save_controller.py" />
            <source>Save the tournament</source>
            <translation>Das Turnier speichern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/time_dialog.py" />
            <source>Agree on a time</source>
            <translation>Termin vereinbaren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/time_dialog.py" />
            <source>Date and time here</source>
            <translation>Datum und Uhrzeit hier</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/time_dialog.py" />
            <source>Propose</source>
            <translation>Vorschlagen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/time_dialog.py" />
            <source>Without an agreement it begins on {when}.</source>
            <translation>Ohne Vereinbarung beginnt sie am {when}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/time_dialog.py" />
            <source>Your game begins at this time if your opponent accepts it. Until then no clock runs.</source>
            <translation>Deine Partie beginnt zu dieser Zeit, wenn dein Gegner zustimmt. Bis dahin läuft keine Uhr.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>%n game(s) still played</source>
            <translation>
                <numerusform>%n Partie läuft noch</numerusform>
                <numerusform>%n Partien laufen noch</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Accept {when}</source>
            <translation>{when} annehmen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Agree on a time ...</source>
            <translation>Termin vereinbaren ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../client_qt/text/tournament_words.py" />
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Cancelled</source>
            <translation>Abgesagt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Equal points are decided in this order:</source>
            <translation>Bei gleichen Punkten entscheidet in dieser Reihenfolge:</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Let this player direct ...</source>
            <translation>Diesen Spieler leiten lassen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Over</source>
            <translation>Beendet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Paused: no game begins</source>
            <translation>Pause: keine Partie beginnt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Paused: no round begins</source>
            <translation>Pause: keine Runde beginnt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Play this game again ...</source>
            <translation>Diese Partie noch einmal spielen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Players are ordered by the round that they reached.</source>
            <translation>Spieler stehen nach der Runde, die sie erreicht haben.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Players who never came to a game are last.</source>
            <translation>Wer zu keiner Partie kam, steht am Ende.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Points</source>
            <translation>Punkte</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Remove from the tournament ...</source>
            <translation>Aus dem Turnier nehmen ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Result: a draw</source>
            <translation>Ergebnis: unentschieden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Result: no point for both</source>
            <translation>Ergebnis: kein Punkt für beide</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Result: {name} wins</source>
            <translation>Ergebnis: {name} gewinnt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Result: {name} wins by forfeit</source>
            <translation>Ergebnis: {name} gewinnt kampflos</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Round {round}</source>
            <translation>Runde {round}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Round {round} begins in {time}</source>
            <translation>Runde {round} beginnt in {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Round {round} of {rounds}</source>
            <translation>Runde {round} von {rounds}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Starts at {when}, in {time}</source>
            <translation>Beginnt {when}, in {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>The first round is about to begin</source>
            <translation>Die erste Runde beginnt gleich</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Withdraw the proposal</source>
            <translation>Vorschlag zurückziehen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>You get the next opponent who is free</source>
            <translation>Du bekommst den nächsten freien Gegner</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>You were not there for your last game. Choose Play on, or you are not paired any more</source>
            <translation>Du warst bei deiner letzten Partie nicht da. Wähle Weiterspielen, sonst wirst du nicht mehr gepaart</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Your game against {name}</source>
            <translation>Deine Partie gegen {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>Your game in round {round} against {name}</source>
            <translation>Deine Partie in Runde {round} gegen {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>a round every {time}</source>
            <translation>eine Runde alle {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>all games are over</source>
            <translation>alle Partien sind beendet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>appear within {time}</source>
            <translation>erscheinen binnen {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>by forfeit</source>
            <translation>kampflos</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>by invitation</source>
            <translation>mit Einladung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>no pauses</source>
            <translation>keine Pausen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>no vacations</source>
            <translation>kein Urlaub</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>open to everybody</source>
            <translation>offen für alle</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>players agree on times</source>
            <translation>Spieler vereinbaren Termine</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>results can still be corrected</source>
            <translation>Ergebnisse können noch berichtigt werden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>since round {round}</source>
            <translation>seit Runde {round}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>time zone {zone}</source>
            <translation>Zeitzone {zone}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>was absent</source>
            <translation>war nicht da</translation>
        </message>
        <message>
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>{time} between rounds</source>
            <translation>{time} zwischen den Runden</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/unfinished/page.py" />
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>%n game(s)</source>
            <translation>
                <numerusform>%n Partie</numerusform>
                <numerusform>%n Partien</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/unfinished/page.py" />
            <source>your turn in %n</source>
            <translation>
                <numerusform>in %n bist du am Zug</numerusform>
                <numerusform>in %n bist du am Zug</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/records/files.py" />
            <source>The file cannot be read: {reason}.</source>
            <translation>Die Datei ist nicht zu lesen: {reason}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/records/files.py" />
            <source>The file ends early, before the first move is whole.</source>
            <translation>Die Datei endet zu früh, noch vor dem Ende des ersten Zugs.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/records/files.py" />
            <source>The file ends early. Its first move is whole.</source>
            <translation>Die Datei endet zu früh. Ihr erster Zug ist ganz.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/records/files.py" />
            <source>The file ends early. Its first {count} moves are whole.</source>
            <translation>Die Datei endet zu früh. Ihre ersten {count} Züge sind ganz.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/records/files.py" />
            <source>The file is too long for a record: more than {limit} bytes.</source>
            <translation>Die Datei ist zu lang für eine Aufzeichnung: mehr als {limit} Byte.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/records/files.py" />
            <source>There is no such file.</source>
            <translation>Diese Datei gibt es nicht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/records/files.py" />
            <source>This is no record of a game, and no file of another program that is known here.</source>
            <translation>Das ist keine Aufzeichnung einer Partie und keine Datei eines anderen Programms, die hier bekannt ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/records/local_games.py" />
            <source>The game was deleted.</source>
            <translation>Die Partie wurde gelöscht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/records/recent.py" />
            <source>unfinished</source>
            <translation>nicht zu Ende</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/conditional.py" />
            <source>if {move}, then {answer}</source>
            <translation>wenn {move}, dann {answer}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/conditional.py" />
            <source>then {answer}</source>
            <translation>dann {answer}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>Connecting ...</source>
            <translation>Verbinde ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>Only a copy of the server answers, with the same identity.</source>
            <translation>Nur eine Kopie des Servers antwortet, mit derselben Identität.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>The game is kept and goes on when you host again.</source>
            <translation>Die Partie bleibt erhalten und geht weiter, wenn du wieder anbietest.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>The game is kept there and goes on when the host is back.</source>
            <translation>Die Partie ist dort sicher und geht weiter, wenn der Gastgeber zurück ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>The host has stopped the server.</source>
            <translation>Der Gastgeber hat den Server beendet.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>The match is over. You can save it, or go home.</source>
            <translation>Die Partie ist zu Ende. Du kannst sie speichern oder zur Startseite gehen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>The server does not answer.</source>
            <translation>Der Server antwortet nicht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>The server has not answered for {time}.</source>
            <translation>Der Server antwortet seit {time} nicht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>The server is no longer running.</source>
            <translation>Der Server läuft nicht mehr.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>The table is kept there. You find it under Home when the host is back.</source>
            <translation>Der Tisch bleibt dort erhalten. Du findest ihn auf der Startseite, wenn der Gastgeber zurück ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>You find it in the list of servers under Join when the host is back.</source>
            <translation>Unter Mitspielen steht er in der Liste der Server, wenn der Gastgeber zurück ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/connection_loss.py" />
            <source>You have stopped hosting.</source>
            <translation>Du bietest nicht mehr an.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>%n move(s) of this game that you know are missing there.</source>
            <translation>
                <numerusform>%n Zug dieses Spiels, den du kennst, fehlt dort.</numerusform>
                <numerusform>%n Züge dieses Spiels, die du kennst, fehlen dort.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>Clocks here: {clocks}.</source>
            <translation>Uhren hier: {clocks}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>Clocks there: {clocks}.</source>
            <translation>Uhren dort: {clocks}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>If you go on there, they do not count.</source>
            <translation>Wenn du dort weiterspielst, zählen sie nicht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>Not there as you know it: {events}.</source>
            <translation>Dort nicht so, wie du es kennst: {events}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>The game at {server} has %n more move(s) that you both signed.</source>
            <translation>
                <numerusform>Das Spiel auf {server} hat %n Zug mehr, den ihr beide signiert habt.</numerusform>
                <numerusform>Das Spiel auf {server} hat %n Züge mehr, die ihr beide signiert habt.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>The host before has signed this game up to event {number}, which is not there.</source>
            <translation>Der bisherige Host hat diese Partie bis zum Ereignis {number} signiert, das dort fehlt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>This game goes on at {server}.</source>
            <translation>Dieses Spiel geht auf {server} weiter.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>This game goes on at {server}. %n move(s) made here do not count there.</source>
            <translation>
                <numerusform>Diese Partie geht auf {server} weiter. %n Zug von hier zählt dort nicht.</numerusform>
                <numerusform>Diese Partie geht auf {server} weiter. %n Züge von hier zählen dort nicht.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>This game goes on here. %n move(s) made at {server} do not count.</source>
            <translation>
                <numerusform>Diese Partie geht hier weiter. %n Zug auf {server} zählt nicht.</numerusform>
                <numerusform>Diese Partie geht hier weiter. %n Züge auf {server} zählen nicht.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>This game is open at {server} too.</source>
            <translation>Dieses Spiel ist auch auf {server} offen.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>This game is open at {server} too. Here are %n more move(s) that you both signed.</source>
            <translation>
                <numerusform>Dieses Spiel ist auch auf {server} offen. Hier gibt es %n Zug mehr, den ihr beide signiert habt.</numerusform>
                <numerusform>Dieses Spiel ist auch auf {server} offen. Hier gibt es %n Züge mehr, die ihr beide signiert habt.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>This game is open at {server} too. You both have signed the same moves.</source>
            <translation>Dieses Spiel ist auch auf {server} offen. Ihr habt beide dieselben Züge signiert.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>You both have signed %n of them.</source>
            <translation>
                <numerusform>Ihr habt beide %n davon signiert.</numerusform>
                <numerusform>Ihr habt beide %n davon signiert.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>You have not both signed any of them.</source>
            <translation>Keinen davon habt ihr beide signiert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>absences</source>
            <translation>Abwesenheiten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <location filename="../../../client_qt/table/remote.py" />
            <source>another computer</source>
            <translation>einem anderen Computer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>answers to offers</source>
            <translation>Antworten auf Angebote</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>beginnings of a battle</source>
            <translation>Rundenanfänge</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>chains for the dice</source>
            <translation>Ketten für die Würfel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>changes of the host</source>
            <translation>Wechsel des Hosts</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>dice left to the server</source>
            <translation>Würfel beim Server</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>ends of a battle</source>
            <translation>Rundenenden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>ends of a pause</source>
            <translation>Enden einer Pause</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>links for the dice</source>
            <translation>Glieder für die Würfel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>moves</source>
            <translation>Züge</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>moves taken back</source>
            <translation>zurückgenommene Züge</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>offers</source>
            <translation>Angebote</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>pauses</source>
            <translation>Pausen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>players ready</source>
            <translation>bereite Personen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>returns</source>
            <translation>Rückkehr</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>rolls of the dice</source>
            <translation>Würfe</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>seats left</source>
            <translation>verlassene Plätze</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>seats taken</source>
            <translation>eingenommene Plätze</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>stopped between two battles</source>
            <translation>angehalten zwischen zwei Runden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>the end of the match</source>
            <translation>das Ende der Partie</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>the table</source>
            <translation>der Tisch</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>time given</source>
            <translation>gegebene Zeit</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>turns without a move</source>
            <translation>ausgelassene Züge</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>{what}: {count}</source>
            <translation>{what}: {count}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/evening.py" />
            <source>%n draw(s)</source>
            <translation>
                <numerusform>%n Remis</numerusform>
                <numerusform>%n Remis</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/evening.py" />
            <source>This evening: {first} {own} – {other} {second}</source>
            <translation>Heute Abend: {first} {own} : {other} {second}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/evening.py" />
            <source>Today: {first} {own} – {other} {second}</source>
            <translation>Heute: {first} {own} : {other} {second}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/remote.py" />
            <source>By the rules of your program event {number} cannot happen: {reason}. The program or the server is wrong, most likely the older one: this is {ours}, the server is {theirs}. Update the older one.</source>
            <translation>Nach den Regeln deines Programms kann Ereignis {number} nicht sein: {reason}. Das Programm oder der Server ist falsch, wahrscheinlich das ältere: dies ist {ours}, der Server ist {theirs}. Aktualisiere das ältere.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/remote.py" />
            <source>By the rules of your program event {number} cannot happen: {reason}. Your program or the server is wrong, although both are {ours}. Install your program again, and tell the operator of the server.</source>
            <translation>Nach den Regeln deines Programms kann Ereignis {number} nicht sein: {reason}. Dein Programm oder der Server ist falsch, obwohl beide {ours} sind. Installiere dein Programm neu und sag es dem Betreiber des Servers.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/remote.py" />
            <location filename="../../../server/computer/seat.py" />
            <source>This computer cannot keep the notes for its dice: {reason}</source>
            <translation>Dieser Computer kann die Notizen für seine Würfel nicht speichern: {reason}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/remote.py" />
            <source>Your program and the server compute different positions after event {number}, also at the second try. One of them is wrong, although both are {ours}. Install your program again, and tell the operator of the server.</source>
            <translation>Dein Programm und der Server berechnen nach Ereignis {number} verschiedene Stellungen, auch beim zweiten Versuch. Eines von beiden ist falsch, obwohl beide {ours} sind. Installiere dein Programm neu und sag es dem Betreiber des Servers.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/remote.py" />
            <source>Your program and the server compute different positions after event {number}, also at the second try. One of them is wrong, most likely the older one: this is {ours}, the server is {theirs}. Update the older one.</source>
            <translation>Dein Programm und der Server berechnen nach Ereignis {number} verschiedene Stellungen, auch beim zweiten Versuch. Eines von beiden ist falsch, wahrscheinlich das ältere: dies ist {ours}, der Server ist {theirs}. Aktualisiere das ältere.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/remote.py" />
            <source>Your program computes another position than the server. It tells the server, and fetches the game once more.</source>
            <translation>Dein Programm berechnet eine andere Stellung als der Server. Es meldet das dem Server und holt das Spiel noch einmal.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/remote.py" />
            <source>Your program had computed another position than the server. It has fetched the game again, and now both agree.</source>
            <translation>Dein Programm hatte eine andere Stellung berechnet als der Server. Es hat das Spiel neu geholt, und jetzt stimmen beide überein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/status.py" />
            <source>Between two battles</source>
            <translation>Zwischen zwei Runden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/status.py" />
            <source>Free seat</source>
            <translation>Freier Platz</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/status.py" />
            <source>Game over</source>
            <translation>Partie zu Ende</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/status.py" />
            <source>Goes on at {server}</source>
            <translation>Geht weiter bei {server}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/status.py" />
            <source>the first player</source>
            <translation>der erste Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/status.py" />
            <source>the second player</source>
            <translation>der zweite Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/status.py" />
            <source>{name}'s turn</source>
            <translation>{name} ist am Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/status.py" />
            <location filename="../../../netgame/game.py" />
            <location filename="../../../netgame/games/koom/moves.py" />
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>{side} to move</source>
            <translation>{side} am Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/terms.py" />
            <source>a code has at least {least} letters or digits</source>
            <translation>ein Code hat mindestens {least} Buchstaben oder Ziffern</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <source>Battle {leg} is over, {first} to {second}.</source>
            <translation>Runde {leg} ist zu Ende, {first} zu {second}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>It is a draw.</source>
            <translation>Remis.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>Nobody wins.</source>
            <translation>Niemand gewinnt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <source>The game goes on.</source>
            <translation>Das Spiel geht weiter.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <source>The game is paused.</source>
            <translation>Das Spiel ist unterbrochen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <source>{name} has no move and loses the turn.</source>
            <translation>{name} hat keinen Zug und setzt aus.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <source>{name} has run out of time.</source>
            <translation>{name} hat keine Zeit mehr.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <source>{name} is away.</source>
            <translation>{name} ist weg.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <source>{name} leaves the seat.</source>
            <translation>{name} verlässt den Platz.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} left the match.</source>
            <translation>{name} hat die Partie verlassen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} resigned.</source>
            <translation>{name} hat aufgegeben.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <source>{name} rolls {dice}.</source>
            <translation>{name} würfelt {dice}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} was away for too long.</source>
            <translation>{name} war zu lange weg.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/text_match.py" />
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>{name} wins.</source>
            <translation>{name} gewinnt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/variation.py" />
            <source>The game has not begun: there is nothing to try yet.</source>
            <translation>Die Partie hat nicht begonnen: Es gibt noch nichts zu probieren.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/table/variation.py" />
            <source>The game is over here. Walk back to a position to try moves from.</source>
            <translation>Hier ist die Partie zu Ende. Geh zu einer Stellung zurück, von der aus du Züge probieren willst.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>I would rather play another game</source>
            <translation>Lieber ein anderes Spiel</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>Only a rated match</source>
            <translation>Nur eine gewertete Partie</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>Only an unrated match</source>
            <translation>Nur eine ungewertete Partie</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>The clock is too fast</source>
            <translation>Die Bedenkzeit ist zu kurz</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>The clock is too slow</source>
            <translation>Die Bedenkzeit ist zu lang</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>This server does not know challenges yet. Its operator can update it.</source>
            <translation>Dieser Server kennt noch keine Herausforderungen. Sein Betreiber kann ihn aktualisieren.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>Without a reason</source>
            <translation>Ohne Grund</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>You ask {other} to play {game} next.</source>
            <translation>Du möchtest mit {other} als Nächstes {game} spielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>You challenge {other} to {game}</source>
            <translation>Du forderst {other} heraus: {game}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>You offer {other} a rematch: {game}</source>
            <translation>Du bietest {other} eine Revanche an: {game}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>sides by chance</source>
            <translation>Seiten nach Los</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <location filename="../../../client_qt/text/seek_words.py" />
            <source>unrated</source>
            <translation>ungewertet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>{name} challenges you to {game}</source>
            <translation>{name} fordert dich heraus: {game}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>{name} suggests changes to your challenge: {game}</source>
            <translation>{name} schlägt Änderungen deiner Herausforderung vor: {game}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>{name} wants a rematch: {game}</source>
            <translation>{name} möchte eine Revanche: {game}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>{name} would like other sides in the rematch: {game}</source>
            <translation>{name} möchte in der Revanche die andere Seitenverteilung: {game}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/challenge_words.py" />
            <source>{name} would like to play {game} next</source>
            <translation>{name} möchte als Nächstes {game} spielen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>%n day(s) for each move</source>
            <translation>
                <numerusform>%n Tag je Zug</numerusform>
                <numerusform>%n Tage je Zug</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>%n day(s) for each move, weekends off</source>
            <translation>
                <numerusform>%n Tag je Zug, Wochenenden frei</numerusform>
                <numerusform>%n Tage je Zug, Wochenenden frei</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>away for {time} in all, then the other side may adjourn</source>
            <translation>insgesamt {time} weg, dann darf die andere Seite vertagen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>away for {time} in all, then the other side may claim the win</source>
            <translation>insgesamt {time} weg, dann darf die andere Seite den Sieg verlangen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>first move free, {time}</source>
            <translation>erster Zug frei, {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>on vacation until {time}</source>
            <translation>Urlaub bis {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>only {time} left</source>
            <translation>nur noch {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>the last period</source>
            <translation>die letzte Periode</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>the other side waits</source>
            <translation>die andere Seite wartet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>then {count} x {seconds} s</source>
            <translation>dann {count} x {seconds} s</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>was away {spent} of {all}</source>
            <translation>war {spent} von {all} weg</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>weekend: no time passes</source>
            <translation>Wochenende: die Zeit steht</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{base} for each side</source>
            <translation>{base} je Seite</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{base}, and up to {step} of each move are free</source>
            <translation>{base}, und bis zu {step} jedes Zuges sind frei</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{base}, and {step} more with each move</source>
            <translation>{base}, und {step} mehr mit jedem Zug</translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{base}, then %n period(s) of {step}</source>
            <translation>
                <numerusform>{base}, dann %n Periode zu {step}</numerusform>
                <numerusform>{base}, dann %n Perioden zu {step}</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{count} periods of {all}</source>
            <translation>{count} Perioden zu {all}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{days} d {hours} h</source>
            <translation>{days} d {hours} h</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{h} h {min} min</source>
            <translation>{h} h {min} min</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{min} min</source>
            <translation>{min} min</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{min} min {s} s</source>
            <translation>{min} min {s} s</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{step} for each move</source>
            <translation>{step} je Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{s} s</source>
            <translation>{s} s</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>Computer, level {level}</source>
            <translation>Computer, Stufe {level}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>Computer, level {level}: {strength}</source>
            <translation>Computer, Stufe {level}: {strength}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>Computer, {name}</source>
            <translation>Computer, {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>Level 1, the weakest</source>
            <translation>Stufe 1, die schwächste</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>Level 5, the strongest</source>
            <translation>Stufe 5, die stärkste</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>Level {level}</source>
            <translation>Stufe {level}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>a child beats it</source>
            <translation>ein Kind schlägt ihn</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>for beginners</source>
            <translation>für Anfänger</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>for experienced players</source>
            <translation>für erfahrene Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>strong</source>
            <translation>stark</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/computer_names.py" />
            <source>the strongest</source>
            <translation>am stärksten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/disk_words.py" />
            <source>the disk is full</source>
            <translation>der Datenträger ist voll</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/locale_formats.py" />
            <source>opened {time}</source>
            <translation>eröffnet am {time}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Abort</source>
            <translation>Partie abbrechen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Abort the match?</source>
            <translation>Die Partie abbrechen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Adjourn the match?</source>
            <translation>Die Partie vertagen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Adjourned</source>
            <translation>Vertagt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Agree</source>
            <translation>Zustimmen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>All later moves are taken back as well. Rolled dice keep their values.</source>
            <translation>Alle späteren Züge werden auch zurückgenommen. Gefallene Würfel behalten ihren Wert.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Allow</source>
            <translation>Erlauben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Ask to abort</source>
            <translation>Um Abbruch bitten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Ask to adjourn</source>
            <translation>Um Vertagung bitten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Ask to let it roll</source>
            <translation>Darum bitten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Claim a draw</source>
            <translation>Remis verlangen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Claim the win</source>
            <translation>Sieg verlangen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Give time</source>
            <translation>Zeit geben</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>It goes on when both players agree.</source>
            <translation>Es geht weiter, wenn beide es sagen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>It was aborted and does not count.</source>
            <translation>Sie wurde abgebrochen und zählt nicht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Leave and lose</source>
            <translation>Gehen und verlieren</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Leave the match?</source>
            <translation>Die Partie verlassen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Let it roll</source>
            <translation>Würfeln lassen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Let the server roll the dice?</source>
            <translation>Den Server würfeln lassen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>No time counts until the network works again.</source>
            <translation>Bis das Netzwerk wieder geht, zählt keine Zeit.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Rating: {changes}</source>
            <translation>Wertung: {changes}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Series: {a} {x}, {b} {y}</source>
            <translation>Serie: {a} {x}, {b} {y}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Series: {a} {x}, {b} {y}, {z} drawn</source>
            <translation>Serie: {a} {x}, {b} {y}, {z} remis</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Take {move} back?</source>
            <translation>{move} zurücknehmen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The game goes on from the last move as soon as both players are here.</source>
            <translation>Das Spiel geht vom letzten Zug an weiter, sobald beide hier sind.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The game on {server} was interrupted.</source>
            <translation>Die Partie auf {server} wurde unterbrochen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The match goes on as soon as both players are here, or in a minute.</source>
            <translation>Die Partie geht weiter, sobald beide hier sind, oder in einer Minute.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The network of {server} is down. {name} cannot come back until it works again.</source>
            <translation>Das Netzwerk von {server} ist ausgefallen. {name} kann erst zurückkommen, wenn es wieder geht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The next roll can then be known before it is rolled.</source>
            <translation>Der nächste Wurf kann dann schon vorher bekannt sein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The offer expired when a move was played.</source>
            <translation>Mit dem Zug ist die Frage verfallen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The offer of a rematch was withdrawn.</source>
            <translation>Das Angebot einer Revanche wurde zurückgezogen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The other side has to agree. It does not count for anybody then.</source>
            <translation>Die andere Seite muss zustimmen. Dann zählt die Partie für niemanden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The other side has to agree. The match is saved and goes on when both players are here and agree.</source>
            <translation>Die andere Seite muss zustimmen. Die Partie wird gespeichert und geht weiter, wenn beide hier sind und zustimmen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The other side has to agree. This helps if a player's part of the dice is lost. From then on both trust the server.</source>
            <translation>Die andere Seite muss zustimmen. Das hilft, wenn der Teil eines Spielers verloren ist. Von da an vertrauen beide dem Server.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>The server stops for a while. The match is kept and goes on when it is back.</source>
            <translation>Der Server macht eine Pause. Die Partie bleibt erhalten und geht weiter, wenn er zurück ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Until each side has moved, either player can abort the match. It has no result then.</source>
            <translation>Bis jede Seite gezogen hat, kann jeder die Partie abbrechen. Sie hat dann kein Ergebnis.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Waiting for {name}.</source>
            <translation>Warten auf {name}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You asked for a pause.</source>
            <translation>Du hast um eine Pause gebeten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You asked for {time} more.</source>
            <translation>Du hast um {time} mehr gebeten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You asked to abort the match.</source>
            <translation>Du hast gebeten, die Partie abzubrechen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You asked to adjourn the match.</source>
            <translation>Du hast gebeten, die Partie zu vertagen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You asked to let the server roll the dice from here.</source>
            <translation>Du hast vorgeschlagen, dass ab hier der Server würfelt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You asked to take {move} and all later moves back.</source>
            <translation>Du hast gebeten, {move} und alle späteren Züge zurückzunehmen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You asked to take {move} back.</source>
            <translation>Du hast gebeten, {move} zurückzunehmen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You asked {name} to look at the game together.</source>
            <translation>Du hast {name} gefragt, ob ihr die Partie zusammen anseht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You left the match.</source>
            <translation>Du hast die Partie verlassen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You look at it with {name}. Both of you can move.</source>
            <translation>Du siehst die Partie mit {name} an. Ihr könnt beide ziehen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You lose the match, whatever the score is. If you only close the window, you count as away.</source>
            <translation>Du verlierst die Partie, wie auch immer sie steht. Wenn du nur das Fenster schließt, bist du bloß weg.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You offered a rematch with the sides swapped.</source>
            <translation>Du hast eine Revanche mit getauschten Seiten angeboten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You offered a rematch.</source>
            <translation>Du hast eine Revanche angeboten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You play again. The lines that you tried together stay in the list of moves of the old game.</source>
            <translation>Ihr spielt noch einmal. Die Varianten, die ihr zusammen probiert habt, bleiben in der Zugliste der alten Partie.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You ran out of time.</source>
            <translation>Du hast die Zeit überschritten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You resigned the match.</source>
            <translation>Du hast die Partie aufgegeben.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You resigned.</source>
            <translation>Du hast aufgegeben.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>You were away for too long.</source>
            <translation>Du warst zu lange weg.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>Your network is down. {name} cannot come back until it works again.</source>
            <translation>Dein Netzwerk ist ausgefallen. {name} kann erst zurückkommen, wenn es wieder geht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>a day</source>
            <translation>ein Tag</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>a minute</source>
            <translation>eine Minute</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>a move</source>
            <translation>ein Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>both players</source>
            <translation>beide</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>not back yet</source>
            <translation>noch nicht zurück</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>the other computer</source>
            <translation>dem anderen Computer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} aborted it before both had moved. It does not count.</source>
            <translation>{name} hat abgebrochen, bevor beide gezogen hatten. Die Partie zählt nicht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} agreed.</source>
            <translation>{name} ist einverstanden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} asks for a pause.</source>
            <translation>{name} bittet um eine Pause.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} asks for {time} more.</source>
            <translation>{name} bittet um {time} mehr.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} asks to abort the match.</source>
            <translation>{name} bittet, die Partie abzubrechen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} asks to adjourn the match.</source>
            <translation>{name} bittet, die Partie zu vertagen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} asks to let the server roll the dice from here.</source>
            <translation>{name} schlägt vor, dass ab hier der Server würfelt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} asks to take {move} and all later moves back.</source>
            <translation>{name} bittet, {move} und alle späteren Züge zurückzunehmen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} asks to take {move} back.</source>
            <translation>{name} bittet, {move} zurückzunehmen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} does not ask any more to look at the game together.</source>
            <translation>{name} fragt nicht mehr, ob ihr die Partie zusammen anseht.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} does not look at the game with you any more. The lines stay in your list of moves.</source>
            <translation>{name} sieht die Partie nicht mehr mit dir an. Die Varianten bleiben in deiner Zugliste.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} does not want a rematch.</source>
            <translation>{name} möchte keine Revanche.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} does not want to look at the game together.</source>
            <translation>{name} möchte die Partie nicht zusammen ansehen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} has been away for too long.</source>
            <translation>{name} ist schon zu lange weg.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} has left for now and may be away for another {time}.</source>
            <translation>{name} ist vorerst gegangen und darf noch {time} weg sein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} has left for now. The game is kept.</source>
            <translation>{name} ist vorerst gegangen. Die Partie bleibt erhalten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} has left, so there is no rematch.</source>
            <translation>{name} ist nicht mehr da, also gibt es keine Revanche.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} is not back yet.</source>
            <translation>{name} ist noch nicht zurück.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} lost the connection and may be away for another {time}.</source>
            <translation>{name} hat die Verbindung verloren und darf noch {time} weg sein.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} lost the connection.</source>
            <translation>{name} hat die Verbindung verloren.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} ran out of time.</source>
            <translation>{name} hat die Zeit überschritten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} resigned the match.</source>
            <translation>{name} hat die Partie aufgegeben.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} wants a rematch with the sides swapped.</source>
            <translation>{name} möchte eine Revanche mit getauschten Seiten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} wants a rematch.</source>
            <translation>{name} möchte eine Revanche.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} was away for too long, and a draw was claimed.</source>
            <translation>{name} war zu lange weg, und Remis wurde verlangt.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} withdrew the offer.</source>
            <translation>{name} hat die Frage zurückgezogen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} would like to look at the game together with you.</source>
            <translation>{name} möchte die Partie mit dir zusammen ansehen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/offer_words.py" />
            <source>{name} would rather play on.</source>
            <translation>{name} möchte lieber weiterspielen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/refusals.py" />
            <source>The ban ends {time}.</source>
            <translation>Die Sperre endet {time}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/refusals.py" />
            <source>The ban has no end.</source>
            <translation>Die Sperre hat kein Ende.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rulebook.py" />
            <source>The board</source>
            <translation>Das Brett</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rulebook.py" />
            <source>The board at the start.</source>
            <translation>Das Brett zu Beginn.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rulebook.py" />
            <source>{first} against {second}. First move: {first}.</source>
            <translation>{first} gegen {second}. Den ersten Zug hat: {first}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>A draw, {scores}.</source>
            <translation>Remis, {scores}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>A draw.</source>
            <translation>Remis.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>Agree on a draw?</source>
            <translation>Auf Remis einigen?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>Battle {leg}</source>
            <translation>Runde {leg}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>Battle {leg} of {legs}</source>
            <translation>Runde {leg} von {legs}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>Draw</source>
            <translation>Remis</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>End the battle here?</source>
            <translation>Die Runde hier beenden?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>It counts {first} {a}, {second} {b}.</source>
            <translation>Es zählt: {first} {a}, {second} {b}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>Offer a draw</source>
            <translation>Remis anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>Offer to end it</source>
            <translation>Ende anbieten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>Stop here</source>
            <translation>Hier aufhören</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>Stop the game here?</source>
            <translation>Die Partie hier beenden?</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>The other side wins battle {leg}.</source>
            <translation>Die andere Seite gewinnt Runde {leg}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>The other side wins it, however the battles stand.</source>
            <translation>Die andere Seite gewinnt sie, wie auch immer die Runden stehen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>The server cannot read this table.</source>
            <translation>Der Server kann diesen Tisch nicht lesen.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>You offered a draw.</source>
            <translation>Du hast Remis angeboten.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>You offered to end the battle.</source>
            <translation>Du hast angeboten, die Runde zu beenden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>You offered to stop here.</source>
            <translation>Du hast angeboten, hier aufzuhören.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>You win by {points}.</source>
            <translation>Du gewinnst mit {points} Vorsprung.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>You win {scores}.</source>
            <translation>Du gewinnst {scores}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>You win.</source>
            <translation>Du gewinnst.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>{a} to {b}</source>
            <translation>{a} zu {b}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>{game} against {name}</source>
            <translation>{game} gegen {name}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>{name} offers a draw.</source>
            <translation>{name} bietet Remis an.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>{name} offers to end the battle.</source>
            <translation>{name} bietet an, die Runde zu beenden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>{name} offers to stop here.</source>
            <translation>{name} bietet an, hier aufzuhören.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>{name} wins by {points}.</source>
            <translation>{name} gewinnt mit {points} Vorsprung.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>{name} wins {scores}.</source>
            <translation>{name} gewinnt {scores}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>{option}: no</source>
            <translation>{option}: nein</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/rules_text.py" />
            <source>{side} win.</source>
            <translation>Sieg für {side}.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/seek_words.py" />
            <source>any rating</source>
            <translation>jede Wertung</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/seek_words.py" />
            <source>rated or unrated</source>
            <translation>gewertet oder ungewertet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/seek_words.py" />
            <source>within {points} points</source>
            <translation>bis {points} Punkte Abstand</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/seek_words.py" />
            <source>{base} + {step} a move</source>
            <translation>{base} + {step} je Zug</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/seek_words.py" />
            <source>{low} to {high}</source>
            <translation>{low} bis {high}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/term_words.py" />
            <source>drawn by both players' programs; each roll is checked here</source>
            <translation>gezogen von den Programmen beider Spieler; jeder Wurf wird hier geprüft</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/term_words.py" />
            <source>not allowed</source>
            <translation>nicht erlaubt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/term_words.py" />
            <source>rated, also against computers</source>
            <translation>gewertet, auch gegen Computer</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/term_words.py" />
            <source>rolled by the server; nobody can check them</source>
            <translation>vom Server gewürfelt; niemand kann es prüfen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>Everybody plays everybody once.</source>
            <translation>Jeder spielt einmal gegen jeden.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>Everybody plays everybody twice, once on each side.</source>
            <translation>Jeder spielt zweimal gegen jeden, einmal auf jeder Seite.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>For a fixed time, each player who is free gets the next opponent at once.</source>
            <translation>Für eine feste Zeit bekommt jeder freie Spieler sofort den nächsten Gegner.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>In each round players with about the same points meet, and nobody meets the same player twice.</source>
            <translation>In jeder Runde treffen sich Spieler mit etwa gleich vielen Punkten, und niemand trifft denselben Spieler zweimal.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>Resumed</source>
            <translation>Fortgesetzt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>Round {round} was paired</source>
            <translation>Runde {round} wurde ausgelost</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>Round {round} was paired by hand</source>
            <translation>Runde {round} wurde von Hand gepaart</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>Round {round}: {first} and {second}</source>
            <translation>Runde {round}: {first} und {second}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>Round {round}: {first} and {second} play again</source>
            <translation>Runde {round}: {first} und {second} spielen noch einmal</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>Round {round}: {first} and {second}, {result}</source>
            <translation>Runde {round}: {first} und {second}, {result}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>The loser of a match leaves, until one player is left.</source>
            <translation>Wer eine Partie verliert, scheidet aus, bis ein Spieler übrig ist.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>The results are final</source>
            <translation>Die Ergebnisse sind endgültig</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <location filename="../../../netgame/tournaments/decide.py" />
            <location filename="../../../netgame/tournaments/export.py" />
            <source>The tournament is over</source>
            <translation>Das Turnier ist zu Ende</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>The tournament started</source>
            <translation>Das Turnier hat begonnen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>agreed for {when}</source>
            <translation>vereinbart für {when}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>banned from the server</source>
            <translation>vom Server gesperrt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>banned from the server until {when}</source>
            <translation>bis {when} vom Server gesperrt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>fewer than two players</source>
            <translation>weniger als zwei Spieler</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>it was not started for long</source>
            <translation>es wurde lange nicht gestartet</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>no time agreed, begins on {when}</source>
            <translation>kein Termin vereinbart, beginnt am {when}</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <location filename="../../../netgame/tournaments/export.py" />
            <source>set by the director</source>
            <translation>von der Turnierleitung gesetzt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>the game begins</source>
            <translation>die Partie beginnt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>the proposed time does not count any more</source>
            <translation>der vorgeschlagene Termin gilt nicht mehr</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>{name} directs the tournament</source>
            <translation>{name} leitet das Turnier</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>{name} is invited</source>
            <translation>{name} ist eingeladen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>{name} is no longer banned</source>
            <translation>{name} ist nicht mehr gesperrt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>{name} made the tournament {title}</source>
            <translation>{name} hat das Turnier {title} angelegt</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>{name} proposes {when}</source>
            <translation>{name} schlägt {when} vor</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>{name} takes part</source>
            <translation>{name} nimmt teil</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>{name} was removed</source>
            <translation>{name} wurde herausgenommen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>{name} withdrew</source>
            <translation>{name} ist zurückgetreten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/widgets/chat.py" />
            <source>Messages</source>
            <translation>Nachrichten</translation>
        </message>
        <message>
            <location filename="../../../client_qt/widgets/chat.py" />
            <source>Report {name} ...</source>
            <translation>{name} melden ...</translation>
        </message>
        <message>
            <location filename="../../../client_qt/widgets/chat.py" />
            <source>Say something</source>
            <translation>Etwas sagen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/widgets/chat.py" />
            <source>Send</source>
            <translation>Senden</translation>
        </message>
        <message>
            <location filename="../../../client_qt/widgets/form_card.py" />
            <source>Show the password</source>
            <translation>Passwort zeigen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/widgets/form_card.py" />
            <source>These two differ. Type it again.</source>
            <translation>Die beiden sind verschieden. Tippe es noch einmal.</translation>
        </message>
        <message>
            <location filename="../../../client_qt/widgets/length_note.py" />
            <source>At most {most} characters</source>
            <translation>Höchstens {most} Zeichen</translation>
        </message>
        <message>
            <location filename="../../../client_qt/widgets/list_view.py" />
            <source>All games</source>
            <translation>Alle Spiele</translation>
        </message>
        <message>
            <location filename="../../../client_qt/widgets/tiles.py" />
            <source>Read the rules</source>
            <translation>Regeln lesen</translation>
        </message>
        <message>
            <location filename="../../../netgame/boards/geometry.py" />
            <source>{name} is not a cell of this board</source>
            <translation>{name} ist kein Feld dieses Bretts</translation>
        </message>
        <message>
            <location filename="../../../netgame/cli/positions.py" />
            <location filename="../../../netgame/match/create.py" />
            <source>a position is one line of plain characters</source>
            <translation>eine Stellung ist eine Zeile aus einfachen Zeichen</translation>
        </message>
        <message>
            <location filename="../../../netgame/cli/positions.py" />
            <source>the match has no event {number}, only 1 to {last}</source>
            <translation>die Partie hat kein Ereignis {number}, nur 1 bis {last}</translation>
        </message>
        <message>
            <location filename="../../../netgame/cli/positions.py" />
            <location filename="../../../netgame/records/header.py" />
            <source>the option {option} appears twice</source>
            <translation>die Option {option} kommt zweimal vor</translation>
        </message>
        <message>
            <location filename="../../../netgame/cli/positions.py" />
            <source>there is no game {game}; there are {games}</source>
            <translation>es gibt kein Spiel {game}; es gibt {games}</translation>
        </message>
        <message>
            <location filename="../../../netgame/cli/positions.py" />
            <source>{game} has no option {option}; it has {options}</source>
            <translation>{game} hat keine Option {option}; es hat {options}</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>a file has at most {limit} bytes</source>
            <translation>eine Datei hat höchstens {limit} Byte</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <location filename="../../../netgame/games/thud/files.py" />
            <source>a file has at most {limit} characters</source>
            <translation>eine Datei hat höchstens {limit} Zeichen</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>a number is too large</source>
            <translation>eine Zahl ist zu groß</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>an object has a duplicate name</source>
            <translation>ein Name kommt in einem Objekt zweimal vor</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>leg {leg} stops before its end</source>
            <translation>Runde {leg} hört vor ihrem Ende auf</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>line {line}: {reason}</source>
            <translation>Zeile {line}: {reason}</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>move {move} of leg {leg}: {reason}</source>
            <translation>Zug {move} der Runde {leg}: {reason}</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>move {move}: {reason}</source>
            <translation>Zug {move}: {reason}</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>the game is over before this move</source>
            <translation>vor diesem Zug ist die Partie zu Ende</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>the match is over after {count} legs</source>
            <translation>nach {count} Runden ist die Partie zu Ende</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>this is not JSON: {problem}</source>
            <translation>das ist kein JSON: {problem}</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>this is not UTF-8 text</source>
            <translation>das ist kein Text in UTF-8</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>values are nested too deeply</source>
            <translation>Werte sind zu tief verschachtelt</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>{game} is played with dice, which such a file cannot hold</source>
            <translation>{game} wird mit Würfeln gespielt, die eine solche Datei nicht enthält</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/base.py" />
            <source>{number} is not a whole number</source>
            <translation>{number} ist keine ganze Zahl</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/convert.py" />
            <source>the format {form} cannot hold how leg {leg} ended: {reason}</source>
            <translation>das Format {form} kann nicht enthalten, wie Runde {leg} endete: {reason}</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/convert.py" />
            <source>the format {form} cannot hold this match: it would be read as another match</source>
            <translation>das Format {form} kann diese Partie nicht enthalten: sie würde als eine andere gelesen</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/convert.py" />
            <source>the format {form} cannot hold this match: {reason}</source>
            <translation>das Format {form} kann diese Partie nicht enthalten: {reason}</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/convert.py" />
            <source>the format {form} leaves out comments</source>
            <translation>im Format {form} fehlen die Kommentare</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/convert.py" />
            <source>the format {form} leaves out how leg {leg} ended: {reason}</source>
            <translation>im Format {form} fehlt, wie Runde {leg} endete: {reason}</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/convert.py" />
            <source>the format {form} leaves out how the match ended: {reason}</source>
            <translation>im Format {form} fehlt, wie die Partie endete: {reason}</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/convert.py" />
            <source>the format {form} leaves out moves that were taken back</source>
            <translation>im Format {form} fehlen zurückgenommene Züge</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/convert.py" />
            <source>the format {form} leaves out that the option {option} is {value}</source>
            <translation>im Format {form} fehlt, dass die Option {option} {value} ist</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/convert.py" />
            <source>the format {form} leaves out the clock {clock}</source>
            <translation>im Format {form} fehlt die Bedenkzeit {clock}</translation>
        </message>
        <message>
            <location filename="../../../netgame/formats/convert.py" />
            <source>the format {form} leaves out the winner of the match</source>
            <translation>im Format {form} fehlt, wer die Partie gewonnen hat</translation>
        </message>
        <message>
            <location filename="../../../netgame/game.py" />
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>a roll of the dice comes first</source>
            <translation>erst muss gewürfelt werden</translation>
        </message>
        <message>
            <location filename="../../../netgame/game.py" />
            <location filename="../../../netgame/games/blooms/moves.py" />
            <location filename="../../../netgame/games/conquid/game.py" />
            <location filename="../../../netgame/match/moves.py" />
            <source>the game is over</source>
            <translation>die Partie ist zu Ende</translation>
        </message>
        <message>
            <location filename="../../../netgame/game.py" />
            <source>the options of {game} are given by name</source>
            <translation>die Optionen von {game} werden mit Namen angegeben</translation>
        </message>
        <message>
            <location filename="../../../netgame/game.py" />
            <source>{game} has no option {name}</source>
            <translation>{game} hat keine Option {name}</translation>
        </message>
        <message>
            <location filename="../../../netgame/game.py" />
            <source>{game} is played without dice</source>
            <translation>{game} wird ohne Würfel gespielt</translation>
        </message>
        <message>
            <location filename="../../../netgame/game.py" />
            <source>{side} must make a move of {game}</source>
            <translation>{side} muss einen Zug von {game} machen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>4 (37 cells, a first game)</source>
            <translation>4 (37 Felder, für die erste Partie)</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>5 (61 cells)</source>
            <translation>5 (61 Felder)</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>6 (91 cells, a long game)</source>
            <translation>6 (91 Felder, eine lange Partie)</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>8 (169 cells, a very long game)</source>
            <translation>8 (169 Felder, eine sehr lange Partie)</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>Blooms</source>
            <translation>Blooms</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>Blue</source>
            <translation>Blau</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>Captures that win</source>
            <translation>Geschlagene Steine zum Sieg</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>Pass</source>
            <translation>Passen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>Played for</source>
            <translation>Gespielt wird um</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>Red</source>
            <translation>Rot</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>Repeated positions</source>
            <translation>Wiederholte Stellungen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>Side of the board</source>
            <translation>Seitenlänge des Bretts</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>as usual on this board</source>
            <translation>wie üblich auf diesem Brett</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <location filename="../../../netgame/games/blooms/moves.py" />
            <source>blue</source>
            <translation>Blau</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>blue flower</source>
            <translation>blaue Blüte</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>both passed with {count} each: {side} was the first to pass and wins</source>
            <translation>beide haben mit je {count} gepasst: {side} hat zuerst gepasst und gewinnt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>both passed: the score is {blue} (Blue) to {red} (Red)</source>
            <translation>beide haben gepasst: Es steht {blue} (Blau) zu {red} (Rot)</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>captured {count} of {target}</source>
            <translation>{count} von {target} geschlagen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>captures (race)</source>
            <translation>geschlagene Steine (Wettrennen)</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>first game</source>
            <translation>erste Partie</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>large</source>
            <translation>groß</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>light blue ring</source>
            <translation>hellblauer Ring</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>no earlier board may come back</source>
            <translation>kein früheres Brett darf wiederkommen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>race</source>
            <translation>Wettrennen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <location filename="../../../netgame/games/blooms/moves.py" />
            <source>red</source>
            <translation>Rot</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>red star</source>
            <translation>roter Stern</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>stones {stones}, surrounded {cells}</source>
            <translation>Steine {stones}, umschlossen {cells}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>surround, four colours</source>
            <translation>umzingeln, vier Farben</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>territory</source>
            <translation>Gebiet</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>the board is full: captured {blue} (Blue) and {red} (Red)</source>
            <translation>das Brett ist voll: geschlagen {blue} (Blau) und {red} (Rot)</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>the same position has occurred for the third time</source>
            <translation>dieselbe Stellung ist zum dritten Mal da</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>the third time is a draw</source>
            <translation>das dritte Mal ist Remis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>yellow diamond</source>
            <translation>gelbe Raute</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>{option} is for the race only: the territory game has none</source>
            <translation>{option} gilt nur für das Wettrennen: Das Gebietsspiel hat es nicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>{option} must be a whole number from 1 to {high} on a board of side {side}</source>
            <translation>{option} muss bei der Seitenlänge {side} eine ganze Zahl von 1 bis {high} sein</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <source>{side} has captured {count} stones</source>
            <translation>{side} hat {count} Steine geschlagen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/game.py" />
            <location filename="../../../netgame/games/conquid/game.py" />
            <location filename="../../../netgame/games/koom/game.py" />
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>{side} resigned</source>
            <translation>aufgegeben: {side}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/moves.py" />
            <source>a turn at {cells} would bring back an earlier board of this game</source>
            <translation>ein Zug auf {cells} brächte ein früheres Brett dieser Partie zurück</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/moves.py" />
            <source>after captures your {colour} bloom at {cell} would have no liberty</source>
            <translation>nach dem Schlagen hätte deine Blüte in {colour} bei {cell} keine Freiheit</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/moves.py" />
            <source>sky</source>
            <translation>Hellblau</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/moves.py" />
            <source>the first turn places a stone</source>
            <translation>der erste Zug setzt einen Stein</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/moves.py" />
            <source>the first turn places only one stone</source>
            <translation>der erste Zug setzt nur einen Stein</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/moves.py" />
            <source>the race has no passes: place one stone or two</source>
            <translation>im Wettrennen wird nicht gepasst: Setze einen Stein oder zwei</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/moves.py" />
            <location filename="../../../netgame/games/conquid/moves.py" />
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>this board has no such cell</source>
            <translation>dieses Brett hat kein solches Feld</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/moves.py" />
            <source>two stones cannot share {cell}</source>
            <translation>zwei Steine passen nicht auf {cell}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/moves.py" />
            <source>yellow</source>
            <translation>Gelb</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/moves.py" />
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>{cell} is taken</source>
            <translation>{cell} ist besetzt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>a position begins with the side to move, 1 or 2</source>
            <translation>eine Stellung beginnt mit der Seite am Zug, 1 oder 2</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>a position ends with p after a pass, else with -</source>
            <translation>eine Stellung endet nach dem Passen mit p, sonst mit -</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>a position is the side to move, the rows, captures like 0-0, the first passer and p or -</source>
            <translation>eine Stellung ist die Seite am Zug, die Reihen, die geschlagenen Steine wie 0-0, wer zuerst gepasst hat, und p oder -</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>a position on this board is shorter than this text</source>
            <translation>eine Stellung auf diesem Brett ist kürzer als dieser Text</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>a turn places at most one stone of each colour</source>
            <translation>ein Zug setzt höchstens einen Stein jeder Farbe</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>captures are two numbers like 0-3, those of player 1 first</source>
            <translation>die geschlagenen Steine sind zwei Zahlen wie 0-3, die von Spieler 1 zuerst</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>row {row} may hold only . a b c and d</source>
            <translation>Reihe {row} darf nur . a b c und d enthalten</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>the player who passed first is 1, 2 or -</source>
            <translation>wer zuerst gepasst hat, ist 1, 2 oder -</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>write a turn like 1c3, 2d4 or 1c3,2d4: 1 is the mover's first colour, 2 the second; or pass</source>
            <translation>schreibe einen Zug wie 1c3, 2d4 oder 1c3,2d4: 1 ist die erste eigene Farbe, 2 die zweite; oder pass</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} passes</source>
            <translation>{side} passt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} passes; this position occurs again</source>
            <translation>{side} passt; diese Stellung kommt wieder</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} passes; this position occurs for the third time</source>
            <translation>{side} passt; diese Stellung kommt zum dritten Mal</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1}</source>
            <translation>{side} setzt {colour1} auf {cell1}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1} and {colour2} on {cell2}</source>
            <translation>{side} setzt {colour1} auf {cell1} und {colour2} auf {cell2}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1} and {colour2} on {cell2}, capturing {taken}</source>
            <translation>{side} setzt {colour1} auf {cell1} und {colour2} auf {cell2} und schlägt {taken}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1} and {colour2} on {cell2}, capturing {taken}; this position occurs again</source>
            <translation>{side} setzt {colour1} auf {cell1} und {colour2} auf {cell2} und schlägt {taken}; diese Stellung kommt wieder</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1} and {colour2} on {cell2}, capturing {taken}; this position occurs for the third time</source>
            <translation>{side} setzt {colour1} auf {cell1} und {colour2} auf {cell2} und schlägt {taken}; diese Stellung kommt zum dritten Mal</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1} and {colour2} on {cell2}; this position occurs again</source>
            <translation>{side} setzt {colour1} auf {cell1} und {colour2} auf {cell2}; diese Stellung kommt wieder</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1} and {colour2} on {cell2}; this position occurs for the third time</source>
            <translation>{side} setzt {colour1} auf {cell1} und {colour2} auf {cell2}; diese Stellung kommt zum dritten Mal</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1}, capturing {taken}</source>
            <translation>{side} setzt {colour1} auf {cell1} und schlägt {taken}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1}, capturing {taken}; this position occurs again</source>
            <translation>{side} setzt {colour1} auf {cell1} und schlägt {taken}; diese Stellung kommt wieder</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1}, capturing {taken}; this position occurs for the third time</source>
            <translation>{side} setzt {colour1} auf {cell1} und schlägt {taken}; diese Stellung kommt zum dritten Mal</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1}; this position occurs again</source>
            <translation>{side} setzt {colour1} auf {cell1}; diese Stellung kommt wieder</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/notation.py" />
            <source>{side} places {colour1} on {cell1}; this position occurs for the third time</source>
            <translation>{side} setzt {colour1} auf {cell1}; diese Stellung kommt zum dritten Mal</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>A bloom of yours will have no empty cell: the next turn can take it. It can be worth it.</source>
            <translation>Eine deiner Blüten wird kein leeres Feld mehr haben: Der nächste Zug kann sie schlagen. Das kann sich lohnen.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>Alone this stone is not allowed: change its colour or add one of the other colour.</source>
            <translation>Allein ist dieser Stein nicht erlaubt: Ändere die Farbe oder setze einen der anderen Farbe dazu.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>Alone this stone would be fenced: change its colour or add one of the other colour.</source>
            <translation>Allein wäre dieser Stein umzingelt: Ändere die Farbe oder setze einen der anderen Farbe dazu.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>Confirm to pass.</source>
            <translation>Bestätige, um zu passen.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>Confirm to pass: both have passed then, and the game is counted.</source>
            <translation>Bestätige, um zu passen: Dann haben beide gepasst, und es wird gezählt.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>In this colour the stone would be fenced: click it to change its colour.</source>
            <translation>In dieser Farbe wäre der Stein umzingelt: Klicke ihn an, um die Farbe zu ändern.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>No stone can be placed here: you must pass.</source>
            <translation>Hier kann kein Stein gesetzt werden: Du musst passen.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>One stone of each colour is placed. Click one to change the colours.</source>
            <translation>Je ein Stein beider Farben ist gesetzt. Klicke einen an, um die Farben zu tauschen.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>Only one stone: confirm, or add one of the other colour. Click it to change its colour.</source>
            <translation>Nur ein Stein: Bestätige, oder setze einen der anderen Farbe dazu. Klicke ihn an, um die Farbe zu ändern.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>Place one stone, of either colour. Click it again to change its colour.</source>
            <translation>Setze einen Stein, gleich welcher Farbe. Klicke ihn noch einmal an, um die Farbe zu ändern.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>Place one stone, or one of each colour, or pass.</source>
            <translation>Setze einen Stein oder je einen beider Farben, oder passe.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>Place one stone, or one of each colour. Giving stones up can be good if you take more.</source>
            <translation>Setze einen Stein oder je einen beider Farben. Steine herzugeben kann gut sein, wenn du mehr schlägst.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>The other side passed. If you pass too, the game ends and is counted.</source>
            <translation>Die andere Seite hat gepasst. Wenn du auch passt, endet die Partie und wird gezählt.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>The stone is placed. Click it to change its colour.</source>
            <translation>Der Stein ist gesetzt. Klicke ihn an, um die Farbe zu ändern.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>This brings a position back for the second time: the third time is a draw.</source>
            <translation>Damit kommt eine Stellung zum zweiten Mal: Das dritte Mal ist Remis.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>This brings a position back for the third time: the game ends in a draw.</source>
            <translation>Damit kommt eine Stellung zum dritten Mal: Die Partie endet remis.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>This position has occurred for the second time: the third time is a draw.</source>
            <translation>Diese Stellung ist zum zweiten Mal da: Das dritte Mal ist Remis.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/blooms/selection.py" />
            <source>Two empty cells next to a bloom can be filled in one turn: only three eyes make it safe.</source>
            <translation>Zwei leere Felder neben einer Blüte können in einem Zug gefüllt werden: Erst drei Augen machen sie sicher.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/clod/game.py" />
            <source>6 × 6, two dice</source>
            <translation>6 × 6, zwei Würfel</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/clod/game.py" />
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>Black</source>
            <translation>Schwarz</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/clod/game.py" />
            <source>Clod</source>
            <translation>Clod</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/clod/game.py" />
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>Equal regions</source>
            <translation>Gleich große Gebiete</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/clod/game.py" />
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>White</source>
            <translation>Weiß</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/clod/game.py" />
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>White wins</source>
            <translation>Weiß gewinnt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/clod/game.py" />
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>black stone</source>
            <translation>schwarzer Stein</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/clod/game.py" />
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>white stone</source>
            <translation>weißer Stein</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>Acquire takes a list of exactly three cells</source>
            <translation>Erwerben nimmt eine Liste von genau drei Feldern</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>ConquidPy</source>
            <translation>ConquidPy</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>a cell is a list of its row and its column, counted from 0</source>
            <translation>ein Feld ist eine Liste aus Reihe und Spalte, gezählt ab 0</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>a cell is not on the board: rows are 0 to {rows}, columns 0 to {columns}</source>
            <translation>ein Feld liegt nicht auf dem Brett: Reihen sind 0 bis {rows}, Spalten 0 bis {columns}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>a file has at most {limit} moves</source>
            <translation>eine Datei hat höchstens {limit} Züge</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>a file of ConquidPy cannot say that the match starts from a position</source>
            <translation>eine Datei von ConquidPy kann nicht sagen, dass die Partie mit einer Stellung beginnt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>a file of ConquidPy holds Conquid and not {game}</source>
            <translation>eine Datei von ConquidPy enthält Conquid und nicht {game}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>a file of ConquidPy is an object with rows, cols, base_size and moves</source>
            <translation>eine Datei von ConquidPy ist ein Objekt mit rows, cols, base_size und moves</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>a move is an object with type and player</source>
            <translation>ein Zug ist ein Objekt mit type und player</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>moves must be a list</source>
            <translation>moves muss eine Liste sein</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>the player of a move is 1 or 2</source>
            <translation>der player eines Zuges ist 1 oder 2</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>the type of a move is A, C, V or Q</source>
            <translation>der type eines Zuges ist A, C, V oder Q</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>unknown field {name}</source>
            <translation>unbekanntes Feld {name}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <location filename="../../../netgame/games/shared/octagon_notation.py" />
            <source>{cell} is named twice</source>
            <translation>{cell} kommt zweimal vor</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/files.py" />
            <source>{name} is missing</source>
            <translation>{name} fehlt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>1 x 1</source>
            <translation>1 x 1</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>2 x 2</source>
            <translation>2 x 2</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>3 x 3</source>
            <translation>3 x 3</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Acquire</source>
            <translation>Erwerben</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Bases</source>
            <translation>Basen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Columns</source>
            <translation>Spalten</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Conquer</source>
            <translation>Erobern</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Conquest</source>
            <translation>Durchbruch</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Conquest: {side} has a path of {count} cells from base to base</source>
            <translation>Durchbruch: {side} hat einen Weg aus {count} Feldern von Basis zu Basis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Conquid</source>
            <translation>Conquid</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Draw after so many turns</source>
            <translation>Remis nach so vielen Zügen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Left base</source>
            <translation>Linke Basis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Right base</source>
            <translation>Rechte Basis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Rows</source>
            <translation>Reihen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>Vanquish</source>
            <translation>Vernichten</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>blue base</source>
            <translation>blaue Basis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>blue base, the middle</source>
            <translation>blaue Basis, die Mitte</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>blue cell</source>
            <translation>blaue Zelle</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>both sides agreed to a draw</source>
            <translation>beide Seiten haben sich auf Remis geeinigt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>medium</source>
            <translation>mittel</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <location filename="../../../netgame/games/thud/game.py" />
            <source>never</source>
            <translation>nie</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>orange cell</source>
            <translation>orange Zelle</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>reach the other base</source>
            <translation>die andere Basis erreichen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>red base</source>
            <translation>rote Basis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>red base, the middle</source>
            <translation>rote Basis, die Mitte</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>small</source>
            <translation>klein</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>the limit of {count} turns is reached: a draw</source>
            <translation>die Grenze von {count} Zügen ist erreicht: Remis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>the same board with the same side to move for the third time: a draw</source>
            <translation>dasselbe Brett mit derselben Seite am Zug zum dritten Mal: Remis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>{count} cells</source>
            <translation>{count} Felder</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/game.py" />
            <source>{option} must be a whole number from {low} to {high} with bases of {base} x {base}: each has {margin} columns between it and its wall, and one column lies between them</source>
            <translation>{option} muss bei Basen von {base} x {base} eine ganze Zahl von {low} bis {high} sein: Zwischen jeder Basis und ihrem Rand liegen {margin} Spalten, und zwischen beiden eine</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>Acquire takes exactly three different empty cells</source>
            <translation>Erwerben nimmt genau drei verschiedene leere Felder</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>Acquire takes three empty cells, and there are only {count}</source>
            <translation>Erwerben nimmt drei leere Felder, und es gibt nur {count}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>none of the cells around the block at {cell} are yours: Vanquish needs {needed}</source>
            <translation>keines der Felder um den Block bei {cell} gehört dir: nötig sind {needed}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>only {count} of the cells around the block at {cell} are yours: Vanquish needs {needed}</source>
            <translation>nur {count} der Felder um den Block bei {cell} gehören dir: nötig sind {needed}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>only {count} of the cells around the block at {cell} is yours: Vanquish needs {needed}</source>
            <translation>nur {count} der Felder um den Block bei {cell} gehört dir: nötig sind {needed}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>the block at {cell} contains a base cell</source>
            <translation>der Block bei {cell} enthält ein Feld einer Basis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>the block at {cell} is not all of one owner</source>
            <translation>der Block bei {cell} gehört nicht ganz derselben Seite</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>the block at {cell} is not entirely on the board</source>
            <translation>der Block bei {cell} liegt nicht ganz auf dem Brett</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>there is no path of your cells from your base to the enemy's</source>
            <translation>es gibt keinen Weg deiner Felder von deiner Basis zur gegnerischen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>this is not an action of Conquid</source>
            <translation>das ist kein Zug von Conquid</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/moves.py" />
            <source>{cell} is part of a base</source>
            <translation>{cell} ist Teil einer Basis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>Acquire takes exactly three cells: write it like A c4 d4 d5</source>
            <translation>Erwerben nimmt genau drei Felder: Schreibe es wie A c4 d4 d5</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>a position begins with the side to move, 1 or 2, and a blank</source>
            <translation>eine Stellung beginnt mit der Seite am Zug, 1 oder 2, und einem Leerzeichen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <location filename="../../../netgame/games/shared/dice_notation.py" />
            <source>a position of {game} is shorter than this text</source>
            <translation>eine Stellung von {game} ist kürzer als dieser Text</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>row {row} may hold only . 1 2 a and b</source>
            <translation>Reihe {row} darf nur . 1 2 a und b enthalten</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>{cell} is named twice: Acquire takes three different cells</source>
            <translation>{cell} kommt zweimal vor: Erwerben nimmt drei verschiedene Felder</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>{cell} may not be {letter}: it is not part of that base</source>
            <translation>{cell} darf nicht {letter} sein, dort liegt keine solche Basis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>{cell} must be {letter}: it is part of a base</source>
            <translation>{cell} muss {letter} sein, dort liegt eine Basis</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>{move} is not an action: write it like A c4 d4 d5, C, V c3 or Q</source>
            <translation>{move} ist kein Zug: Schreibe ihn wie A c4 d4 d5, C, V c3 oder Q</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>{side} acquires {cells}</source>
            <translation>{side} erwirbt {cells}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>{side} conquers nothing</source>
            <translation>{side} erobert nichts</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>{side} conquers one cell</source>
            <translation>{side} erobert ein Feld</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>{side} conquers {count} cells</source>
            <translation>{side} erobert {count} Felder</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>{side} declares Conquest</source>
            <translation>{side} erklärt den Durchbruch</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/notation.py" />
            <source>{side} vanquishes the block at {cell}</source>
            <translation>{side} vernichtet den Block bei {cell}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>Acquire takes three empty cells, and there are fewer: choose another action.</source>
            <translation>Erwerben nimmt drei leere Felder, und es gibt weniger: Wähle eine andere Aktion.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>Choose one more empty cell.</source>
            <translation>Wähle noch ein leeres Feld.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>Choose the marked top left cell of a 4 x 4 block.</source>
            <translation>Wähle das markierte Feld oben links in einem Block von 4 x 4.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>Choose three empty cells, or another action.</source>
            <translation>Wähle drei leere Felder oder eine andere Aktion.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>Choose two more empty cells.</source>
            <translation>Wähle noch zwei leere Felder.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>The marked block becomes empty.</source>
            <translation>Der markierte Block wird leer.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>The marked cells become yours.</source>
            <translation>Die markierten Felder werden deine.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <location filename="../../../netgame/games/shared/dice_selection.py" />
            <location filename="../../../netgame/games/shared/octagon_selection.py" />
            <source>The move is complete.</source>
            <translation>Der Zug ist fertig.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>This path wins the game.</source>
            <translation>Dieser Weg gewinnt die Partie.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>This takes nothing: use your turn anyway?</source>
            <translation>Das nimmt nichts: Willst du den Zug trotzdem dafür verwenden?</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>Your opponent has a path: break it now.</source>
            <translation>Die Gegenseite hat einen Weg: Unterbrich ihn jetzt.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/conquid/selection.py" />
            <source>Your path is complete: Conquest wins.</source>
            <translation>Dein Weg ist fertig: Der Durchbruch gewinnt.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <location filename="../../../netgame/games/thud/game.py" />
            <source>Battles</source>
            <translation>Runden</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>Draw after so many moves without a capture or a move of the Rock</source>
            <translation>Remis nach so vielen Zügen ohne Schlagen und ohne Zug des Felsens</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <location filename="../../../netgame/games/thud/game.py" />
            <source>Dwarfs</source>
            <translation>Zwerge</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>Dwarfs beside the Rock to move it</source>
            <translation>Zwerge neben dem Fels, um ihn zu bewegen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>Koom Valley Thud</source>
            <translation>Koom Valley Thud</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>Rock {count} from the goal</source>
            <translation>Fels {count} vor dem Ziel</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <location filename="../../../netgame/games/thud/game.py" />
            <source>Trolls</source>
            <translation>Trolle</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>Trolls may trample several dwarfs in one turn</source>
            <translation>Trolle dürfen in einem Zug mehrere Zwerge zertrampeln</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>both sides agreed to stop</source>
            <translation>beide Seiten haben sich geeinigt, aufzuhören</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>carry the Rock home</source>
            <translation>den Fels heimtragen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <location filename="../../../netgame/games/thud/game.py" />
            <source>dwarf</source>
            <translation>Zwerg</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>guarded Rock</source>
            <translation>bewachter Fels</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <location filename="../../../netgame/games/thud/game.py" />
            <source>one battle</source>
            <translation>eine Runde</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>the Rock</source>
            <translation>der Fels</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>the Rock has reached {cell}</source>
            <translation>der Fels hat {cell} erreicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <location filename="../../../netgame/games/thud/files.py" />
            <location filename="../../../netgame/games/thud/game.py" />
            <source>the battle is over</source>
            <translation>die Runde ist zu Ende</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>three trolls stand beside the Rock on {cell}</source>
            <translation>drei Trolle stehen neben dem Fels auf {cell}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <location filename="../../../netgame/games/thud/game.py" />
            <source>troll</source>
            <translation>Troll</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>{count} moves without a capture or a move of the Rock</source>
            <translation>{count} Züge ohne Schlagen und ohne Zug des Felsens</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>{count} of {need} beside the Rock</source>
            <translation>{count} von {need} neben dem Fels</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/game.py" />
            <source>{side} have no move left</source>
            <translation>{side} haben keinen Zug mehr</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>Rock</source>
            <translation>Fels</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>a dwarf that arrives on {end} takes the troll on {cell}: write x{cell}</source>
            <translation>ein Zwerg, der auf {end} ankommt, schlägt den Troll auf {cell}: Schreibe x{cell}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>a trampling troll lands two squares on, and {end} is not that far from {start}</source>
            <translation>ein trampelnder Troll landet zwei Felder weiter, und {end} ist von {start} nicht so weit</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>a troll goes three squares at most, and {cell} is further away</source>
            <translation>ein Troll geht höchstens drei Felder, und {cell} ist weiter weg</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>a troll that goes over the dwarf on {cell} tramples it: write x{cell}</source>
            <translation>ein Troll, der über den Zwerg auf {cell} geht, zertrampelt ihn: Schreibe x{cell}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>a troll tramples one dwarf a turn, and stops on {cell}</source>
            <translation>ein Troll zertrampelt einen Zwerg je Zug und hält auf {cell} an</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>no troll on {cell} is between {end} and another dwarf</source>
            <translation>kein Troll auf {cell} steht zwischen {end} und einem anderen Zwerg</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>only a troll can continue from {cell}</source>
            <translation>nur ein Troll geht von {cell} weiter</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>the Rock captures nothing on {cell}</source>
            <translation>der Fels schlägt auf {cell} nichts</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>the Rock moves one square, and {cell} is further away</source>
            <translation>der Fels geht ein Feld weit, und {cell} ist weiter weg</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>the Rock needs a dwarf beside {cell}, and there is none</source>
            <translation>der Fels braucht einen Zwerg neben {cell}, und es ist keiner da</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>the Rock needs {need} dwarfs beside {cell}, and there are {count}</source>
            <translation>der Fels braucht {need} Zwerge neben {cell}, und es sind {count}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>there is no dwarf to trample on {cell}</source>
            <translation>auf {cell} ist kein Zwerg zum Zertrampeln</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>there is no dwarf to trample on {cell} on this way</source>
            <translation>auf {cell} ist auf diesem Weg kein Zwerg zum Zertrampeln</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>there is no {piece} on {cell}</source>
            <translation>auf {cell} steht kein {piece}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>this board has no such square</source>
            <translation>dieses Brett hat kein solches Feld</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>this is not a move of Koom Valley Thud</source>
            <translation>das ist kein Zug von Koom Valley Thud</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/moves.py" />
            <source>{cell} is in the way: only trampled dwarfs can be jumped</source>
            <translation>{cell} ist im Weg: nur zertrampelte Zwerge werden übersprungen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/notation.py" />
            <location filename="../../../netgame/games/thud/notation.py" />
            <source>The dwarf on {from} moves to {to}</source>
            <translation>Der Zwerg auf {from} zieht nach {to}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/notation.py" />
            <source>The dwarf on {from} moves to {to} and takes the troll on {cells}</source>
            <translation>Der Zwerg auf {from} zieht nach {to} und schlägt den Troll auf {cells}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/notation.py" />
            <source>The dwarf on {from} moves to {to} and takes the trolls on {cells}</source>
            <translation>Der Zwerg auf {from} zieht nach {to} und schlägt die Trolle auf {cells}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/notation.py" />
            <source>The dwarfs move the Rock from {from} to {to}</source>
            <translation>Die Zwerge bewegen den Fels von {from} nach {to}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/notation.py" />
            <source>The troll on {from} goes over {over} to {to} and tramples the dwarfs on {cells}</source>
            <translation>Der Troll auf {from} geht über {over} nach {to} und zertrampelt die Zwerge auf {cells}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/notation.py" />
            <location filename="../../../netgame/games/thud/notation.py" />
            <source>The troll on {from} moves to {to}</source>
            <translation>Der Troll auf {from} zieht nach {to}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/notation.py" />
            <source>The troll on {from} tramples the dwarf on {cells} and lands on {to}</source>
            <translation>Der Troll auf {from} zertrampelt den Zwerg auf {cells} und landet auf {to}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/notation.py" />
            <source>{move} is not a move: write it like dA10-A6, TF2-H4xG3 or RH8-H7</source>
            <translation>{move} ist kein Zug: Schreibe ihn wie dA10-A6, TF2-H4xG3 oder RH8-H7</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/selection.py" />
            <source>Choose a dwarf or the Rock to move.</source>
            <translation>Wähle einen Zwerg oder den Fels zum Ziehen.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/koom/selection.py" />
            <source>The troll may stop here or trample on.</source>
            <translation>Der Troll kann hier anhalten oder weitertrampeln.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>Layout</source>
            <translation>Anordnung</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>RoyalClod</source>
            <translation>RoyalClod</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>six boards, two dice</source>
            <translation>sechs Bretter, zwei Würfel</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>tall</source>
            <translation>hoch</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>tall: 18 rows of 12</source>
            <translation>hoch: 18 Reihen zu 12</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>wide</source>
            <translation>breit</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/royalclod/game.py" />
            <source>wide: 12 rows of 18</source>
            <translation>breit: 12 Reihen zu 18</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>a roll is two dice from 1 to {sides}</source>
            <translation>ein Wurf sind zwei Würfel von 1 bis {sides}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>largest region {count}</source>
            <translation>größtes Gebiet {count}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>no roll is due</source>
            <translation>jetzt wird nicht gewürfelt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>the board is full: equal largest regions of {count}</source>
            <translation>das Brett ist voll: Die größten Gebiete sind gleich, je {count}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>the board is full: equal largest regions of {count}, so White wins</source>
            <translation>das Brett ist voll: Die größten Gebiete sind gleich, je {count}, also gewinnt Weiß</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>the board is full: no roll is due</source>
            <translation>das Brett ist voll: Es wird nicht mehr gewürfelt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>the board is full: the largest regions are {black} (Black) and {white} (White)</source>
            <translation>das Brett ist voll: Die größten Gebiete sind {black} (Schwarz) und {white} (Weiß)</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>the roll {roll} does not allow {cell}</source>
            <translation>der Wurf {roll} erlaubt {cell} nicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_game.py" />
            <source>there is a stone on {cell} already</source>
            <translation>auf {cell} liegt schon ein Stein</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_notation.py" />
            <source>a position is B or W, a blank, a roll like 42 or - or !, a blank, and the rows</source>
            <translation>eine Stellung ist B oder W, ein Leerzeichen, ein Wurf wie 42 oder - oder !, ein Leerzeichen und die Reihen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_notation.py" />
            <source>row {row} may hold only . B and W</source>
            <translation>Reihe {row} darf nur . B und W enthalten</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_notation.py" />
            <source>the roll {roll} allows no cell here: write ! for a second roll</source>
            <translation>der Wurf {roll} erlaubt hier kein Feld: Schreibe ! für einen zweiten Wurf</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_notation.py" />
            <source>{side} places a stone on {cell}</source>
            <translation>{side} setzt einen Stein auf {cell}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/dice_selection.py" />
            <source>Choose one of the marked cells for your stone.</source>
            <translation>Wähle eines der markierten Felder für deinen Stein.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_moves.py" />
            <source>a move from {cell} must end on another square</source>
            <translation>ein Zug von {cell} muss auf einem anderen Feld enden</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_moves.py" />
            <source>the {piece} on {cell} is in the way</source>
            <translation>der {piece} auf {cell} ist im Weg</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_moves.py" />
            <source>{end} is not in a straight line from {start}</source>
            <translation>{end} liegt nicht in gerader Linie von {start}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_notation.py" />
            <source>a position begins with the side to move, d or T, and a blank</source>
            <translation>eine Stellung beginnt mit der Seite am Zug, d oder T, und einem Leerzeichen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_notation.py" />
            <source>a set-up list is shorter than this text</source>
            <translation>eine Aufstellung ist kürzer als dieser Text</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_notation.py" />
            <source>the list must name the square of the stone or Rock, like RH8</source>
            <translation>die Liste muss das Feld des Steins oder Felsens nennen, wie RH8</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_notation.py" />
            <source>the list names two stones or Rocks, but there is only one</source>
            <translation>die Liste nennt zwei Steine oder Felsen, es gibt nur einen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_notation.py" />
            <source>there is no square {name} on this board</source>
            <translation>auf diesem Brett gibt es kein Feld {name}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_notation.py" />
            <source>{item} is not a piece: write d, T or R and a square, like dF1</source>
            <translation>{item} ist keine Figur: d, T oder R und ein Feld, wie dF1</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_selection.py" />
            <source>Choose a dwarf to move.</source>
            <translation>Wähle einen Zwerg zum Ziehen.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_selection.py" />
            <source>Choose a troll to move.</source>
            <translation>Wähle einen Troll zum Ziehen.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_selection.py" />
            <source>Choose where the Rock goes.</source>
            <translation>Wähle, wohin der Fels geht.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_selection.py" />
            <source>Choose where the dwarf goes.</source>
            <translation>Wähle, wohin der Zwerg geht.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_selection.py" />
            <source>Choose where the troll goes.</source>
            <translation>Wähle, wohin der Troll geht.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/octagon_selection.py" />
            <source>the {piece} on {cell} cannot move</source>
            <translation>der {piece} auf {cell} kann nicht ziehen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/rows.py" />
            <source>row {row} must have {count} cells</source>
            <translation>Reihe {row} muss {count} Felder haben</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/shared/rows.py" />
            <source>the board has {count} rows, the text has {found}</source>
            <translation>das Brett hat {count} Reihen, der Text hat {found}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/files.py" />
            <source>Thud, one ply a line</source>
            <translation>Thud, ein Halbzug je Zeile</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/files.py" />
            <source>a .thud file holds Thud and not {game}</source>
            <translation>eine Datei .thud enthält Thud und nicht {game}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/files.py" />
            <source>a .thud file without a ply cannot say that the trolls move first</source>
            <translation>eine Datei .thud ohne Halbzug kann nicht sagen, dass die Trolle zuerst ziehen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/files.py" />
            <source>a file has at most {limit} plies</source>
            <translation>eine Datei hat höchstens {limit} Halbzüge</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/files.py" />
            <source>a match has two rounds at most</source>
            <translation>eine Partie hat höchstens zwei Runden</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/files.py" />
            <source>a round begins with its set-up list, like dF1,dG1,TG7,RH8</source>
            <translation>eine Runde beginnt mit ihrer Aufstellung, wie dF1,dG1,TG7,RH8</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/files.py" />
            <source>the file is empty</source>
            <translation>die Datei ist leer</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/files.py" />
            <source>the second round starts from another set-up than the first</source>
            <translation>die zweite Runde beginnt mit einer anderen Aufstellung als die erste</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/files.py" />
            <source>this is Koom Valley Thud, and a .thud file holds Thud</source>
            <translation>das ist Koom Valley Thud, und eine Datei .thud enthält Thud</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>A shove takes</source>
            <translation>Ein Stoß schlägt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>A troll's step takes</source>
            <translation>Ein Schritt eines Trolls schlägt</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>Count after so many moves without a capture</source>
            <translation>Zählen nach so vielen Zügen ohne Schlagen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>Thud</source>
            <translation>Thud</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>all dwarfs</source>
            <translation>alle Zwerge</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>all dwarfs or none</source>
            <translation>alle Zwerge oder keinen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>any dwarfs</source>
            <translation>beliebige Zwerge</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>both sides agreed to stop: the dwarfs' captures count {dwarfs}, the trolls' {trolls}; {dwarfs_left} dwarfs and {trolls_left} trolls are left</source>
            <translation>beide Seiten haben sich geeinigt, aufzuhören: Schlagpunkte der Zwerge {dwarfs}, der Trolle {trolls}; auf dem Brett {dwarfs_left} Zwerge und {trolls_left} Trolle</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>dwarfs and trolls</source>
            <translation>Zwerge und Trolle</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>one dwarf or more</source>
            <translation>einen Zwerg oder mehr</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>one dwarf or none</source>
            <translation>einen Zwerg oder keinen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>published rules</source>
            <translation>veröffentlichte Regeln</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>the Thudstone</source>
            <translation>der Donnerstein</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>{count} moves without a capture: the dwarfs' captures count {dwarfs}, the trolls' {trolls}; {dwarfs_left} dwarfs and {trolls_left} trolls are left</source>
            <translation>{count} Züge ohne Schlagen: Schlagpunkte der Zwerge {dwarfs}, der Trolle {trolls}; auf dem Brett {dwarfs_left} Zwerge und {trolls_left} Trolle</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>{side} have no move left: the dwarfs' captures count {dwarfs}, the trolls' {trolls}; {dwarfs_left} dwarfs and {trolls_left} trolls are left</source>
            <translation>{side} haben keinen Zug mehr: Schlagpunkte der Zwerge {dwarfs}, der Trolle {trolls}; auf dem Brett {dwarfs_left} Zwerge und {trolls_left} Trolle</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/game.py" />
            <source>{side} resigned, all their pieces are captured: the dwarfs' captures count {dwarfs}, the trolls' {trolls}; {dwarfs_left} dwarfs and {trolls_left} trolls are left</source>
            <translation>{side} haben aufgegeben, alle ihre Figuren sind geschlagen: Schlagpunkte der Zwerge {dwarfs}, der Trolle {trolls}; auf dem Brett {dwarfs_left} Zwerge und {trolls_left} Trolle</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>Thudstone</source>
            <translation>Donnerstein</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>a dwarf captures only the troll it lands on, and there is none on {cell}</source>
            <translation>ein Zwerg schlägt nur den Troll, auf dem er landet, und auf {cell} ist keiner</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>a hurl to {cell} captures the troll there and nothing else: write x{cell}</source>
            <translation>ein Wurf nach {cell} schlägt den Troll dort und sonst nichts: Schreibe x{cell}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>a hurl to {cell} needs {need} dwarfs in line, and there are {line}</source>
            <translation>ein Wurf nach {cell} braucht {need} Zwerge in einer Linie, und es sind {line}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>a shove must capture: name a dwarf next to {end}</source>
            <translation>ein Stoß muss schlagen: Nenne einen Zwerg neben {end}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>a shove to {cell} needs {need} trolls in line, and there are {line}</source>
            <translation>ein Stoß nach {cell} braucht {need} Trolle in einer Linie, und es sind {line}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>a shove to {end} captures every dwarf next to it</source>
            <translation>ein Stoß nach {end} schlägt jeden Zwerg daneben</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>a step to {end} captures one dwarf at most</source>
            <translation>ein Schritt nach {end} schlägt höchstens einen Zwerg</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>a troll that moves to {end} captures every dwarf next to it or none</source>
            <translation>ein Troll, der nach {end} zieht, schlägt jeden Zwerg daneben oder keinen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>a troll that moves to {end} captures one dwarf, or shoved every dwarf next to it</source>
            <translation>ein Troll, der nach {end} zieht, schlägt einen Zwerg, oder gestoßen jeden Zwerg daneben</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>there is no dwarf on {cell} next to {end} to capture</source>
            <translation>auf {cell} neben {end} ist kein Zwerg zum Schlagen</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>this is not a move of Thud</source>
            <translation>das ist kein Zug von Thud</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/moves.py" />
            <source>{cell} is in the way: nothing can be jumped</source>
            <translation>{cell} ist im Weg: nichts kann übersprungen werden</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/notation.py" />
            <source>The dwarf on {from} is hurled to {to} and takes the troll there</source>
            <translation>Der Zwerg auf {from} wird nach {to} geworfen und schlägt den Troll dort</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/notation.py" />
            <source>The troll on {from} is shoved to {to} and takes the dwarf on {cells}</source>
            <translation>Der Troll auf {from} wird nach {to} gestoßen und schlägt den Zwerg auf {cells}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/notation.py" />
            <source>The troll on {from} is shoved to {to} and takes the dwarfs on {cells}</source>
            <translation>Der Troll auf {from} wird nach {to} gestoßen und schlägt die Zwerge auf {cells}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/notation.py" />
            <source>The troll on {from} moves to {to} and takes the dwarf on {cells}</source>
            <translation>Der Troll auf {from} zieht nach {to} und schlägt den Zwerg auf {cells}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/notation.py" />
            <source>The troll on {from} moves to {to} and takes the dwarfs on {cells}</source>
            <translation>Der Troll auf {from} zieht nach {to} und schlägt die Zwerge auf {cells}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/notation.py" />
            <source>the Thudstone is on H8, not on {cell}</source>
            <translation>der Stein liegt auf H8, nicht auf {cell}</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/notation.py" />
            <source>{move} is not a move: write it like dO11-O9 or TF7-D5xC4</source>
            <translation>{move} ist kein Zug: Schreibe ihn wie dO11-O9 oder TF7-D5xC4</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/selection.py" />
            <source>A shove must capture: click a dwarf to take.</source>
            <translation>Ein Stoß muss schlagen: Klicke einen Zwerg an, den er nimmt.</translation>
        </message>
        <message>
            <location filename="../../../netgame/games/thud/selection.py" />
            <source>Click dwarfs to take or spare them.</source>
            <translation>Klicke Zwerge an, um sie zu schlagen oder zu schonen.</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>that cannot be claimed at this table</source>
            <translation>an diesem Tisch kann man das nicht beanspruchen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>the time a player may be away must be from {low} to {high} seconds</source>
            <translation>ein Spieler darf {low} bis {high} Sekunden weg sein</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>this table does not limit absence</source>
            <translation>dieser Tisch begrenzt die Abwesenheit nicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>unknown reason for an absence</source>
            <translation>unbekannter Grund für eine Abwesenheit</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>with days for each move the absence of a player has no limit: write wait</source>
            <translation>mit Tagen je Zug hat die Abwesenheit eines Spielers keine Grenze: schreibe wait</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>write an absence policy like wait, forfeit 60 or adjourn 60</source>
            <translation>die Regel für Abwesende wird so geschrieben: wait, forfeit 60 oder adjourn 60</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>{name} is already away</source>
            <translation>{name} ist schon abwesend</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>{name} is away too</source>
            <translation>{name} ist auch abwesend</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>{name} is back</source>
            <translation>{name} ist wieder da</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>{name} is not away</source>
            <translation>{name} ist nicht abwesend</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/absence.py" />
            <source>{name} may be away for another {s} s</source>
            <translation>{name} darf noch {s} s abwesend sein</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/conditional.py" />
            <source>a line cannot go on after the end of the game</source>
            <translation>eine Folge kann nach dem Ende der Partie nicht weitergehen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/conditional.py" />
            <source>a line ends before a roll of the dice: nobody knows what it shows</source>
            <translation>eine Folge endet vor einem Wurf: niemand weiß, was er zeigt</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/conditional.py" />
            <source>a line ends with a move of your own</source>
            <translation>eine Folge endet mit einem eigenen Zug</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/conditional.py" />
            <source>at a table you can keep {lines} lines of {moves} moves</source>
            <translation>an einem Tisch kannst du {lines} Folgen mit {moves} Zügen behalten</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/conditional.py" />
            <location filename="../../../netgame/match/moves.py" />
            <source>conditional moves are for games with days for each move</source>
            <translation>bedingte Züge gibt es in Partien mit Tagen je Zug</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/conditional.py" />
            <source>conditional moves are for the time in which the other side is to move</source>
            <translation>bedingte Züge sind für die Zeit, in der die andere Seite am Zug ist</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/conditional.py" />
            <source>two lines have different answers to the same moves</source>
            <translation>zwei Folgen haben verschiedene Antworten auf dieselben Züge</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>a match begins with event 1, at a time from 1970 to 9999</source>
            <translation>eine Partie beginnt mit Ereignis 1, zu einer Zeit von 1970 bis 9999</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>a rated match must start from the usual position of the game</source>
            <translation>eine gewertete Partie muss mit der üblichen Stellung des Spiels beginnen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>nobody signs the first event of a log</source>
            <translation>niemand unterschreibt das erste Ereignis eines Protokolls</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>spectators can be at most {most} seconds behind</source>
            <translation>Zuschauer können höchstens {most} Sekunden zurück sein</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the access of a table must be open, code or invited</source>
            <translation>der Zugang zu einem Tisch muss open, code oder invited sein</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the dice are of the host, or in a game with dice of the players</source>
            <translation>gewürfelt wird vom Gastgeber, oder in einem Spiel mit Würfeln von den Spielern</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the game is already over in this position</source>
            <translation>in dieser Stellung ist das Spiel schon zu Ende</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the match uses version {theirs} of the match rules, but this program knows versions up to {ours}; update it</source>
            <translation>die Partie folgt Version {theirs} der Partieregeln, dieses Programm kennt aber nur Versionen bis {ours}; aktualisiere es</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the match uses version {theirs} of the rules of {game}, but this program knows version {ours}; update it</source>
            <translation>die Partie folgt Version {theirs} der Regeln von {game}, dieses Programm kennt aber Version {ours}; aktualisiere es</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the match uses version {theirs} of the rules of {game}, which this program with version {ours} no longer knows</source>
            <translation>die Partie folgt Version {theirs} der Regeln von {game}, die dieses Programm mit Version {ours} nicht mehr kennt</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the option {option} is missing</source>
            <translation>die Option {option} fehlt</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the origin of a log is the key of its host in base64url, / and the table</source>
            <translation>der Ursprung eines Protokolls ist der Schlüssel des Gastgebers in base64url, / und der Tisch</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the score of a series is three numbers: wins of each player, and draws</source>
            <translation>der Stand einer Serie sind drei Zahlen: Siege der beiden Spieler und Unentschieden</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the server does not know the game {game}; ask its operator to update it</source>
            <translation>der Server kennt das Spiel {game} nicht; bitte den Betreiber, ihn zu aktualisieren</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the server has version {theirs} of the rules of {game}, which is older than version {ours} of this program and has no option {option}; ask its operator to update it</source>
            <translation>der Server hat Version {theirs} der Regeln von {game}, die älter ist als Version {ours} dieses Programms und keine Option {option} hat; bitte den Betreiber, ihn zu aktualisieren</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>the server uses version {theirs} of the rules of {game}, which this program with version {ours} no longer knows; ask the operator of the server to update it</source>
            <translation>der Server folgt Version {theirs} der Regeln von {game}, die dieses Programm mit Version {ours} nicht mehr kennt; bitte den Betreiber des Servers, ihn zu aktualisieren</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/create.py" />
            <source>{game} has no option {option}</source>
            <translation>{game} hat keine Option {option}</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/decide.py" />
            <location filename="../../../netgame/match/moves.py" />
            <source>no roll of the dice is due</source>
            <translation>es ist kein Wurf fällig</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/decide.py" />
            <source>only the host of the table can do that</source>
            <translation>das kann nur der Gastgeber des Tischs</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/decide.py" />
            <source>only the other side can answer your offer</source>
            <translation>nur die andere Seite kann auf dein Angebot antworten</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/decide.py" />
            <source>only the player who made an offer can withdraw it</source>
            <translation>nur wer ein Angebot gemacht hat, kann es zurückziehen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/decide.py" />
            <source>the board has changed since; the move was made for an earlier position</source>
            <translation>das Brett hat sich seitdem geändert; der Zug galt einer früheren Stellung</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/decide.py" />
            <source>the leg is already over; you can still resign the match</source>
            <translation>dieser Durchgang ist schon zu Ende; du kannst noch die Partie aufgeben</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/decide.py" />
            <source>the match has started, so its table cannot be closed</source>
            <translation>die Partie hat begonnen, also kann der Tisch nicht geschlossen werden</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/decide.py" />
            <location filename="../../../netgame/match/evolve.py" />
            <location filename="../../../netgame/match/hosts.py" />
            <location filename="../../../netgame/records/handover.py" />
            <source>the match is over</source>
            <translation>die Partie ist zu Ende</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/decide.py" />
            <source>this table knows no such command</source>
            <translation>dieser Tisch kennt diesen Befehl nicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/decide.py" />
            <location filename="../../../server/lobby/conditional_moves.py" />
            <location filename="../../../server/net/table_requests.py" />
            <source>you have no seat at this table</source>
            <translation>du hast keinen Platz an diesem Tisch</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/evolve.py" />
            <location filename="../../../netgame/records/handover.py" />
            <location filename="../../../server/tables/table.py" />
            <source>a match begins with the event created</source>
            <translation>eine Partie beginnt mit dem Ereignis created</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/evolve.py" />
            <source>a signature has 64 bytes and names an earlier event</source>
            <translation>eine Unterschrift hat 64 Bytes und nennt ein früheres Ereignis</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/evolve.py" />
            <source>by the rules the clocks show other times</source>
            <translation>nach den Regeln zeigen die Uhren andere Zeiten</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/evolve.py" />
            <source>by the rules the next event is {kind}</source>
            <translation>nach den Regeln ist das nächste Ereignis {kind}</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/evolve.py" />
            <source>its time is before that of the previous event, or after the year 9999</source>
            <translation>seine Zeit liegt vor der des vorigen Ereignisses oder nach dem Jahr 9999</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/evolve.py" />
            <source>the next event must have the number {number}</source>
            <translation>das nächste Ereignis muss die Nummer {number} haben</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/evolve.py" />
            <source>the players did not agree to more time</source>
            <translation>die Spieler haben sich nicht auf mehr Zeit geeinigt</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/evolve.py" />
            <source>{kind} cannot happen here</source>
            <translation>{kind} kann hier nicht vorkommen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/followups.py" />
            <source>nothing has ended this leg</source>
            <translation>nichts hat diesen Durchgang beendet</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/hosts.py" />
            <source>a person and a computer player cannot swap a seat</source>
            <translation>ein Mensch und ein Computerspieler können einen Platz nicht tauschen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/hosts.py" />
            <source>only {name} can take that seat, with the same key as before</source>
            <translation>nur {name} kann diesen Platz nehmen, mit dem Schlüssel von vorher</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/hosts.py" />
            <source>the players of this match have no keys, so only its first host can go on with it</source>
            <translation>die Spieler dieser Partie haben keine Schlüssel, deshalb kann nur ihr erster Gastgeber sie weiterführen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/hosts.py" />
            <source>this host keeps the match already</source>
            <translation>dieser Gastgeber führt die Partie schon</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/hosts.py" />
            <location filename="../../../netgame/match/seats.py" />
            <source>{name} has taken that seat</source>
            <translation>{name} hat diesen Platz genommen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/legs.py" />
            <source>by the rules this leg has another result</source>
            <translation>nach den Regeln hat dieser Durchgang ein anderes Ergebnis</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/legs.py" />
            <source>the match goes on when both players have taken their seats again</source>
            <translation>die Partie geht weiter, wenn beide ihre Plätze wieder eingenommen haben</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/legs.py" />
            <source>the match is not paused</source>
            <translation>die Partie ist nicht unterbrochen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/legs.py" />
            <location filename="../../../netgame/match/state.py" />
            <source>the match is paused</source>
            <translation>die Partie ist unterbrochen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/legs.py" />
            <source>the next leg has the number {leg}</source>
            <translation>der nächste Durchgang hat die Nummer {leg}</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/legs.py" />
            <source>the next leg starts when both are ready or the wait is over</source>
            <translation>der nächste Durchgang beginnt, wenn beide bereit sind oder die Wartezeit um ist</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/legs.py" />
            <source>the players did not agree to this pause</source>
            <translation>die Spieler haben sich nicht auf diese Pause geeinigt</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>a move is one short line of plain characters</source>
            <translation>ein Zug ist eine kurze Zeile aus einfachen Zeichen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>a move without a clock has no uncharged time</source>
            <translation>ein Zug ohne Uhr hat keine nicht angerechnete Zeit</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>it is the turn of {name}</source>
            <translation>{name} ist am Zug</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>no link of {name} is due</source>
            <translation>von {name} ist kein Glied fällig</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>no turn is forfeited here</source>
            <translation>hier verfällt kein Zug</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>roll the dice first</source>
            <translation>würfle zuerst</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>that is not the next link of the chain of {name}</source>
            <translation>das ist nicht das nächste Glied der Kette von {name}</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <location filename="../../../netgame/match/seats.py" />
            <source>the host rolls the dice of this table</source>
            <translation>an diesem Tisch würfelt der Gastgeber</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>the links of the players give other dice</source>
            <translation>die Glieder der Spieler ergeben andere Würfel</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>the move arrived before the turn began</source>
            <translation>der Zug kam, bevor er an der Reihe war</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>the next roll has the index {index}</source>
            <translation>der nächste Wurf hat den Index {index}</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>the players did not agree that the host rolls the dice</source>
            <translation>die Spieler haben nicht vereinbart, dass der Gastgeber würfelt</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>the players did not agree to take a move back</source>
            <translation>die Spieler haben sich nicht darauf geeinigt, einen Zug zurückzunehmen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>the uncharged network lag is more than the lag bank holds</source>
            <translation>die nicht angerechnete Netzverzögerung ist größer als ihr Guthaben</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>this roll was {dice} before the take-back</source>
            <translation>dieser Wurf war vor der Rücknahme {dice}</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/moves.py" />
            <source>{name} has run out of time</source>
            <translation>die Zeit von {name} ist abgelaufen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>an offer expires only with a move or at the end of a leg</source>
            <translation>ein Angebot verfällt nur mit einem Zug oder am Ende eines Durchgangs</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>only a take-back names a move</source>
            <translation>nur eine Rücknahme nennt einen Zug</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>that offer is no longer open</source>
            <translation>dieses Angebot ist nicht mehr offen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>that was declined {n} times; wait for {moves} more moves</source>
            <translation>das wurde {n}-mal abgelehnt; warte noch {moves} Züge</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>the director of the tournament does not allow pauses</source>
            <translation>die Turnierleitung erlaubt keine Pausen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>the host rolls the dice of this table already</source>
            <translation>an diesem Tisch würfelt schon der Gastgeber</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>the match is adjourned</source>
            <translation>die Partie ist vertagt</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>the offer must name the move to take back</source>
            <translation>das Angebot muss den Zug nennen, der zurückgenommen werden soll</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>the other side has already offered that</source>
            <translation>das hat die andere Seite schon angeboten</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>there is no offer of that kind</source>
            <translation>ein solches Angebot gibt es nicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>this table has no clock</source>
            <translation>dieser Tisch hat keine Uhr</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>until each side has moved, either player can abort the match alone</source>
            <translation>bis jede Seite gezogen hat, kann jeder die Partie allein abbrechen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>you can offer that once between two of your moves</source>
            <translation>das kannst du zwischen zwei deiner Züge einmal anbieten</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>you can offer that {most} times between two of your moves</source>
            <translation>das kannst du zwischen zwei deiner Züge {most}-mal anbieten</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>you have already offered that</source>
            <translation>das hast du schon angeboten</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/offers.py" />
            <source>{game} cannot end by agreement here</source>
            <translation>{game} kann hier nicht durch Einigung enden</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/results.py" />
            <source>by the rules the ratings after the match are others</source>
            <translation>nach den Regeln sind die Wertungen nach der Partie andere</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/results.py" />
            <source>by the rules this match has another result</source>
            <translation>nach den Regeln hat diese Partie ein anderes Ergebnis</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/results.py" />
            <source>nothing has ended this match</source>
            <translation>nichts hat diese Partie beendet</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/results.py" />
            <source>the ratings before the match are outside their limits</source>
            <translation>die Wertungen vor der Partie liegen außerhalb ihrer Grenzen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/results.py" />
            <source>there is another leg to play</source>
            <translation>es ist noch ein Durchgang zu spielen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/results.py" />
            <source>this match is not rated</source>
            <translation>diese Partie wird nicht gewertet</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <source>a chain begins with 32 bytes that are not those of the other player</source>
            <translation>eine Kette beginnt mit 32 Bytes, und nicht mit denen des anderen Spielers</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <source>no leg is waiting to start</source>
            <translation>kein Durchgang wartet auf seinen Beginn</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <source>that seat is free</source>
            <translation>dieser Platz ist frei</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <source>the description of a computer player is at most 40 ASCII characters</source>
            <translation>die Beschreibung eines Computers hat höchstens 40 ASCII-Zeichen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <source>the host paused the match and will resume it</source>
            <translation>der Gastgeber hat die Partie unterbrochen und setzt sie fort</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <source>the match has started, so the seats cannot change</source>
            <translation>die Partie hat begonnen, also können die Plätze nicht wechseln</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <source>the public key of a player has 32 bytes</source>
            <translation>der öffentliche Schlüssel eines Spielers hat 32 Bytes</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <location filename="../../../server/refusals.py" />
            <source>this rated match is for people only</source>
            <translation>diese gewertete Partie ist nur für Menschen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <source>{name} already has a seat at this table</source>
            <translation>{name} hat schon einen Platz an diesem Tisch</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <source>{name} has a chain already</source>
            <translation>{name} hat schon eine Kette</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/seats.py" />
            <source>{name} is already ready</source>
            <translation>{name} ist schon bereit</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/state.py" />
            <source>the leg is over and the next one has not started yet</source>
            <translation>der Durchgang ist zu Ende, und der nächste hat noch nicht begonnen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/state.py" />
            <source>the match has not started yet</source>
            <translation>die Partie hat noch nicht begonnen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/state.py" />
            <source>the position after it is another one than the host of the match computed</source>
            <translation>die Stellung danach ist eine andere als die, die der Gastgeber der Partie berechnet hat</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/state.py" />
            <source>{name} has no such move to take back</source>
            <translation>{name} hat keinen solchen Zug zum Zurücknehmen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/time_control.py" />
            <source>the number of days</source>
            <translation>die Zahl der Tage</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/time_control.py" />
            <source>the number of periods</source>
            <translation>die Zahl der Perioden</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/time_control.py" />
            <source>the time for a move, in seconds,</source>
            <translation>die Zeit für einen Zug, in Sekunden,</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/time_control.py" />
            <source>the time of a side, in seconds,</source>
            <translation>die Zeit einer Seite, in Sekunden,</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/time_control.py" />
            <source>this version of the match rules has no weekends off</source>
            <translation>diese Version der Partieregeln kennt keine freien Wochenenden</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/time_control.py" />
            <source>unknown time control {kind}; use one of {known}</source>
            <translation>unbekannte Bedenkzeit {kind}; möglich sind {known}</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/time_control.py" />
            <source>write this time control like {example}</source>
            <translation>diese Bedenkzeit wird so geschrieben: {example}</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/time_control.py" />
            <source>{what} must be from {low} to {high}</source>
            <translation>{what} muss von {low} bis {high} gehen</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/tries.py" />
            <source>a roll of {count} dice is due there</source>
            <translation>dort ist ein Wurf mit {count} Würfeln fällig</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/tries.py" />
            <source>no move of the match has the number {number}</source>
            <translation>kein Zug der Partie hat die Nummer {number}</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/tries.py" />
            <source>the game is over there</source>
            <translation>das Spiel ist dort zu Ende</translation>
        </message>
        <message>
            <location filename="../../../netgame/match/tries.py" />
            <source>the moves of the line are not written as the rules write them</source>
            <translation>die Züge der Variante sind nicht so geschrieben, wie die Regeln sie schreiben</translation>
        </message>
        <message>
            <location filename="../../../netgame/options.py" />
            <source>usual</source>
            <translation>üblich</translation>
        </message>
        <message>
            <location filename="../../../netgame/options.py" />
            <source>{option} must be a whole number from {low} to {high}</source>
            <translation>{option} muss eine ganze Zahl von {low} bis {high} sein</translation>
        </message>
        <message>
            <location filename="../../../netgame/options.py" />
            <source>{option} must be one of {choices}</source>
            <translation>{option} muss eines davon sein: {choices}</translation>
        </message>
        <message>
            <location filename="../../../netgame/options.py" />
            <source>{option} must be yes or no</source>
            <translation>{option} muss ja oder nein sein</translation>
        </message>
        <message>
            <location filename="../../../netgame/players/dice_links.py" />
            <source>The server shows another course of this game than before, so your program draws no more dice here</source>
            <translation>Der Server zeigt einen anderen Verlauf dieses Spiels als vorher, darum zieht dein Programm hier keine Würfel mehr</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/event_lines.py" />
            <source>an event begins with its number, its time as +seconds.milliseconds, and its kind</source>
            <translation>die Zeile eines Ereignisses beginnt mit seiner Nummer, seiner Zeit als +Sekunden.Millisekunden und seiner Art</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/event_lines.py" />
            <source>this version of records has no event called {kind}</source>
            <translation>in einer Aufzeichnung dieser Version gibt es kein Ereignis namens {kind}</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/event_lines.py" />
            <source>write an event {kind} like this: {form}</source>
            <translation>ein Ereignis {kind} wird so geschrieben: {form}</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/event_lines.py" />
            <source>write the signature of a player like this: signed &lt;number&gt; &lt;86 characters of base64url&gt;</source>
            <translation>schreibe die Unterschrift eines Spielers so: signed &lt;Nummer&gt; &lt;86 Zeichen in base64url&gt;</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/event_lines.py" />
            <source>write the signature of the host like this: sealed &lt;86 characters of base64url&gt;</source>
            <translation>schreibe die Unterschrift des Gastgebers so: sealed &lt;86 Zeichen in base64url&gt;</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/header.py" />
            <source>the first line of a record is "{magic}"</source>
            <translation>die erste Zeile einer Aufzeichnung ist "{magic}"</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/header.py" />
            <source>the version of the rules must be a number</source>
            <translation>die Version der Regeln muss eine Zahl sein</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/header.py" />
            <source>this time does not exist</source>
            <translation>diese Zeit gibt es nicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/header.py" />
            <source>write a time like 2026-05-01T18:00:00.000Z</source>
            <translation>eine Zeit wird geschrieben wie 2026-05-01T18:00:00.000Z</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/header.py" />
            <source>write an option like this: option &lt;name&gt;: &lt;value&gt;</source>
            <translation>eine Option wird so geschrieben: option &lt;Name&gt;: &lt;Wert&gt;</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/header.py" />
            <source>write this line like: {line}</source>
            <translation>diese Zeile wird geschrieben wie: {line}</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/lines.py" />
            <source>this line should begin with "{label}: "</source>
            <translation>diese Zeile sollte beginnen mit "{label}: "</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/lines.py" />
            <location filename="../../../netgame/records/reader.py" />
            <source>this line should read: {line}</source>
            <translation>diese Zeile sollte lauten: {line}</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/lines.py" />
            <source>{text} is not a text in quotes</source>
            <translation>{text} ist kein Text in Anführungszeichen</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/lines.py" />
            <source>{text} is not base64url</source>
            <translation>{text} ist nicht base64url</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/reader.py" />
            <source>a comment is one line of at most {limit} characters, without spaces at its ends</source>
            <translation>ein Kommentar ist eine Zeile Text ohne Leerzeichen an den Enden, mit höchstens {limit} Zeichen</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/reader.py" />
            <source>a comment must follow the start of a leg, a move or a forfeited turn</source>
            <translation>ein Kommentar muss auf den Beginn einer Runde, einen Zug oder einen verlorenen Zug folgen</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/reader.py" />
            <source>a record has at most {limit} bytes</source>
            <translation>eine Aufzeichnung hat höchstens {limit} Byte</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/reader.py" />
            <source>a record has at most {limit} events</source>
            <translation>eine Aufzeichnung hat höchstens {limit} Ereignisse</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/reader.py" />
            <source>nothing may follow the checksum</source>
            <translation>nach der Prüfsumme darf nichts folgen</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/reader.py" />
            <source>the checksum does not match the lines above: the record was changed</source>
            <translation>die Prüfsumme passt nicht zu den Zeilen darüber: Die Aufzeichnung wurde geändert</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/reader.py" />
            <source>the record ends too early</source>
            <translation>die Aufzeichnung endet zu früh</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/reader.py" />
            <source>there must be an empty line between the head and the events</source>
            <translation>zwischen Kopf und Ereignissen muss eine leere Zeile stehen</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/reader.py" />
            <source>this line is not UTF-8 text</source>
            <translation>diese Zeile ist kein Text in UTF-8</translation>
        </message>
        <message>
            <location filename="../../../netgame/records/writer.py" />
            <source>this match is too long for a record</source>
            <translation>diese Partie ist zu lang für eine Aufzeichnung</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A bye is no game</source>
            <translation>Ein Freilos ist keine Partie</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A draw cannot be by forfeit</source>
            <translation>Ein Remis gibt es nicht kampflos</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A pause, or the time in which players have to appear, is at most {high} seconds</source>
            <translation>Eine Pause, oder die Zeit, in der alle erscheinen müssen, dauert höchstens {high} Sekunden</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A player of that game has left the tournament</source>
            <translation>Jemand aus dieser Partie hat das Turnier verlassen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A player of that game plays another one now</source>
            <translation>Jemand aus dieser Partie spielt jetzt eine andere</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A player of these pairings does not take part</source>
            <translation>Jemand aus diesen Paarungen nimmt nicht teil</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A player of these pairings replays a game of an earlier round now</source>
            <translation>Jemand aus diesen Paarungen spielt gerade eine Partie einer früheren Runde noch einmal</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A player would be without a game. Confirm that this is right</source>
            <translation>Ein Spieler wäre ohne Partie. Bestätige, dass das stimmt</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A player would have a second bye. Confirm that this is right</source>
            <translation>Ein Spieler hätte ein zweites Freilos. Bestätige, dass das stimmt</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A result is a win, a draw, or no point for both</source>
            <translation>Ein Ergebnis ist ein Sieg, ein Unentschieden oder für beide kein Punkt</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A tournament has at most {count} invitations</source>
            <translation>Ein Turnier hat höchstens {count} Einladungen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A tournament has at most {high} rounds</source>
            <translation>Ein Turnier hat höchstens {high} Runden</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A tournament has from {low} to {high} places</source>
            <translation>Ein Turnier hat {low} bis {high} Plätze</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A tournament is open, or by invitation</source>
            <translation>Ein Turnier ist offen oder auf Einladung</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A tournament knows no such command</source>
            <translation>Einen solchen Befehl kennt ein Turnier nicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>A tournament needs two players or more</source>
            <translation>Ein Turnier braucht mindestens zwei Teilnehmer</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>All {count} places of the tournament are taken</source>
            <translation>Alle {count} Plätze des Turniers sind besetzt</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>An arena lasts from {low} to {high} minutes</source>
            <translation>Eine Arena dauert {low} bis {high} Minuten</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>An arena needs clocks of minutes, so that its games end in time</source>
            <translation>Eine Arena braucht Uhren mit Minuten, damit ihre Partien rechtzeitig enden</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Give the tournament a title</source>
            <translation>Gib dem Turnier einen Titel</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>It is not paused</source>
            <translation>Es ist nicht unterbrochen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Name each player of the new pairings once</source>
            <translation>Nenne jede Person der neuen Paarungen einmal</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <location filename="../../../server/tables/create.py" />
            <source>No game called {game} is known here</source>
            <translation>Ein Spiel namens {game} ist hier nicht bekannt</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>No kind of tournament is called {format}</source>
            <translation>Keine Art von Turnier heißt {format}</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>No time is proposed for this game</source>
            <translation>Für diese Partie ist kein Termin vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Only a Swiss can be paired by hand: in other tournaments later rounds would not fit</source>
            <translation>Nur ein Turnier nach Schweizer System lässt sich von Hand paaren: in anderen passten spätere Runden nicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Only a Swiss tournament has a number of rounds to choose</source>
            <translation>Nur bei einem Turnier nach Schweizer System kann man die Zahl der Runden wählen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Only the director of the tournament can do that</source>
            <translation>Das kann nur die Turnierleitung</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Only the pairings of the last round can be changed</source>
            <translation>Nur die Paarungen der letzten Runde lassen sich ändern</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Only the two players of a game agree on its time</source>
            <translation>Nur die beiden Spieler einer Partie vereinbaren ihren Termin</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Players agree on times only in a Swiss or a round robin</source>
            <translation>Termine vereinbaren Spieler nur im Schweizer System oder in einem Rundenturnier</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Players who did not appear are asked, withdrawn, or kept</source>
            <translation>Wer nicht erschienen ist, wird gefragt, scheidet aus oder bleibt</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Results are confirmed when the tournament is over</source>
            <translation>Ergebnisse werden bestätigt, wenn das Turnier vorbei ist</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Some games are not over. Set their results first</source>
            <translation>Einige Partien sind nicht zu Ende. Trage zuerst ihre Ergebnisse ein</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>That player directs the tournament already</source>
            <translation>Diese Person leitet das Turnier schon</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>That player does not take part in this tournament</source>
            <translation>Diese Person nimmt an diesem Turnier nicht teil</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>That player has an invitation already</source>
            <translation>Diese Person hat schon eine Einladung</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>That player takes part already</source>
            <translation>Diese Person nimmt schon teil</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The director has removed you from this tournament</source>
            <translation>Die Turnierleitung hat dich aus diesem Turnier entfernt</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The game has that result already</source>
            <translation>Die Partie hat dieses Ergebnis schon</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The game has to begin before the time of its round is over</source>
            <translation>Die Partie muss beginnen, bevor die Zeit ihrer Runde vorbei ist</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The game of one of these players is over in this round</source>
            <translation>Die Partie einer dieser Personen ist in dieser Runde schon zu Ende</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The log of the tournament is full. The director can end it</source>
            <translation>Das Protokoll des Turniers ist voll. Die Turnierleitung kann es beenden</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The next round of this knock-out has begun, so its results stay</source>
            <translation>Die nächste Runde dieses K.-o.-Turniers hat begonnen, deshalb bleiben die Ergebnisse</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The players are paired like that already</source>
            <translation>Die Spielenden sind schon so gepaart</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The start of the tournament is in the past</source>
            <translation>Der Beginn des Turniers liegt in der Vergangenheit</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The start of the tournament is more than a year ahead</source>
            <translation>Der Beginn des Turniers liegt mehr als ein Jahr in der Zukunft</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The tournament has not started yet</source>
            <translation>Das Turnier hat noch nicht begonnen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The tournament has started already</source>
            <translation>Das Turnier hat schon begonnen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The tournament has started, and takes no more players</source>
            <translation>Das Turnier hat begonnen und nimmt niemanden mehr auf</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The tournament is over, so this meeting needs a winner</source>
            <translation>Das Turnier ist vorbei, also braucht diese Begegnung einen Gewinner</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>The tournament is paused already</source>
            <translation>Das Turnier ist schon unterbrochen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>There is a tournament with that id already</source>
            <translation>Ein Turnier mit dieser Kennung gibt es schon</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>There is no such game in this tournament</source>
            <translation>Diese Partie gibt es in diesem Turnier nicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <location filename="../../../server/tournaments/requests.py" />
            <source>There is no such tournament here</source>
            <translation>Dieses Turnier gibt es hier nicht</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>This game begins without an appointment, or has begun</source>
            <translation>Diese Partie beginnt ohne Termin, oder sie hat schon begonnen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>This time is agreed or proposed already</source>
            <translation>Diese Zeit ist schon vereinbart oder vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>This time is in the past</source>
            <translation>Diese Zeit ist vorbei</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>This tournament is by invitation. Ask its director for one</source>
            <translation>Dieses Turnier ist auf Einladung. Bitte die Turnierleitung um eine</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Too many times were proposed for this game. Accept or decline the last</source>
            <translation>Für diese Partie wurden zu viele Termine vorgeschlagen. Nimm den letzten an oder lehne ihn ab</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>Without pauses no game can be adjourned when a player is absent</source>
            <translation>Ohne Pausen kann keine Partie vertagt werden, wenn ein Spieler fehlt</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>You do not take part in this tournament</source>
            <translation>Du nimmst an diesem Turnier nicht teil</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>You have entered and left this tournament too often</source>
            <translation>Du hast dich zu diesem Turnier zu oft an- und abgemeldet</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/decide.py" />
            <source>You take part in this tournament already</source>
            <translation>Du nimmst an diesem Turnier schon teil</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Arena</source>
            <translation>Arena</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Director: {name}</source>
            <translation>Turnierleitung: {name}</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Double round robin</source>
            <translation>Jeder gegen jeden, zweimal</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Games</source>
            <translation>Partien</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Knock-out</source>
            <translation>Pokal</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Rank</source>
            <translation>Platz</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Round robin</source>
            <translation>Jeder gegen jeden</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>Swiss</source>
            <translation>Schweizer System</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>The tournament has not started</source>
            <translation>Das Turnier hat noch nicht begonnen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>The tournament is being played</source>
            <translation>Das Turnier läuft</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>did not appear</source>
            <translation>nicht erschienen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>ended by the director</source>
            <translation>von der Turnierleitung beendet</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>fewer than two players are left</source>
            <translation>weniger als zwei Spieler sind übrig</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>left the tournament</source>
            <translation>hat das Turnier verlassen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>no opponent in this round</source>
            <translation>in dieser Runde ohne Gegner</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>not begun</source>
            <translation>noch nicht begonnen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>the match was aborted</source>
            <translation>die Partie wurde abgebrochen</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/export.py" />
            <source>the rules allow no further round</source>
            <translation>die Regeln erlauben keine weitere Runde</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/state.py" />
            <source>an event of the tournament is missing or comes twice</source>
            <translation>ein Ereignis des Turniers fehlt oder kommt doppelt</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/state.py" />
            <source>an event of the tournament names a player or a board that is not there</source>
            <translation>ein Ereignis des Turniers nennt eine Person oder ein Brett, die es nicht gibt</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/swiss.py" />
            <source>Fewer than two players are left. The tournament ends.</source>
            <translation>Weniger als zwei Spieler sind noch da. Das Turnier endet.</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/swiss.py" />
            <source>The rules allow no further round: too many of the players have met already. The tournament ends.</source>
            <translation>Die Regeln lassen keine weitere Runde zu: Zu viele Spieler haben schon gegeneinander gespielt. Das Turnier endet.</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/tie_breaks.py" />
            <source>Buchholz</source>
            <translation>Buchholz</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/tie_breaks.py" />
            <source>Direct encounter</source>
            <translation>Direkter Vergleich</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/tie_breaks.py" />
            <source>Points from the games of the tied players against each other, if all of them have met.</source>
            <translation>Punkte aus den Partien der punktgleichen Spieler untereinander, wenn alle gegeneinander gespielt haben.</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/tie_breaks.py" />
            <source>Sonneborn-Berger</source>
            <translation>Sonneborn-Berger</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/tie_breaks.py" />
            <source>The number of games that the player won. Byes do not count.</source>
            <translation>Die Zahl der gewonnenen Partien. Freilose zählen nicht.</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/tie_breaks.py" />
            <source>The points of all opponents. A round without a game counts as an opponent who had as many points before it and draws all later games. Rounds that an opponent did not play count as draws.</source>
            <translation>Die Punkte aller Gegner. Eine Runde ohne Partie zählt wie ein Gegner, der vorher gleich viele Punkte hatte und später immer unentschieden spielt. Runden, die ein Gegner nicht gespielt hat, zählen als Unentschieden.</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/tie_breaks.py" />
            <source>The points of the opponents whom the player beat, and half of the points of those with whom they drew.</source>
            <translation>Die Punkte der besiegten Gegner und die halben Punkte der Gegner, gegen die unentschieden gespielt wurde.</translation>
        </message>
        <message>
            <location filename="../../../netgame/tournaments/tie_breaks.py" />
            <source>Wins</source>
            <translation>Siege</translation>
        </message>
        <message>
            <location filename="../../../netgame/typed.py" />
            <source>{letter} ({name}) is no letter of the notation. Is the keyboard set to another alphabet?</source>
            <translation>{letter} ({name}) kommt in der Notation nicht vor. Ist die Tastatur auf ein anderes Alphabet gestellt?</translation>
        </message>
        <message>
            <location filename="../../../protocol/address.py" />
            <source>This address is too long</source>
            <translation>Diese Adresse ist zu lang</translation>
        </message>
        <message>
            <location filename="../../../protocol/address.py" />
            <source>Type the address of the server, like 192.168.1.5 or myserver.example:7763</source>
            <translation>Tippe die Adresse des Servers ein, wie 192.168.1.5 oder meinserver.example:7763</translation>
        </message>
        <message>
            <location filename="../../../protocol/address.py" />
            <source>{host} is not an IP address. An IP address looks like 192.168.1.5 or fe80::1</source>
            <translation>{host} ist keine IP-Adresse. Eine IP-Adresse sieht aus wie 192.168.1.5 oder fe80::1</translation>
        </message>
        <message>
            <location filename="../../../protocol/address.py" />
            <source>{host} is not the name or address of a computer</source>
            <translation>{host} ist kein Name und keine Adresse eines Computers</translation>
        </message>
        <message>
            <location filename="../../../protocol/address.py" />
            <source>{link} is not a netgame link; links start with netgame://</source>
            <translation>{link} ist kein netgame-Link; Links beginnen mit netgame://</translation>
        </message>
        <message>
            <location filename="../../../protocol/address.py" />
            <source>{port} is not a port. A port is a number from 1 to 65535</source>
            <translation>{port} ist kein Port. Ein Port ist eine Zahl von 1 bis 65535</translation>
        </message>
        <message>
            <location filename="../../../protocol/address.py" />
            <source>{table} in the link is not a table</source>
            <translation>{table} im Link ist kein Tisch</translation>
        </message>
        <message>
            <location filename="../../../protocol/address.py" />
            <source>{text} is not an address. An address with brackets looks like [::1]:7763</source>
            <translation>{text} ist keine Adresse. Eine Adresse mit Klammern sieht aus wie [::1]:7763</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/connection.py" />
            <source>The connection to the server was lost</source>
            <translation>Die Verbindung zum Server ging verloren</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/connection.py" />
            <source>The connection was closed</source>
            <translation>Die Verbindung wurde geschlossen</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/connection.py" />
            <source>The server chose a protocol version that this program did not offer</source>
            <translation>Der Server hat eine Protokollversion gewählt, die dieses Programm nicht angeboten hat</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/connection.py" />
            <source>The server sent a reply that cannot be read</source>
            <translation>Der Server hat eine unlesbare Antwort geschickt</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/connection.py" />
            <source>The server sent a reply that does not fit the request</source>
            <translation>Der Server hat eine Antwort geschickt, die nicht zur Anfrage passt</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/dial.py" />
            <source>No address of this server is known. Look for it again on the network</source>
            <translation>Von diesem Server ist keine Adresse bekannt. Suche ihn noch einmal im Netzwerk</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/dial.py" />
            <source>{host} is not on the internet</source>
            <translation>{host} ist nicht im Internet</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>Another server than the one you know answers at {address}. If your server got a new identity, remove it from your list and join it again</source>
            <translation>Unter {address} antwortet ein anderer Server als der, den du kennst. Wenn dein Server einen neuen Schlüssel bekommen hat, entferne ihn aus deiner Liste und verbinde dich neu</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>No computer with the name {host} was found. Check the spelling</source>
            <translation>Ein Computer namens {host} wurde nicht gefunden. Prüfe die Schreibweise</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>Nothing answers at {address}. Check that the computer is on and that its firewall lets port {port} through</source>
            <translation>Unter {address} antwortet nichts. Prüfe, ob der Computer an ist und seine Firewall Port {port} durchlässt</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>The computer at {host} answers, but no server runs there on port {port}. Ask whether the game is still hosted, and on which port</source>
            <translation>Der Computer {host} antwortet, aber an Port {port} läuft dort kein Server. Frage, ob die Partie noch angeboten wird und an welchem Port</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>The connection to {address} was closed at once. A netgame server does this when it is full or shutting down. Try again in a moment. If it happens again, check the address and the port</source>
            <translation>Die Verbindung zu {address} wurde sofort geschlossen. Das macht ein netgame-Server, der voll ist oder gerade beendet wird. Versuche es gleich noch einmal. Wenn es wieder geschieht, prüfe Adresse und Port</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>The program that answers at {address} is not a netgame server. Check the address and the port</source>
            <translation>Das Programm, das unter {address} antwortet, ist kein netgame-Server. Prüfe Adresse und Port</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>The server at {address} closed the connection. It is full or shutting down. Try again in a moment</source>
            <translation>Der Server unter {address} hat die Verbindung geschlossen. Er ist voll oder wird gerade beendet. Versuche es gleich noch einmal</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>The server at {address} does not reply. It is overloaded or hangs. Try again in a moment</source>
            <translation>Der Server unter {address} antwortet nicht. Er ist überlastet oder hängt. Versuche es gleich noch einmal</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>The server at {address} has the same identity as the one where you were, but other data: one of them is a copy. If your server has moved there, remove it from your list and join it again</source>
            <translation>Der Server unter {address} hat dieselbe Identität wie der, bei dem du warst, aber andere Daten: Einer von beiden ist eine Kopie. Wenn dein Server dorthin umgezogen ist, entferne ihn aus deiner Liste und tritt ihm neu bei</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>The server at {address} sent more than its protocol allows, or something else that is wrong. Update this program. If that does not help, tell the operator of the server</source>
            <translation>Der Server unter {address} hat mehr geschickt, als sein Protokoll erlaubt, oder etwas anderes Falsches. Aktualisiere dieses Programm. Hilft das nicht, sag es dem Betreiber des Servers</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>There is no network connection to {host}. Check that this computer is connected to the same network</source>
            <translation>Es gibt keine Netzverbindung zu {host}. Prüfe, ob dieser Computer mit demselben Netzwerk verbunden ist</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>{address} accepts the connection, but does not reply. A netgame server does this when it is overloaded or hangs. Try again in a moment. If it happens again, check the address and the port</source>
            <translation>{address} nimmt die Verbindung an, antwortet aber nicht. Das macht ein netgame-Server, der überlastet ist oder hängt. Versuche es gleich noch einmal. Wenn es wieder geschieht, prüfe Adresse und Port</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>{host} belongs to one network only, and this program does not know which. Type the network of this computer behind it, like {host}%eth0</source>
            <translation>{host} gehört zu nur einem Netz, und dieses Programm weiß nicht, zu welchem. Gib dahinter das Netz dieses Computers an, wie {host}%eth0</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/reasons.py" />
            <source>{host} cannot be reached ({reason}). Check the address, and that both computers are on the same network</source>
            <translation>{host} ist nicht zu erreichen ({reason}). Prüfe die Adresse und ob beide Computer im selben Netzwerk sind</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/session.py" />
            <source>The server has another course of this game than you have seen, perhaps from a copy of its data. Open it again</source>
            <translation>Der Server hat einen anderen Verlauf dieser Partie, als du gesehen hast, vielleicht aus einer Kopie seiner Daten. Öffne sie noch einmal</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/session.py" />
            <source>The server skipped events of the table</source>
            <translation>Der Server hat Ereignisse des Tisches ausgelassen</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/session.py" />
            <source>The server skipped events of the tournament</source>
            <translation>Der Server hat Ereignisse des Turniers ausgelassen</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/session.py" />
            <source>The server stopped answering</source>
            <translation>Der Server antwortet nicht mehr</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/session.py" />
            <source>This program does not read the updates of the server</source>
            <translation>Dieses Programm liest die Nachrichten des Servers nicht</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/session.py" />
            <source>This table has more than {limit} events</source>
            <translation>Dieser Tisch hat mehr als {limit} Ereignisse</translation>
        </message>
        <message>
            <location filename="../../../protocol/client/session.py" />
            <source>This tournament has more than {limit} events</source>
            <translation>Dieses Turnier hat mehr als {limit} Ereignisse</translation>
        </message>
        <message>
            <location filename="../../../protocol/control/client.py" />
            <source>That is too long: a server reads {kib} KiB in one request</source>
            <translation>Das ist zu lang: ein Server liest {kib} KiB in einer Anfrage</translation>
        </message>
        <message>
            <location filename="../../../protocol/control/client.py" />
            <source>The connection to the server was lost ({reason})</source>
            <translation>Die Verbindung zum Server ist abgebrochen ({reason})</translation>
        </message>
        <message>
            <location filename="../../../protocol/control/client.py" />
            <source>The server does not answer; look at its log</source>
            <translation>Der Server antwortet nicht; sehen Sie in sein Protokoll</translation>
        </message>
        <message>
            <location filename="../../../protocol/control/client.py" />
            <source>The server has stopped before it answered</source>
            <translation>Der Server wurde beendet, bevor er antwortete</translation>
        </message>
        <message>
            <location filename="../../../protocol/control/client.py" />
            <source>The server still has not stopped; look at its log</source>
            <translation>Der Server läuft immer noch; sehen Sie in sein Protokoll</translation>
        </message>
        <message>
            <location filename="../../../protocol/control/endpoint.py" />
            <source>No server runs in {folder}</source>
            <translation>In {folder} läuft kein Server</translation>
        </message>
        <message>
            <location filename="../../../protocol/control/endpoint.py" />
            <source>The control socket cannot be at {path} ({reason}). Choose another path with the setting control</source>
            <translation>Der Steuerungs-Socket kann nicht unter {path} liegen ({reason}). Wähle mit der Einstellung control einen anderen Pfad</translation>
        </message>
        <message>
            <location filename="../../../protocol/control/endpoint.py" />
            <source>{path} belongs to another user. Run the command as the user of the server</source>
            <translation>{path} gehört einem anderen Benutzer. Führen Sie den Befehl als Benutzer des Servers aus</translation>
        </message>
        <message>
            <location filename="../../../protocol/control/messages.py" />
            <source>That was not a valid request</source>
            <translation>Das war keine gültige Anfrage</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>Announcement on the network</source>
            <translation>Ankündigung im Netzwerk</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>Networks</source>
            <translation>Netzwerke</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>Others on this network</source>
            <translation>Andere in diesem Netzwerk</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>Space for games</source>
            <translation>Platz für Partien</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>The address of your friend</source>
            <translation>Die Adresse deines Mitspielers</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>The clock</source>
            <translation>Die Uhr</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>The firewall of this computer</source>
            <translation>Die Firewall dieses Computers</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>The game hosted here</source>
            <translation>Die hier angebotene Partie</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>The name of this computer</source>
            <translation>Der Name dieses Computers</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>The port</source>
            <translation>Der Port</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>This program</source>
            <translation>Dieses Programm</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/checks.py" />
            <source>Your friend in the list</source>
            <translation>Dein Mitspieler in der Liste</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>A firewall there blocks UDP port {port}. Joining may fail too.</source>
            <translation>Eine Firewall dort blockiert UDP-Port {port}. Auch das Mitspielen kann misslingen.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>Another server on this network has the identity of the one here: one has a copy of the data</source>
            <translation>Ein anderer Server in diesem Netzwerk hat die Identität von dem hier: Einer hat eine Kopie der Daten</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>Connect to a network, or close the program that blocks discovery. Until then, tell others the address.</source>
            <translation>Verbinde dich mit einem Netzwerk, oder beende das Programm, das die Suche blockiert. Sag den anderen bis dahin die Adresse.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>If there should be one, choose Join, then Ask each address here, or check its address. A firewall of this computer may drop the answers to usual queries.</source>
            <translation>Wenn einer da sein sollte, wähle Mitspielen, dann „Jede Adresse hier fragen“, oder prüfe seine Adresse. Eine Firewall dieses Computers kann die Antworten auf übliche Fragen verwerfen.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>No game is hosted here, so nothing is announced</source>
            <translation>Hier wird keine Partie angeboten, also wird nichts angekündigt</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>No other server was found on this network</source>
            <translation>In diesem Netzwerk wurde kein anderer Server gefunden</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>On one of the two computers, make a new identity: the window of the host offers it, or stop the server and run netgame-server identity new. Until then players may find the wrong one.</source>
            <translation>Erzeuge auf einem der beiden Computer eine neue Identität: Das Fenster des Hosts bietet es an, oder halte den Server an und führe netgame-server identity new aus. Bis dahin finden Spieler vielleicht den falschen.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>Start the program without this variable.</source>
            <translation>Starte das Programm ohne diese Variable.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>That is enough on most networks. Players who do not see the game can type the address.</source>
            <translation>Das genügt in den meisten Netzwerken. Wer die Partie nicht sieht, kann die Adresse eintippen.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>The network or a firewall drops multicast. You can play nevertheless.</source>
            <translation>Das Netzwerk oder eine Firewall verwirft Multicast. Gespielt werden kann trotzdem.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>These servers answer, but their announcements do not arrive: {names}</source>
            <translation>Diese Server antworten, aber ihre Ankündigungen kommen nicht an: {names}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>These servers are announced, but do not answer queries: {names}</source>
            <translation>Diese Server sind angekündigt, antworten aber nicht auf Anfragen: {names}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>These servers were found: {names}</source>
            <translation>Diese Server wurden gefunden: {names}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>This computer does not find its own server on the network</source>
            <translation>Dieser Computer findet seinen eigenen Server nicht im Netzwerk</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>This computer finds its own server by {ways}</source>
            <translation>Dieser Computer findet seinen eigenen Server über {ways}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>This computer finds its own server only by {ways}</source>
            <translation>Dieser Computer findet seinen eigenen Server nur über {ways}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>This game is not announced on the network, because NETGAME_LAN is none</source>
            <translation>Diese Partie wird im Netzwerk nicht angekündigt, weil NETGAME_LAN none ist</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <source>This program does not look for servers, because NETGAME_LAN is none</source>
            <translation>Dieses Programm sucht keine Server, weil NETGAME_LAN none ist</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/discovery.py" />
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>To check that others can join, host a game and come back.</source>
            <translation>Um zu prüfen, ob andere mitspielen können, biete eine Partie an und komm wieder.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/findings.py" />
            <source>This check is not possible here ({reason})</source>
            <translation>Das lässt sich hier nicht prüfen ({reason})</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/findings.py" />
            <source>This took too long</source>
            <translation>Das hat zu lange gedauert</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/findings.py" />
            <source>Try again in a minute.</source>
            <translation>Versuche es in einer Minute noch einmal.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/firewall.py" />
            <source>If others cannot join a game here, open the ports with these commands, as an administrator.</source>
            <translation>Wenn andere hier nicht mitspielen können, öffne die Ports als Administrator mit diesen Befehlen.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/firewall.py" />
            <source>No firewall of this computer blocks TCP port {tcp} and UDP port {udp}</source>
            <translation>Keine Firewall dieses Computers blockiert TCP-Port {tcp} und UDP-Port {udp}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/firewall.py" />
            <source>The firewall of this computer ({name}) blocks TCP port {tcp} or UDP port {udp}</source>
            <translation>Die Firewall dieses Computers ({name}) blockiert TCP-Port {tcp} oder UDP-Port {udp}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/firewall.py" />
            <source>The firewall of this computer ({name}) is on. This program cannot read its rules</source>
            <translation>Die Firewall dieses Computers ({name}) ist an. Dieses Programm kann ihre Regeln nicht lesen</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/machine.py" />
            <source>Free some space on that disk.</source>
            <translation>Schaffe auf dieser Festplatte Platz.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/machine.py" />
            <source>Games are stored in {folder}; {free} MB are free there</source>
            <translation>Partien werden in {folder} gespeichert; dort sind {free} MB frei</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/machine.py" />
            <source>Make it writable, or start the program with --home and another folder.</source>
            <translation>Mach ihn beschreibbar, oder starte das Programm mit --home und einem anderen Ordner.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/machine.py" />
            <source>Set date and time in the system settings.</source>
            <translation>Stelle Datum und Uhrzeit in den Systemeinstellungen.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/machine.py" />
            <source>The clock of this computer is wrong: {time}</source>
            <translation>Die Uhr dieses Computers geht falsch: {time}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/machine.py" />
            <source>The clock shows {time}</source>
            <translation>Die Uhr zeigt {time}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/machine.py" />
            <source>The clock shows {time} and is synchronized over the network</source>
            <translation>Die Uhr zeigt {time} und wird über das Netzwerk gestellt</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/machine.py" />
            <source>The folder for games, {folder}, has little free space: {free} MB</source>
            <translation>Im Ordner für Partien, {folder}, ist wenig Platz: {free} MB</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/machine.py" />
            <source>The folder {folder} is not writable ({reason}), so games cannot be hosted here</source>
            <translation>Der Ordner {folder} ist nicht beschreibbar ({reason}), also können hier keine Partien angeboten werden</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/machine.py" />
            <source>{program} with Python {python} on {system}</source>
            <translation>{program} mit Python {python} unter {system}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>Connect to the network that the other computer is on, by Wi-Fi or by cable.</source>
            <translation>Verbinde dich über WLAN oder Kabel mit dem Netzwerk, in dem der andere Computer ist.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>Friends can type its address under Other address.</source>
            <translation>Mitspieler können seine Adresse unter Andere Adresse eintippen.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>Friends can use its address.</source>
            <translation>Mitspieler können seine Adresse verwenden.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>Friends in the same VPN can play with you. For others, connect to their network.</source>
            <translation>Mitspieler im selben VPN können mit dir spielen. Für andere verbinde dich mit ihrem Netz.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>If friends on the network do not see you, switch off the VPN during the game. Friends in the same VPN can play with you.</source>
            <translation>Wenn Mitspieler in diesem Netz dich nicht sehen, schalte das VPN während der Partie aus. Mitspieler im selben VPN können mit dir spielen.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>Start it without this variable to play with others.</source>
            <translation>Starte es ohne diese Variable, um mit anderen zu spielen.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>Tell your friend the address, not the name.</source>
            <translation>Sag deinem Mitspieler die Adresse, nicht den Namen.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>The name {name} is not known on this network</source>
            <translation>Der Name {name} ist in diesem Netzwerk nicht bekannt</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>The name {name} resolves to another computer</source>
            <translation>Der Name {name} führt zu einem anderen Computer</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>The name {name} resolves to this computer</source>
            <translation>Der Name {name} führt zu diesem Computer</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>The name {name} was not looked up</source>
            <translation>Der Name {name} wurde nicht nachgeschlagen</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>This computer has no name</source>
            <translation>Dieser Computer hat keinen Namen</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>This computer has only public addresses, so other computers cannot find it on a local network</source>
            <translation>Dieser Computer hat nur öffentliche Adressen, also können andere Computer ihn nicht in einem lokalen Netzwerk finden</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>This computer is on no network</source>
            <translation>Dieser Computer ist in keinem Netzwerk</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>This computer is on the network {nets}</source>
            <translation>Dieser Computer ist im Netzwerk {nets}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>This computer is on the network {nets}, and a VPN is on: {vpn}</source>
            <translation>Dieser Computer ist im Netzwerk {nets}, und ein VPN ist an: {vpn}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>This computer is only on virtual networks or a VPN: {nets}</source>
            <translation>Dieser Computer ist nur in virtuellen Netzwerken oder einem VPN: {nets}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>This program uses only this computer, because NETGAME_LAN is {word}</source>
            <translation>Dieses Programm nutzt nur diesen Computer, weil NETGAME_LAN {word} ist</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/networks.py" />
            <source>Your friend has to be on one of these networks too.</source>
            <translation>Dein Mitspieler muss auch in einem dieser Netzwerke sein.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Another netgame on this computer hosts on port {port}</source>
            <translation>Ein anderes netgame auf diesem Computer bietet an Port {port} an</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Another program blocks UDP port {port}</source>
            <translation>Ein anderes Programm blockiert UDP-Port {port}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Both can host. The list of games has the right port of each.</source>
            <translation>Beide können anbieten. Die Liste der Spiele kennt den richtigen Port von jedem.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Hosting works on another port. To use this one, close that program.</source>
            <translation>Anbieten geht an einem anderen Port. Um diesen zu verwenden, beende jenes Programm.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>No game is hosted here now</source>
            <translation>Hier wird gerade keine Partie angeboten</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Other computers may not find games on this one. Close that program.</source>
            <translation>Andere Computer finden Partien auf diesem vielleicht nicht. Beende jenes Programm.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Players who type your address have to type the port too. The list of games has the right port.</source>
            <translation>Mitspieler, die deine Adresse eintippen, müssen auch den Port eintippen. In der Liste der Partien steht der richtige.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Stop hosting and host again. If that does not help, send the details to a helper.</source>
            <translation>Hör auf, anzubieten, und biete neu an. Wenn das nicht hilft, schick die Einzelheiten jemandem, der dir hilft.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>TCP port {port} is free</source>
            <translation>TCP-Port {port} ist frei</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>TCP port {port} is used by {user}</source>
            <translation>TCP-Port {port} wird von {user} verwendet</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Your server answers at {hosts}</source>
            <translation>Dein Server antwortet unter {hosts}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Your server does not answer at {hosts}</source>
            <translation>Dein Server antwortet nicht unter {hosts}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Your server uses TCP port {port}</source>
            <translation>Dein Server verwendet TCP-Port {port}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Your server uses port {own}</source>
            <translation>Dein Server verwendet Port {own}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Your server uses port {own}, because {user} uses port {port}</source>
            <translation>Dein Server verwendet Port {own}, weil {user} Port {port} verwendet</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/ports.py" />
            <source>Your server uses port {own}; another netgame on this computer hosts on port {port}</source>
            <translation>Dein Server verwendet Port {own}; ein anderes netgame auf diesem Computer bietet an Port {port} an</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>A firewall of this computer, or the network, drops such answers. Join by the address. Later you find it under Recent.</source>
            <translation>Eine Firewall dieses Computers oder das Netzwerk verwirft solche Antworten. Spiele über die Adresse mit. Später findest du ihn unter Zuletzt besucht.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>Ask your friend whether the server is new. If it is not, compare its words before you join.</source>
            <translation>Frage deinen Mitspieler, ob der Server neu ist. Wenn nicht, vergleicht seine Wörter, bevor du mitspielst.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>Both computers have to be on the same network: the same Wi-Fi or router, and not a guest network.</source>
            <translation>Beide Computer müssen im selben Netzwerk sein: dasselbe WLAN oder derselbe Router, und kein Gastnetz.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>Check that it is on. There choose Help and Check my set-up. It shows whether its firewall blocks you.</source>
            <translation>Prüfe, ob er an ist. Wähle dort Hilfe und Meine Einrichtung prüfen. Das zeigt, ob seine Firewall dich blockiert.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>Check the spelling, or type the numeric address that your friend sees.</source>
            <translation>Prüfe die Schreibweise oder tippe die Adresse aus Zahlen ein, die dein Mitspieler sieht.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>Connect to the network that your friend uses.</source>
            <translation>Verbinde dich mit dem Netzwerk, das dein Mitspieler benutzt.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>It answers direct queries, but not queries to the whole network</source>
            <translation>Er antwortet auf direkte Anfragen, aber nicht auf Anfragen an das ganze Netzwerk</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>It is in the list of games on this network</source>
            <translation>Er steht in der Liste der Partien in diesem Netzwerk</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>It is on another network than this computer, so it cannot be in the list</source>
            <translation>Er ist in einem anderen Netzwerk als dieser Computer, also kann er nicht in der Liste stehen</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>It may be off, or have a new address. Guest networks isolate their computers.</source>
            <translation>Vielleicht ist er aus oder hat eine neue Adresse. Gastnetze halten ihre Computer voneinander fern.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>Join by its address. Later you find it under Recent.</source>
            <translation>Spiele über seine Adresse mit. Später findest du ihn unter Zuletzt besucht.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>No computer with the name {name} was found</source>
            <translation>Ein Computer namens {name} wurde nicht gefunden</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>Nothing answers at {host}, port {port}</source>
            <translation>Unter {host}, Port {port}, antwortet nichts</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>On that computer choose Help and Check my set-up. It shows the command that opens the port.</source>
            <translation>Wähle auf jenem Computer Hilfe und Meine Einrichtung prüfen. Das zeigt den Befehl, der den Port öffnet.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>Open UDP port {port} in the firewall of that computer, or join by its address.</source>
            <translation>Öffne UDP-Port {port} in der Firewall jenes Computers, oder spiele über seine Adresse mit.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>The computer {host} is on, but its firewall blocks port {port}</source>
            <translation>Der Computer {host} ist an, aber seine Firewall blockiert Port {port}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>There is no computer with the address {host} on this network now</source>
            <translation>In diesem Netzwerk ist jetzt kein Computer mit der Adresse {host}</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>This can be checked when the server can be reached</source>
            <translation>Das lässt sich prüfen, wenn der Server zu erreichen ist</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>Type the address that your friend's waiting table shows.</source>
            <translation>Tippe die Adresse ein, die der wartende Tisch deines Mitspielers zeigt.</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>You can join it, but it does not answer queries of the list of games</source>
            <translation>Mitspielen geht dort, aber er antwortet nicht auf Anfragen der Liste der Partien</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>{host} is on another network than this computer ({nets})</source>
            <translation>{host} ist in einem anderen Netzwerk als dieser Computer ({nets})</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>{server} answers at {address}, but it is not the server that was there before</source>
            <translation>{server} antwortet unter {address}, ist aber nicht der Server, der früher dort war</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>{server} answers at {address}. It is the same server as before</source>
            <translation>{server} antwortet unter {address}. Es ist derselbe Server wie früher</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>{server} answers at {address}. Its certificate proves that name</source>
            <translation>{server} antwortet unter {address}. Das Zertifikat beweist diesen Namen</translation>
        </message>
        <message>
            <location filename="../../../protocol/diagnostics/remote_server.py" />
            <source>{server} answers at {address}. You have not met it before</source>
            <translation>{server} antwortet unter {address}. Du warst noch nie dort</translation>
        </message>
        <message>
            <location filename="../../../protocol/discovery/browser.py" />
            <source>Cannot look for games on this network: {reason}. Type the address that the other computer shows.</source>
            <translation>In diesem Netzwerk kann nicht nach Partien gesucht werden: {reason}. Tippe die Adresse ein, die der andere Computer zeigt.</translation>
        </message>
        <message>
            <location filename="../../../protocol/discovery/browser.py" />
            <source>This computer is on no network, so games on other computers cannot be found. Connect to the network that the other computer is on.</source>
            <translation>Dieser Computer ist in keinem Netzwerk, also sind Partien auf anderen Computern nicht zu finden. Verbinde ihn mit dem Netzwerk des anderen Computers.</translation>
        </message>
        <message>
            <location filename="../../../protocol/discovery/udp.py" />
            <source>Another program uses UDP port {port}, so other computers may not find this server on the LAN. If they do not see it, tell them its address.</source>
            <translation>Ein anderes Programm verwendet UDP-Port {port}, also finden andere Computer diesen Server im LAN vielleicht nicht. Wenn sie ihn nicht sehen, sag ihnen die Adresse.</translation>
        </message>
        <message>
            <location filename="../../../protocol/engine/engine.py" />
            <source>The computer player does not answer</source>
            <translation>Der Computerspieler antwortet nicht</translation>
        </message>
        <message>
            <location filename="../../../protocol/engine/engine.py" />
            <source>The computer player gave a wrong answer: {answer}</source>
            <translation>Der Computerspieler hat falsch geantwortet: {answer}</translation>
        </message>
        <message>
            <location filename="../../../protocol/engine/engine.py" />
            <source>The computer player has ended ({reason})</source>
            <translation>Der Computerspieler hat sich beendet ({reason})</translation>
        </message>
        <message>
            <location filename="../../../protocol/engine/engine.py" />
            <source>The computer player reports an error: {reason}</source>
            <translation>Der Computerspieler meldet einen Fehler: {reason}</translation>
        </message>
        <message>
            <location filename="../../../protocol/event_codec.py" />
            <source>An event of this table cannot be read: {reason}</source>
            <translation>Ein Ereignis dieses Tisches ist nicht zu lesen: {reason}</translation>
        </message>
        <message>
            <location filename="../../../protocol/event_codec.py" />
            <source>This table uses events that this program does not know; update it</source>
            <translation>Dieser Tisch verwendet Ereignisse, die dieses Programm nicht kennt; aktualisiere es</translation>
        </message>
        <message>
            <location filename="../../../protocol/event_codec.py" />
            <source>This tournament uses events that this program does not know; update it</source>
            <translation>Dieses Turnier verwendet Ereignisse, die dieses Programm nicht kennt; aktualisiere es</translation>
        </message>
        <message>
            <location filename="../../../protocol/framing.py" />
            <source>A message of {size} bytes is larger than the {limit} allowed</source>
            <translation>Eine Nachricht von {size} Byte ist größer als die erlaubten {limit}</translation>
        </message>
        <message>
            <location filename="../../../protocol/framing.py" />
            <source>That was not a message of this protocol</source>
            <translation>Das war keine Nachricht dieses Protokolls</translation>
        </message>
        <message>
            <location filename="../../../protocol/framing.py" />
            <source>The connection ended inside a message</source>
            <translation>Die Verbindung endete mitten in einer Nachricht</translation>
        </message>
        <message>
            <location filename="../../../protocol/identity/device_key.py" />
            <source>A passphrase needs at least {low} characters</source>
            <translation>Eine Passphrase braucht mindestens {low} Zeichen</translation>
        </message>
        <message>
            <location filename="../../../protocol/identity/device_key.py" />
            <source>The key of this player in {path} cannot be used ({reason}). Restore the file from a backup, or move it away to get a new key. With a new key you are a new player at each server until you sign in with your password</source>
            <translation>Der Schlüssel dieses Spielers in {path} ist nicht zu gebrauchen ({reason}). Stelle die Datei aus einer Sicherung wieder her, oder verschiebe sie, um einen neuen Schlüssel zu bekommen. Mit einem neuen Schlüssel bist du an jedem Server ein neuer Spieler, bis du dich mit deinem Passwort anmeldest</translation>
        </message>
        <message>
            <location filename="../../../protocol/identity/device_key.py" />
            <source>This file cannot be opened. It is not the key of a player, or the passphrase is wrong</source>
            <translation>Diese Datei lässt sich nicht öffnen. Sie ist kein Schlüssel eines Spielers, oder die Passphrase ist falsch</translation>
        </message>
        <message>
            <location filename="../../../protocol/identity/device_key.py" />
            <source>This file contains another kind of key, not the key of a player</source>
            <translation>Diese Datei enthält einen anderen Schlüssel, nicht den eines Spielers</translation>
        </message>
        <message>
            <location filename="../../../protocol/identity/server_certificate.py" />
            <source>The certificate in {path} cannot be used ({reason}). Set cert to the file with the whole certificate chain, and key to the file with its private key. The server has to be able to read both</source>
            <translation>Das Zertifikat in {path} ist nicht zu gebrauchen ({reason}). Gib als cert die Datei mit der ganzen Zertifikatskette an und als key die Datei mit ihrem privaten Schlüssel. Der Server muss beide lesen können</translation>
        </message>
        <message>
            <location filename="../../../protocol/identity/server_certificate.py" />
            <source>The identity of this server in {path} cannot be used ({reason}). Restore the file from a backup, or delete it to get a new identity. Players then see a warning that this is a new server</source>
            <translation>Der Schlüssel dieses Servers in {path} ist nicht zu gebrauchen ({reason}). Stelle die Datei aus einer Sicherung wieder her, oder lösche sie, um einen neuen Schlüssel zu bekommen. Die Spieler sehen dann die Warnung, dass dies ein neuer Server ist</translation>
        </message>
        <message>
            <location filename="../../../protocol/identity/server_certificate.py" />
            <source>The key in {path} cannot be used ({reason}). Set key to the file with the private key of the certificate in cert, without a password. The server has to be able to read it</source>
            <translation>Der Schlüssel in {path} ist nicht zu gebrauchen ({reason}). Gib als key die Datei mit dem privaten Schlüssel des Zertifikats in cert an, ohne Passwort. Der Server muss sie lesen können</translation>
        </message>
        <message>
            <location filename="../../../protocol/texts.py" />
            <source>A name has {low} to {high} visible characters</source>
            <translation>Ein Name hat {low} bis {high} sichtbare Zeichen</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/login_throttle.py" />
            <source>Too many attempts. Wait {seconds} s and try again</source>
            <translation>Das wurde zu oft versucht. Warte {seconds} s und versuche es noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/moderation.py" />
            <source>A moderator has closed this table; its match had not started</source>
            <translation>Ein Moderator hat diesen Tisch geschlossen; die Partie hatte noch nicht begonnen</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/moderation.py" />
            <source>A moderator has disconnected you: {reason}</source>
            <translation>Ein Moderator hat deine Verbindung beendet: {reason}</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/moderation.py" />
            <source>The operator of this server has ended this match. It does not count</source>
            <translation>Der Betreiber dieses Servers hat diese Partie beendet. Sie zählt nicht</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/moderation.py" />
            <source>You cannot do that to yourself or to another moderator</source>
            <translation>Das geht nicht bei dir selbst und nicht bei anderen Moderatoren</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/passwords.py" />
            <source>A password has {low} to {high} characters</source>
            <translation>Ein Passwort hat {low} bis {high} Zeichen</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/passwords.py" />
            <source>That password is too easy to guess. Use several words instead</source>
            <translation>Dieses Passwort ist zu leicht zu erraten. Nimm stattdessen mehrere Wörter</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/passwords.py" />
            <source>Too many password sign-ins at the moment. Try again soon</source>
            <translation>Gerade melden sich zu viele mit Passwort an; versuche es bald noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/reports.py" />
            <source>Describe what happened in 1 to {most} characters</source>
            <translation>Sag mit 1 bis {most} Zeichen, was geschehen ist</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/reports.py" />
            <source>There is no such report</source>
            <translation>Diese Meldung gibt es nicht</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/reports.py" />
            <source>Too many reports. Wait until the moderators have read them</source>
            <translation>Zu viele Meldungen. Warte, bis die Moderatoren sie gelesen haben</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sanctions.py" />
            <source>A moderator has muted you. You cannot send messages for now</source>
            <translation>Ein Moderator hat dich stummgeschaltet. Du kannst vorerst keine Nachrichten senden</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sanctions.py" />
            <source>You are banned from this server: {reason}</source>
            <translation>Du bist auf diesem Server gesperrt: {reason}</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>A moderator has muted you; you cannot choose a name for now</source>
            <translation>Ein Moderator hat dich stummgeschaltet; du kannst zurzeit keinen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>A registered account keeps its name</source>
            <translation>Ein registriertes Konto behält seinen Namen</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>Registration is closed on this server. Ask its operator for an account</source>
            <translation>Die Registrierung auf diesem Server ist geschlossen. Frage den Betreiber nach einem Konto</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>That code is wrong or has expired. Ask for a new one</source>
            <translation>Dieser Code ist falsch oder abgelaufen. Fordere einen neuen an</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>That code is wrong or has expired. Make a new one on the other computer</source>
            <translation>Dieser Code ist falsch oder abgelaufen. Erzeuge einen neuen auf dem anderen Computer</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>That name, or one that looks like it, is already registered. Choose another one</source>
            <translation>Jemand hat diesen Namen registriert oder einen, der ihm gleicht. Wähle einen anderen</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>The account has a new password, set with a mailed code. Sign in with it on this computer too</source>
            <translation>Das Konto hat ein neues Passwort, gesetzt mit einem Code aus einer Mail. Melde dich damit auch an diesem Computer an</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>The current password is wrong</source>
            <translation>Das aktuelle Passwort ist falsch</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>The server cannot read or store anything at the moment. Nothing has changed. Try again later</source>
            <translation>Der Server kann gerade nichts lesen oder speichern; nichts hat sich geändert. Versuche es später</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>The signature of this device is invalid. Connect again; if that does not help, update this program</source>
            <translation>Die Unterschrift dieses Geräts passt nicht. Verbinde dich neu; wenn das nicht hilft, aktualisiere dieses Programm</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>This device no longer belongs to the account</source>
            <translation>Dieses Gerät gehört nicht mehr zum Konto</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>This server is for registered players. Sign in with your name and password, or register</source>
            <translation>Dieser Server ist für registrierte Spieler. Melde dich mit Namen und Passwort an oder registriere dich</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>Too many sign-ins from your address. Wait a moment and try again</source>
            <translation>Zu viele Anmeldungen von deiner Adresse. Warte einen Augenblick und versuche es noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>Wrong name or password</source>
            <translation>Name oder Passwort ist falsch</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>You are already registered</source>
            <translation>Du bist schon registriert</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>You have no password here; register first</source>
            <translation>Du hast hier kein Passwort; registriere dich zuerst</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/sign_in.py" />
            <source>You have no such device</source>
            <translation>Ein solches Gerät hast du nicht</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/vacation.py" />
            <source>This server has no vacations. Its operator can allow them</source>
            <translation>Dieser Server hat keinen Urlaub. Sein Betreiber kann ihn erlauben</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/vacation.py" />
            <source>You are not on vacation</source>
            <translation>Du bist nicht im Urlaub</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/vacation.py" />
            <source>You are on vacation already. End it first</source>
            <translation>Du bist schon im Urlaub. Beende ihn zuerst</translation>
        </message>
        <message>
            <location filename="../../../server/accounts/vacation.py" />
            <source>You have {left} of {most} days of vacation left this year</source>
            <translation>Du hast in diesem Jahr noch {left} von {most} Tagen Urlaub</translation>
        </message>
        <message>
            <location filename="../../../server/app.py" />
            <source>The database failed while the server started ({reason}). Start it again</source>
            <translation>Die Datenbank fiel aus, während der Server startete ({reason}). Starte ihn noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/app.py" />
            <source>The server has lost the thread of its store. Start it again, and report this</source>
            <translation>Der Server kann nicht mehr speichern, weil ein Teil von ihm beendet ist. Starte ihn neu, und melde das</translation>
        </message>
        <message>
            <location filename="../../../server/computer/program.py" />
            <source>Another computer player uses the folder {folder}</source>
            <translation>Ein anderer Computer benutzt den Ordner {folder}</translation>
        </message>
        <message>
            <location filename="../../../server/computer/program.py" />
            <source>The file {file} cannot be read</source>
            <translation>Die Datei {file} kann nicht gelesen werden</translation>
        </message>
        <message>
            <location filename="../../../server/computer/program.py" />
            <source>The folder {folder} cannot be used ({reason})</source>
            <translation>Der Ordner {folder} kann nicht benutzt werden ({reason})</translation>
        </message>
        <message>
            <location filename="../../../server/errors.py" />
            <source>Another server is just starting in this data folder. Join it, stop it, or choose another folder</source>
            <translation>Ein anderer Server startet gerade in diesem Datenordner. Tritt ihm bei, beende ihn oder wähle einen anderen Ordner</translation>
        </message>
        <message>
            <location filename="../../../server/errors.py" />
            <source>Another server serves this data folder on port {port}. Join it, stop it, or choose another folder</source>
            <translation>Ein anderer Server nutzt diesen Datenordner auf Port {port}. Tritt ihm bei, beende ihn oder wähle einen anderen Ordner</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/analyses.py" />
            <source>A computer player cannot look at a match with you</source>
            <translation>Ein Computerspieler kann keine Partie mit dir ansehen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/analyses.py" />
            <source>Only the players of a match can look at it together</source>
            <translation>Nur die Spieler einer Partie können sie zusammen ansehen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/analyses.py" />
            <source>The line has no such place</source>
            <translation>Die Variante hat keine solche Stelle</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/analyses.py" />
            <source>The program of the other player is too old to look at a match together</source>
            <translation>Das Programm der anderen Person ist zu alt, um eine Partie zusammen anzusehen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/analyses.py" />
            <source>This line is too long to be shown. Take back some of its moves</source>
            <translation>Diese Variante ist zu lang, um sie zu zeigen. Nimm einige ihrer Züge zurück</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/analyses.py" />
            <source>You two do not look at this match together</source>
            <translation>Ihr seht diese Partie nicht zusammen an</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/analyses.py" />
            <source>You two have shown {count} lines, which is the most. Look on alone, or begin again</source>
            <translation>Ihr habt {count} Varianten gezeigt, mehr geht nicht. Schau allein weiter, oder fangt neu an</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/broadcast.py" />
            <source>{text}</source>
            <translation>{text}</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <location filename="../../../server/tables/table.py" />
            <location filename="../../../server/tournaments/requests.py" />
            <source>A command has to carry a key of 16 bytes</source>
            <translation>Ein Befehl braucht einen Schlüssel von 16 Byte</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <source>A rated match is for two players who have registered at this server</source>
            <translation>Gewertete Partien sind für zwei Spieler, die auf diesem Server registriert sind</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <source>Computer players neither challenge anybody nor are challenged</source>
            <translation>Computerspieler fordern niemanden heraus und werden nicht herausgefordert</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <source>This challenge was accepted</source>
            <translation>Diese Herausforderung wurde angenommen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <source>This challenge was changed. Answer the new one</source>
            <translation>Diese Herausforderung wurde geändert. Beantworte die neue</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <source>This challenge was declined</source>
            <translation>Diese Herausforderung wurde abgelehnt</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <source>This challenge was withdrawn</source>
            <translation>Diese Herausforderung wurde zurückgezogen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <source>This player has too many open challenges. Try again later</source>
            <translation>Dieser Spieler hat zu viele offene Herausforderungen. Versuche es später noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <source>You cannot challenge yourself</source>
            <translation>Dich selbst kannst du nicht herausfordern</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <source>You have {count} open challenges to this player. Wait for an answer</source>
            <translation>Du hast diesen Spieler schon {count}-mal herausgefordert. Warte auf eine Antwort</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/challenges.py" />
            <source>You have {count} open challenges. Withdraw some first</source>
            <translation>Du hast {count} offene Herausforderungen. Ziehe erst einige zurück</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/chat.py" />
            <source>A line needs 1 to {most} visible characters</source>
            <translation>Eine Zeile braucht 1 bis {most} sichtbare Zeichen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/chat.py" />
            <source>Only spectators of this table can write here</source>
            <translation>Hier schreiben die Zuschauer des Tisches</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/chat.py" />
            <source>Only the two players can write here. Spectators have their own chat</source>
            <translation>Hier können nur die beiden Spieler schreiben. Zuschauer haben einen eigenen Chat</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/chat.py" />
            <source>There is no such table</source>
            <translation>Diesen Tisch gibt es nicht</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/chat.py" />
            <source>Too many messages wait for that player. Try again later</source>
            <translation>Für diesen Spieler warten zu viele Nachrichten. Versuche es später noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/chat.py" />
            <source>You write too fast. Wait a moment and try again</source>
            <translation>Du schreibst zu schnell. Warte einen Augenblick und versuche es dann wieder</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/chat.py" />
            <source>{count} of your messages wait for that player. Write more after they have read them</source>
            <translation>{count} deiner Nachrichten warten auf diesen Spieler. Schreibe mehr, wenn sie gelesen sind</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/conditional_moves.py" />
            <source>Your conditional move {move} could not be played, so your lines at that table are gone: {reason}</source>
            <translation>Dein bedingter Zug {move} konnte nicht gespielt werden, darum sind deine Folgen an diesem Tisch gelöscht: {reason}</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/conditional_moves.py" />
            <source>the board has changed since; the lines were made for an earlier position</source>
            <translation>das Brett hat sich inzwischen geändert; die Folgen waren für eine frühere Stellung</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/invitations.py" />
            <source>Only players at a table can invite others to it</source>
            <translation>Nur Spieler eines Tisches können andere dorthin einladen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/invitations.py" />
            <source>Somebody tries to guess the code of your table {table}: {count} wrong codes came in a day. You can change the code</source>
            <translation>Jemand versucht, den Code deines Tisches {table} zu erraten: Es kamen {count} falsche Codes an einem Tag. Du kannst den Code ändern</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/invitations.py" />
            <source>This table has no code</source>
            <translation>Dieser Tisch hat keinen Code</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/invitations.py" />
            <source>{count} people are already invited to this table</source>
            <translation>An diesen Tisch sind schon {count} Leute eingeladen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/lobby.py" />
            <source>Another player has registered your name. You get another one</source>
            <translation>Jemand hat den Namen registriert, den du hier hattest; du bekommst einen anderen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/lobby.py" />
            <source>The operator of this server has deleted your account</source>
            <translation>Der Betreiber dieses Servers hat dein Konto gelöscht</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/lobby.py" />
            <source>The operator of this server has given you another name. You come back with it</source>
            <translation>Der Betreiber dieses Servers hat dir einen anderen Namen gegeben. Du kommst damit zurück</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/lobby.py" />
            <source>You have signed in elsewhere, so this connection was closed</source>
            <translation>Du hast dich von anderswo angemeldet; diese Verbindung endet</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/lobby.py" />
            <source>{name} is not here now. Try again later</source>
            <translation>{name} ist gerade nicht hier. Versuche es später noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/lobby.py" />
            <source>{name} is playing now. Try again later</source>
            <translation>{name} spielt gerade. Versuche es später noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/new_tables.py" />
            <source>The other player has a seat at too many tables, and has to finish some first</source>
            <translation>Der andere Spieler sitzt an zu vielen Tischen und muss erst einige Partien beenden</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/new_tables.py" />
            <source>The server has no memory left for more tables. Try again later</source>
            <translation>Der Server hat für weitere Tische keinen Speicher mehr; versuche es später</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/new_tables.py" />
            <source>There are {count} tables from your address. Finish some first</source>
            <translation>Von deiner Adresse gibt es {count} Tische; beende erst einige</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/new_tables.py" />
            <source>You have a seat at {count} tables. Finish some first</source>
            <translation>Du hast an {count} Tischen einen Platz; spiele erst einige zu Ende</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/new_tables.py" />
            <source>You have aborted several rated games in a short time. Look for the next game in {minutes} min</source>
            <translation>Du hast in kurzer Zeit mehrere gewertete Partien abgebrochen. Suche in {minutes} min die nächste Partie</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/new_tables.py" />
            <source>You make tables too fast. Wait a moment and try again</source>
            <translation>Du eröffnest zu schnell neue Tische. Warte einen Augenblick und versuche es dann wieder</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/people.py" />
            <source>That is your own account</source>
            <translation>Das ist dein eigenes Konto</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/people.py" />
            <source>This server has no such game</source>
            <translation>Dieser Server hat kein solches Spiel</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/people.py" />
            <source>Type at least {count} letters of the name</source>
            <translation>Gib mindestens {count} Buchstaben des Namens ein</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/people.py" />
            <source>You follow or block {count} players already</source>
            <translation>Du folgst schon {count} Spielern, oder blockierst so viele</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seek_tables.py" />
            <source>The server made a mistake. Look for another game</source>
            <translation>Der Server hat einen Fehler gemacht. Suche eine andere Partie</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>A rated match is for players who have registered here; an unrated one is for all</source>
            <translation>Eine gewertete Partie ist für alle, die hier registriert sind; eine ungewertete für alle</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>An opponent was found a moment ago. Your game is about to start</source>
            <translation>Eben wurde ein Gegner gefunden. Dein Spiel beginnt gleich</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>Nobody was found. Look again if you still want to play</source>
            <translation>Es wurde niemand gefunden. Suche noch einmal, wenn du noch spielen möchtest</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>That player is looking for an opponent with another rating</source>
            <translation>Diese Person sucht jemanden mit einer anderen Wertung</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>That player is no longer looking for a game</source>
            <translation>Diese Person sucht kein Spiel mehr</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>The game has begun, so it is not put aside for one at another server</source>
            <translation>Die Partie hat begonnen und wird deshalb nicht für eine an einem anderen Server abgebrochen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>The server was interrupted while it looked for an opponent. Look again</source>
            <translation>Der Server wurde bei der Suche unterbrochen. Suche noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>Too many players are looking for a game here. Try again later</source>
            <translation>Zu viele suchen hier gerade ein Spiel. Versuche es später noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>You cannot play with yourself</source>
            <translation>Du kannst nicht mit dir selbst spielen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>You have a seat at too many tables. Finish some first, and look again</source>
            <translation>Du sitzt an zu vielen Tischen. Beende erst einige Partien und suche dann noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>You play another game now. Look again after it</source>
            <translation>Du spielst jetzt eine andere Partie. Suche danach noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>Your opponent found a game elsewhere in the same moment, so this one does not count</source>
            <translation>Dein Gegner hat im selben Moment anderswo eine Partie gefunden; diese hier zählt nicht</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/play_now/seeks.py" />
            <source>Your opponent found a game elsewhere in the same moment. Play now goes on, and you keep your place</source>
            <translation>Dein Gegner hat im selben Moment anderswo eine Partie gefunden. „Jetzt spielen“ sucht weiter, und du behältst deinen Platz</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/rematch.py" />
            <source>Only the players of a match can play it again</source>
            <translation>Nur die beiden Spieler können eine Partie noch einmal spielen</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/rematch.py" />
            <source>The match is not over yet</source>
            <translation>Die Partie ist noch nicht zu Ende</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/rematch.py" />
            <source>The other player has left</source>
            <translation>Der andere Spieler ist nicht mehr hier</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/rematch.py" />
            <source>There is no offer of a rematch here</source>
            <translation>Hier bietet niemand eine Revanche an</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/replacements.py" />
            <source>The computer {place} had signed in with the key of this one, and was signed out. To play on both at once, make a new key on one of them: Server &gt; My account, The key of this computer</source>
            <translation>Der Computer {place} war mit dem Schlüssel von diesem angemeldet und wurde abgemeldet. Um an beiden gleichzeitig zu spielen, erzeuge an einem einen neuen Schlüssel: Server &gt; Mein Konto, Der Schlüssel dieses Computers</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/replacements.py" />
            <source>The computer {place} has signed in with the key of this one, so this connection was closed. To play on both at once, make a new key on one of them: Server &gt; My account, The key of this computer</source>
            <translation>Der Computer {place} hat sich mit dem Schlüssel von diesem angemeldet, darum wurde diese Verbindung geschlossen. Um an beiden gleichzeitig zu spielen, erzeuge an einem einen neuen Schlüssel: Server &gt; Mein Konto, Der Schlüssel dieses Computers</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/requests.py" />
            <location filename="../../../server/tables/table.py" />
            <source>The key of an earlier command was used for another one</source>
            <translation>Der Schlüssel eines früheren Befehls wurde für einen anderen verwendet</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/table_access.py" />
            <source>This table has no spectators</source>
            <translation>Diesem Tisch sehen nur seine Spieler zu</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/table_access.py" />
            <source>This table is only for invited players</source>
            <translation>Dieser Tisch ist nur für eingeladene Spieler</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/table_access.py" />
            <source>Too many wrong codes. Wait a moment and try again</source>
            <translation>Zu viele falsche Codes; warte einen Augenblick, bevor du es wieder versuchst</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/table_access.py" />
            <source>Wrong code. Ask the player who made the table</source>
            <translation>Das ist nicht der Code dieses Tisches. Frage, wer ihn aufgemacht hat</translation>
        </message>
        <message>
            <location filename="../../../server/lobby/vacations.py" />
            <source>You play a game on time at the moment. Finish it before your vacation</source>
            <translation>Du spielst gerade eine Partie auf Zeit. Beende sie vor deinem Urlaub</translation>
        </message>
        <message>
            <location filename="../../../server/names.py" />
            <source>That looks like the number of an account. Choose another name</source>
            <translation>Das sieht wie die Nummer eines Kontos aus. Wähle einen anderen Namen</translation>
        </message>
        <message>
            <location filename="../../../server/net/account_requests.py" />
            <source>The description of a computer player is at most 40 ASCII characters</source>
            <translation>Die Beschreibung eines Computers hat höchstens 40 ASCII-Zeichen</translation>
        </message>
        <message>
            <location filename="../../../server/net/account_requests.py" />
            <source>This server takes no computer players. Its operator can allow them</source>
            <translation>Dieser Server nimmt keine Computer auf. Sein Betreiber kann sie erlauben</translation>
        </message>
        <message>
            <location filename="../../../server/net/admission.py" />
            <source>The server is busy and you had not signed in yet. Try again</source>
            <translation>Der Server ist ausgelastet, und du warst noch nicht angemeldet. Versuche es noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/net/admission.py" />
            <source>This server cannot reach its database. Your program tries the other addresses of the service</source>
            <translation>Dieser Server erreicht seine Datenbank nicht. Dein Programm versucht es bei den anderen Adressen des Dienstes</translation>
        </message>
        <message>
            <location filename="../../../server/net/attendance.py" />
            <source>Too many computer players are at this server. Try again later</source>
            <translation>An diesem Server sind zu viele Computer. Versuche es später noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/net/attendance.py" />
            <source>Too many people from your address are online. Ask the server's operator to allow more</source>
            <translation>Von deiner Adresse sind schon zu viele Leute hier. Bitte den Betreiber des Servers, mehr zuzulassen</translation>
        </message>
        <message>
            <location filename="../../../server/net/greeting.py" />
            <source>This server needs version {low} of the protocol, and your program uses {theirs}. Update your program</source>
            <translation>Dieser Server braucht Version {low} des Protokolls, und dein Programm spricht {theirs}. Aktualisiere dein Programm</translation>
        </message>
        <message>
            <location filename="../../../server/net/greeting.py" />
            <source>Your program needs version {theirs} of the protocol, and this server uses {high}. The server has to be updated</source>
            <translation>Dein Programm braucht Version {theirs} des Protokolls, und dieser Server spricht {high}. Der Server muss aktualisiert werden</translation>
        </message>
        <message>
            <location filename="../../../server/net/listener.py" />
            <source>Port {port} is used by another program. Choose another one, or none: then a free one is taken</source>
            <translation>Port {port} wird von einem anderen Programm verwendet. Wähle einen anderen oder keinen: Dann wird ein freier genommen</translation>
        </message>
        <message>
            <location filename="../../../server/net/listener.py" />
            <source>Port {port} may not be used on this computer; choose one from 1024 to 65535</source>
            <translation>Port {port} darf auf diesem Computer nicht verwendet werden; wähle einen von 1024 bis 65535</translation>
        </message>
        <message>
            <location filename="../../../server/net/listener.py" />
            <source>The server cannot listen on {hosts} ({reason}). Check the addresses</source>
            <translation>Der Server kann nicht an {hosts} lauschen ({reason}). Prüfe die Adressen</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>A request needs an id other than 0: its answer has the same one</source>
            <translation>Eine Anfrage braucht eine andere Nummer als 0, denn ihre Antwort hat dieselbe</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>No message came from this program for too long</source>
            <translation>Von diesem Programm kam zu lange nichts</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>Sign in first</source>
            <translation>Melde dich zuerst an</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>The first message must name the versions of the protocol</source>
            <translation>Die erste Nachricht muss sagen, welche Versionen des Protokolls gesprochen werden</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>The message {type} is malformed: {reason}</source>
            <translation>Die Nachricht {type} ist fehlerhaft: {reason}</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>The server had an internal error with this connection</source>
            <translation>Der Server hat bei dieser Verbindung einen Fehler gemacht</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>The server is stopping. Tables are kept and go on when it is back</source>
            <translation>Der Server wird beendet; die Tische bleiben erhalten und gehen weiter, wenn er zurück ist</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>This connection has been greeted already</source>
            <translation>Diese Verbindung wurde schon begrüßt</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>This connection is signed in</source>
            <translation>Über diese Verbindung ist schon jemand angemeldet</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>This server does not know the message {type}</source>
            <translation>Dieser Server kennt die Nachricht {type} nicht</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>You had not signed in on this connection. Connect again to sign in</source>
            <translation>Über diese Verbindung hat sich niemand angemeldet; verbinde dich dazu neu</translation>
        </message>
        <message>
            <location filename="../../../server/net/session.py" />
            <source>You request the list of tables too often. Wait a moment</source>
            <translation>Du fragst zu oft nach der Liste der Tische; warte einen Augenblick</translation>
        </message>
        <message>
            <location filename="../../../server/net/table_requests.py" />
            <source>The server has fewer events of this table than you have seen. Open it again</source>
            <translation>Der Server hat nicht alles, was du von diesem Tisch gesehen hast; öffne ihn neu</translation>
        </message>
        <message>
            <location filename="../../../server/net/table_requests.py" />
            <source>You are watching {count} tables. Leave some first</source>
            <translation>Du folgst {count} Tischen; verlass erst einige</translation>
        </message>
        <message>
            <location filename="../../../server/net/table_requests.py" />
            <source>You may not watch this table any longer</source>
            <translation>Du darfst an diesem Tisch nicht mehr zusehen</translation>
        </message>
        <message>
            <location filename="../../../server/net/table_requests.py" />
            <source>You two have not signed more of this game there than here</source>
            <translation>Ihr habt dort nicht mehr von dieser Partie signiert als hier</translation>
        </message>
        <message>
            <location filename="../../../server/notices/requests.py" />
            <source>Notices are for registered players</source>
            <translation>Benachrichtigungen gibt es für registrierte Spieler</translation>
        </message>
        <message>
            <location filename="../../../server/notices/requests.py" />
            <source>That code is not right. Compare it with the mail</source>
            <translation>Dieser Code stimmt nicht. Vergleiche ihn mit der E-Mail</translation>
        </message>
        <message>
            <location filename="../../../server/notices/requests.py" />
            <source>There is no code that holds any more. Ask for a new one</source>
            <translation>Es gibt keinen Code mehr, der gilt. Fordere einen neuen an</translation>
        </message>
        <message>
            <location filename="../../../server/notices/requests.py" />
            <source>This is not a mail address that this server can use. One looks like ann@example.org</source>
            <translation>Das ist keine E-Mail-Adresse, die dieser Server verwenden kann. Eine sieht so aus: anna@example.org</translation>
        </message>
        <message>
            <location filename="../../../server/notices/requests.py" />
            <source>This server sends no mails</source>
            <translation>Dieser Server verschickt keine E-Mails</translation>
        </message>
        <message>
            <location filename="../../../server/notices/requests.py" />
            <source>This server sends no notices</source>
            <translation>Dieser Server verschickt keine Benachrichtigungen</translation>
        </message>
        <message>
            <location filename="../../../server/notices/requests.py" />
            <source>Too many codes were mailed. Wait {minutes} minutes and try again</source>
            <translation>Es wurden zu viele Codes verschickt. Warte {minutes} Minuten und versuche es noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>Another player has unfinished games with this account: a person, or a computer of another level</source>
            <translation>Mit diesem Konto hat jemand anderes unbeendete Partien: ein Mensch oder ein Computer anderer Stufe</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>One of you two blocks the other: no messages, invitations and challenges</source>
            <translation>Einer von euch blockiert den anderen: keine Nachrichten, Einladungen und Herausforderungen</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>Only moderators of this server can do that</source>
            <translation>Das tun nur Moderatoren dieses Servers</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>That player is not online</source>
            <translation>Dieser Spieler ist gerade nicht hier</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>The program of the other player is too old for this table and has to be updated first</source>
            <translation>Das Programm des anderen Spielers ist zu alt für diesen Tisch und muss erst aktualisiert werden</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>The programs of both players draw the dice of this table. Update your program to play here</source>
            <translation>Die Programme beider Spieler ziehen die Würfel dieses Tisches. Aktualisiere dein Programm, um hier zu spielen</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>The server cannot store anything at the moment. Nothing has changed. Try again later</source>
            <translation>Der Server kann gerade nichts speichern; nichts hat sich geändert. Versuche es später</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>The server is busy. Wait a moment and try again</source>
            <translation>Der Server ist überlastet. Warte einen Moment und versuche es dann noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>There is no such account</source>
            <translation>Dieses Konto gibt es nicht</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>This table has newer rules of offers and clocks. Update your program to play here</source>
            <translation>Dieser Tisch hat neuere Regeln für Angebote und Uhren. Aktualisiere dein Programm, um hier zu spielen</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>This table has weekends off, which your program does not know. Update it to play here</source>
            <translation>An diesem Tisch sind die Wochenenden frei, was dein Programm nicht kennt. Aktualisiere es, um hier zu spielen</translation>
        </message>
        <message>
            <location filename="../../../server/refusals.py" />
            <source>Too many requests. Wait a moment and try again</source>
            <translation>Bitte langsamer: Warte einen Augenblick und versuche es noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/storage/copies.py" />
            <source>{path} must be copied before it is migrated, and that failed ({reason}). Make room on the disk, or let this program write there</source>
            <translation>Bevor {path} auf den neuen Stand kommt, muss eine Kopie gemacht werden, und das ist misslungen ({reason}). Mach auf der Festplatte Platz oder lass dieses Programm dort schreiben</translation>
        </message>
        <message>
            <location filename="../../../server/storage/data_folder.py" />
            <source>A restore into {folder} was interrupted. Start it again, with --force</source>
            <translation>Das Zurückspielen einer Sicherung in {folder} wurde unterbrochen. Starte es noch einmal, mit --force</translation>
        </message>
        <message>
            <location filename="../../../server/storage/data_folder.py" />
            <source>The data folder {folder} cannot be used ({reason}). Choose another one, or make it writable</source>
            <translation>Der Datenordner {folder} ist nicht zu gebrauchen ({reason}). Wähle einen anderen oder mach ihn beschreibbar</translation>
        </message>
        <message>
            <location filename="../../../server/storage/data_folder.py" />
            <source>The disk of the data folder {folder} is full ({reason}). Make room there, or choose another folder</source>
            <translation>Der Datenträger des Datenordners {folder} ist voll ({reason}). Mach dort Platz oder wähle einen anderen Ordner</translation>
        </message>
        <message>
            <location filename="../../../server/storage/data_folder.py" />
            <source>The games and accounts of {folder} are in the database {address}, but the setting database is empty. Set it again. To leave that database for the older SQLite files of the folder, delete {file}</source>
            <translation>Die Spiele und Konten von {folder} sind in der Datenbank {address}, aber die Einstellung database ist leer. Gib sie wieder an. Wenn statt dieser Datenbank die älteren SQLite-Dateien des Ordners gelten sollen, lösche {file}</translation>
        </message>
        <message>
            <location filename="../../../server/storage/data_folder.py" />
            <source>{file} is a pipe or a device, so the data folder cannot be used. Move it away</source>
            <translation>{file} ist eine Pipe oder ein Gerät. Der Datenordner ist damit nicht zu gebrauchen. Verschiebe die Datei</translation>
        </message>
        <message>
            <location filename="../../../server/storage/database.py" />
            <source>The database {path} cannot be used ({reason}). Put back a copy of it, or choose another data folder</source>
            <translation>Die Datenbank {path} ist nicht zu gebrauchen ({reason}). Lege eine Kopie davon zurück oder wähle einen anderen Datenordner</translation>
        </message>
        <message>
            <location filename="../../../server/storage/postgres/connection.py" />
            <source>The address {address} of the database is invalid ({reason})</source>
            <translation>Die Adresse {address} der Datenbank ist ungültig ({reason})</translation>
        </message>
        <message>
            <location filename="../../../server/storage/postgres/connection.py" />
            <source>The database {address} cannot be used ({reason}). Check its address, user, password and name, and that PostgreSQL runs</source>
            <translation>Die Datenbank {address} ist nicht zu benutzen ({reason}). Prüfe Adresse, Benutzer, Passwort und Namen, und ob PostgreSQL läuft</translation>
        </message>
        <message>
            <location filename="../../../server/storage/postgres/connection.py" />
            <source>The database {address} is PostgreSQL {version}. Version {oldest} or newer is needed</source>
            <translation>Die Datenbank {address} ist PostgreSQL {version}. Version {oldest} oder neuer wird benötigt</translation>
        </message>
        <message>
            <location filename="../../../server/storage/postgres/connection.py" />
            <source>The database {address} stores texts as {encoding}. Create one with encoding UTF8</source>
            <translation>Die Datenbank {address} speichert Texte als {encoding}. Lege eine mit der Kodierung UTF8 an</translation>
        </message>
        <message>
            <location filename="../../../server/storage/schema.py" />
            <source>The database {path} was written before version 1.0.0 of this program. Start version 1.1.0 once, which migrates it</source>
            <translation>Die Datenbank {path} wurde vor Version 1.0.0 dieses Programms geschrieben. Starte einmal Version 1.1.0, die sie auf den neuen Stand bringt</translation>
        </message>
        <message>
            <location filename="../../../server/storage/schema.py" />
            <source>The database {path} was written by a newer version of this program. Update it</source>
            <translation>Die Datenbank {path} wurde von einer neueren Version dieses Programms geschrieben. Aktualisiere es</translation>
        </message>
        <message>
            <location filename="../../../server/storage/stores.py" />
            <source>PostgreSQL needs the extra postgres of this program, which is psycopg. Install psycopg[binary] with pip</source>
            <translation>PostgreSQL benötigt den Zusatz postgres dieses Programms, nämlich psycopg. Installiere psycopg[binary] mit pip</translation>
        </message>
        <message>
            <location filename="../../../server/tables/actor.py" />
            <source>The disk of the computer that runs this server is full. The game goes on when there is room again</source>
            <translation>Die Festplatte des Computers, auf dem dieser Server läuft, ist voll. Das Spiel geht weiter, sobald wieder Platz ist</translation>
        </message>
        <message>
            <location filename="../../../server/tables/actor.py" />
            <source>The other player is back</source>
            <translation>Der andere Spieler ist zurück</translation>
        </message>
        <message>
            <location filename="../../../server/tables/actor.py" />
            <source>The server made a mistake; nothing has changed. Try something else</source>
            <translation>Der Server hat einen Fehler gemacht; nichts hat sich geändert. Versuche etwas anderes</translation>
        </message>
        <message>
            <location filename="../../../server/tables/actor.py" />
            <source>The server may have stored this or not: storing it failed. Your program asks again until that is known</source>
            <translation>Ob der Server das gespeichert hat, ist unbekannt: Das Speichern ist misslungen. Dein Programm fragt nach, bis das feststeht</translation>
        </message>
        <message>
            <location filename="../../../server/tables/actor.py" />
            <source>This table had to stop after a fault of the server. Tell the operator of the server</source>
            <translation>Dieser Tisch musste nach einem Fehler des Servers anhalten. Sag es dem Betreiber</translation>
        </message>
        <message>
            <location filename="../../../server/tables/actor.py" />
            <source>This table had to stop: the server cannot store anything at the moment. If this lasts, tell its operator</source>
            <translation>Dieser Tisch musste anhalten: Der Server kann gerade nichts speichern. Wenn das anhält, sag es dem Betreiber</translation>
        </message>
        <message>
            <location filename="../../../server/tables/actor.py" />
            <source>Too much is waiting at this table; try again in a moment</source>
            <translation>An diesem Tisch wartet zu viel; versuche es gleich noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/tables/actor.py" />
            <source>Your disk is full. The game goes on when there is room again</source>
            <translation>Deine Festplatte ist voll. Das Spiel geht weiter, sobald wieder Platz ist</translation>
        </message>
        <message>
            <location filename="../../../server/tables/continuation.py" />
            <source>Only its players can continue a match, with the keys that they had there</source>
            <translation>Nur ihre Spieler können eine Partie fortsetzen, mit den Schlüsseln, die sie dort hatten</translation>
        </message>
        <message>
            <location filename="../../../server/tables/continuation.py" />
            <source>This match is too long to go on at another host</source>
            <translation>Diese Partie ist zu lang, um bei einem anderen Gastgeber weiterzugehen</translation>
        </message>
        <message>
            <location filename="../../../server/tables/continuation.py" />
            <source>This match was continued and given up here too often</source>
            <translation>Diese Partie wurde hier zu oft fortgesetzt und aufgegeben</translation>
        </message>
        <message>
            <location filename="../../../server/tables/continuation.py" />
            <source>This server signs no games, so it cannot continue those of others</source>
            <translation>Dieser Server signiert keine Spiele, deshalb kann er die von anderen nicht fortsetzen</translation>
        </message>
        <message>
            <location filename="../../../server/tables/create.py" />
            <source>A rated match starts from the game's own position, not from one set up</source>
            <translation>Eine gewertete Partie beginnt mit der Stellung des Spiels, nicht mit einer aufgestellten</translation>
        </message>
        <message>
            <location filename="../../../server/tables/create.py" />
            <source>A table by code needs a code of at least {least} letters or digits that you tell the others</source>
            <translation>Ein Tisch mit Code braucht einen Code aus mindestens {least} Buchstaben oder Ziffern, den du den anderen sagst</translation>
        </message>
        <message>
            <location filename="../../../server/tables/create.py" />
            <source>The title of a table has at most {most} characters, all of which can be seen</source>
            <translation>Der Name eines Tisches hat höchstens {most} Zeichen, die alle zu sehen sind</translation>
        </message>
        <message>
            <location filename="../../../server/tables/create.py" />
            <source>{game} has no dice that the players could draw</source>
            <translation>{game} hat keine Würfel, die die Spieler ziehen könnten</translation>
        </message>
        <message>
            <location filename="../../../server/tables/table.py" />
            <source>A rated table is for players who have registered here; an unrated one is for all</source>
            <translation>Ein gewerteter Tisch ist für Spieler, die hier registriert sind; ein ungewerteter ist für alle</translation>
        </message>
        <message>
            <location filename="../../../server/tables/table.py" />
            <source>Both seats of this table are taken</source>
            <translation>Beide Plätze dieses Tisches sind besetzt</translation>
        </message>
        <message>
            <location filename="../../../server/tables/table.py" />
            <source>More has happened at this table than a record can hold. Open a new one</source>
            <translation>An diesem Tisch ist mehr geschehen, als eine Aufzeichnung fassen kann. Öffne einen neuen</translation>
        </message>
        <message>
            <location filename="../../../server/tables/table.py" />
            <source>This game goes on elsewhere: you both have signed more of it there</source>
            <translation>Diese Partie geht anderswo weiter: Dort habt ihr beide mehr von ihr signiert</translation>
        </message>
        <message>
            <location filename="../../../server/tables/table.py" />
            <source>This table cannot go on: its event {number} does not fit ({reason})</source>
            <translation>Dieser Tisch kann nicht weitergehen: Sein Ereignis {number} passt nicht ({reason})</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/publisher.py" />
            <source>The tournament {title} stands still after a fault of the server. Its operator can let it go on</source>
            <translation>Das Turnier {title} steht nach einem Fehler des Servers still. Der Betreiber kann es fortsetzen</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>Computer players do not take part in tournaments</source>
            <translation>Computerspieler nehmen nicht an Turnieren teil</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>No time zone is called {zone}. Write a name of the IANA such as Europe/Berlin</source>
            <translation>Keine Zeitzone heißt {zone}. Schreibe einen Namen der IANA wie Europe/Berlin</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>That player has {count} invitations to tournaments without an answer</source>
            <translation>Diese Person hat {count} Einladungen zu Turnieren noch nicht beantwortet</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>That player is banned from this server</source>
            <translation>Diese Person ist an diesem Server gesperrt</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>The operator of this server does not let you make tournaments</source>
            <translation>Wer diesen Server betreibt, lässt dich keine Turniere anlegen</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>The server has fewer events of this tournament than you have seen. Open it again</source>
            <translation>Der Server hat weniger Ereignisse dieses Turniers, als du gesehen hast. Öffne es neu</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>The server knows no time zones. Its operator can install the package tzdata</source>
            <translation>Der Server kennt keine Zeitzonen. Sein Betreiber kann das Paket tzdata installieren</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>The title of a tournament has at most {most} characters, all of which can be seen</source>
            <translation>Der Titel eines Turniers hat höchstens {most} Zeichen, die alle sichtbar sind</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>This server has too many tournaments. Try again later</source>
            <translation>Dieser Server hat zu viele Turniere. Versuche es später noch einmal</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>This tournament is rated, so only players with a registered name take part</source>
            <translation>Dieses Turnier wird gewertet, deshalb nehmen nur registrierte Namen teil</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>You are watching too many tournaments. Leave some first</source>
            <translation>Du schaust zu vielen Turnieren zu. Verlasse erst einige</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>You direct {count} tournaments. Finish some first</source>
            <translation>Du leitest {count} Turniere. Beende erst einige</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>You take part in too many tournaments. Leave some first</source>
            <translation>Du nimmst an zu vielen Turnieren teil. Verlasse erst einige</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/requests.py" />
            <source>{count} tournaments from your address are not over. Finish some first</source>
            <translation>Von deiner Adresse laufen {count} Turniere; beende erst einige</translation>
        </message>
        <message>
            <location filename="../../../server/tournaments/runner.py" />
            <source>{name}, a player of your tournament {title}, is banned from this server. They stay in it. You can remove them or set the results of their games</source>
            <translation>{name} spielt in deinem Turnier {title} und ist an diesem Server gesperrt. Im Turnier bleibt {name} dabei. Du kannst {name} entfernen oder die Ergebnisse der Partien setzen</translation>
        </message>
    </context>
</TS>
