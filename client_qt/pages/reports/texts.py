"""What people report, and what moderators do about it, in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from client_qt.text.locale_formats import moment
from client_qt.text.rules_text import tr
from netgame.text import fill
from protocol.messages.accounts import ModerationAction, ReportInfo

DOT = "  ·  "
MINUTES = (10, 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60, 0)  # of a mute or a ban; 0: until it is lifted
MEASURES: tuple[ModerationAction, ...] = ("mute", "kick", "ban", "unmute", "unban")
FOR_A_TIME: tuple[ModerationAction, ...] = ("mute", "ban")


@dataclass(frozen=True)
class ReportRow:
    """A report as the page shows it."""

    report: int
    account: str
    name: str
    title: str
    note: str
    text: str
    lines: tuple[tuple[str, str], ...] = ()  # who said what before
    table: str = ""
    closed: bool = False


def report_row(info: ReportInfo) -> ReportRow:
    """A report with where it was and who sent it."""
    at = moment(datetime.fromtimestamp(info.at / 1000))
    where = tr("at a table") if info.table else tr("in the lobby")
    notes = [fill(tr("from {name}"), {"name": info.by_name}), where, at]
    if info.closed_by:
        notes.append(fill(tr("dealt with by {name}"), {"name": info.closed_by}))
    return ReportRow(
        report=info.report,
        account=info.account,
        name=info.name,
        title=fill(tr("About {name}"), {"name": info.name}),
        note=DOT.join(notes),
        text=info.text,
        lines=tuple((line.name, line.text) for line in info.lines),
        table=info.table,
        closed=bool(info.closed_by),
    )


def report_rows(infos: Iterable[ReportInfo]) -> list[ReportRow]:
    """The youngest first, as they came."""
    return [report_row(info) for info in infos]


def measure_words(what: ModerationAction) -> str:
    """What a moderator can do."""
    return {
        "mute": tr("Mute: nobody reads what they write"),
        "kick": tr("Kick: they are put out, and may come back"),
        "ban": tr("Ban: they are put out and not let in"),
        "unmute": tr("Unmute: everybody reads them again"),
        "unban": tr("Unban: they are let in again"),
    }[what]


def minutes_words(minutes: int) -> str:
    """For how long."""
    if minutes == 0:
        return tr("until it is lifted")
    if minutes % (24 * 60) == 0:
        return tr("%n day(s)", minutes // (24 * 60))
    return tr("%n hour(s)", minutes // 60) if minutes % 60 == 0 else tr("%n minute(s)", minutes)
