"""MO-03: a card device as a separate process that deals, repeats itself, is late, vanishes, lies.

Whatever it does, the table says why it halts, a supervisor is called, and no money is lost.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import uvloop

from cutcard.cards import text
from cutcard.games.blackjack.options import Decision
from cutcard.profiles import Mode
from cutcard.table import Settings
from cutcard.table import commands as c
from cutcard.table import events as e
from cutcard.venue.requests import Reply
from tests.live_tables.device_house import ANN, KEY, InProcess, device, listening
from tests.venue.house import settings, timed

BACCARAT = "punto-banco"


def auto_settings(profile: str = BACCARAT) -> Settings:
    return timed(settings(profile, Mode.AUTO, card_ms=0), betting_s=600, result_s=1)


def auto(profile: str = BACCARAT) -> InProcess:
    return InProcess(auto_settings(profile))


def run(what: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(what(), 120))


def rounds(house: InProcess, kind: type = e.RoundSettled) -> int:
    return sum(isinstance(event, kind) for event in house.events())


def cards(house: InProcess) -> list[int]:
    return [event.card for event in house.events() if isinstance(event, e.CardDealt)]


async def settled(house: InProcess, bet: str) -> None:
    before = rounds(house)
    await house.bet(bet)
    await house.until(lambda: rounds(house) > before)
    house.sound()


async def halted(house: InProcess, bet: str) -> None:
    """Round after round, until the table halts."""
    while house.table.halt.paused is None:
        await house.bet(bet)
        before = rounds(house)

        def over(before: int = before) -> bool:
            return house.table.halt.paused is not None or rounds(house) > before

        await house.until(over)


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "bet"), [(BACCARAT, "banker"), ("multihand-etg", "main")])
def test_mo_03_a_device_deals_whole_rounds(profile: str, bet: str) -> None:
    async def evening() -> None:
        house = auto(profile)
        async with listening(house) as at, device(at):
            for _ in range(3):
                await house.bet(bet)
                before = rounds(house)

                def stand_or_over(before: int = before) -> bool:
                    felt = house.table.deal.felt
                    for hand in felt.hands_to_decide(ANN) if felt is not None else ():
                        offered = felt is not None and felt.offering
                        decision = Decision.DECLINE if offered else Decision.STAND
                        house.step(c.Decide(ANN, decision, hand.position, hand.branch))
                    return rounds(house) > before

                await house.until(stand_or_over)
                house.sound()
            assert house.table.halt.paused is None
            assert house.calls == []

    run(evening)


def test_mo_03_a_repeated_line_has_one_effect() -> None:
    async def evening() -> None:
        house = auto()
        async with listening(house) as at, device(at, "--misbehave", "repeat"):
            for _ in range(3):
                await settled(house, "player")
            assert house.table.halt.paused is None

    run(evening)


def test_mo_03_a_device_that_vanishes_halts_the_table_and_goes_on_after_resume() -> None:
    async def evening() -> None:
        house = auto()
        async with listening(house) as at, device(at, "--misbehave", "drop"):
            await house.bet("player")
            await house.until(lambda: house.table.halt.paused)
            assert house.table.halt.paused == "device_lost"
            assert [call.table for call in house.calls] == [house.name]
            house.sound()
            before = cards(house)
            assert house.step(c.Resume("supervisor")).refusal is None
            await house.until(lambda: rounds(house))
            assert cards(house)[: len(before)] == before
            house.sound()

    run(evening)


@pytest.mark.slow
def test_mo_03_a_killed_device_is_missed_and_the_round_can_be_void() -> None:
    async def evening() -> None:
        house = auto()
        purse = house.venue.book.balance(f"patron:{ANN}")
        async with listening(house) as at:
            async with device(at, pace_ms=300) as process:
                await house.bet("player")
                await house.until(lambda: cards(house))
                process.kill()
                await house.until(lambda: house.table.halt.paused == "device_lost")
            assert house.step(c.VoidRound("supervisor", "device gone")).refusal is None
            assert house.venue.book.balance(f"patron:{ANN}") == purse
            house.sound()
            async with device(at, seed=6):
                # A device that comes with another shoe says so.
                await house.until(lambda: house.table.deal.shoe.number == 2)
                await settled(house, "banker")

    run(evening)


def test_mo_03_a_card_that_does_not_come_halts_the_table() -> None:
    async def evening() -> None:
        house = auto()
        async with listening(house) as at, device(at, "--misbehave", "late"):
            await house.bet("tie")
            await house.until(lambda: house.table.halt.paused)
            assert house.table.halt.paused == "device_late"
            house.step(c.Resume("supervisor"))
            await house.until(lambda: rounds(house))
            house.sound()

    run(evening)


def test_tb_34_an_impossible_card_stops_the_round_at_once() -> None:
    async def evening() -> None:
        house = auto()
        async with listening(house) as at, device(at, "--misbehave", "impossible"):
            await halted(house, "banker")
            assert house.table.halt.paused == "impossible_card As"
            aces = [card for card in cards(house) if text(card) == "As"]
            assert len(aces) <= 8, "eight decks hold no ninth ace of spades"
            assert [call.table for call in house.calls] == [house.name]
            assert house.step(c.VoidRound("supervisor", "impossible card")).refusal is None
            house.sound()

    run(evening)


def test_tb_34_a_shoe_that_nobody_shuffled_is_noticed() -> None:
    async def evening() -> None:
        house = auto()
        async with listening(house) as at, device(at, "--misbehave", "unshuffled"):
            await halted(house, "player")
            assert house.table.halt.paused == "unshuffled_shoe"

    run(evening)


def test_mo_03_a_table_without_its_device_halts_when_a_card_is_due() -> None:
    async def evening() -> None:
        house = auto()
        async with listening(house):
            await house.bet("player")
            await house.until(lambda: house.table.halt.paused)
            assert house.table.halt.paused == "device_lost"

    run(evening)


async def said(port: int, *lines: str) -> list[str]:
    """What the listener answers to these lines, up to a short silence."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answers = []
    for line in lines:
        writer.write(line.encode() + b"\n")
        try:
            while answer := await asyncio.wait_for(reader.readline(), 0.4):
                answers.append(answer.decode().strip())
        except TimeoutError:
            pass
    writer.close()
    return answers


