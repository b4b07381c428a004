import { describe, expect, it } from "vitest";
import { Asks, WAITING_MAX } from "./asks";

const DEAL = { type: "press_deal", table: "t" } as const;
const yes = (ask: string) => ({ type: "answer", ask, ok: true, result: null, refusal: null }) as const;
const id = (frame: string | null): string => (JSON.parse(frame ?? "{}") as { ask: string }).ask;

describe("asks", () => {
  it("gives every ask an id of its own", () => {
    const asks = new Asks("x");
    const ids = Array.from({ length: 50 }, () => id(asks.make(DEAL).frame));
    expect(new Set(ids).size).toBe(50);
  });

  it("sends again what was not answered, with the same id and in order", async () => {
    const asks = new Asks("x");
    const first = asks.make(DEAL);
    const second = asks.make({ type: "undo_bet", table: "t" });
    expect(asks.unanswered()).toEqual([first.frame, second.frame]);
    asks.answered(yes(id(first.frame)));
    expect(asks.unanswered()).toEqual([second.frame]);
    expect((await first.answer).ok).toBe(true);
  });

  it("takes one answer to an ask, however often it comes", async () => {
    const asks = new Asks("x");
    const made = asks.make(DEAL);
    expect(asks.answered(yes(id(made.frame)))).toBe(true);
    expect(asks.answered({ type: "answer", ask: id(made.frame), ok: false, result: null, refusal: null })).toBe(false);
    expect((await made.answer).ok).toBe(true);
  });

  it("ignores an answer nobody waits for", () => {
    expect(new Asks("x").answered(yes("strange"))).toBe(false);
  });

  it("refuses here what would wait beyond the limit, and sends nothing", async () => {
    const asks = new Asks("x");
    for (let count = 0; count < WAITING_MAX; count += 1) expect(asks.make(DEAL).frame).not.toBeNull();
    const beyond = asks.make(DEAL);
    expect(beyond.frame).toBeNull();
    expect((await beyond.answer).refusal?.code).toBe("too_many_asks");
    expect(asks.unanswered()).toHaveLength(WAITING_MAX);
  });
});
