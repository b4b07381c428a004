"""What each verb is for, with examples. Kept apart from the verbs, so that `--help` need not import them."""

from __future__ import annotations

from typing import Final

FOLDERS: Final = {
    **dict.fromkeys(("profiles", "deal", "roads", "device", "croupier"), "table"),
    **dict.fromkeys(
        ("par", "strategy", "simulate", "compare", "sweep", "design", "randomness", "evidence"), "numbers"
    ),
    **dict.fromkeys(("serve", "verify", "export", "backup", "restore"), "house"),
}
"""In which folder of the room each verb lies."""

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
    cutcard par american-live --bet 21-plus-3 --pays 35-33-10-5
    cutcard par american-live --bet mine.toml
    cutcard par punto-banco --bet tie --decks 6
    cutcard par multihand-online --set decks=6 --xlsx par.xlsx --pdf par.pdf
    cutcard par punto-banco --bet lucky-nines --remove "9h 9d" --effects
    cutcard par live-seven --strategy mine.csv --positions 3
""",
    "strategy": """Print the best decision for every hand against every up card, and what each is worth.

Such as:

    cutcard strategy multihand-online
    cutcard strategy american-live --decks 6 --json
    cutcard strategy multihand-etg --set surrender=late --remove "As As Ks"
    cutcard strategy american-live --csv mine.csv
""",
    "simulate": """Simulate many rounds and hold them against the exact values.

Ctrl-C gives the result so far.

Such as:

    cutcard simulate multihand-online --rounds 100000000
    cutcard simulate american-live --rounds 10000000 --bet all --positions 3
    cutcard simulate punto-banco --rounds 1000000000 --until-error 0.00001
    cutcard simulate live-seven --rounds 5000000 --strategy mine.csv --html run.html
""",
    "compare": """Tell what differs between two sets of rules, and what each difference is worth.

Each value of B is also tried alone in A, and what is left over when all are
changed together is told, too. `--set` changes values of B, `--set-a` of A.

Such as:

    cutcard compare live-seven american-live
    cutcard compare multihand-online --set decks=6 dealer_hits_soft_17=true
    cutcard compare punto-banco punto-banco-no-commission --json
    cutcard compare live-seven mine.toml --set-a decks=6 --xlsx apart.xlsx
""",
    "sweep": """Count a profile under every combination of some rule values.

Each with its house edge, and with what it costs to play the profile's own
chart there. Combinations that contradict themselves are listed as such.

Such as:

    cutcard sweep multihand-online --over decks=1,2,6,8
    cutcard sweep american-live --over decks=6,8 \\
        --over dealer_hits_soft_17=true,false --charts --spread --csv edges.csv
    cutcard sweep punto-banco --over decks=6,8 banker_pays=commission,six-half
    cutcard sweep live-seven --over decks=1,2,4,6,8 --bet 21-plus-3 --json
""",
    "design": """Say which odds give a bet a house edge: of one line, or whole pay tables.

With --line, the odds of that line; without it, tables of round numbers. Both
begin with the profile's pay table, or that of --paytable and --pays. Exit
code 1 if nothing gives that edge.

Such as:

    cutcard design american-live 21-plus-3 --edge 4..5%
    cutcard design american-live 21-plus-3 --edge 4..5% --line straight-flush
    cutcard design multihand-etg lucky-lucky --edge 3.5..4% --decks 6..8
    cutcard design dai-bacc kill --edge 5..8% --json
    cutcard design american-live mine.toml --edge 4..5%
""",
    "evidence": """Write all that a test laboratory needs of a profile into one archive, or make one again.

The PAR sheets, exact beside simulated, rounds that show each rule, the hashes
of sources and dependencies. With --check, exit code 0 if the bundle can be
made again byte by byte, 1 if not.

Such as:

    cutcard evidence american-live --out bundle.zip
    cutcard evidence mine.toml --rounds 100000000 --seed 7 --out bundle.zip
    cutcard evidence --check bundle.zip
""",
    "randomness": """Test whether cards are dealt as chance would: those of live tables, or the simulator's.

Exit code 0 if every test holds, 1 if not. Good cards fail one run in 1,000.

Such as:

    cutcard randomness
    cutcard randomness --rounds 1000000 --decks 6 --out randomness.html
    cutcard randomness --seed 7 --json
    cutcard randomness --subject simulator --dieharder --out randomness.md
""",
    "roads": """Draw the main road, the three derived roads, the bead plate and the forecast.

Such as:

    cutcard roads BBPPPBPBB
    cutcard roads "Pb8 T B Bpb T P" --json
    cat shoe.txt | cutcard roads -
""",
    "serve": """Serve the product: tables, terminals, cashier and house, at an address.

A table of every profile is open, and guests play with play money. The first
start makes an operator's account and prints its password, once.

Such as:

    cutcard serve
    cutcard serve --port 9000 --host 0.0.0.0 --data /srv/cutcard
    cutcard serve --robots 20 --demo-staff
    cutcard serve --database-file /etc/cutcard/database
""",
    "device": """Deal to an automatic table: a simulated card device, as a program of its own.

It speaks the line protocol of docs/reference/device-protocol.md. The device
key is read from a file, or from CUTCARD_DEVICE_KEY.

Such as:

    cutcard device --connect localhost:8001 --table punto-banco-auto
    cutcard device --connect localhost:8001 --table dai-bacc-auto --seed 7
    cutcard device --connect localhost:8001 --table koi-bacc-auto \\
        --misbehave impossible
""",
    "croupier": """Deal at a live table: a simulated croupier, as a program of its own.

It signs in as a croupier and does what the croupier's screen does.

Such as:

    cutcard croupier --url http://localhost:8000 --table live-seven-live
    cutcard croupier --url http://localhost:8000 --table koi-bacc-live \\
        --name croupier --password-file secret.txt --pace 0.5
""",
    "verify": """Check a round's record, or everything in a data folder or a database.

Its chain of hashes, its commitment, every card and the money. Exit code 0
if everything holds, 1 if not.

Such as:

    cutcard verify round-17.json
    cutcard verify ./data --json
    cutcard verify --database-file /etc/cutcard/database
""",
    "export": """Write the record of a data folder or a database to a file, for other programs.

Private leaves are in it: it is for auditors. A server may be running.

Such as:

    cutcard export --data ./data --out record.jsonl
    cutcard export --data ./data --stream video-1 --format parquet \\
        --out video-1.parquet
""",
    "backup": """Copy everything in a data folder or a database into one file, also while the server runs.

The copy is of one instant, checked, and in balance. Its form is the same for
both: it can be restored into either.

Such as:

    cutcard backup venue.backup
    cutcard backup --data /srv/cutcard "venue $(date -I).backup"
    cutcard backup --database-file /etc/cutcard/database venue.backup
""",
    "restore": """Put a backup in place of what is in a data folder or a database, after checking it.

The server must not be running. What is there is replaced only with --force.

Such as:

    cutcard restore venue.backup
    cutcard restore venue.backup --data /srv/cutcard --force
    cutcard restore venue.backup --database-file /etc/cutcard/database
""",
}
