"""Lobby, profile and history as they look at a busy server: for pictures."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle

from msgspec import structs
from PySide6.QtWidgets import QScrollArea

from client_qt.app.main_window import MainWindow
from client_qt.board.sample_positions import sample
from client_qt.dialogs.form import ReportDialog
from client_qt.pages.account.page import Membership, State
from client_qt.pages.history.page import finished_row
from client_qt.pages.home.page import UnfinishedGame
from client_qt.pages.lobby.challenge_rows import challenge_rows
from client_qt.pages.lobby.rows import person_rows, seek_rows, table_rows
from client_qt.pages.people.page import player_rows
from client_qt.pages.play_now.dialog import PlayNowDialog
from client_qt.pages.records.page import record_row
from client_qt.pages.reports.moderation import ModerationDialog
from client_qt.pages.tournaments.controller import show_tab
from client_qt.pages.tournaments.list_page import tournament_rows
from client_qt.pages.tournaments.view import Viewer, state_line, terms_line
from client_qt.settings.schema import LastSeek
from client_qt.table.terms import Terms
from client_qt.text.clock_words import clock_words
from client_qt.text.plain import dotted
from client_qt.text.rules_text import translate
from client_qt.text.seek_words import clocks_words, games_words
from client_qt.text.translation import tr
from client_qt.widgets.chat import Spoken
from devtools.screenshots.staged_tournaments import played as played_tournament
from devtools.screenshots.staged_words import DOT, against, broken, on_day, played, results, table_of, turn_of
from netgame.games import GAMES
from netgame.options import option_values
from netgame.text import Text, fill
from protocol.messages import (
    ChallengeInfo,
    Finished,
    GameTerms,
    Ladder,
    LadderEntry,
    Member,
    Person,
    PlayerInfo,
    Profile,
    Results,
    SeatInfo,
    SeekInfo,
    Standing,
    TableInfo,
    TournamentInfo,
)
from protocol.messages.accounts import Device, ReportInfo, ReportLine, Vacation
from protocol.messages.notices import Notices

MINUTE, DAY = 60_000, 86_400_000
NOW = 1_700_000_000_000
NAMES = ("Ann", "Mareike", "Jürgen", "Cleo", "Mika")
ME = "Mareike"


def shots(window: MainWindow) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the screenshots by name."""
    yield "lobby", partial(_lobby, window)
    yield "lobby_challenges", partial(_challenges, window)
    yield "challenge", partial(_challenge, window)
    yield "players", partial(_players, window)
    yield "ratings", partial(_ratings, window)
    yield "lobby_seeks", partial(_seeks, window)
    yield "home_search", partial(_search, window)
    yield "dialog_play_now", partial(_ask_play_now, window)
    yield "lobby_empty", partial(_empty_lobby, window)
    yield "lobby_message", partial(_message, window)
    yield "profile", partial(_profile, window)
    yield "records", partial(_records, window)
    yield "unfinished", partial(_unfinished, window)
    yield "tournaments", partial(_tournaments, window)
    yield "tournament_new", partial(_new_tournament, window)
    for name, format, tab in (
        ("standings", "swiss", 0), ("rounds", "swiss", 1), ("cross", "round_robin", 2), ("log", "swiss", 3),
        ("knockout", "knockout", 1), ("arena", "arena", 0),
    ):  # fmt: skip
        yield f"tournament_{name}", partial(_tournament, window, format, tab)
    yield "history", partial(_history, window)
    yield "host_terms", partial(_terms, window)
    yield "account_guest", partial(_account, window, "guest")
    yield "account_registered", partial(_account, window, "registered")
    yield "account_notices", partial(_notices, window)
    yield "account_away", partial(_account, window, "away")
    yield "reports", partial(_reports, window)
    yield "dialog_report", partial(_ask_report, window)
    yield "dialog_measure", partial(_ask_measure, window)


