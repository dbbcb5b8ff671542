"""Why a server does not let the player in."""

from client_qt.text.locale_formats import local_time, moment
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.text import Text, fill

SIGN_IN = ("guests_off", "revoked", "bad_name")  # refusals that another way to sign in solves


def refusal_text(text: Text) -> str:
    """Translate why a server does not let the player in. The end of a ban is in the argument `until`, in ms."""
    until = text.args.get("until")
    if not isinstance(until, int):
        return translate(text)
    end = fill(tr("The ban ends {time}."), {"time": moment(local_time(until))}) if until else tr("The ban has no end.")
    return f"{translate(text)} {end}"
