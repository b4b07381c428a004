import { house } from "../../trial/house";
import { signedIn } from "../../trial/opened";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { desk } from "./desk.svelte";

const table = (id: string, more = {}) => ({
  table: { id, name: "Live Seven", currency: "CHF" },
  owner_name: null,
  ...more,
});

beforeAll(signedIn);
beforeEach(() => {
  house.forget();
  house.welcome("house.tables");
  house.pages["/api/house/tables"] = [table("live"), table("private-4711", { owner_name: "Ann" })];
  house.pages["/api/cashier/hand-pays"] = [{ id: "h1" }];
});

describe("the desk", () => {
  it("reads what whoever is signed in may see, and nothing else", async () => {
    await desk.look();
    expect([house.read, desk.tables.length, desk.handPays]).toEqual([["/api/house/tables"], 2, []]);
  });

  it("keeps what it knew where an address does not answer", async () => {
    await desk.look();
    delete house.pages["/api/house/tables"];
    await desk.look();
    expect(desk.tables).toHaveLength(2);
  });

  it("names a private table by whose it is, and never by its id", async () => {
    await desk.look();
    expect([desk.named("live"), desk.named("private-4711")]).toEqual(["live", "Live Seven · Ann"]);
    expect(desk.currency).toBe("CHF");
  });

  it("has one table picked at a time", async () => {
    await desk.look();
    desk.picked = "live";
    expect(desk.table?.table.id).toBe("live");
  });
});

describe("what the desk asks of a table", () => {
  it("says a refusal in words, and looks again either way", async () => {
    house.refuses.pause = "bets_are_closed";
    expect(await desk.ask({ type: "pause", table: "live", reason: "" })).toBe(false);
    expect([desk.said, house.read.length]).toEqual(["No more bets: too late, and it costs nothing.", 1]);
    house.forget();
    expect([await desk.ask({ type: "pause", table: "live", reason: "" }), desk.said]).toEqual([true, ""]);
  });
});

describe("a deed of the cashier", () => {
  const PAY = "/api/cashier/pay-voucher";

  it("keeps its id until it is answered, so that it is done once however often it is pressed", async () => {
    house.unreachable = true;
    expect(await desk.deed(PAY, { code: "17" })).toBeNull();
    expect(desk.said).toBe("Connection lost. Reconnecting…");
    house.unreachable = false;
    house.pages[PAY] = { result: {} };
    expect(await desk.deed(PAY, { code: "17" })).toEqual({ result: {} });
    await desk.deed(PAY, { code: "17" });
    const ids = house.sent.map((deed) => deed.body.ask);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[1]);
  });

  it("says what the cashier says where the answer is no", async () => {
    delete house.pages[PAY];
    expect(await desk.deed(PAY, { code: "18" })).toBeNull();
    expect(desk.said).toBe("Not Found");
  });
});
