import { house } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reservation } from "./reservation.svelte";
import { terminal } from "./terminal.svelte";

beforeAll(signedIn);
beforeEach(() => {
  reservation.end();
  for (const game of [...terminal.games]) terminal.drop(game.id);
});

const keeps = { own: { can: ["reserve"] } };
const kept = (left_ms: number | null) => ({ own: { reserved_ms: left_ms } });

describe("a reserved place", () => {
  it("is asked of every table that can keep one, and locks the terminal where one does", async () => {
    await opened("keeps", {}, keeps);
    await opened("cannot");
    expect(await reservation.lock("1234")).toBe(true);
    expect(house.asked).toEqual([{ type: "reserve", table: "keeps", on: true }]);
    expect(reservation.locked).toBe(true);
  });

  it("locks nothing where no table keeps it", async () => {
    await opened("refuses", {}, keeps);
    house.refuses.reserve = "not_now";
    expect([await reservation.lock("1234"), reservation.locked]).toEqual([false, false]);
  });

  it("opens with its number alone, and gives the places back", async () => {
    await opened("opens", {}, keeps);
    await reservation.lock("1234");
    house.news("opens", kept(60_000));
    house.forget();
    expect([reservation.wrong("12"), reservation.wrong("4321"), reservation.open("4321")]).toEqual([
      false,
      true,
      false,
    ]);
    expect(reservation.locked).toBe(true);
    expect([reservation.open("1234"), reservation.locked]).toEqual([true, false]);
    expect(house.asked).toEqual([{ type: "reserve", table: "opens", on: false }]);
  });

  it("stays locked until the tables have sent it, and ends when none keeps it any longer", async () => {
    await opened("ends", {}, keeps);
    await reservation.lock("1234");
    reservation.follow();
    expect(reservation.locked, "agreed, and not sent yet").toBe(true);
    house.news("ends", kept(60_000));
    reservation.follow();
    house.news("ends", kept(null));
    reservation.follow();
    expect(reservation.locked).toBe(false);
  });

  it("ends with the first table that gives it up", async () => {
    await opened("long", {}, kept(90_000));
    const short = await opened("short", {}, kept(30_000));
    expect(reservation.until).toBe(short.known.reservedUntil);
  });
});
