import { house } from "../../trial/house";
import { signedIn } from "../../trial/opened";
import { info, inStep, said } from "../../trial/tables";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { session } from "../../link/session.svelte";
import { DEEDS, type Deed } from "./deeds";
import { work } from "./work.svelte";

const LATER = 10_000;
const ALL = DEEDS.map((deed) => deed.message);
const wants = (want: string | null, ...can: string[]) => ({ croupier: { want, next: said("croupier.card"), can } });

function deed(name: string): Deed {
  const found = DEEDS.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

/** What was asked has been answered. */
async function answered(): Promise<void> {
  await new Promise((done) => setTimeout(done, 0));
}

function type(keys: string, at = 0): void {
  for (const key of keys) work.key(key, at);
}

beforeAll(async () => {
  await signedIn();
  house.pages["/api/tables/live"] = info("live", { mode: "live" });
  work.table = "live";
  await session.watch("live");
});
beforeEach(() => {
  house.forget();
  house.welcome(...ALL);
  work.close();
  work.correcting = false;
  work.timed = false;
  work.said = "";
  house.news("live", { ...inStep("dealing"), ...wants("card") });
});

describe("a card that is typed", () => {
  it("goes to the table when its suit has come", () => {
    type("Td");
    expect(house.asked).toEqual([{ type: "enter_card", table: "live", card: "Td" }]);
  });

  it("replaces the last one while that is corrected, and that one only", () => {
    house.news("live", wants("card", "correct_card"));
    type("X9h2c");
    expect(house.types()).toEqual(["correct_card", "enter_card"]);
  });

  it("can be left as it was by Escape", () => {
    house.news("live", wants("card", "correct_card"));
    type("X");
    expect([work.correcting, work.takesCards]).toEqual([true, true]);
    work.key("Escape", 0);
    expect(work.correcting).toBe(false);
  });
});

describe("Enter", () => {
  it.each([
    ["open_bets", null, ["open_round"]],
    ["deal_face_down", "face_down", []],
    ["burn", "burn", []],
    ["close_bets", null, ["close_bets"]],
  ])("does the one thing that is due, here %s, once until that is answered", async (message, want, can) => {
    house.news("live", wants(want, ...can));
    work.key("Enter", LATER);
    work.key("Enter", LATER);
    expect(house.types()).toEqual([message]);
    await answered();
    work.key("Enter", LATER);
    expect(house.types()).toEqual([message, message]);
    await answered();
  });

  it("does nothing while a card is waited for", () => {
    work.key("Enter", LATER);
    expect(house.asked).toEqual([]);
  });

  it("is no press where it ends a scanner's line", async () => {
    house.news("live", wants("card", "close_bets"));
    type("9h", LATER);
    await answered();
    work.key("Enter", LATER + 20);
    expect(house.types()).toEqual(["enter_card"]);
    work.key("Enter", LATER + 250);
    expect(house.types()).toEqual(["enter_card", "close_bets"]);
  });

  it("opens no bets while the result is still shown", () => {
    house.news("live", wants(null, "open_round"));
    work.timed = true;
    work.key("Enter", LATER);
    expect([house.asked, work.can(deed("open_bets"))]).toEqual([[], false]);
  });
});

describe("a look at the face-down card", () => {
  it("is answered by y and n, which else are letters like others", () => {
    type("y");
    expect(house.asked).toEqual([]);
    house.news("live", wants("check"));
    type("n");
    expect(house.asked).toEqual([{ type: "check", table: "live", blackjack: false }]);
  });
});

describe("the buttons", () => {
  it("work where the table would take it and whoever is signed in may do it", () => {
    house.news("live", wants(null, "pause"));
    expect([work.can(deed("pause")), work.can(deed("resume"))]).toEqual([true, false]);
    house.welcome("enter_card");
    expect(work.can(deed("pause"))).toBe(false);
  });

  it("that need a reason ask for it, and one key says it", () => {
    house.news("live", wants(null, "pause"));
    type("P");
    expect([work.panel, house.asked]).toEqual(["pause", []]);
    type("1");
    expect(work.panel).toBeNull();
    expect(house.asked).toEqual([{ type: "pause", table: "live", reason: "Misdeal" }]);
  });

  it("free a seat by its number, and only one that may be freed", () => {
    house.news("live", wants(null, "free_seat@3"));
    type("F5");
    expect(house.asked).toEqual([]);
    type("3");
    expect(house.asked).toEqual([{ type: "free_seat", table: "live", seat: 3 }]);
  });

  it("change the shoe with the count of the old one, where it was counted", () => {
    house.news("live", wants(null, "change_shoe"));
    type("W");
    work.newShoe();
    type("WAcAcKs");
    work.key("Backspace", 0);
    work.newShoe();
    const [plain, counted] = house.asked as { remaining?: number[] }[];
    expect(plain?.remaining).toBeUndefined();
    expect(counted?.remaining?.[0]).toBe(2);
    expect(counted?.remaining?.reduce((sum, one) => sum + one, 0)).toBe(2);
  });
});

describe("a refusal", () => {
  it("is said in words, and gone with the next answer", async () => {
    house.refuses.enter_card = "bets_are_closed";
    await work.ask({ type: "enter_card", table: "live", card: "9h" });
    expect(work.said).toBe("No more bets: too late, and it costs nothing.");
    house.forget();
    await work.ask({ type: "enter_card", table: "live", card: "9h" });
    expect(work.said).toBe("");
  });
});
