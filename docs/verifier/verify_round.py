"""Verifies the record of one round with nothing but Python's standard library: verify_round.py ROUND.json

Written from docs/reference/record-format.md; shares no code with Cutcard. Exit code 0 if all holds, else 1.
"""

import json
import sys
from hashlib import sha256
from hmac import digest as hmac_digest
from pathlib import Path

ONCE = ("round_opened", "bets_closed", "round_settled", "round_voided", "round_revealed")


def need(holds, what):
    if not holds:
        raise ValueError(what)


def check_chain(file):
    previous = bytes.fromhex(file["previous"])
    for number, entry in enumerate(file["entries"], file["entries"][0]["number"]):
        need(entry["number"] == number, f"entry {entry['number']} stands where entry {number} should")
        own = (entry[name] for name in ("number", "round", "at_ms", "wall_ms", "tag"))
        header = "".join(f"{line}\n" for line in (file["format"], file["stream"], *own)).encode()
        leaves = b"".join(leaf_hash(leaf) for leaf in entry["leaves"])
        previous = sha256(b"cutcard entry\n" + previous + header + leaves).digest()
        need(previous.hex() == entry["hash"], f"entry {number} ({entry['tag']}) is not what was written")


def leaf_hash(leaf):
    if "hash" in leaf:
        return bytes.fromhex(leaf["hash"])
    return sha256(bytes.fromhex(leaf["salt"]) + f"{leaf.get('patron', '')}\n{leaf['body']}".encode()).digest()


def bodies(file):
    """(tag, public body, {patron: private body}) of the round's entries, as far as they are shown."""
    for entry in (entry for entry in file["entries"] if entry["round"] == file["round"]):
        own = {leaf["patron"]: json.loads(leaf["body"]) for leaf in entry["leaves"][1:] if "body" in leaf}
        need(file["copy_for"] == "auditor" or {*own} <= {file["patron"]}, "a leaf is for another reader")
        yield entry["tag"], json.loads(entry["leaves"][0]["body"]), own


def check_complete(file, events):
    order = [tag for tag, _, _ in events if tag in ONCE]
    found = {tag: body for tag, body, _ in events if tag in ONCE}
    need(len(found) == len(order), "something happened twice that can happen once")
    need(order[:1] == ["round_opened"], "the beginning is missing")
    need(found["round_opened"]["round"] == file["round"], "the entries are of another round")
    need("round_settled" in order or "round_voided" in order, "the end is missing")
    need(not found["round_opened"]["commitment"] or order[-1] == "round_revealed", "no secret was revealed")
    return [found.get(tag) for tag in ("round_opened", "bets_closed", "round_revealed")]


def check_contributions(events, closed):
    texts = b"".join(len(text.encode()).to_bytes(4, "big") + text.encode() for text in closed["texts"])
    need(sha256(b"cutcard contributions\n" + texts).hexdigest() == closed["contributions"], "other texts")
    last = {who: own[who]["text"] for tag, _, own in events if tag == "contributed" for who in own}
    need(all(text in closed["texts"] for text in last.values()), "a contribution was left out")


def drawn_cards(events):
    """The card of each draw, None where its face was never shown."""
    cards, face_down, shown, closed = [], [], [], False
    for tag, body, _ in events:
        closed = closed or tag == "bets_closed"
        if tag in ("card_dealt", "card_burned", "face_down_dealt"):
            need(closed and body["draw"] == len(cards) + 1, f"draw {body['draw']} is out of order")
            (face_down if tag == "face_down_dealt" else shown).append(len(cards))
            cards.append(body.get("card"))
        elif tag == "card_turned":
            shown.append(face_down.pop(0))
            cards[shown[-1]] = body["card"]
        elif tag == "card_corrected":
            cards[[at for at in shown if cards[at] is not None][body["at"] - 1]] = body["card"]
    return cards


def drawn(secret, contributions, number, pack):
    """The card of one draw: the first 16-bit word whose leading bits name a card of the pack."""
    size, block = sum(pack), 0
    while True:
        message = bytes.fromhex(contributions) + number.to_bytes(4, "big") + block.to_bytes(4, "big")
        found = hmac_digest(bytes.fromhex(secret), message, "sha256")
        words = [int.from_bytes(found[at : at + 2], "big") for at in range(0, 32, 2)]
        for place in (word >> (16 - (size - 1).bit_length()) for word in words):
            if place < size:
                return [card for card in range(52) for _ in range(pack[card])][place]
        block += 1


def check_cards(cards, opened, closed, revealed):
    pack, unseen = list(opened["pack"]), []
    for number, shown in enumerate(cards, 1):
        need(any(pack), "more cards were drawn than the pack had")
        card = shown
        if opened["commitment"]:
            card = drawn(revealed["secret"], closed["contributions"], number, pack)
            need(shown in (None, card), f"draw {number} was card {shown}, and the secret draws {card}")
            unseen += [card] if shown is None else []
        if card is not None:
            pack[card] -= 1
            need(pack[card] >= 0, f"draw {number} was card {card}, and the pack had no more of it")
    if opened["commitment"] and closed:
        need(sorted(unseen) == sorted(revealed["unseen"]), "the unseen cards are others")


def check_money(events):
    leaves = [(tag, who, own[who]) for tag, _, own in events for who in own]
    wagers = {who: body["wagers"] for tag, who, body in leaves if tag == "bets_closed"}
    settled = {patron: body for tag, patron, body in leaves if tag == "round_settled"}
    back = {who for tag, who, _ in leaves if tag in ("card_corrected", "round_voided")}
    for patron, share in settled.items():
        for line in share["lines"]:
            won, unit = map(int, line["pays"].split(":"))
            need(line["returned"] == line["stake"] * (unit + won) // unit, f"{line['bet']} is paid wrong")
        sums = [sum(line[name] for line in share["lines"]) for name in ("stake", "returned")]
        need(sums == [share["staked"], share["returned"]], f"the lines of {patron} do not add up")
        if "behind" not in [wager["bet"] for wager in wagers.get(patron, [{"bet": "behind"}])]:
            mine = [body for _, who, body in leaves if who == patron and "lines" not in body]
            staked = sum(body.get("cost", 0) - body.get("returned", 0) for body in mine)
            staked += sum(wager["stake"] for wager in wagers[patron])
            need(staked == sums[0], f"{patron} did not stake what was settled")
    need(all(who in settled or who in back for who in wagers if wagers[who]), "a wager has no result")


def checks(file):
    """Each check as it passes; what does not hold ends them."""
    yield "the chain", check_chain(file)
    events = list(bodies(file))
    opened, closed, revealed = check_complete(file, events)
    if opened["commitment"]:
        found = sha256(bytes.fromhex(revealed["secret"])).hexdigest()
        yield "the commitment", need(found == opened["commitment"], "the secret is not the one committed to")
        yield "the contributions", check_contributions(events, closed) if closed else None
    yield "the cards", check_cards(drawn_cards(events), opened, closed, revealed)
    yield "the money", check_money(events)


def main(path):
    try:
        for name, _ in checks(json.loads(Path(path).read_bytes())):
            sys.stdout.write(f"holds: {name}\n")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as fault:
        return f"does not hold: {fault!r}"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
