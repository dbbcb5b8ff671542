<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>words</name>
        <message numerus="yes">
            <location filename="../../../client_qt/hosting/own_server.py" />
            <source>Hosting in the background since {since}, %n game(s).</source>
            <translation>
                <numerusform>Hosting in the background since {since}, %n game.</numerusform>
                <numerusform>Hosting in the background since {since}, %n games.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/check_setup/page.py" />
            <source>%n problem(s) found.</source>
            <translation>
                <numerusform>%n problem found.</numerusform>
                <numerusform>%n problems found.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/home/controller.py" />
            <source>%n player(s) here</source>
            <translation>
                <numerusform>%n player here</numerusform>
                <numerusform>%n players here</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>%n table(s) open</source>
            <translation>
                <numerusform>%n table open</numerusform>
                <numerusform>%n tables open</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>%n table(s) open near you.</source>
            <translation>
                <numerusform>%n table is open near you.</numerusform>
                <numerusform>%n tables are open near you.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/home/page.py" />
            <source>%n tournament(s) near you.</source>
            <translation>
                <numerusform>There is %n tournament near you.</numerusform>
                <numerusform>There are %n tournaments near you.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>%n table(s)</source>
            <translation>
                <numerusform>%n table</numerusform>
                <numerusform>%n tables</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/join/page.py" />
            <source>%n tournament(s)</source>
            <translation>
                <numerusform>%n tournament</numerusform>
                <numerusform>%n tournaments</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/lobby/rows.py" />
            <source>%n watching</source>
            <translation>
                <numerusform>%n watching</numerusform>
                <numerusform>%n watching</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>%n day(s)</source>
            <translation>
                <numerusform>%n day</numerusform>
                <numerusform>%n days</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>%n hour(s)</source>
            <translation>
                <numerusform>%n hour</numerusform>
                <numerusform>%n hours</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/reports/moderation.py" />
            <source>%n minute(s)</source>
            <translation>
                <numerusform>%n minute</numerusform>
                <numerusform>%n minutes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/table/panel/side_panel.py" />
            <source>%n spectator(s)</source>
            <translation>
                <numerusform>%n spectator</numerusform>
                <numerusform>%n spectators</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/table/view/announcements.py" />
            <source>Captures %n piece(s).</source>
            <translation>
                <numerusform>Captures %n piece.</numerusform>
                <numerusform>Captures %n pieces.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/table/view/board.py" />
            <source>%n place(s)</source>
            <translation>
                <numerusform>%n place</numerusform>
                <numerusform>%n places</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/tournaments/list_page.py" />
            <source>%n player(s)</source>
            <translation>
                <numerusform>%n player</numerusform>
                <numerusform>%n players</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/tournaments/save_controller.py" />
            <source>%n match(es) could not be fetched.</source>
            <translation>
                <numerusform>%n match could not be fetched.</numerusform>
                <numerusform>%n matches could not be fetched.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/tournaments/view.py" />
            <source>%n game(s) still played</source>
            <translation>
                <numerusform>%n game still played</numerusform>
                <numerusform>%n games still played</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/unfinished/page.py" />
            <location filename="../../../client_qt/text/tournament_words.py" />
            <source>%n game(s)</source>
            <translation>
                <numerusform>%n game</numerusform>
                <numerusform>%n games</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/pages/unfinished/page.py" />
            <source>your turn in %n</source>
            <translation>
                <numerusform>your turn in %n</numerusform>
                <numerusform>your turn in %n</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>%n move(s) of this game that you know are missing there.</source>
            <translation>
                <numerusform>%n move of this game that you know is missing there.</numerusform>
                <numerusform>%n moves of this game that you know are missing there.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>The game at {server} has %n more move(s) that you both signed.</source>
            <translation>
                <numerusform>The game at {server} has %n more move that you both signed.</numerusform>
                <numerusform>The game at {server} has %n more moves that you both signed.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>This game goes on at {server}. %n move(s) made here do not count there.</source>
            <translation>
                <numerusform>This game goes on at {server}. %n move made here does not count there.</numerusform>
                <numerusform>This game goes on at {server}. %n moves made here do not count there.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>This game goes on here. %n move(s) made at {server} do not count.</source>
            <translation>
                <numerusform>This game goes on here. %n move made at {server} does not count.</numerusform>
                <numerusform>This game goes on here. %n moves made at {server} do not count.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>This game is open at {server} too. Here are %n more move(s) that you both signed.</source>
            <translation>
                <numerusform>This game is open at {server} too. Here is %n more move that you both signed.</numerusform>
                <numerusform>This game is open at {server} too. Here are %n more moves that you both signed.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/elsewhere.py" />
            <source>You both have signed %n of them.</source>
            <translation>
                <numerusform>You both have signed %n of them.</numerusform>
                <numerusform>You both have signed %n of them.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/table/evening.py" />
            <source>%n draw(s)</source>
            <translation>
                <numerusform>%n draw</numerusform>
                <numerusform>%n draws</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>%n day(s) for each move</source>
            <translation>
                <numerusform>%n day for each move</numerusform>
                <numerusform>%n days for each move</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>%n day(s) for each move, weekends off</source>
            <translation>
                <numerusform>%n day for each move, weekends off</numerusform>
                <numerusform>%n days for each move, weekends off</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../../client_qt/text/clock_words.py" />
            <source>{base}, then %n period(s) of {step}</source>
            <translation>
                <numerusform>{base}, then %n period of {step}</numerusform>
                <numerusform>{base}, then %n periods of {step}</numerusform>
            </translation>
        </message>
    </context>
</TS>
