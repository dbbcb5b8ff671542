"""The stored challenges that wait for an answer of a member."""

from collections import defaultdict
from collections.abc import Mapping

from server.notices.turns import game_title
from server.storage.notices import News
from server.storage.social import SocialStore


class OpenChallenges:
    """Finds the challenges that members have not seen."""

    def __init__(self, social: SocialStore) -> None:
        self._social = social

    async def news_of(self, seen: Mapping[str, int], now: int) -> Mapping[str, list[News]]:
        """Return the news about challenges that came since the members were online. `DatabaseFailed`."""
        news: dict[str, list[News]] = defaultdict(list)
        for each in await self._social.in_thread(self._social.challenges_to, list(seen), now):
            if each.made > seen[each.other]:
                title = game_title(each.terms.game)
                news[each.other].append(News(f"challenge {each.challenge}", "challenge", title, each.account))
        return news
