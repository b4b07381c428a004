"""Shipped bets said once more in the words of own bets, a TOML text for each. Odds are left out.

Every text is for a bet with the id ``own``; `declared` gives it the pay tables of the shipped one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from cutcard.games import baccarat, blackjack
from cutcard.profiles.own_bets import parse_bet
from cutcard.specials import Bet


@cache
def declared(shipped_id: str) -> tuple[Bet[Any], Bet[Any]]:
    """The bet as it is said here, and as it ships, with the same pay tables."""
    own, game = parse_bet(WRITTEN[shipped_id], "own.toml")
    catalogue = blackjack.CATALOGUE if game == "blackjack" else baccarat.CATALOGUE
    shipped = catalogue[shipped_id]
    return msgspec.structs.replace(own, paytables=shipped.paytables), shipped


WRITTEN = {
    "perfect-pairs": """
id = "own"
game = "blackjack"
sees = ["P1", "P2"]

[[line]]
id = "perfect-pair"
fits = { identical = true }

[[line]]
id = "coloured-pair"
fits = { rank = "same", colour = "same" }

[[line]]
id = "mixed-pair"
fits = { rank = "same" }
""",
    "21-plus-3": """
id = "own"
game = "blackjack"
sees = ["P1", "P2", "D1"]

[[line]]
id = "suited-three-of-a-kind"
fits = { identical = true }

[[line]]
id = "straight-flush"
fits = { sequence = true, suit = "same" }

[[line]]
id = "three-of-a-kind"
fits = { rank = "same" }

[[line]]
id = "straight"
fits = { sequence = true }

[[line]]
id = "flush"
fits = { suit = "same" }
""",
    "lucky-ladies": """
id = "own"
game = "blackjack"
sees = ["P1", "P2", "D1", "D2"]

[[line]]
id = "queen-of-hearts-pair-and-dealer-blackjack"
fits = { all = [{ cards = ["P1", "P2"], only = "Qh" }, { cards = ["D1", "D2"], total = 21 }] }

[[line]]
id = "queen-of-hearts-pair"
fits = { cards = ["P1", "P2"], only = "Qh" }

[[line]]
id = "matched-20"
fits = { cards = ["P1", "P2"], identical = true, total = 20 }

[[line]]
id = "suited-20"
fits = { cards = ["P1", "P2"], suit = "same", total = 20 }

[[line]]
id = "any-20"
fits = { cards = ["P1", "P2"], total = 20 }
""",
    "any-pair-player": """
id = "own"
game = "baccarat"
sees = ["P1", "P2"]

[[line]]
id = "nines"
fits = { ranks = "99" }

[[line]]
id = "pair"
fits = { rank = "same" }
""",
    "emperor-player": """
id = "own"
game = "baccarat"
sees = "coup"
push = {natural=true, winner="tie"}

[[line]]
id = "by-9"
fits = { winner = "player", natural = false, margin = 9 }

[[line]]
id = "by-8"
fits = { winner = "player", natural = false, margin = 8 }

[[line]]
id = "by-7"
fits = { winner = "player", natural = false, margin = 7 }

[[line]]
id = "by-6"
fits = { winner = "player", natural = false, margin = 6 }

[[line]]
id = "by-5"
fits = { winner = "player", natural = false, margin = 5 }

[[line]]
id = "by-4"
fits = { winner = "player", natural = false, margin = 4 }

[[line]]
id = "natural"
fits = { winner = "player", natural = true }
""",
    "grouped-banker-4-6": """
id = "own"
game = "baccarat"
sees = "coup"

[[line]]
id = "win"
fits = { winner = "banker", banker_total = "4..6" }
""",
    "super-6": """
id = "own"
game = "baccarat"
sees = "coup"

[[line]]
id = "three-card-six"
fits = { winner = "banker", banker_total = 6, banker_cards = 3 }

[[line]]
id = "two-card-six"
fits = { winner = "banker", banker_total = 6, banker_cards = 2 }

[[line]]
id = "six"
fits = { winner = "banker", banker_total = 6 }
""",
    "lucky-lucky": """
id = "own"
game = "blackjack"
sees = ["P1", "P2", "D1"]

[[line]]
id = "suited-777"
fits = { ranks = "777", suit = "same" }

[[line]]
id = "suited-678"
fits = { ranks = "678", suit = "same" }

[[line]]
id = "777"
fits = { ranks = "777" }

[[line]]
id = "678"
fits = { ranks = "678" }

[[line]]
id = "suited-21"
fits = { total = 21, suit = "same" }

[[line]]
id = "21"
fits = { total = 21 }

[[line]]
id = "any-20"
fits = { total = 20 }

[[line]]
id = "any-19"
fits = { total = 19 }
""",
    "sevens": """
id = "own"
game = "blackjack"
sees = ["P1", "P2", "D1"]

[[line]]
id = "three-sevens-suited"
fits = { rank = "7", suit = "same" }

[[line]]
id = "three-sevens"
fits = { rank = "7" }

[[line]]
id = "two-sevens-suited"
fits = { cards = ["P1", "P2"], rank = "7", identical = true }

[[line]]
id = "two-sevens"
fits = { cards = ["P1", "P2"], rank = "7" }

[[line]]
id = "first-card-seven"
fits = { order = "7 ? ?" }
""",
    "lucky-aces": """
id = "own"
game = "blackjack"
sees = ["P1", "P2", "D1", "D2"]

[[line]]
id = "four-aces"
fits = { count = { of = "A", is = 4 } }

[[line]]
id = "three-aces-suited"
[line.fits]
any = [
  { count = { of = "Ac", at_least = 3 } },
  { count = { of = "Ad", at_least = 3 } },
  { count = { of = "Ah", at_least = 3 } },
  { count = { of = "As", at_least = 3 } },
]

[[line]]
id = "three-aces"
fits = { count = { of = "A", at_least = 3 } }

[[line]]
id = "two-aces-suited"
[line.fits]
any = [
  { count = { of = "Ac", at_least = 2 } },
  { count = { of = "Ad", at_least = 2 } },
  { count = { of = "Ah", at_least = 2 } },
  { count = { of = "As", at_least = 2 } },
]

[[line]]
id = "two-aces"
fits = { count = { of = "A", at_least = 2 } }

[[line]]
id = "ace-of-diamonds"
fits = { count = { of = "Ad", at_least = 1 } }

[[line]]
id = "one-ace"
fits = { count = { of = "A", at_least = 1 } }
""",
    "dealer-pair": """
id = "own"
game = "blackjack"
sees = ["D1", "D2"]

[[line]]
id = "perfect-pair"
fits = { identical = true }

[[line]]
id = "coloured-pair"
fits = { rank = "same", colour = "same" }

[[line]]
id = "mixed-pair"
fits = { rank = "same" }
""",
}