HELLO = f"HELLO 1 punto-banco-auto {KEY} s1"


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["BEAT"], "BYE hello_first"),
        (["HELLO 2 punto-banco-auto k s"], "BYE unknown_version"),
        (["HELLO 1 punto-banco-auto wrong s"], "BYE wrong_key"),
        ([f"HELLO 1 nowhere {KEY} s"], "BYE no_such_table"),
        ([f"HELLO 1 video {KEY} s"], "BYE not_an_automatic_table"),
        (["\x00\x01garbage"], "BYE unknown_line"),
        (["x" * 5000], "BYE not_ascii_or_too_long"),
    ],
)
def test_a_device_that_is_not_let_in_hears_why(lines: list[str], answer: str) -> None:
    async def try_it() -> None:
        house = auto()
        house.step(c.OpenTable(settings("koi-bacc", Mode.VIDEO, "video")), "video")
        async with listening(house) as at:
            assert await said(at.port, *lines) == [answer]
        assert house.table.halt.paused is None

    run(try_it)


@pytest.mark.parametrize(
    ("line", "answer", "reason"),
    [
        ("CARD 1 As", "NO 1 no_card_is_due", "device_not_asked"),
        ("CARD 1 Xs", "NO 0 unknown_card", "device_unknown_line"),
        ("SHUFFLE 1", "NO 0 unknown_line", "device_unknown_line"),
        ("CHECK 1 maybe", "NO 0 unknown_line", "device_unknown_line"),
    ],
)
def test_mo_03_what_nobody_asked_for_halts_the_table(line: str, answer: str, reason: str) -> None:
    async def try_it() -> None:
        house = auto()
        async with listening(house) as at:
            answers = await said(at.port, HELLO, line)
            assert answer in answers
            assert f"STOP {reason}" in answers
        assert [call.table for call in house.calls] == [house.name]

    run(try_it)


