"""The open challenges to a member, as they are stored."""

from server.notices.turns import game_title
from server.storage.notices import News
from server.storage.social import SocialStore


class OpenChallenges:
    """Finds the challenges that a member has not seen."""

    def __init__(self, social: SocialStore) -> None:
        self._social = social

    async def news_of(self, account: str, now: int, seen: int) -> list[News]:
        """Return the news about challenges that came since the member was online. `DatabaseFailed`."""
        found = await self._social.in_thread(self._social.open_challenges, account, now)
        return [
            News(f"challenge {each.challenge}", "challenge", game_title(each.terms.game), each.account)
            for each in found
            if each.other == account and each.made > seen
        ]
