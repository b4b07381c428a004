import { describe, expect, it } from "vitest";
import { fill } from "../wire/fill";
import type { TableNews } from "../wire/received";
import { hear, NOTHING_KNOWN, type Known } from "./known";

const message = { type: "reason", key: "message.betting", facts: {} };

function news(number: number, parts: Record<string, unknown> = {}): TableNews {
  return fill<TableNews>("TableNews", { type: "table", table: "t", number, ...parts });
}

const view = (phase: string, more: Record<string, unknown> = {}) => ({
  public: { phase, step: phase, round: 1, message, ...more },
});

function heard(known: Known, message: TableNews, resuming = false): Known {
  const result = hear(known, message, 1000, resuming);
  if (result.kind !== "news") throw new Error(result.kind);
  return result.known;
}

describe("what is known of a table", () => {
  it("starts with whatever number comes first", () => {
    expect(heard(NOTHING_KNOWN, news(7, view("betting"))).number).toBe(7);
  });

  it("keeps a part that is left out", () => {
    const first = heard(NOTHING_KNOWN, news(1, { ...view("betting"), own: { bet: 500 } }));
    const second = heard(first, news(2, view("last_bets")));
    expect(second.public?.phase).toBe("last_bets");
    expect(second.own?.bet).toBe(500);
  });

  it("counts a bare number", () => {
    const first = heard(NOTHING_KNOWN, news(1, view("betting")));
    expect(heard(first, news(2)).public?.phase).toBe("betting");
  });

  it("ignores what it has heard", () => {
    const first = heard(NOTHING_KNOWN, news(5, view("betting")));
    expect(hear(first, news(5, view("dealing")), 0, false).kind).toBe("old");
    expect(hear(first, news(4, view("dealing")), 0, false).kind).toBe("old");
  });

  it("finds a gap and takes nothing from beyond it", () => {
    const first = heard(NOTHING_KNOWN, news(5, view("betting")));
    expect(hear(first, news(7, view("dealing")), 0, false).kind).toBe("gap");
  });

  it("takes a whole view while resuming, whatever its number", () => {
    const first = heard(NOTHING_KNOWN, news(50, view("betting")));
    expect(heard(first, news(3, view("dealing")), true).number).toBe(3);
  });

  it("knows when a time ends by this machine's steady clock", () => {
    const first = heard(NOTHING_KNOWN, news(1, view("betting", { left_ms: 4000 })));
    expect(first.endsAt).toBe(5000);
    expect(heard(first, news(2, view("betting"))).endsAt).toBeNull();
  });

  it("knows until when a place is kept and an interrupted game waits", () => {
    const fork = { seat: 2, of_round: 1, stake: 500, dealer: {}, left_ms: 60_000 };
    const first = heard(
      NOTHING_KNOWN,
      news(1, { ...view("betting"), own: { reserved_ms: 180_000, forks: [fork] } }),
    );
    expect([first.reservedUntil, first.forkEndsAt]).toEqual([181_000, { 2: 61_000 }]);
    expect(heard(first, news(2, { own: {} })).reservedUntil).toBeNull();
  });

  it("forgets old hands when the cards of a new round come", () => {
    const hands = { hands: { hands: [{ position: 1, cards: ["As"] }] } };
    const first = heard(NOTHING_KNOWN, news(1, { ...view("result"), ...hands }));
    const open = heard(first, news(2, view("betting")));
    expect(open.hands?.hands).toHaveLength(1);
    expect(heard(open, news(3, view("dealing"))).hands).toBeNull();
  });

  it("fills what the server may leave out with its default", () => {
    const first = heard(NOTHING_KNOWN, news(1, { ...view("betting"), own: {} }));
    expect(first.own?.wagers).toEqual([]);
    expect(first.public?.history).toEqual([]);
  });
});