def _lobby(window: MainWindow) -> None:
    tables = _tables()
    people = [
        Person(account=name, name=name, since=NOW - (number + 1) * 7 * MINUTE, registered=number < 3, table=table)
        for number, (name, table) in enumerate(zip(NAMES, ("", "", "t3", "t3", ""), strict=True))
    ]
    lobby = window.lobby
    lobby.show_server("The club", "Club night is on Friday at eight; bring a friend, and a board if you have one.")
    lobby.set_online(True)
    lobby.show_search("")
    lobby.allow_play_now(True)
    lobby.show_seeks([])
    lobby.show_tables(table_rows(tables, ME, NOW))
    lobby.show_people(
        person_rows(people, tables, ME, frozenset(("Mika",)), NOW, relations={"Cleo": "follow"}), len(people)
    )
    said = (("Ann", "Anybody for a long one?"), (ME, "In ten minutes."), ("Cleo", "The trolls are mine tonight."))
    lobby.chat.show_lines([Spoken(name, words, own=name == ME) for name, words in said])
    window.show_page("lobby")


def _challenges(window: MainWindow) -> None:
    _lobby(window)
    infos = [
        ChallengeInfo(
            challenge=f"c{number}", account=by, name=by, other=other, other_name=other, made=NOW, ends=NOW + DAY,
            terms=GameTerms(game=game, clock=clock, player=player, rated=number == 0),
        )
        for number, (by, other, game, clock, player) in enumerate(
            (("Jürgen", ME, "thud", "fischer 300+5", 1), (ME, "Cleo", "clod", "days 3", None))
        )
    ]  # fmt: skip
    versions = {key: game.version for key, game in GAMES.items()}
    window.lobby.show_challenges(challenge_rows(infos, ME, frozenset(), versions))


def _challenge(window: MainWindow) -> None:
    window.challenge.set_opponent("Jürgen")
    window.challenge.choose("thud")
    window.challenge.set_terms(Terms(clock="days 3"), may_rate=True)
    window.show_page("challenge")


def _seeks(window: MainWindow) -> None:
    """Players who look for a game, and the own search."""
    _lobby(window)
    wishes = (
        ("Ann", ["thud", "koom"], ["fischer 300+5", "days 3"], None, None, ""),
        ("Jürgen", list(GAMES), ["fischer 900+10"], True, 100, ""),
        ("Robbie", ["clod"], ["fischer 180+2"], False, None, "level 3"),
        (ME, ["thud"], ["fischer 180+2", "days 1"], False, 200, ""),
    )
    seeks = [
        SeekInfo(
            seek=name, account=name, name=name, since=NOW - number * MINUTE, games=games, clocks=clocks, rated=rated,
            within=within, ratings={"thud": 161_234} if name != "Robbie" else {}, registered=rated is True,
            computer=computer,
        )
        for number, (name, games, clocks, rated, within, computer) in enumerate(wishes)
    ]  # fmt: skip
    window.lobby.show_seeks(seek_rows(seeks, ME, NOW))
    words = fill(tr("{server} looks for an opponent"), {"server": "The club"})
    window.lobby.show_search(dotted(words, games_words(["thud"]), clocks_words(["fischer 180+2", "days 1"]), "01:07"))
    window.lobby.allow_play_now(False)


def _search(window: MainWindow) -> None:
    words = fill(tr("{server} finds an opponent for you."), {"server": "The club"})
    window.home.play_now.show_words(words, is_searching=False)
    window.home.offer_play_now(True)
    window.show_page("home")


def _ask_play_now(window: MainWindow) -> None:
    window.home.offer_play_now(False)
    _lobby(window)
    last = LastSeek(("thud", "clod"), ("fischer 300+5", "days 3"), None, 200, 30)
    PlayNowDialog(window.theme, "The club", last, window.lobby).open()


