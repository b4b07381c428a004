"""A terminal over a real socket: lost connections, lost answers, refusals, news. No game is played here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from cutcard.client import Gone, Patience, Refused, Terminal, connect
from tests.client.house import House, a_house, public

QUICK = Patience(first_s=0.01, longest_s=0.05, give_up_s=5)

Scene = Callable[[House, Terminal], Awaitable[None]]


def played(scene: Scene, patience: Patience = QUICK) -> House:
    """The house after a scene with one terminal."""

    async def evening() -> House:
        async with a_house() as house, connect(house.url, token="t", patience=patience, name="n") as terminal:
            await asyncio.wait_for(scene(house, terminal), 30)
            return house

    return asyncio.run(evening())


def test_tb_51_an_ask_whose_answer_was_lost_is_sent_again_under_its_id() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        house.lose = 2
        assert await terminal.ask("tip", table="one", amount=5) == {"table": "one"}
        assert terminal.connections == 3

    house = played(scene)
    assert house.done == [{"type": "tip", "table": "one", "amount": 5}]
    assert house.sent == ["n-1"] * 3


def test_asks_made_while_cut_off_are_sent_in_order_when_it_is_back() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        terminal.drop()
        await asyncio.gather(*(terminal.ask("tip", table="one", amount=amount) for amount in range(1, 9)))

    assert [do["amount"] for do in played(scene).done] == list(range(1, 9))


def test_a_refusal_has_its_code_facts_and_words() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        house.refusals.append({"code": "bets_are_closed", "facts": {"round": 3}, "text": "Too late."})
        with pytest.raises(Refused, match="Too late") as refused:
            await terminal.ask("clear_all", table="one")
        assert (refused.value.code, refused.value.facts) == ("bets_are_closed", {"round": 3})

    assert played(scene).done == []


def test_tb_44_unavailable_is_asked_again_until_the_house_is_back() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        house.refusals += [{"code": "unavailable", "facts": {}, "text": ""}] * 3
        await terminal.ask("clear_all", table="one")

    assert played(scene).done == [{"type": "clear_all", "table": "one"}]


@pytest.mark.parametrize("code", ["unavailable", "busy"])
def test_tb_51_what_is_asked_again_keeps_its_id_since_it_may_have_happened(code: str) -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        house.unsure.append({"code": code, "facts": {}, "text": ""})
        await terminal.ask("place_bet", table="one", bet="banker", amount=500)
        await terminal.ask("clear_all", table="one")

    house = played(scene)
    assert house.sent == ["n-1", "n-1", "n-2"]
    assert [do["type"] for do in house.done] == ["place_bet", "clear_all"]


def test_what_is_not_done_now_is_sent_again_once_over_a_new_connection() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        house.refusals += [{"code": "unavailable", "facts": {}, "text": ""}]
        asking = asyncio.create_task(terminal.ask("tip", table="one", amount=5))
        await terminal.until(lambda: house.sent)
        terminal.drop()
        await asking
        assert terminal.session.owed == 0

    house = played(scene)
    assert set(house.sent) == {"n-1"}
    assert house.done == [{"type": "tip", "table": "one", "amount": 5}]


def test_a_table_is_seen_and_changes() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        game = await terminal.join("one")
        assert (game.public.phase, game.own.bet, game.number) == ("betting", 5, 7)
        house.number = 8
        await house.table(public=public(2))
        await game.until(lambda: game.public.round == 2)
        assert game.own.bet == 5

    played(scene)


def test_a_moment_between_two_messages_is_not_missed() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        game = await terminal.join("one")
        waiting = asyncio.create_task(game.until(lambda: game.public.phase == "offer"))
        await asyncio.sleep(0)
        for phase in ("dealing", "offer", "decisions"):
            house.number += 1
            await house.table(public=public(2, phase))
        await waiting

    played(scene)


def test_a_gap_is_noticed_and_resumed() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        game = await terminal.join("one")
        house.number = 12
        await house.table(own={"bet": 900})
        await game.until(lambda: game.number == 12)
        assert terminal.session.gaps == 1
        assert game.own.bet == 5  # as the whole view said, which came after the gap

    assert {"type": "resume", "tables": {"one": 7}} in played(scene).done


def test_after_a_cut_the_terminal_names_where_it_was_and_takes_a_smaller_number() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        game = await terminal.join("one")
        house.number = 1
        terminal.drop()
        await game.until(lambda: game.number == 1)
        assert terminal.session.gaps == 0

    assert played(scene).done[1:] == [{"type": "resume", "tables": {"one": 7}}]


def test_a_table_that_goes_ends_the_waiting_for_it() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        game = await terminal.join("one")
        waiting = asyncio.create_task(game.until(lambda: game.public.phase == "never"))
        await house.send_message({"type": "gone", "table": "one", "reason": "closed"})
        with pytest.raises(Gone, match="closed"):
            await waiting
        with pytest.raises(Gone):
            _ = game.public

    played(scene)


def test_a_kind_of_message_that_is_not_known_is_passed_over() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        await house.send_message({"type": "weather", "sun": True})
        await terminal.ask("lobby")
        assert terminal.connections == 1

    played(scene)


def test_a_known_message_in_another_shape_ends_the_terminal() -> None:
    async def scene(house: House, terminal: Terminal) -> None:
        await house.send_message({"type": "purse", "currency": "EUR", "balance": "much"})
        with pytest.raises(Gone, match="balance"):
            await terminal.until(lambda: terminal.purse and terminal.purse.balance != 1000)

    played(scene)


@pytest.mark.parametrize("spoken", [1, 3, None])
def test_a_server_of_another_protocol_is_left_with_one_line(spoken: int | None) -> None:
    async def evening() -> None:
        async with a_house() as house:
            house.welcome.pop("protocol")
            house.welcome |= {} if spoken is None else {"protocol": spoken}
            with pytest.raises(Gone, match=f"protocol {spoken or 1}, and this client 2"):
                async with connect(house.url, token="t", patience=QUICK):
                    pass
            assert len(house.sockets) == 1

    asyncio.run(evening())


def test_an_invalid_token_is_no_reason_to_try_again() -> None:
    async def evening() -> None:
        async with a_house() as house:
            house.welcome["patron"] = None
            with pytest.raises(Gone, match="token"):
                async with connect(house.url, token="old", patience=QUICK):
                    pass
            assert len(house.sockets) == 1

    asyncio.run(evening())


def test_a_server_that_is_not_there_is_given_up() -> None:
    async def evening() -> None:
        async with a_house() as house:
            url = house.url
        with pytest.raises(Gone, match="could not be reached"):
            async with connect(
                url, token="t", patience=Patience(first_s=0.01, longest_s=0.02, give_up_s=0.1)
            ):
                pass

    asyncio.run(evening())


def test_a_terminal_is_of_a_session_or_a_guest() -> None:
    async def evening() -> None:
        async with connect("http://127.0.0.1:1"):
            pass

    with pytest.raises(ValueError, match="token"):
        asyncio.run(evening())


def test_who_is_cancelled_just_as_the_news_come_does_not_play_on() -> None:
    async def cancelled_with_the_news() -> bool:
        terminal = Terminal("http://127.0.0.1:1", "token", Patience(), "robot")
        news: list[str] = []
        waiting = asyncio.create_task(terminal.until(lambda: news, within_s=60))
        await asyncio.sleep(0)
        news.append("a card")
        terminal._wake_waiting()
        waiting.cancel()
        await asyncio.wait([waiting])
        return waiting.cancelled()

    assert asyncio.run(cancelled_with_the_news())
