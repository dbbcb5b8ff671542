"""A tournament as a page that every browser shows, and as JSON for programs.

The page is one file without scripts, and loads nothing. Texts of people are escaped and isolated, so that no name or
title changes the page or the order of the words around it. Accounts are in neither: they mean nothing elsewhere.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any
from urllib.parse import quote

from netgame.text import N_, fill
from netgame.tournaments.events import Cancelled, Ended
from netgame.tournaments.standings import standings
from netgame.tournaments.state import Board, Tournament
from netgame.tournaments.tie_breaks import TIE_BREAKS
from netgame.tournaments.values import Standing

Words = Callable[[str], str]  # translates a text, or returns the name of an account

VERSION = 1  # of the JSON
# control characters, unpaired surrogates, and formats that hide or turn text; joiners belong to words and emoji
_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
MOST_CROSS = 30  # players of a round robin whose cross table fits on a page
FORMAT_NAMES = {
    "round_robin": N_("Round robin"),
    "double_round_robin": N_("Double round robin"),
    "swiss": N_("Swiss"),
    "knockout": N_("Knock-out"),
    "arena": N_("Arena"),
}
CAUSES = {
    "bye": N_("no opponent in this round"),
    "aborted": N_("the match was aborted"),
    "absent": N_("did not appear"),
    "withdrew": N_("left the tournament"),
    "director": N_("set by the director"),
}
END_CAUSES = {
    "no_pairing": N_("the rules allow no further round"),
    "too_few": N_("fewer than two players are left"),
    "director": N_("ended by the director"),
}
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
:root { color-scheme: light dark; }
table { border-collapse: collapse; margin: 0 0 1em; }
th, td { text-align: start; padding: .2em .7em; border-bottom: 1px solid #8886; }
td.n, th.n { text-align: end; font-variant-numeric: tabular-nums; }
"""


def as_json(tournament: Tournament, name_of: Words, records: Mapping[str, str] | None = None) -> str:
    """Return the tournament as JSON. Boards name players by their `number`, which is their seed.

    `records` has the file with the record of a table, for those that there are.
    """
    t, files = tournament, records or {}
    numbers = {entrant.account: entrant.seed for entrant in t.entrants}
    places = {place.account: place for place in standings(t.created.format, t.entrants, t.games)}
    content: dict[str, Any] = {
        "netgame_tournament": VERSION,
        "id": t.id,
        "title": t.created.title,
        "format": t.created.format,
        "game": t.created.game,
        "options": dict(t.created.options),
        "clock": t.created.clock,
        "rated": t.created.rated,
        "director": name_of(t.director),
        "state": _state(t),
        "made_ms": t.created.at,
        "started_ms": t.started_at or None,
        "ended_ms": t.end.at if t.end is not None else None,
        "end_cause": t.end.cause if t.end is not None else None,
        "rounds_planned": t.planned or None,
        "players": [
            {
                "number": entrant.seed,
                "name": name_of(entrant.account),
                "rating_hundredths": t.players[entrant.account].rating or None,
                "first_round": entrant.first_round,
                "last_round": entrant.last_round,
                "rank": places[entrant.account].rank,
                "half_points": places[entrant.account].points,
                "tie_breaks": {
                    key: value / TIE_BREAKS[key].units for key, value in places[entrant.account].tie_breaks.items()
                },
            }
            for entrant in t.entrants
        ],
        "rounds": [[_board_fields(board, numbers, files) for board in boards] for boards in t.rounds],
    }
    return json.dumps(content, indent=2) + "\n"  # in ASCII, so that no character of a name needs care


def as_html(
    tournament: Tournament,
    name_of: Words,
    records: Mapping[str, str] | None = None,
    *,
    tr: Words = str,
    language: str = "en",
    terms: str = "",
) -> str:
    """Return the tournament as a page: places, results, and the cross table of a small round robin.

    `tr` translates into `language`. `terms` is a line about game, options and clock. Results link to the files in
    `records`, by table; their names are relative.
    """
    t = tournament
    places = standings(t.created.format, t.entrants, t.games)
    title, default_terms = _text(t.created.title), f"{t.created.game} · {t.created.clock}"
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{_text(language)}"><head><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{STYLE}</style></head><body>",
        f"<h1>{_isolated(t.created.title)}</h1>",
        f"<p>{_text(tr(FORMAT_NAMES[t.created.format]))} · {_text(terms or default_terms)}</p>",
        f"<p>{_state_line(t, name_of, tr)}</p>",
        _table_of_places(places, name_of, tr),
    ]
    if "round_robin" in t.created.format and len(places) <= MOST_CROSS:
        parts.append(_cross_table(t, places, name_of, tr))
    boards = [board for boards in t.rounds for board in boards]
    if t.is_arena:
        parts += [_heading(tr(N_("Games"))), _table_of_boards(boards, name_of, tr, records or {})]
    else:
        for number, boards_of_round in enumerate(t.rounds, start=1):
            parts.append(_heading(fill(tr(N_("Round {round}")), {"round": number})))
            parts.append(_table_of_boards(boards_of_round, name_of, tr, records or {}))
    return "\n".join((*parts, "</body></html>", ""))


