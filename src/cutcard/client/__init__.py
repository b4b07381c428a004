"""The client library: a terminal that speaks to a server and comes back when it is cut off.

It holds no rule and no strategy; those who play by themselves are in ``robots``.
"""

from cutcard.client.errors import Gone, Refused
from cutcard.client.game import Game
from cutcard.client.terminal import Patience, Terminal, connect

__all__ = ["Game", "Gone", "Patience", "Refused", "Terminal", "connect"]