def _unfinished(window: MainWindow) -> None:
    games = [
        UnfinishedGame(
            f"{number} {key}", key, against(game.title, name),
            "" if number < 3 else turn_of(name).split(DOT)[0], number < 3, "club", place="The club",
            clock=clock_words(clock), removable=number == 5,
        )
        for number, (name, (key, game), clock) in enumerate(
            zip(NAMES * 3, list(GAMES.items()) * 3, ("days 3", "fischer 300+5", "days 1") * 5, strict=False)
        )
    ]  # fmt: skip
    window.unfinished.show_games(games)
    window.show_page("unfinished")


def _tournaments(window: MainWindow) -> None:
    games = cycle(GAMES)
    entries = [
        TournamentInfo(
            tournament=f"t{number}", title=title, format=format, game=next(games), options={}, clock=clock,
            rated=number == 1, entry="invited" if number == 2 else "open", director=Member(account="a", name="Ann"),
            state=state, players=9 + number, places=16, round=2 if state != "open" else 0, rounds=5, made=NOW,
            starts_at=NOW + DAY if number == 2 else None, ends_at=NOW, mine=number == 0, invited=number == 2,
            winners=[Member(account="b", name="Mika")] if state == "over" else [],
        )
        for number, (title, format, clock, state) in enumerate(
            (
                ("Friday night", "swiss", "fischer 300+5", "running"), ("Cup", "knockout", "days 3", "paused"),
                ("Autumn cup", "round_robin", "days 1", "open"), ("One hour", "arena", "fischer 300+5", "open"),
                ("Summer cup", "double_round_robin", "days 3", "over"),
            )
        )
    ]  # fmt: skip
    window.tournaments.show_server("The club")
    window.tournaments.show_tournaments(tournament_rows(entries), may_make=True)
    window.show_page("tournaments")


def _new_tournament(window: MainWindow) -> None:
    window.new_tournament.begin(may_rate=True)
    window.new_tournament.format.choose("swiss")
    window.show_page("new_tournament")


def _tournament(window: MainWindow, format: str, tab: int) -> None:
    page, staging = window.tournament, played_tournament(format)
    t, viewer = staging.state, Viewer(ME, tab < 2, str)
    page.begin(t.created.title)
    page.show_orders(("withdraw", "pause", "pair", "cancel"), play=t.board_of(ME) is not None, directs=tab < 2)
    page.show_state(state_line(t, viewer, staging.now, None), terms_line(t))
    page.tabs.setCurrentIndex(tab)
    show_tab(page, staging.model(), t, viewer)
    window.show_page("tournament")


def _message(window: MainWindow) -> None:
    _lobby(window)
    lobby = window.lobby
    rooms = (("lobby", "Lobby"), ("Cleo", "Cleo"), ("long", "(12) Maximiliane Schuster"))
    lobby.chat.show_rooms(rooms, "Cleo")
    lobby.chat.show_lines([Spoken("Cleo", "The long one, at eight?"), Spoken(ME, "I am in.", own=True)])
    lobby.chat.keep("That is nearly as long as a line can be. " * 9)


def _tables() -> list[TableInfo]:
    clocks = ("fischer 300+5", "none", "days 3", "byoyomi 600+5x30", "move 30", "sudden 600")
    tables = []
    for number, (key, kind) in enumerate(GAMES.items()):
        names: tuple[str, str | None] = (NAMES[number % 5], None if number in (0, 4) else NAMES[(number + 1) % 5])
        first, second = (SeatInfo(name=name, account=name, present=True) if name else None for name in names)
        tables.append(
            TableInfo(
                table=f"t{number}",
                title=table_of(names[0]),
                game=key,
                rules=kind.version,
                options=option_values(kind()),
                seats=(first, second),
                state="playing" if second else "open",
                events=9,
                made=NOW - number * 9 * MINUTE,
                started=NOW - number * 8 * MINUTE if second else None,
                clock=clocks[number % len(clocks)],
                access="code" if number == 4 else "open",
                watching=number % 3,
                rated=number == 3,
                paused="adjourned" if number == 2 else None,
            )
        )
    return tables


