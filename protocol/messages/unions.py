"""Which messages go in which direction, and which of them are commands."""

from protocol.messages.accounts import (
    CloseReport,
    CloseTable,
    Devices,
    GetDevices,
    GetReports,
    MakePairingCode,
    Moderate,
    PairingCode,
    Report,
    Reports,
    Revoke,
    SetPassword,
    SignedIn,
    SignIn,
    SignUp,
)
from protocol.messages.connection import (
    Bye,
    Closing,
    Done,
    Echo,
    Hello,
    Notice,
    Ping,
    Pong,
    Probe,
    Refused,
    Welcome,
)
from protocol.messages.social import (
    Chat,
    CloseRematch,
    GetHistory,
    GetProfile,
    History,
    Invite,
    Invited,
    People,
    PeopleDelta,
    Profile,
    Rematch,
    RematchState,
    Say,
)
from protocol.messages.tables import (
    Frozen,
    LeaveSeat,
    ListTables,
    MakeTable,
    Presence,
    ReadyUp,
    SendAnswer,
    SendClaim,
    SendLeave,
    SendMove,
    SendOffer,
    SendResign,
    SendWithdraw,
    TableEvents,
    Tables,
    TablesDelta,
    TakeSeat,
    Unwatch,
    Watch,
)

TableCommand = (
    TakeSeat | LeaveSeat | ReadyUp | SendMove | SendResign | SendOffer | SendAnswer | SendWithdraw
    | SendClaim | SendLeave
)  # fmt: skip
LobbyCommand = Rematch | CloseRematch | Invite | Say | GetHistory | GetProfile
AccountCommand = (
    SignUp | SetPassword | MakePairingCode | GetDevices | Revoke | Report | GetReports | CloseReport | Moderate
    | CloseTable
)  # fmt: skip
ToServer = (
    Hello | ListTables | SignIn | MakeTable | Watch | Unwatch | TableCommand | LobbyCommand | AccountCommand | Echo
    | Bye | Ping
)  # fmt: skip
ToClient = (
    Welcome | SignedIn | Tables | TablesDelta | Done | Refused | TableEvents | Presence | Frozen | People | PeopleDelta
    | Chat | Invited | RematchState | History | Profile | PairingCode | Devices | Reports | Probe | Notice | Closing
    | Pong
)  # fmt: skip
