// Tables as the house would send them, as short as a test can have them.

type Json = Record<string, unknown>;

export const said = (key: string, facts: Json = {}): Json => ({ type: "reason", key, facts });

/** The public part in a step of the round; a pause leaves the step as it is. */
export const inStep = (step: string, more: Json = {}): Json => ({
  public: { phase: step, step, round: 1, message: said(`message.${step}`), ...more },
});

export const field = (bet: string, position = 1, more: Json = {}): Json => ({
  position,
  bet,
  title: bet,
  about: "",
  limits: { stake_min: 100, stake_max: 10_000, payout_max: 0 },
  group: "special",
  ...more,
});

export const info = (id: string, more: Json = {}): Json => ({
  id,
  name: id,
  profile: "multihand-etg",
  title: "Blackjack",
  game: "blackjack",
  mode: "internal",
  theme: "emerald",
  currency: "EUR",
  denominations: [100, 500],
  denomination: 100,
  racks: [
    { denomination: 100, chips: [{ amount: 100 }, { amount: 500 }, { amount: 2500 }] },
    { denomination: 500, chips: [{ amount: 500 }, { amount: 2500 }] },
  ],
  chips: [],
  positions: 3,
  seats: 0,
  shared: false,
  fields: [1, 2, 3].flatMap((at) => [field("main", at, { group: "main" }), field("pair", at, { title: "Pair" })]),
  rules: {},
  times: {},
  features: {},
  own_results: 3,
  ...more,
});

export const hand = (position: number, cards: readonly string[], more: Json = {}): Json => ({
  position,
  cards,
  total: 17,
  state: "",
  ...more,
});

export const asks = (position: number, branch = 0, more: Json = {}): Json => ({
  position,
  branch,
  offer: false,
  choices: [
    { decision: "hit", available: true, risky: true },
    { decision: "stand", available: true },
    { decision: "split", available: false },
  ],
  ...more,
});
