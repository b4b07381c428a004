"""What each verb is for, with examples. Kept apart from the verbs, so that `--help` need not import them."""

from __future__ import annotations

from typing import Final

VERBS: Final = {
    "profiles": """List the game profiles, or show one with all its rule values, bets and pay tables.

Such as:

    cutcard profiles
    cutcard profiles koi-bacc
    cutcard profiles multihand-etg --set dealer_hits_soft_17=true decks=6 --json
""",
    "deal": """Play one round from exactly these cards, in dealing order.

At blackjack: every position's first card, the dealer's up card, every
position's second, the face-down card if any, then cards as they are drawn.
At baccarat: player, banker, player, banker, then third cards.

Such as:

    cutcard deal multihand-online --cards "As 9d Kh 7c"
    cutcard deal multihand-online --cards "8h 6d 8c Td Ts 9c Kd" \\
        --decisions "split stand stand"
    cutcard deal live-seven --cards "5h Td 6h 9c 9s" --decisions double \\
        --bet 21-plus-3=50
    cutcard deal punto-banco --cards "9h 3d Kc 4s" --bet player=100 tie=10
""",
    "par": """Print the exact mathematics of a bet, or of a profile's main game and all its bets.

Such as:

    cutcard par american-live
    cutcard par american-live --bet 21-plus-3 --json
    cutcard par punto-banco --bet tie --decks 6
    cutcard par multihand-online --set decks=6 --xlsx par.xlsx --pdf par.pdf
    cutcard par punto-banco --bet lucky-nines --remove "9h 9d" --effects
""",
    "strategy": """Print the best decision for every hand against every up card, and what each is worth.

Such as:

    cutcard strategy multihand-online
    cutcard strategy american-live --decks 6 --json
    cutcard strategy multihand-etg --set surrender=late --remove "As As Ks"
""",
    "simulate": """Simulate many rounds and hold them against the exact values.

Ctrl-C gives the result so far.

Such as:

    cutcard simulate multihand-online --rounds 100000000
    cutcard simulate american-live --rounds 10000000 --bet all --positions 3
    cutcard simulate punto-banco --rounds 1000000000 --until-error 0.00001
    cutcard simulate live-seven --rounds 5000000 --strategy mine.csv --html run.html
""",
    "roads": """Draw the main road, the three derived roads, the bead plate and the forecast.

Such as:

    cutcard roads BBPPPBPBB
    cutcard roads "Pb8 T B Bpb T P" --json
    cat shoe.txt | cutcard roads -
""",
}