def test_mo_03_numbers_out_of_order_halt_the_table_and_repeated_ones_are_answered_the_same() -> None:
    async def try_it() -> None:
        house = auto()
        await house.bet("player")
        async with listening(house) as at:
            heard = await said(at.port, HELLO, "BURN 1 2s", "BURN 1 2s", "BURN 1 3s", "BURN 3")
            answers = [line for line in heard if line.startswith(("OK", "NO"))]
            assert answers == ["OK 1", "OK 1", "NO 1 key_used_before", "NO 3 out_of_order"]
            assert "STOP device_out_of_order" in heard
        assert sum(isinstance(event, e.CardBurned) for event in house.events()) == 1

    run(try_it)


def test_mo_03_one_device_to_a_table_and_its_own_session_may_come_back() -> None:
    async def try_it() -> None:
        house = auto()
        async with listening(house) as at:
            first, writer = await asyncio.open_connection("127.0.0.1", at.port)
            writer.write(HELLO.encode() + b"\n")
            assert (await first.readline()).startswith(b"READY last=0 ")
            other = HELLO.replace(" s1", " s2")
            assert await said(at.port, other) == ["BYE table_has_a_device"]
            again, second = await asyncio.open_connection("127.0.0.1", at.port)
            second.write(HELLO.encode() + b"\n")
            assert (await again.readline()).startswith(b"READY last=0 ")
            rest = await asyncio.wait_for(first.read(), 5)
            assert b"STOP" not in rest, "the old line ends without a word"
            assert house.table.halt.paused is None
            writer.close()
            second.close()
            await house.until(lambda: house.table.halt.paused == "device_lost")

    run(try_it)


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_mo_03_a_device_that_hangs_up_while_its_line_is_taken_is_lost_without_ado(
    loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    taken: list[str] = []

    class Slow(InProcess):
        async def ask(self, key: str, table: str, command: c.Command) -> Reply:
            taken.append(key)
            await asyncio.sleep(0.3)
            return await super().ask(key, table, command)

    house = Slow(auto_settings())

    async def try_it() -> None:
        wrong: list[dict[str, object]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: wrong.append(what))
        async with listening(house) as at:
            reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
            writer.write(HELLO.encode() + b"\n")
            await reader.readline()
            writer.write(b"BURN 1 2s\n")
            await house.until(lambda: taken)
            link = writer.get_extra_info("socket")
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()  # without a goodbye: the other side's connection is gone at once
            await house.until(lambda: house.table.halt.paused)
            assert house.table.halt.paused == "device_lost"
        assert wrong == []

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(try_it())


def test_mo_03_silence_is_the_same_as_being_gone() -> None:
    async def try_it() -> None:
        house = auto()
        async with listening(house) as at:
            reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
            writer.write(HELLO.encode() + b"\nBEAT\n")
            await house.until(lambda: house.table.halt.paused == "device_lost")
            assert b"BEAT" in await asyncio.wait_for(reader.read(), 5)
            writer.close()

    run(try_it)


def test_mo_03_a_bad_address_or_key_is_one_line(tmp_path: Path) -> None:
    program = Path(sys.executable).parent / "cutcard"
    for words in (
        ["--connect", "nowhere", "--table", "t"],
        ["--connect", "localhost:99999", "--table", "t"],
        ["--connect", "localhost:8001", "--table", "two words"],
        ["--connect", "localhost:8001", "--table", "t", "--key-file", str(tmp_path / "none")],
        ["--connect", "localhost:8001", "--table", "t", "--misbehave", "politely"],
    ):
        done = subprocess.run([program, "device", *words], check=False, capture_output=True, text=True)
        assert done.returncode == 2, words
        assert len(done.stderr.splitlines()) == 1
        assert done.stdout == ""
