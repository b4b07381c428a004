// Moments of a round for the mock: what a table might send. Nothing here follows any rule of play.

const reason = (key, facts = {}) => ({ type: "reason", key, facts });
const hand = (position, cards, total, more = {}) => ({
  position,
  branch: 0,
  cards,
  total,
  soft: false,
  state: "",
  wager: 1,
  main: true,
  ...more,
});
const choice = (decision, available = true, cost = 0) => ({
  decision,
  available,
  cost,
  why: available ? null : reason("refused.not_offered", { decision }),
});
const wager = (position, bet, stake, could_win = stake) => ({ position, bet, stake, could_win });
const line = (position, bet, outcome, stake, returned, branch = 0) => ({
  position,
  branch,
  bet,
  outcome,
  pays: "1:1",
  stake,
  returned,
  why: null,
});
const dealt = (cards, burned = "") =>
  cards.split(" ").map((card, at) => ({ card, burned: burned.includes(String(at)) }));

const CAN_BET = ["place", "clear", "undo", "double", "raise", "repeat", "deal", "leave", "let_it_play@1"];
const RESULTS = [
  "20",
  "bust",
  "19",
  "17",
  "bust",
  "blackjack",
  "18",
  "20",
  "21",
  "17",
  "bust",
  "19",
  "20",
  "18",
  "bust",
  "20",
  "17",
  "19",
];

const PUBLIC = {
  phase: "betting",
  round: 4711,
  message: reason("message.betting"),
  left_ms: 17000,
  window_ms: 20000,
  shoe: 3,
  shoe_dealt: 120,
  shoe_size: 416,
  players: 12,
  wagered: 9,
  finished: 4,
  commitment: "9f2c61aa07d35b18e4c09b7a6f1d2e3c4b5a69788796a5b4c3d2e1f00f1e2d3c",
  results: RESULTS,
};
const BETS = [
  wager(1, "main", 2500),
  wager(2, "main", 10000),
  wager(3, "main", 500),
  wager(2, "21-plus-3", 500, 20000),
  wager(2, "lucky-ladies", 500, 100000),
  wager(1, "pair", 200, 2200),
];

const betting = {
  public: PUBLIC,
  own: {
    wagers: BETS,
    bet: 14200,
    last_bet: 3500,
    last_win: 5250,
    can: CAN_BET,
    options: { insurance: true, auto_repeat: false, keep_bets: false },
  },
};

const decisions = {
  public: {
    ...PUBLIC,
    phase: "decisions",
    message: reason("message.decisions"),
    left_ms: 11000,
    window_ms: 15000,
    dealer: { cards: ["9h", "??"], total: 9, soft: false, state: "" },
    hands: [],
    history: dealt("8s 8d 6h 9h Ac Td ?? 5c Kd", "8"),
    highlights: [{ position: 2, bet: "21-plus-3", line: "straight", pays: "10:1" }],
  },
  hands: {
    hands: [
      hand(1, ["8s", "2d", "3c", "4c", "Td"], 27, { state: "bust" }),
      hand(2, ["8d", "8c"], 16, { state: "asked" }),
      hand(3, ["Ah", "6h"], 17, { soft: true, state: "waits" }),
    ],
  },
  own: {
    wagers: BETS,
    bet: 14200,
    last_bet: 3500,
    last_win: 5250,
    can: [],
    asks: [
      {
        position: 2,
        branch: 0,
        offer: false,
        choices: [
          choice("hit"),
          choice("stand"),
          choice("double", true, 10000),
          choice("split", true, 10000),
          choice("surrender", false),
        ],
      },
      {
        position: 3,
        branch: 0,
        offer: false,
        choices: [choice("hit"), choice("stand"), choice("double", true, 500), choice("split", false)],
      },
    ],
    options: { insurance: true },
  },
};

const offer = {
  public: {
    ...PUBLIC,
    phase: "offer",
    message: reason("message.offer"),
    left_ms: 9000,
    window_ms: 10000,
    dealer: { cards: ["As", "??"], total: 11, soft: true, state: "" },
  },
  hands: {
    hands: [hand(1, ["Ks", "9d"], 19), hand(2, ["Qd", "Ac"], 21, { state: "blackjack" }), hand(3, ["5h", "6h"], 11)],
  },
  own: {
    wagers: BETS,
    bet: 14200,
    can: [],
    asks: [1, 2, 3].map((position) => ({
      position,
      branch: 0,
      offer: true,
      choices: [choice("insure", true, 1250), choice("decline")],
    })),
  },
};

