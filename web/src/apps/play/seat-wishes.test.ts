import { house } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { session } from "../../link/session.svelte";
import { seatWishes } from "./seat-wishes.svelte";
import { terminal } from "./terminal.svelte";

beforeAll(signedIn);
beforeEach(() => {
  for (const game of [...terminal.games]) terminal.drop(game.id);
  house.forget();
});

const seat = (name: string | null) => ({ public: { seats: [{ seat: 4, name }] } });

describe("a seat chosen in the lobby", () => {
  it("is asked for at once, and waited for no longer when it is taken", async () => {
    await opened("free");
    await seatWishes.choose("free", 4);
    expect([house.asked, seatWishes.at("free")]).toEqual([[{ type: "take_seat", table: "free", seat: 4 }], 0]);
  });

  it("is waited for during a round, and asked for again only when the table offers it", async () => {
    const game = await opened("later");
    house.refuses.take_seat = "seats_between_rounds";
    await seatWishes.choose("later", 4);
    house.forget();
    seatWishes.note(game);
    expect([house.asked, seatWishes.at("later")]).toEqual([[], 4]);
    house.news("later", { ...seat(null), own: { can: ["take_seat@4"] } });
    seatWishes.note(game);
    await vi.waitUntil(() => seatWishes.at("later") === 0);
    expect(house.types()).toEqual(["take_seat"]);
  });

  it("is given up, in the table's words, when somebody else sits there", async () => {
    const game = await opened("gone");
    house.refuses.take_seat = "seats_between_rounds";
    await seatWishes.choose("gone", 4);
    house.refuses.take_seat = "seat_is_taken";
    house.news("gone", seat("Bob"));
    seatWishes.note(game);
    await vi.waitUntil(() => seatWishes.at("gone") === 0);
    expect(session.notice?.refusal.code).toBe("seat_is_taken");
  });

  it("can be given up by whoever chose it", async () => {
    const game = await opened("dropped");
    house.refuses.take_seat = "seats_between_rounds";
    await seatWishes.choose("dropped", 4);
    house.forget();
    seatWishes.drop("dropped");
    house.news("dropped", { own: { can: ["take_seat@4"] } });
    seatWishes.note(game);
    expect([seatWishes.at("dropped"), house.asked]).toEqual([0, []]);
  });
});
