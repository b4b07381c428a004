"""Events as they are kept: encoding, hash chain, commitment and reveal, round files, export.

What an event means to a table, and where entries are stored, is not known here.
"""

from cutcard.record.chain import NOTHING_BEFORE, chain_fault
from cutcard.record.encoding import BadEvent, decode_event, decode_event_for, seal
from cutcard.record.entry import FORMAT, HASH_BYTES, SALT_BYTES, Entry
from cutcard.record.fairness import SECRET_BYTES, Drawing, commitment, contributions_hash, draw_cards
from cutcard.record.round_file import (
    BadRecord,
    RoundFile,
    RoundRecord,
    encode_round_file,
    read_round_file,
    round_entries,
)
from cutcard.record.upgrades import UPGRADES, Kind, Upgrade

__all__ = [
    "FORMAT",
    "HASH_BYTES",
    "NOTHING_BEFORE",
    "SALT_BYTES",
    "SECRET_BYTES",
    "UPGRADES",
    "BadEvent",
    "BadRecord",
    "Drawing",
    "Entry",
    "Kind",
    "RoundFile",
    "RoundRecord",
    "Upgrade",
    "chain_fault",
    "commitment",
    "contributions_hash",
    "decode_event",
    "decode_event_for",
    "draw_cards",
    "encode_round_file",
    "read_round_file",
    "round_entries",
    "seal",
]