def half_points(points: int) -> str:
    """Return half points as points: 3 are `1½`."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def _state(t: Tournament) -> str:
    return "cancelled" if isinstance(t.end, Cancelled) else t.phase


def _board_fields(board: Board, numbers: Mapping[str, int], files: Mapping[str, str]) -> dict[str, Any]:
    second = board.paired.second
    return {
        "first": numbers.get(board.paired.first),
        "second": None if second is None else numbers.get(second),
        "half_points": board.points,
        "played": board.played,
        "cause": None if board.points is None else board.cause,
        "table": board.paired.table or None,
        "record": files.get(board.paired.table),
    }


def _state_line(t: Tournament, name_of: Words, tr: Words) -> str:
    states = {
        "open": N_("The tournament has not started"),
        "running": N_("The tournament is being played"),
        "over": N_("The tournament is over"),
        "cancelled": N_("Cancelled"),
    }
    words = tr(states[_state(t)])
    if isinstance(t.end, Ended) and t.end.cause in END_CAUSES:
        words = f"{words}: {tr(END_CAUSES[t.end.cause])}"
    days = [_day(at) for at in (t.started_at, t.end.at if t.end is not None else 0) if at]
    director = fill(_text(tr(N_("Director: {name}"))), {"name": _isolated(name_of(t.director))})
    return " · ".join((_text(words), *(_text(day) for day in dict.fromkeys(days)), director))


def _day(at_ms: int) -> str:
    try:
        return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d")
    except (ValueError, OverflowError, OSError):  # no date of a server that tells the truth
        return ""


def _table_of_places(places: Iterable[Standing], name_of: Words, tr: Words) -> str:
    places = tuple(places)
    keys = tuple(places[0].tie_breaks) if places else ()
    head = [_cell(tr(N_("Rank")), "n", "th"), _cell(tr(N_("Player")), "", "th"), _cell(tr(N_("Points")), "n", "th")]
    head += [
        f'<th class="n" title="{_text(tr(TIE_BREAKS[key].explanation))}">{_text(tr(TIE_BREAKS[key].name))}</th>'
        for key in keys
    ]
    rows = [
        [_cell(str(place.rank), "n"), _name(place.account, name_of), _cell(half_points(place.points), "n")]
        + [_cell(f"{value / TIE_BREAKS[key].units:g}", "n") for key, value in place.tie_breaks.items()]
        for place in places
    ]
    notes = [f"<li>{_text(tr(TIE_BREAKS[key].name))}: {_text(tr(TIE_BREAKS[key].explanation))}</li>" for key in keys]
    order = _text(tr(N_("Equal points are decided in this order:")))
    below = f"<p>{order}</p><ol>{''.join(notes)}</ol>"
    return _heading(tr(N_("Standings"))) + _table(head, rows) + (below if notes else "")


def _cross_table(t: Tournament, places: Iterable[Standing], name_of: Words, tr: Words) -> str:
    accounts = [place.account for place in places]
    results: dict[tuple[str, str], list[str]] = {}
    for board in (board for boards in t.rounds for board in boards if board.points is not None):
        if board.paired.second is not None and board.points is not None:
            for pair, points in zip((board.accounts, board.accounts[::-1]), board.points, strict=True):
                results.setdefault((pair[0], pair[1]), []).append(half_points(points))
    head = [_cell(tr(N_("Player")), "", "th"), *(_cell(str(at), "n", "th") for at in range(1, len(accounts) + 1))]
    rows = [
        [_name(one, name_of, f"{at}. ")]
        + [_cell("–" if one == other else " ".join(results.get((one, other), ())), "n") for other in accounts]
        for at, one in enumerate(accounts, start=1)
    ]
    return _heading(tr(N_("Cross table"))) + _table(head, rows)


def _table_of_boards(boards: Iterable[Board], name_of: Words, tr: Words, records: Mapping[str, str]) -> str:
    rows = []
    for board in boards:
        second = board.paired.second
        result = "" if board.points is None else " : ".join(map(half_points, board.points))
        if second is None and board.points is not None:
            result = half_points(board.points[0])
        begun = N_("being played") if board.appointment is None else N_("not begun")
        words = _text(result if board.points is not None else tr(begun))
        if (file := records.get(board.paired.table)) is not None:
            words = f'<a href="./{_text(quote(file))}">{words}</a>'
        cause = _text(tr(CAUSES[board.cause])) if board.points is not None and board.cause in CAUSES else ""
        other = "<td></td>" if second is None else _name(second, name_of)
        rows.append([_name(board.paired.first, name_of), other, f'<td class="n">{words}</td>', f"<td>{cause}</td>"])
    return _table([], rows)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [f"<tr>{''.join(row)}</tr>" for row in rows]
    top = "".join(head)
    return "\n".join(("<table>", *([f"<tr>{top}</tr>"] if top else []), *lines, "</table>"))


def _cell(text: str, kind: str = "", tag: str = "td") -> str:
    return f'<{tag} class="{kind}">{_text(text)}</{tag}>' if kind else f"<{tag}>{_text(text)}</{tag}>"


def _name(account: str, name_of: Words, before: str = "") -> str:
    return f"<td>{_text(before)}{_isolated(name_of(account))}</td>"


def _heading(text: str) -> str:
    return f"<h2>{_text(text)}</h2>"


def _isolated(text: str) -> str:
    return f"<bdi>{_text(text)}</bdi>"


def _text(text: str) -> str:
    """Return text that cannot be taken for markup, without invisible characters."""
    return escape(_INVISIBLE.sub("\ufffd", text))