def _empty_lobby(window: MainWindow) -> None:
    window.lobby.show_server("The club")
    window.lobby.show_tables([])
    people = [Person(account=ME, name=ME, since=NOW - MINUTE, registered=True)]
    window.lobby.show_people(person_rows(people, [], ME, frozenset(), NOW), 1)
    window.lobby.chat.show_lines([Spoken("", tr("No messages yet."))])
    window.show_page("lobby")


def _profile(window: MainWindow) -> None:
    first, second, *rest = GAMES
    values = (150_000, 158_900, 152_300, 149_000, 156_100, 163_400, 161_200, 168_800)
    curve = [(NOW + day * DAY, value) for day, value in enumerate(values)]
    standings = [
        Standing(game=first, won=9, lost=4, drawn=1, rating=168_800, deviation=7_400, provisional=False, curve=curve),
        Standing(
            game=second, won=1, lost=1, drawn=0, rating=147_100, deviation=24_000, provisional=True,
            curve=[(NOW, 150_000), (NOW + DAY, 147_100)],
        ),
        Standing(game=rest[0], won=2, lost=5, drawn=0),
    ]  # fmt: skip
    profile = Profile(account="a", name="Ann", registered=True, standings=standings)
    window.profile.show_profile(profile, may_challenge=True)
    window.profile.show_relation("follow")
    window.profile.show_results([Results(game=first, won=2, lost=3, drawn=1)], standings)
    window.show_page("profile")


def _players(window: MainWindow) -> None:
    players = [
        PlayerInfo(account=name, name=name, registered=number < 3, online=number == 1, seen=NOW - number * DAY)
        for number, name in enumerate(name for name in (*NAMES, "Nora") if name != ME)
    ]
    met = [structs.replace(player, played=player.seen) for player in players[1:4]]
    relations = {"Ann": "follow", "Jürgen": "follow", "Mika": "block"}
    groups = {"Friends": players[:3], "Opponents of the last weeks": met, "Blocked": players[4:]}
    window.people.show_rows(
        [row for group, some in groups.items() for row in player_rows(tr(group), some, ME, relations)]
    )
    window.show_page("people")


def _ratings(window: MainWindow) -> None:
    game = next(iter(GAMES))
    entries = [
        LadderEntry(place=number, account=name, name=name, rating=190_000 - number * 7_310, deviation=6_000)
        for number, name in enumerate(NAMES, 1)
    ]
    window.ratings.show_ladder(Ladder(game=game, entries=entries, count=41, own=entries[1]), ME)
    window.show_page("ratings")


def _notices(window: MainWindow) -> Callable[[], object]:
    _account(window, "registered")
    page = window.account
    page.code.hide_code()
    page.notices.show_notices(NOTICES)
    (area,) = page.findChildren(QScrollArea)
    return partial(area.ensureWidgetVisible, page.notices, 0, 0)


NOTICES = Notices(
    has_mail=True, has_webhook=True, offered=["turn", "time", "challenge", "round"], waiting="mareike@example.org",
    kinds=["turn", "time", "challenge"],
)  # fmt: skip


def _account(window: MainWindow, state: State) -> None:
    page = window.account
    window.show_page("account")
    page.begin()
    away = translate(Text("This server is for registered players. Sign in with your name and password, or register"))
    page.show_membership(Membership("The club", ME, state, away if state == "away" else ""))
    devices = [
        Device(device=1, kind="key", label="mareike-pc", made=NOW - 40 * DAY, used=NOW, here=True),
        Device(
            device=2,
            kind="key",
            label="the old computer in the attic",
            made=NOW - 900 * DAY,
            used=NOW - DAY,
            here=False,
        ),
        Device(device=3, kind="token", label="", made=NOW - 901 * DAY, used=NOW - 300 * DAY, here=False),
    ]
    if state == "registered":
        page.show_devices(devices, NOW)
        page.code.show_code("KX7D-92MP", 287)
        page.vacation.show_vacation(Vacation(until=NOW + 5 * DAY, left=12, days=21))
        page.notices.show_notices(Notices(has_mail=False))
    elif state == "guest":
        page.show_devices(devices[:1], NOW)
        page.vacation.show_vacation(Vacation(left=21, days=21))
        short = Text("A password has {low} to {high} characters", {"low": 8, "high": 128})
        page.show_refusal("sign_up", "weak_password", translate(short))
        window.stack.setFocus()


