"""Rounds with everything in them, one line a step: doubles, splits, insurance, special bets, bets behind.

The grid tries at every step what can go wrong there; what comes of it is not known here.
"""

from __future__ import annotations

SEATED = """
table american-live
patron ann 100000
patron bob 100000
patron cat 100000
patron dan 100000
sit ann 1
sit bob 2
open
bet ann 1 main 1000
bet ann 1 perfect-pairs 300
bet ann 1 21-plus-3 200
bet bob 2 main 2000
bet cat 1 behind 500
bet dan 2 behind 700
bet dan 1 behind 100
along dan 1 double=no split=no
close
card 8h
card 6s
card Ad
card 8c
card 5s
face down
decline ann 1
insure bob 2
insure cat 1
decline dan 1
decline dan 2
check no
split ann 1
card 3d
double ann 1
card Ts
card 9c
stand ann 1.2
double bob 2
card Th
turn 5d
card 2d
"""

SEVEN = """
table live-seven
patron ann 100000
patron bob 100000
sit ann 2
sit bob 6
open
bet ann 2 main 1000
bet ann 2 player-pair 300
bet ann 2 dealer-pair 200
bet ann 2 top-3 100
bet bob 6 main 2000
bet bob 6 21-plus-3 100
close
card 9h
card Ts
card 9d
card 9c
card 2s
face down
split ann 2
card 2d
double ann 2
card Tc
card Td
stand ann 2.2
hit bob 6
card 3h
stand bob 6
turn 7c
card 4d
"""

SHARED = """
table multihand-etg
patron ann 100000
patron bob 100000
open
bet ann 1 main 1000
bet ann 2 main 1000
bet bob 1 main 2000
bet bob 3 main 500
close
card 8h
card 5s
card Th
card 6d
card 8c
card 6s
card 7d
face down
split ann 1
double ann 2
stand bob 1
stand bob 3
card 3d
double ann 1
card Ts
card 9c
stand ann 1.2
card 2c
turn Td
card 9s
"""

COUP = """
table punto-banco
set burn=0
patron ann 100000
patron bob 100000
open
bet ann 1 player 1000
bet ann 1 any-pair-player 200
bet bob 1 banker 3000
bet bob 1 tie 100
close
card 2h
card 3d
card 2c
card 2s
card 5c
card 3h
"""

ROUNDS = {"seated": SEATED, "seven": SEVEN, "shared": SHARED, "coup": COUP}


def lines_of(name: str) -> list[str]:
    """The steps of a round."""
    return [line for line in ROUNDS[name].splitlines() if line]
