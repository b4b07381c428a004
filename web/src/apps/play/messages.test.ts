import { house } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { asks, inStep, said } from "../../trial/tables";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { session } from "../../link/session.svelte";
import { messageOf, roundWin } from "./messages.svelte";
import { terminal } from "./terminal.svelte";

beforeAll(signedIn);
beforeEach(() => {
  session.notice = null;
  terminal.hidden = false;
});

describe("the message line", () => {
  it("says the weightiest thing: a halt, a refusal, one's own decision, then the table's line", async () => {
    const halted = inStep("decisions", { paused: said("message.paused", { reason: "Misdeal" }) });
    const game = await opened("weighs", {}, { ...halted, own: { asks: [asks(2)] } });
    const line = (): string => messageOf(game).text;
    session.refuse({ code: "bets_are_closed", facts: {}, text: "" }, "weighs");
    const heard = [line()];
    house.news("weighs", inStep("decisions"));
    heard.push(line());
    session.notice = null;
    heard.push(line());
    house.news("weighs", { ...inStep("betting"), own: {} });
    heard.push(line());
    expect(heard).toEqual([
      "Table paused: Misdeal",
      "No more bets: too late, and it costs nothing.",
      "Position 2: your decision",
      "Place your bets",
    ]);
  });

  it("says a refusal at the table it is about, or everywhere", async () => {
    const here = await opened("here");
    const there = await opened("there");
    session.refuse({ code: "bets_are_closed", facts: {}, text: "" }, "here");
    expect([messageOf(here).tone, messageOf(there).tone]).toEqual(["warn", "plain"]);
    session.refuse({ code: "bets_are_closed", facts: {}, text: "" });
    expect([messageOf(here).tone, messageOf(there).tone]).toEqual(["warn", "warn"]);
  });

  it("reads amounts as this screen does, and bets as they stand on the field", async () => {
    const game = await opened("worded");
    session.refuse({ code: "below_the_minimum", facts: { bet: "pair", least: 500, stake: 100 }, text: "" }, "worded");
    expect(messageOf(game).text).toBe("The least on this field is €5, not €1.");
    session.refuse({ code: "needs_another_bet_first", facts: { bet: "pair", needs: "main" }, text: "in words" });
    expect(messageOf(game).text).not.toContain("pair");
  });

  it("falls back on the server's words for a code it does not know", async () => {
    const game = await opened("unknown");
    session.refuse({ code: "struck_by_lightning", facts: {}, text: "Struck by lightning." }, "unknown");
    expect(messageOf(game).text).toBe("Struck by lightning.");
  });

  it("names no position where there is only one, and a seat where there are seats", async () => {
    const asked = { ...inStep("decisions"), own: { asks: [asks(1)], seats: [1] } };
    const single = await opened("single", { positions: 1 }, asked);
    const seat = await opened("seat", { seats: 7, positions: 1 }, asked);
    const seats = await opened("seats", { seats: 7, positions: 1 }, { ...asked, own: { ...asked.own, seats: [1, 4] } });
    expect([single, seat, seats].map((game) => messageOf(game).text)).toEqual([
      "Your decision, please",
      "Your decision, please",
      "Seat 1: your decision",
    ]);
  });

  it("asks for insurance, position by position", async () => {
    const offer = { ...inStep("offer"), own: { asks: [asks(3, 0, { offer: true })] } };
    expect(messageOf(await opened("insured", {}, offer)).text).toBe("Insurance for position 3?");
  });

  it("says what is not paid yet, and hides the amount from others' eyes", async () => {
    const game = await opened("pending", {}, { own: { pending: 2500 } });
    expect(messageOf(game).text).toContain("€25 is credited");
    terminal.hidden = true;
    expect(messageOf(game).text).toContain("••• is credited");
  });
});

describe("what a round has won", () => {
  const result = { round: 1, staked: 500, won: 500, stakes_back: 500, net: 500 };
  const wins = [{ grade: "regular", from_times: 0, lasts_ms: 3000 }];

  it("is shown while it lies on the felt, where the table makes something of it", async () => {
    const game = await opened("won", { wins }, { ...inStep("result"), own: { result, win: "regular" } });
    expect(roundWin(game)).toMatchObject({ amount: 500, lastsMs: 3000 });
    house.news("won", { ...inStep("result"), own: { result, win: null } });
    expect(roundWin(game)).toBeNull();
  });

  it("is gone once one bets for the next", async () => {
    const wagers = [{ position: 1, bet: "main", stake: 500 }];
    const own = { result, win: "regular", wagers };
    expect(roundWin(await opened("next", { wins }, { ...inStep("betting"), own }))).toBeNull();
  });
});

describe("a lost connection", () => {
  it("is said before anything else", async () => {
    const game = await opened("cut", {}, inStep("decisions", { paused: said("message.paused") }));
    house.cut();
    expect(messageOf(game)).toEqual({ text: "Connection lost. Reconnecting…", tone: "warn" });
  });
});
