import { house } from "../trial/house";
import { signedIn } from "../trial/opened";
import { info, inStep } from "../trial/tables";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { session } from "./session.svelte";

const reload = vi.fn();

beforeAll(async () => {
  Object.assign(location, { reload });
  await signedIn();
});
beforeEach(() => {
  house.forget();
  reload.mockClear();
});

describe("what is asked", () => {
  it("shows a refusal with its table, each time as a new notice", async () => {
    house.refuses.undo_bet = "nothing_to_undo";
    await session.ask({ type: "undo_bet", table: "t" });
    const first = session.notice;
    expect([first?.refusal.code, first?.table]).toEqual(["nothing_to_undo", "t"]);
    await session.ask({ type: "undo_bet", table: "t" });
    expect(session.notice?.id).not.toBe(first?.id);
  });

  it("shows none where it was asked quietly", async () => {
    house.refuses.undo_bet = "nothing_to_undo";
    session.notice = null;
    const answer = await session.quietly({ type: "undo_bet", table: "t" });
    expect([answer.ok, session.notice]).toEqual([false, null]);
  });

  it("gives the table that was joined, and nothing where it may not be", async () => {
    house.pages["/api/tables/mine"] = info("mine");
    expect(await session.join("mine")).toBe("mine");
    expect(session.infos["mine"]?.id).toBe("mine");
    house.refuses.join = "no_such_table";
    expect(await session.join("moon")).toBeNull();
  });
});

describe("what is sent", () => {
  it("is the purse, the lobby, calls, notices", () => {
    house.say({ type: "purse", currency: "EUR", balance: 500, held: 100, playable: 400, play: false });
    house.say({ type: "lobby", tables: [{ id: "a" }, { id: "b" }] });
    house.say({ type: "called", calls: [{ id: "c1" }] });
    house.say({ type: "notices", notices: [{ id: "n1" }] });
    expect(session.purse?.playable).toBe(400);
    expect(session.lobby.map((table) => table.id)).toEqual(["a", "b"]);
    expect([session.calls.length, session.notices.length]).toEqual([1, 1]);
  });

  it("is a call for an attendant until it is over", () => {
    house.say({ type: "attendant", state: "called", by: "" });
    expect(session.attendant?.state).toBe("called");
    house.say({ type: "attendant", state: "", by: "" });
    expect(session.attendant).toBeNull();
  });

  it("begins anew with every welcome: what still holds comes right after", () => {
    house.say({ type: "notices", notices: [{ id: "n1" }] });
    house.say({ type: "attendant", state: "called", by: "" });
    house.welcome("play");
    expect([session.notices.length, session.attendant]).toEqual([0, null]);
  });

  it("is that a table is gone, and why; nothing more is known of it", () => {
    house.news("short", inStep("betting"));
    expect(session.known["short"]).toBeDefined();
    house.say({ type: "gone", table: "short", reason: "closed" });
    expect([session.known["short"], session.gone["short"]]).toEqual([undefined, "closed"]);
  });
});

describe("a table", () => {
  it("is read again once where other settings hold from a round on", async () => {
    house.pages["/api/tables/changing"] = info("changing", { settings_since: 1 });
    await session.info("changing");
    house.forget();
    house.pages["/api/tables/changing"] = info("changing", { settings_since: 5, name: "anew" });
    house.news("changing", inStep("betting", { settings_since: 5 }));
    house.news("changing", inStep("last_bets", { settings_since: 5 }));
    await vi.waitUntil(() => session.infos["changing"]?.name === "anew");
    house.news("changing", inStep("betting", { settings_since: 5 }));
    expect(house.read.filter((address) => address.includes("changing"))).toHaveLength(1);
  });

  it("that may not be watched is gone for this screen, until it may", async () => {
    house.refuses.watch = "no_such_table";
    await session.watch("far");
    expect(session.gone["far"]).toBe("no_such_table");
    house.forget();
    await session.watch("far");
    expect(session.gone["far"]).toBeUndefined();
  });

  it("is left where the house lets it be, and kept where not", async () => {
    house.news("stay", inStep("betting"));
    house.refuses.leave = "bets_are_final";
    expect(await session.leave("stay")).toBe(false);
    expect(session.known["stay"]).toBeDefined();
    house.forget();
    expect(await session.leave("stay")).toBe(true);
    expect(session.known["stay"]).toBeUndefined();
  });
});

describe("a session that has ended", () => {
  const nobody = { type: "welcome", protocol: 2, patron: null, name: "", roles: [], now_ms: 0, may: [] };

  it("is begun anew as a guest, once: it never goes round in circles", async () => {
    house.say(nobody);
    await vi.waitUntil(() => reload.mock.calls.length > 0);
    house.say(nobody);
    await new Promise((settled) => setTimeout(settled, 20));
    expect(reload).toHaveBeenCalledTimes(1);
    house.welcome();
    house.say(nobody);
    await vi.waitUntil(() => reload.mock.calls.length > 1);
  });
});
