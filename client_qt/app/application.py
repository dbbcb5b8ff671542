"""The composition root of the client."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import get_args

from PySide6.QtCore import QObject, QTimer

from client_qt.app.actions import Effect
from client_qt.app.context import AppContext, Nurseries
from client_qt.app.main_window import MainWindow
from client_qt.app.notifications import Notifications
from client_qt.app.round_calls import RoundCalls
from client_qt.app.shutdown import Shutdown
from client_qt.app.unsaved_games import UnsavedGames
from client_qt.app.waiting_games import WaitingGames
from client_qt.computer.engines import Engines
from client_qt.computer.match_analysis import Analysis
from client_qt.feedback.attention import TABLE, Attention
from client_qt.feedback.desktop import DesktopMessages
from client_qt.feedback.sounds import Sounds
from client_qt.feedback.tray import TrayIcon
from client_qt.hosting.computer_players import ComputerPlayers
from client_qt.hosting.own_server import Hosting, Network
from client_qt.net.known_servers import KnownServers, recent_servers
from client_qt.net.player_key import PlayerKey
from client_qt.net.server_browser import ServerBrowser
from client_qt.news import NewsItem, NewsKey
from client_qt.pages.account.controller import AccountController
from client_qt.pages.challenges.controller import ChallengeController
from client_qt.pages.check_setup.controller import CheckSetupController
from client_qt.pages.history.controller import HistoryController
from client_qt.pages.home.controller import HomeController
from client_qt.pages.home.page import UnfinishedGame
from client_qt.pages.home.unfinished_games import UnfinishedGames, go_on
from client_qt.pages.join.controller import JoinController
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.people.controller import PeopleController
from client_qt.pages.play_now.controller import PlayNowController
from client_qt.pages.preferences.controller import (
    EnginesController,
    OpenerController,
    PreferencesController,
    repair_words,
)
from client_qt.pages.profile.controller import ProfileController
from client_qt.pages.ratings.controller import RatingsController
from client_qt.pages.records.controller import RecordsController, is_record
from client_qt.pages.records.finished_games import FinishedGames
from client_qt.pages.records.folder_controller import FolderController
from client_qt.pages.reports.controller import ReportsController
from client_qt.pages.rules.controller import RulesController
from client_qt.pages.setup.host_controller import HostController
from client_qt.pages.setup.local_controller import LocalController
from client_qt.pages.table.controllers.analysis_controller import AnalysisController
from client_qt.pages.table.controllers.computer_controller import ComputerController
from client_qt.pages.table.controllers.conditional_controller import ConditionalController
from client_qt.pages.table.controllers.continue_controller import ContinueController
from client_qt.pages.table.controllers.notes_controller import NotesController
from client_qt.pages.table.controllers.picture_controller import PictureController
from client_qt.pages.table.controllers.seat_computer_controller import SeatComputerController
from client_qt.pages.table.controllers.table_controller import TableController
from client_qt.pages.table.controllers.together_controller import TogetherController
from client_qt.pages.table.controllers.variation_controller import VariationController
from client_qt.pages.table.controllers.waiting_card_controller import WaitingCardController
from client_qt.pages.table.panel.side_panel import Tab
from client_qt.pages.table.panel.walk_bar import read_speed
from client_qt.pages.tournaments.controller import TournamentController
from client_qt.pages.tournaments.list_controller import TournamentsController
from client_qt.pages.tournaments.save_controller import TournamentSaving
from client_qt.pages.unfinished.controller import UnfinishedController
from client_qt.records.files import path_of
from client_qt.records.notes import Notes
from client_qt.records.recent import RecentRecords
from client_qt.settings.file import SettingsFile
from client_qt.single_instance import SingleInstance
from client_qt.table.local import LocalTable
from client_qt.table.model import TableModel
from client_qt.text.plain import dotted
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.text import fill
from protocol.diagnostics import OwnServer, Setup
from protocol.messages import ChatLine


class Application(QObject):
    """The composition root: constructs services and controllers, and connects them."""

    def __init__(
        self,
        window: MainWindow,
        settings: SettingsFile,
        context: AppContext,
        nurseries: Nurseries,
        single_instance: SingleInstance,
        leave: Callable[[], None],
    ) -> None:
        super().__init__()
        self.window, self.settings, self._context, self._leave = window, settings, context, leave
        self.single_instance = single_instance
        data, theme = context.folders.data.parent, window.theme
        sessions, discovery = nurseries.sessions, nurseries.discovery

        def name() -> str:
            return window.home.name or settings.value.name  # while somebody types another one

        self.browser = ServerBrowser(context.interfaces, discovery, self)
        self.hosting = Hosting(context.server, nurseries.servers, self)
        self.player_key = PlayerKey(settings.path.parent, context.host_name.removesuffix(".local"), self)
        self.servers = KnownServers(settings, self.browser, sessions, name, self.player_key, self)
        self.recent_records = RecentRecords(settings, data / "played", self)
        notes = NotesController(window, window.table, Notes(data / "notes"))
        self.records_controller = RecordsController(window, window.table, sessions, self.recent_records, notes)
        self.folder_controller = FolderController(
            window, window.records, self.records_controller, self.recent_records, sessions
        )
        window.home.replay.connect(self.records_controller.open_path)
        window.dropped.connect(self.records_controller.open_path)
        self.picture_controller = PictureController(window, window.table, self.records_controller.folder, sessions)
        self.finished_games = FinishedGames(data / "played", window.table, self.recent_records, notes, sessions)
        self.finished_games.found.connect(self.servers.note_opponent)
        self.local_controller = LocalController(
            window, window.here, settings, data / "games", sessions, self.finished_games.keep
        )
        self.variation_controller = VariationController(window, window.table)
        self.together_controller = TogetherController(window, window.table, self.variation_controller)
        ConditionalController(window, window.table, self.servers, self.variation_controller)
        engines = replace(context.engines or Engines(), preferences=lambda: settings.value.preferences)
        analysis = Analysis(engines.open_adviser, sessions, self)
        self.analysis_controller = AnalysisController(
            window, window.table, analysis, self.variation_controller.open_line,
            lambda: settings.value.preferences.adviser,
        )  # fmt: skip
        self.unfinished_games = UnfinishedGames(
            settings, self.servers.sessions, self.local_controller.games, self.finished_games.missed,
            lambda: self.hosting.state == "starting",
        )  # fmt: skip
        network = Network(self.servers, self.browser, self.hosting, context.host_name)
        self.home_controller = HomeController(
            window, window.home, settings, network, self.recent_records, self.unfinished_games
        )
        self.unfinished_controller = UnfinishedController(window, window.unfinished, self.unfinished_games)
        self.host_controller = HostController(window, window.host, network, settings)
        self.join_controller = JoinController(window, window.join, network, settings)
        self.table_controller = TableController(window, window.table, self.servers, self.host_controller, settings)
        self.continue_controller = ContinueController(
            window, window.table, network, self.table_controller, self.host_controller, self.player_key, sessions
        )
        self.computer_controller = ComputerController(window, window.table, self.table_controller, engines, sessions)
        self.computer_players = ComputerPlayers(settings.path.parent / "computers", sessions, self)
        self.seat_computer_controller = SeatComputerController(
            window, window.table.place.waiting, self.servers, self.computer_players, settings, self.host_controller.code
        )
        self.table_controller.model_changed.connect(self.seat_computer_controller.set_model)
        self.table_controller.refreshed.connect(self.seat_computer_controller.update)
        self.notifications = Notifications(window, self.servers, self.table_controller.show, self)
        self.round_calls = RoundCalls(window.news, self.servers, self._is_shown, self)
        self.waiting_games = WaitingGames(
            self.servers, settings, window.news, self._is_shown, self.table_controller.show, self
        )
        self.lobby_controller = LobbyController(window, window.lobby, self.servers, settings)
        self.lobby_controller.rooms.direct_message_received.connect(self.notifications.direct_message)
        self.lobby_controller.rooms.read.connect(self.notifications.messages_read)
        self.notifications.message_opened.connect(self.lobby_controller.show_messages)
        self.challenge_controller = challenges = ChallengeController(
            window, window.challenge, window.lobby, self.servers, self.lobby_controller, settings
        )
        self.play_now_controller = PlayNowController(
            window, window.home, window.lobby, network, settings, self.lobby_controller.current
        )
        self.profile_controller = ProfileController(window, window.profile, self.lobby_controller)
        self.people_controller = people = PeopleController(
            window, window.people, window.lobby, self.servers, self.lobby_controller, settings
        )
        people.profile.connect(self.profile_controller.show)
        people.challenge.connect(challenges.challenge)
        self.ratings_controller = RatingsController(window, window.ratings, self.lobby_controller)
        window.ratings.profile.connect(self.profile_controller.show)
        self.history_controller = HistoryController(
            window, window.history, window.table, self.servers, self.lobby_controller
        )
        window.lobby.profile.connect(self.profile_controller.show)
        window.lobby.history.connect(partial(self.history_controller.show, None))
        window.profile.against.connect(
            lambda: self.history_controller.show_against(self.profile_controller.account, window.profile.player)
        )
        self.profile_controller.relating.connect(people.relate)
        window.profile.history.connect(lambda: self.history_controller.show(self.profile_controller.account))
        self.tournaments_controller = TournamentsController(
            window, window.tournaments, window.new_tournament, self.servers, self.lobby_controller
        )
        self.tournament_controller = TournamentController(window, window.tournament, self.servers)
        TournamentSaving(
            window,
            window.tournament,
            lambda: self.tournament_controller.shown,
            self.records_controller.folder,
            sessions,
        )
        for wanted in (self.tournaments_controller.hosting, window.host.tournaments):
            wanted.connect(lambda: self.host_controller.serve(self.tournaments_controller.enter))
        self.tournaments_controller.chosen.connect(self.tournament_controller.show)
        self.round_calls.tournament_opened.connect(self.tournament_controller.show)
        self.round_calls.tournament_entered.connect(self.tournament_controller.enter)
        for show in (self.round_calls.show_invitations, self.tournament_controller.show_people):
            self.lobby_controller.related.connect(show)
        window.lobby.tournaments.connect(self.tournaments_controller.show)
        self.tournament_controller.profile.connect(self.profile_controller.show)
        self.account_controller = AccountController(
            window, window.account, self.servers, self.lobby_controller, window.table, self.player_key, sessions, name
        )
        window.profile.challenge.connect(lambda name: challenges.challenge(self.profile_controller.account, name))
        window.table.tournament_wanted.connect(lambda: self.tournament_controller.show_of(self.table_controller.model))
        window.table.challenge_wanted.connect(lambda: challenges.challenge_again(self.table_controller.model))
        window.table.next_game_wanted.connect(self._next_game)
        window.table.banners.challenge_withdrawn.connect(
            lambda id: challenges.withdraw(self.table_controller.session, id)
        )
        challenges.opened.connect(self.table_controller.show)
        window.home.again.connect(challenges.play_again)
        window.home.withdrawn.connect(challenges.withdraw_from)
        window.lobby.account.connect(self.account_controller.show_current)
        window.profile.account.connect(self.account_controller.show_current)
        self.reports_controller = ReportsController(
            window, window.reports, window.lobby, window.table, self.servers, self.lobby_controller
        )
        self.rules_controller = RulesController(window, window.rules, window.table)
        window.home.rules.connect(self.rules_controller.open_game)
        window.rules.host.connect(self.host_controller.open)
        window.rules.computer.connect(self.local_controller.open_computer)
        WaitingCardController(window.table.place.waiting, self.hosting, context.interfaces, discovery)
        sounds, tray = Sounds(self), TrayIcon(self)
        desktop = DesktopMessages(tray, sessions, parent=self)
        self.check_setup_controller = CheckSetupController(
            window, window.check_setup, self._setup, discovery, sounds, desktop
        )
        window.join.find_out.connect(self.check_setup_controller.open)
        window.table.place.waiting.find_out.connect(self.check_setup_controller.open)
        window.preferences.has_tray = tray.is_possible()
        self.unsaved_games = UnsavedGames(
            window, self.local_controller.games, self.finished_games, self.records_controller, sessions,
            lambda: self.shutdown.open_window(), self,
        )  # fmt: skip
        self.shutdown = Shutdown(window, self.hosting, self.host_controller, settings, self._leave_if_saved, tray)
        self.shutdown.waiting = self._waiting_entries
        self.waiting_games.changed.connect(self.shutdown.show_menu)
        single_instance.hidden = lambda: self.shutdown.is_hidden
        self.attention = Attention(window, lambda: window.page == "table", settings, window.news, desktop, sounds, self)
        self.attention.sound_changed.connect(window.show_sound)
        self.attention.apply_preferences()
        tray.activated.connect(window.come_to_front)
        desktop.clicked.connect(self._open_news)
        desktop.unshown.connect(self._show_line)
        for told in (people.friend_came, self.play_now_controller.found):
            told.connect(window.news.tell)
        window.news.acts[TABLE] = lambda *_item: window.show_page("table")
        window.table.chat.line_received.connect(self.attention.chat_line)
        window.table.chat.line_received.connect(self._show_chat_line)
        window.table.clock_ticker.low.connect(self.attention.low_time)
        window.preferences.test_sound.connect(self.attention.test_sound)
        window.preferences.sounds_wanted.connect(self.attention.sounds.prepare)
        self.preferences_controller = PreferencesController(
            window, window.preferences, theme, settings, window.show_preferences, context.ui
        )
        OpenerController(window, window.preferences, context.opener)
        EnginesController(window.preferences, engines.open, sessions)
        window.menus.preferred.connect(lambda name, value: self.preferences_controller.choose(**{name: value}))
        self._connect()
        self._begin()
        sessions.start_soon(self.player_key.tell)
        sessions.start_soon(self.recent_records.tidy)

    def _begin(self) -> None:
        """Show the first state, resume hosting, and start browsing."""
        tab = self.settings.value.window.tab
        if tab in get_args(Tab):
            self.window.table.panel.show_tab(tab)
        self.window.table.panel.analysis.show_level(self.settings.value.window.analysis)
        self.window.replay.set_speed(read_speed(self.settings.value.window.replay_speed))
        self.home_controller.show()
        if self.settings.repair is not None:
            self.window.show_message(repair_words(self.settings.repair))
        self.preferences_controller.show_trouble()
        self.host_controller.resume()
        self.local_controller.games.reload()

        self.browser.know(recent_servers(self.settings.value))
        self.browser.start()
        self.servers.reconnect()
        self.player_key.unusable.connect(
            lambda why: self.window.ask(tr("Your key cannot be used"), [translate(why)], [], tr("Close"))
        )
        self.single_instance.launch_requested.connect(self._open)
        self.single_instance.show_requested.connect(self.shutdown.open_window)
        if self._context.argument:
            self._open(self._context.argument)
        self.single_instance.release()

    def _open(self, argument: str) -> None:
        """Open a record or an invitation, from the command line or from another start of the program."""
        argument = path_of(argument)
        self.window.come_to_front()
        here = self.local_controller.games.at(Path(argument))
        if here is not None:
            self.table_controller.show(here)
            return
        if is_record(argument):
            self.records_controller.open_path(argument)
            return
        self.window.join.address.setText(argument)
        self.join_controller.open()
        self.join_controller.dial(argument)

    def _leave_if_saved(self) -> None:
        """End the program, after a question if a game would be lost. A program that ends takes no more tasks."""
        if self.window.may_close:
            return
        self.table_controller.pause()
        self.unsaved_games.check(self.leave)

    def leave(self) -> None:
        """End the program without a question."""
        self.single_instance.close()
        self._leave()

    def close(self) -> None:
        """Store the state of the window and close it."""
        self.settings.change(replace(self.settings.value, window=self.window.state()))
        self.window.may_close = True
        self.window.close()
        self.table_controller.pause()
        self.local_controller.games.close()
        self.attention.close()

    def _stop_timers(self) -> None:
        """Let no work that was put off reach pages that are gone."""
        for timer in self.findChildren(QTimer):
            timer.stop()

    def _connect(self) -> None:
        window = self.window
        window.destroyed.connect(self._stop_timers)
        window.home.host.connect(self.host_controller.open)
        window.home.computer.connect(self.local_controller.open_computer)
        for page in (window.home, window.unfinished):
            page.resume.connect(self._resume)
            page.removed.connect(self._remove)
        self.local_controller.opened.connect(self.table_controller.show)
        self.local_controller.games.changed.connect(self.home_controller.news)
        window.table.play_again_wanted.connect(
            lambda swap: self.local_controller.play_again(self.table_controller.model, swap)
        )
        window.leaving.connect(self.table_controller.pause)  # it may only hide
        self.table_controller.closed.connect(window.show_home)
        self.table_controller.muted.connect(self.lobby_controller.mute_at)
        self.table_controller.model_changed.connect(self.attention.set_model)
        self.table_controller.model_changed.connect(lambda model: self.lobby_controller.follow(self.servers.of(model)))
        self.table_controller.refreshed.connect(self.attention.refresh)
        self.table_controller.place_changed.connect(window.show_table_place)
        self.lobby_controller.opened.connect(self.table_controller.show)
        self.play_now_controller.opened.connect(self.table_controller.show)
        self.history_controller.opened.connect(self.table_controller.show)
        self.tournament_controller.opened.connect(self.table_controller.show)
        self.tournament_controller.replayed.connect(self.history_controller.replay)
        self.history_controller.saving.connect(self.records_controller.ask_save_of)
        self.lobby_controller.muted.connect(self.table_controller.show_muted)
        self.lobby_controller.hosting.connect(partial(self.host_controller.open, ""))
        self.lobby_controller.copying.connect(self.host_controller.copy_invitation_to)
        self.join_controller.entered.connect(self.lobby_controller.enter)
        self.join_controller.tournaments.connect(self.tournaments_controller.enter)
        self.join_controller.opened.connect(self.table_controller.show)
        self.records_controller.opened.connect(self._show_record)
        self.recent_records.changed.connect(self.home_controller.news)
        self.host_controller.opened.connect(self.table_controller.show)
        self.host_controller.entered.connect(self.lobby_controller.enter)
        self.browser.changed.connect(self.home_controller.news)
        window.page_changed.connect(self.waiting_games.refresh)
        self.table_controller.refreshed.connect(self.waiting_games.refresh)
        self.waiting_games.table_changed.connect(self.home_controller.news)
        self.waiting_games.table_changed.connect(self.unfinished_controller.news)
        window.home.lobby.connect(self._enter_lobby)
        self.servers.changed.connect(self.unfinished_games.tidy)
        self.servers.changed.connect(self.join_controller.show)
        self.servers.changed.connect(self.home_controller.news)
        self.hosting.changed.connect(self.table_controller.show_addresses)
        self._bind_actions()
        for changed in (
            window.page_changed, self.table_controller.model_changed, self.table_controller.refreshed,
            self.servers.changed, self.hosting.changed,
        ):  # fmt: skip
            changed.connect(window.all_actions.refresh)

    def _bind_actions(self) -> None:
        """Set what the actions do that lead beyond the table, and when that is possible."""
        host, local, records = self.host_controller, self.local_controller, self.records_controller
        lobby, pictures, table = self.lobby_controller, self.picture_controller, self.table_controller

        def is_at_server() -> bool:
            return lobby.current() is not None

        self.window.all_actions.bind(
            {
                "home": self.home_controller.open,
                "host": host.open,
                "join": self.join_controller.open,
                "here": local.open,
                "computer": local.open_computer,
                "waiting": self._open_waiting_game,
                "unfinished": self.unfinished_controller.open,
                "open_record": records.ask_open,
                "records": self.folder_controller.show,
                "save_record": records.ask_save,
                "export": Effect(records.ask_export, records.can_export),
                "copy_record": records.copy_record,
                "copy_position": records.copy_position,
                "from_here": records.play_from_here,
                "analysis": self.analysis_controller.open,
                "variation": self.variation_controller.toggle,
                "look_together": Effect(self.together_controller.ask, self.together_controller.can_ask),
                "export_picture": pictures.ask_picture,
                "copy_picture": pictures.copy_picture,
                "export_animation": pictures.ask_animation,
                "report": self.reports_controller.report_opponent,
                "lobby": Effect(lobby.show_lobby, is_at_server),
                "tournaments": self.tournaments_controller.show,
                "profile": Effect(self.profile_controller.show_own, is_at_server),
                "history": Effect(self.history_controller.show_own, is_at_server),
                "people": Effect(self.people_controller.open, is_at_server),
                "ratings": Effect(self.ratings_controller.open, is_at_server),
                "account": Effect(self.account_controller.show_current, is_at_server),
                "invitation": Effect(lambda: host.copy_invitation(table.model), lambda: bool(host.link(table.model))),
                "stop_hosting": Effect(self.shutdown.ask_stop_hosting, lambda: self.hosting.state == "on"),
                "preferences": self.preferences_controller.open,
                "first_game": self.rules_controller.start_first_game,
                "rules": self.rules_controller.open,
                "check_setup": self.check_setup_controller.open,
            }
        )

    def _setup(self, friend: str) -> Setup:
        """What the checks of the set-up look at."""
        server, known = self.hosting.server, self.settings.value.servers.values()
        return Setup(
            interfaces=self._context.interfaces,
            host_name=self._context.host_name,
            data=self._context.folders.data,
            own=OwnServer(server.port, server.fingerprint) if server is not None else None,
            friend=friend,
            known={address: server.fingerprint for server in known for address in server.addresses},
        )

    def _is_shown(self, model: TableModel | None) -> bool:
        return model is not None and self.window.page == "table" and self.table_controller.model is model

    def _open_news(self, key: NewsKey, answer: str, token: str) -> None:
        """Show the window and what a desktop message is about, after a click on it, or carry out one of its buttons."""
        self.shutdown.open_window()
        self.window.come_to_front(token)
        if answer:
            self.window.news.answer(key, answer)
        else:
            self.window.news.open(key)

    def _show_chat_line(self, line: ChatLine) -> None:
        """Show a new line for some seconds where the chat cannot be seen."""
        panel = self.window.table.panel
        if self.window.page == "table" and not (panel.isVisible() and panel.tab == "chat"):
            words = fill(tr("{name}: {text}"), {"name": line.name, "text": line.text})
            self.window.note(words, icon="chat")

    def _show_line(self, item: NewsItem) -> None:
        """Keep what the player has missed in a line of the window, where the desktop has no messages.

        It does not cover the question to read the same message.
        """
        is_asked = item.key.kind == "line" and self.window.news.is_open(item.key._replace(kind="message"))
        if item.place in ("note", "elsewhere") and item.key.kind != TABLE and not is_asked:
            self.window.show_message(dotted(*item.message))

    def _waiting_entries(self) -> list[tuple[str, Callable[[], object]]]:
        """Return the games that wait for the player, and what shows each."""
        news = self.window.news
        return [(item.words, partial(news.open, item.key)) for item in news.badge]

    def _open_waiting_game(self) -> None:
        for item in self.window.news.badge[:1]:
            self.window.news.open(item.key)

    def _next_game(self) -> None:
        """Open the form of another game for the players of the shown one."""
        model, session = self.table_controller.model, self.table_controller.session
        match = model.match if model is not None else None
        if isinstance(model, LocalTable):
            self.local_controller.next_game(model)
        elif match is not None and any(seat is not None and seat.computer for seat in match.seats):
            self.host_controller.open(match.game.key, session)  # the waiting table offers the computer player
        else:
            self.challenge_controller.challenge_again(model)

    def _enter_lobby(self, server: str) -> None:
        if self.window.has_name():
            self.lobby_controller.enter(self.servers.session_to(server))

    def _remove(self, game: UnfinishedGame) -> None:
        """Remove a game whose server does not answer from the list, or delete a game of this computer."""
        if not game.server:
            self.local_controller.ask_remove(game.key)
            return
        self.settings.change(self.settings.value.without_table(game.server, game.key))
        self.home_controller.show()
        self.unfinished_controller.news()

    def _resume(self, game: UnfinishedGame) -> None:
        if game.server:
            if self.window.has_name():
                self.host_controller.host_again(game.server)
                model = self.servers.session_to(game.server).model(game.key)
                self.table_controller.show(model)
                go_on(model)
            return
        self.local_controller.go_on(game.key)

    def _show_record(self, model: TableModel) -> None:
        """Show a record, or a local match that continues one."""
        if isinstance(model, LocalTable):
            self.local_controller.games.add(model)
        self.table_controller.show(model)
