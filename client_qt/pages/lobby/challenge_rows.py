"""Open challenges as rows of the lobby."""

from collections.abc import Iterable, Mapping

from client_qt.text.challenge_words import challenge_lines, challenge_problem, challenge_title
from client_qt.text.translation import tr
from client_qt.widgets.list_view import ListRow, RowAction
from protocol.messages import ChallengeInfo


def challenge_rows(
    challenges: Iterable[ChallengeInfo], account: str, muted: frozenset[str], versions: Mapping[str, int]
) -> list[ListRow]:
    """Those that wait for an answer of this player, then the own ones; none of players whom this one has muted."""
    shown = [info for info in challenges if info.account not in muted]
    return [_row(info, account, versions) for info in sorted(shown, key=lambda info: info.account == account)]


def _row(info: ChallengeInfo, account: str, versions: Mapping[str, int]) -> ListRow:
    terms, options = challenge_lines(info, account)
    problem = challenge_problem(info, versions)
    decline = RowAction("decline", tr("Decline ..."), None)
    actions: tuple[RowAction, ...]
    if info.account == account:
        actions = (RowAction("withdraw", tr("Withdraw")),)
    elif problem:
        actions = (decline,)
    else:
        actions = (RowAction("accept", tr("Accept"), "primary"), RowAction("change", tr("Change ..."), None), decline)
    return ListRow(
        info.challenge, challenge_title(info, account), (terms, problem or options), info.terms.game,
        actions=actions, end="" if info.account == account else "more", item=info,
    )  # fmt: skip
