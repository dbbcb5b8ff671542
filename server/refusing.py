"""Why something that somebody asked for is not done, as an exception on its way to the answer."""

from netgame.text import Text
from protocol import messages as m


class RequestRefused(Exception):
    """A refusal: its code for programs, its sentence for people."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(code, text)
        self.code, self.text = code, text

    @property
    def answer(self) -> m.Refused:
        """As it crosses the wire."""
        return m.Refused(code=self.code, template=self.text.template, args=dict(self.text.args))