def _reports(window: MainWindow) -> None:
    said = (("Mika", "You play like a potato."), ("Cleo", "Please stop that."), ("Mika", "Potato! Potato!"))
    lines = [
        ReportLine(number=i, at=NOW, account=name, name=name, text=text, room="table")
        for i, (name, text) in enumerate(said)
    ]
    infos = [
        ReportInfo(
            report=2, at=NOW, by="Cleo", by_name="Cleo", account="Mika", name="Mika", table="t3",
            text="Mika calls me names whenever it is my turn, and does not stop.", lines=lines,
        ),
        ReportInfo(
            report=1, at=NOW - DAY, by="Ann", by_name="Ann", account="x", name="A very long name 20", table="",
            text="The same line again and again.", lines=[], closed_by="Mareike",
        ),
    ]  # fmt: skip
    window.show_page("reports")
    window.reports.show_reports(infos, more=True)


def _ask_report(window: MainWindow) -> None:
    _lobby(window)
    asking = ReportDialog(window.theme, "Mika", window)
    asking.field.setPlainText("Mika calls me names.")
    asking.open()


def _ask_measure(window: MainWindow) -> None:
    _reports(window)
    asking = ModerationDialog(window.theme, "Mika", "Mika", True, window)
    asking.action.setCurrentIndex(asking.action.findData("ban"))
    asking.open()


def _history(window: MainWindow) -> None:
    reasons = ("legs", "resigned", "flag", "absent", "legs", "left")
    rows = []
    for number, ((key, kind), reason) in enumerate(zip(GAMES.items(), cycle(reasons), strict=False)):
        match = Finished(
            place=9 - number, table=f"m{number}", title="", game=key, rules=kind.version,
            names=(NAMES[number % 5], ME), accounts=(NAMES[number % 5], ME),
            winner=None if number == 4 else 1 if number % 2 else 0, reason=reason, totals=(3, -3),
            ended=NOW - number * DAY, clock="fischer 300+5", rated=number < 2,
            ratings=(161_200, 148_800) if number < 2 else None,
        )  # fmt: skip
        rows.append(finished_row(match))
    window.history.begin(tr("Played here"))
    window.history.show_rows(rows, more=True)
    window.show_page("history")


def _records(window: MainWindow) -> None:
    others = ("Ann", "Cleo", "Jürgen", "Mika", "Priya", "Zoe")
    ends = results((others[0], ME, *others[2:]))
    found = []
    for number, ((key, kind), name, end) in enumerate(zip(GAMES.items(), cycle(others), cycle(ends), strict=False)):
        file = f"{kind.title} {name} - {ME} 2026-05-{20 - number}.netgame"
        note = DOT.join((end, on_day(20 - number), file))
        shown = sample(key)
        title, position = played(kind.title, name, ME), (shown.game, shown.state)
        found.append(record_row(f"/records/{number}", key, title, note, position=position))
    found.append(record_row("/records/x", "", "attic.netgame", "", broken()))
    window.records.begin("~/Documents/Games")
    window.records.show_found(found)
    window.records.end()
    window.show_page("records")


def _terms(window: MainWindow) -> None:
    window.host.set_owner(ME)
    window.host.choose(next(iter(GAMES)))
    window.host.set_terms(Terms("byoyomi 900+3x20", access="code", code="moon7x"), may_rate=True)
    window.show_page("host")