const result = {
  public: {
    ...PUBLIC,
    phase: "result",
    message: reason("message.result.bust"),
    left_ms: 4000,
    window_ms: 5000,
    revealed: "00ff".repeat(16),
    dealer: { cards: ["Th", "6c", "8d"], total: 24, soft: false, state: "bust" },
    history: dealt("Ks Qd 8h Th 9d Ac 8c 6c 3h 3c Kd 8d"),
  },
  hands: {
    hands: [
      hand(1, ["Ks", "9d"], 19, { state: "stood" }),
      hand(2, ["Qd", "Ac"], 21, { state: "blackjack" }),
      hand(3, ["8h", "3h", "Kd"], 21, { state: "doubled", wager: 2 }),
      hand(3, ["8c", "3c", "2d", "5s"], 18, { state: "stood", branch: 1 }),
    ],
  },
  own: {
    wagers: BETS,
    bet: 0,
    last_bet: 14200,
    last_win: 39500,
    can: ["repeat", "leave"],
    lines: [
      line(1, "main", "win", 2500, 5000),
      line(2, "main", "blackjack", 10000, 25000),
      line(3, "main", "win", 1000, 2000),
      line(3, "main", "push", 500, 500, 1),
      line(2, "21-plus-3", "lose", 500, 0),
      line(2, "lucky-ladies", "any-20", 500, 2500),
    ],
  },
};

const punto = (winner) => ({
  public: {
    ...PUBLIC,
    results: [],
    phase: winner ? "result" : "betting",
    message: reason(winner ? `baccarat.result.${winner}` : "message.betting", { player: 4, banker: 7 }),
    player: winner ? { cards: ["9d", "5h", "Kc"], total: 4 } : null,
    banker: winner ? { cards: ["Qs", "7d"], total: 7 } : null,
    winner,
  },
  own: {
    wagers: [wager(1, "banker", 10000), wager(1, "tie", 500, 4000)],
    bet: 10500,
    last_win: 0,
    can: winner ? [] : CAN_BET,
    lines: winner ? [line(1, "banker", "win", 10000, 19500), line(1, "tie", "lose", 500, 0)] : [],
  },
});

const NAMES = ["Ana", "Bo", null, "Guest 12", null, "Kim", "Lee"];
const SEAT_HANDS = [["Ts", "7h"], ["9c", "9h"], [], ["Ad", "5d"], [], ["Kc", "Qc"], ["4s", "7s"]];
const seated = {
  public: {
    ...PUBLIC,
    phase: "decisions",
    left_ms: 12000,
    window_ms: 15000,
    message: reason("message.decisions"),
    dealer: { cards: ["Jd", "??"], total: 10 },
    turn: [4, 0],
    seats: NAMES.map((name, at) => ({
      seat: at + 1,
      name,
      stake: name ? 2500 : 0,
      behind: at === 1 ? 4000 : 0,
      run: at === 5 ? 4 : 0,
      hands: SEAT_HANDS[at].length
        ? [hand(at + 1, SEAT_HANDS[at], [17, 18, 0, 16, 0, 20, 11][at], { soft: at === 3 })]
        : [],
    })),
  },
  own: {
    seats: [4],
    wagers: [wager(4, "main", 2500), wager(4, "21-plus-3", 500)],
    bet: 3000,
    can: ["dispute"],
    asks: [
      {
        position: 4,
        branch: 0,
        offer: false,
        choices: [choice("hit"), choice("stand"), choice("double", true, 2500), choice("split", false)],
      },
    ],
  },
};
const seating = {
  public: {
    ...seated.public,
    phase: "betting",
    message: reason("message.betting"),
    turn: null,
    dealer: null,
    seats: seated.public.seats.map((one) => ({ ...one, hands: [] })),
  },
  own: { seats: [4], wagers: [wager(4, "main", 2500)], bet: 2500, can: CAN_BET },
};

/** Each scene: the profile whose table it is, and what that table sends. */
export const SCENES = {
  "multihand-etg": ["multihand-etg", betting],
  "etg-decisions": ["multihand-etg", decisions],
  "etg-offer": ["multihand-etg", offer],
  "etg-result": ["multihand-etg", result],
  "multihand-online": [
    "multihand-online",
    { ...betting, public: { ...PUBLIC, left_ms: null, window_ms: null, players: 1 } },
  ],
  "punto-banco": ["punto-banco", punto(null)],
  "punto-result": ["punto-banco", punto("banker")],
  "dai-bacc": ["dai-bacc", punto("banker")],
  "koi-bacc": ["koi-bacc", punto(null)],
  "punto-banco-no-commission": ["punto-banco-no-commission", punto(null)],
  "live-seven": ["live-seven", seating],
  "seven-decisions": ["live-seven", seated],
  "american-live": ["american-live", seated],
};
