import { house } from "../trial/house";
import { inStep } from "../trial/tables";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PROTOCOL } from "../wire/fillings";
import { Link } from "./link";

const LATER = { timeout: 4000 }; // a lost socket is opened again after a pause

let states: string[] = [];
let news: string[] = [];
let foreign: string[] = [];
let link: Link;

function sent(): { ask: string; do: { type: string } }[] {
  return vi.mocked(house.hear).mock.calls.map(([frame]) => frame);
}

beforeEach(async () => {
  [states, news, foreign] = [[], [], []];
  house.forget();
  vi.spyOn(house, "hear");
  link = new Link("ws://house/ws", {
    state: (state) => states.push(state),
    message: () => undefined,
    table: (id, known) => news.push(`${id} ${known.number}`),
    foreign: (refusal) => foreign.push(refusal.code),
  });
  await vi.waitUntil(() => states.includes("open"));
});

afterEach(() => {
  link.close();
  vi.restoreAllMocks();
});

describe("a link", () => {
  it("says first which protocol it speaks", () => {
    expect(sent()[0]?.do).toEqual({ type: "hello", protocol: PROTOCOL });
  });

  it("sends again, under the same id, what nobody has answered", async () => {
    house.silent.add("press_deal");
    void link.ask({ type: "press_deal", table: "t" });
    house.cut();
    await vi.waitUntil(() => states.at(-1) === "open" && states.includes("lost"), LATER);
    const ids = sent().flatMap((frame) => (frame.do.type === "press_deal" ? [frame.ask] : []));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it("goes on where it was: its tables by their numbers, those it only watches from anew", async () => {
    house.news("link-own", inStep("betting"));
    await link.watch("link-watched");
    house.news("link-watched", inStep("betting"));
    house.forget();
    house.cut();
    await vi.waitUntil(() => house.types().includes("watch"), LATER);
    expect(house.asked).toEqual([
      { type: "resume", tables: { "link-own": 1 } },
      { type: "watch", table: "link-watched" },
    ]);
  });

  it("asks once for a whole view where news is missing, and takes it whatever its number", () => {
    house.news("link-gap", inStep("betting"));
    house.say({ type: "table", table: "link-gap", number: 7, own: {} });
    house.say({ type: "table", table: "link-gap", number: 8, own: {} });
    expect(house.types()).toEqual(["resume"]);
    house.say({ type: "table", table: "link-gap", number: 3, ...inStep("playing") });
    expect(news).toEqual(["link-gap 1", "link-gap 3"]);
  });

  it("forgets a table, and does not take it up again", async () => {
    house.news("link-gone", inStep("betting"));
    link.forget("link-gone");
    house.cut();
    await vi.waitUntil(() => states.filter((state) => state === "open").length === 2, LATER);
    expect(house.types()).not.toContain("resume");
  });

  it("gives up where the house speaks another protocol", async () => {
    house.refuses.hello = "other_protocol";
    house.cut();
    await vi.waitUntil(() => foreign.length > 0, LATER);
    expect(foreign).toEqual(["other_protocol"]);
  });
});
