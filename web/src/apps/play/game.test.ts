import { house } from "../../trial/house";
import { opened, signedIn } from "../../trial/opened";
import { asks, hand, inStep } from "../../trial/tables";
import { beforeAll, describe, expect, it } from "vitest";
import { session } from "../../link/session.svelte";

beforeAll(signedIn);

const shown = (cards: readonly { cards: readonly string[] }[]): string[] => cards.map((one) => one.cards.join(" "));

describe("the buttons of a game", () => {
  it("are those that the table offers", async () => {
    const game = await opened("offers", {}, { own: { can: ["deal"] } });
    expect([game.can("deal"), game.can("undo")]).toEqual([true, false]);
  });

  it("speak for the hand that was picked, while it is asked", async () => {
    const game = await opened("picks", {}, { ...inStep("decisions"), own: { asks: [asks(1), asks(2)] } });
    expect(game.asked?.position).toBe(1);
    game.picked = { position: 2, branch: 0 };
    expect(game.asked?.position).toBe(2);
    house.news("picks", { own: { asks: [asks(1)] } });
    expect(game.asked?.position).toBe(1);
  });

  it("speak for the hand of an interrupted game where that is what is asked", async () => {
    const fork = { seat: 1, of_round: 1, stake: 500, dealer: {}, hands: [hand(1, ["9c"])] };
    const scene = { hands: { hands: [hand(1, ["As", "Kd"])] }, own: { forks: [fork] } };
    const game = await opened("forks", {}, { ...inStep("decisions"), ...scene });
    expect(game.hand(1, 0)?.cards).toEqual(["9c"]);
    house.news("forks", { own: { forks: [{ ...fork, ended: true }] } });
    expect(game.hand(1, 0)?.cards).toEqual(["As", "Kd"]);
  });
});

describe("the cards of a round that is over", () => {
  const result = {
    hands: { hands: [hand(1, ["As", "Kd"])] },
    own: { lines: [{ position: 1, bet: "main" }], paid: [{ position: 1, bet: "main", won: 750 }] },
  };

  it("lie on the felt, with what they won, until one bets anew", async () => {
    const game = await opened("lies", {}, { ...inStep("betting"), ...result });
    expect([shown(game.hands), game.paid(1, "main")]).toEqual([["As Kd"], 750]);
    const wagers = [{ position: 1, bet: "main", stake: 500, laid: 500 }];
    house.news("lies", { own: { ...result.own, wagers } });
    expect([game.hands, game.paid(1, "main"), game.lastLines]).toEqual([[], 0, []]);
  });

  it("can be put away without a bet, for that round alone", async () => {
    const game = await opened("away", {}, { ...inStep("betting"), ...result });
    game.putAway = 1;
    expect(game.hands).toEqual([]);
    house.news("away", inStep("result", { round: 2 }));
    house.news("away", { ...inStep("betting", { round: 2 }), ...result });
    expect(shown(game.hands)).toEqual(["As Kd"]);
  });

  it("stay while a pause halts the round", async () => {
    const halted = inStep("decisions", { phase: "paused" });
    const game = await opened("halted", {}, { ...halted, ...result, own: { wagers: [{ position: 1, bet: "main" }] } });
    expect(shown(game.hands)).toEqual(["As Kd"]);
  });
});

describe("cards that everybody shares", () => {
  it("are one's own only where one has a bet, and are shown dimmed elsewhere (TB-10)", async () => {
    const dealt = [hand(1, ["As"]), hand(2, ["9c"])];
    const scene = { ...inStep("decisions", { hands: dealt }), hands: { hands: [hand(1, ["As"])] } };
    const game = await opened("shared", { shared: true }, scene);
    expect(shown(game.hands)).toEqual(["As"]);
    expect([shown(game.unbetHands(1)), shown(game.unbetHands(2))]).toEqual([[], ["9c"]]);
  });

  it("are nobody's own to a watcher, while a private table has nobody else", async () => {
    const dealt = inStep("decisions", { hands: [hand(1, ["As"])] });
    expect((await opened("watched", { shared: true }, dealt)).hands).toEqual([]);
    expect(shown((await opened("alone", {}, dealt)).hands)).toEqual(["As"]);
  });
});

describe("what lies on a field", () => {
  it("is as the table says, and each hand of a split shows its own", async () => {
    const wagers = [{ position: 1, bet: "main", stake: 500, laid: 1500 }];
    const stakes = [{ position: 1, branch: 0, stake: 1000 }];
    const game = await opened("laid", {}, { ...inStep("decisions"), own: { wagers, stakes } });
    expect([game.wager(1, "main")?.laid, game.isSplit(1), game.stake(1, 0)]).toEqual([1500, false, 1000]);
    house.news("laid", { own: { wagers, stakes: [...stakes, { position: 1, branch: 1, stake: 500 }] } });
    expect([game.isSplit(1), game.isSplit(2), game.stake(1, 1)]).toEqual([true, false, 500]);
  });
});

describe("the denomination", () => {
  it("is the table's until another is chosen, and again where the house takes that away", async () => {
    const game = await opened("denominated");
    expect([game.credit, game.chips.map((chip) => chip.amount)]).toEqual([100, [100, 500, 2500]]);
    game.denomination = 500;
    expect([game.credit, game.chips.map((chip) => chip.amount)]).toEqual([500, [500, 2500]]);
    house.pages["/api/tables/denominated"] = { ...session.infos.denominated, denominations: [100] };
    await session.info("denominated");
    expect(game.credit).toBe(100);
  });
});

describe("a lost connection", () => {
  it("leaves no button to press", async () => {
    const game = await opened("lost", {}, { own: { can: ["deal"] } });
    house.cut();
    expect([session.state, game.can("deal")]).toEqual(["lost", false]);
  });
});
