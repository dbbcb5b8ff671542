"""Which messages go in which direction, and which of them are commands."""

from protocol.messages import accounts, challenges, connection, notices, people, seeks, social, tables, tournaments

TableCommand = (
    tables.TakeSeat | tables.LeaveSeat | tables.CommitDice | tables.ReadyUp | tables.RevealLink | tables.SendMove
    | tables.SendResign | tables.SendOffer | tables.SendAnswer | tables.SendWithdraw | tables.SendClaim
    | tables.SendLeave
)  # fmt: skip
ChallengeCommand = challenges.Challenge | challenges.AnswerChallenge | challenges.WithdrawChallenge
AnalysisCommand = social.Analyse | social.CloseAnalysis | social.ShowLine
LobbyCommand = (
    social.Rematch | social.CloseRematch | AnalysisCommand | social.Invite | social.SetCode | social.Say
    | social.GetHistory | social.GetProfile | ChallengeCommand | people.SetRelation
)  # fmt: skip
PeopleQuestion = (
    people.GetRelations | people.FindPlayers | people.GetOpponents | people.GetLadder | people.GetHeadToHead
)  # fmt: skip
SeekCommand = seeks.Seek | seeks.Unseek | seeks.WatchSeeks | seeks.AcceptSeek
NoticeCommand = (
    notices.GetNotices | notices.SetAddress | notices.ConfirmAddress | notices.RemoveAddress | notices.SetNotices
)  # fmt: skip
AccountCommand = (
    accounts.SignUp | accounts.SetName | accounts.SetPassword | accounts.MakePairingCode | accounts.GetDevices
    | accounts.Revoke | accounts.Report | accounts.GetReports | accounts.CloseReport | accounts.Moderate
    | accounts.CloseTable | accounts.TakeVacation | accounts.EndVacation | accounts.GetVacation
    | NoticeCommand | tables.SetConditionalMoves | tables.GetConditionalMoves
)  # fmt: skip
TournamentCommand = (
    tournaments.MakeTournament | tournaments.EnterTournament | tournaments.LeaveTournament
    | tournaments.InviteToTournament | tournaments.RemoveFromTournament | tournaments.StartTournament
    | tournaments.PauseTournament | tournaments.ResumeTournament | tournaments.CancelTournament
    | tournaments.FinishTournament | tournaments.ConfirmTournament | tournaments.DirectTournament
    | tournaments.ProposeTime | tournaments.WithdrawTime | tournaments.CorrectResult
    | tournaments.ReplayGame | tournaments.PairByHand
)  # fmt: skip
TournamentRequest = (
    TournamentCommand | tournaments.ListTournaments | tournaments.UnlistTournaments | tournaments.WatchTournament
    | tournaments.UnwatchTournament
)  # fmt: skip
ToServer = (
    connection.Hello | tables.ListTables | accounts.SignIn | accounts.ForgotPassword | tables.MakeTable | tables.Watch
    | tables.Unwatch | tables.ReportPosition | tables.ShowCourse
    | TableCommand | LobbyCommand | PeopleQuestion | SeekCommand | AccountCommand | TournamentRequest | connection.Echo
    | connection.Bye | connection.Ping
)  # fmt: skip
ToClient = (
    connection.Welcome | accounts.SignedIn | tables.Tables | tables.TablesDelta | connection.Done | connection.Refused
    | tables.TableEvents | tables.Presence | tables.WatchEnded | tables.Frozen | social.People | social.PeopleDelta
    | social.Chat | social.Invited | social.RematchState | social.AnalysisState | social.History | social.Profile
    | accounts.PairingCode | accounts.Devices | challenges.Challenges | challenges.ChallengeChanged
    | people.Relations | people.Players | people.Ladder | people.HeadToHead
    | seeks.Seeks | seeks.SeeksDelta | seeks.SeekPaired | seeks.SeekEnded
    | accounts.Reports | tournaments.Tournaments | tournaments.TournamentsDelta | tournaments.TournamentEvents
    | connection.Probe | connection.Notice | connection.Closing | connection.Pong
    | accounts.Vacation | notices.Notices | tables.ConditionalMoves
)  # fmt: skip
