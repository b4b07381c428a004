// A stand-in for the server while screens are drawn: scenes instead of rounds. Speaks the wire, plays nothing.
//
// node dev/mock.mjs [PORT]; then /play?table=SCENE (dev/scenes.mjs).
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { WebSocketServer } from "ws";
import { SCENES } from "./scenes.mjs";

const here = import.meta.dirname;
const source = join(here, "..", "..", "src", "cutcard");
const tools = join(here, "..", "..", ".venv", "bin");
const tables = JSON.parse(execFileSync(join(tools, "python"), [join(here, "tables.py")], { encoding: "utf8" }));
const port = Number(process.argv[2] ?? 8765);
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
const PAGES = { "": "index", play: "play", display: "display", croupier: "croupier", supervisor: "supervisor" };
const SHOE =
  "P B Bb P P9 T B B B B8 Bp P B T T P Pp P P P P P P B P B P B B P8 P B B B9 P P T P B P P B B B P B Pb P P B B T B P";

function board() {
  const made = execFileSync(join(tools, "cutcard"), ["roads", SHOE, "--json"], { encoding: "utf8" });
  return {
    board: JSON.parse(made),
    counters: { player: 27, banker: 24, tie: 5, natural: 4, player_pair: 2, banker_pair: 2 },
  };
}

const ROADS = board();
const texts = (language) => {
  const folder = join(source, "texts", language);
  if (!existsSync(folder)) return {};
  return Object.assign({}, ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), "utf8"))));
};
const info = (id) => ({ ...tables[SCENES[id][0]], id });
const lobby = () =>
  Object.keys(tables).map((id) => {
    const one = tables[id];
    return {
      ...one,
      stake_min: 100,
      stake_max: 50000,
      players: 7,
      seats_free: one.seats ? 3 : null,
      private: one.mode === "internal",
      phase: "betting",
      results: one.game === "baccarat" ? ["P", "B", "B", "T", "P", "P"] : ["20", "bust", "19", "blackjack"],
    };
  });

function api(path, url) {
  const parts = path.split("/");
  if (parts[1] === "texts") return texts(parts[2]);
  if (parts[1] === "tables" && parts[3] === "help")
    return { bets: [{ bet: "21-plus-3", return: "4847/5000", return_float: 0.9694 }] };
  if (parts[1] === "tables" && parts[2]) return info(parts[2]);
  if (parts[1] === "rounds" && !parts[2])
    return url.searchParams.has("before")
      ? []
      : [1, 2, 3].map((round) => ({
          table: "x",
          round: 4710 - round,
          at_ms: 1e12,
          staked: 1000,
          returned: round * 700,
        }));
  if (parts[1] === "rounds")
    return {
      events: [
        { type: "round_opened", round: 1 },
        { type: "card_dealt", card: 12 },
        { type: "card_dealt", card: 50 },
        { type: "round_settled" },
      ],
    };
  if (parts[1] === "advice")
    return { best: "split", values: { hit: -0.4567, stand: -0.5432, split: 0.0812, double: -0.9134 } };
  return { patron: "p1", name: "Guest 4", token: "t" };
}

const server = createServer((request, response) => {
  const url = new URL(request.url, "http://mock");
  const path = url.pathname.slice(1);
  if (path.startsWith("api/"))
    return response.setHeader("content-type", "application/json").end(JSON.stringify(api(path, url)));
  const page = PAGES[path.split("/")[0]];
  const file = page !== undefined ? `${page}.html` : path.replace(/^static\//, "");
  const full = join(source, "web", "static", file);
  if (!existsSync(full)) return response.writeHead(404).end();
  return response.setHeader("content-type", TYPES[extname(full)] ?? "text/plain").end(readFileSync(full));
});

new WebSocketServer({ server, path: "/ws" }).on("connection", (socket) => {
  const say = (what) => socket.send(JSON.stringify(what));
  say({
    type: "welcome",
    protocol: 2,
    patron: "p1",
    name: "Guest 4",
    roles: ["patron", "croupier", "supervisor"],
    language: "en",
    now_ms: Date.now(),
  });
  say({ type: "purse", currency: "EUR", balance: 1234550, held: 14200, playable: 1220350 });
  let number = 0;
  const scenes = {};
  socket.on("message", (data) => {
    const { ask, do: what } = JSON.parse(String(data));
    if (what.type === "lobby") say({ type: "lobby", tables: lobby() });
    if (what.type === "join" || what.type === "watch") {
      const [profile, scene] = SCENES[what.table];
      scenes[what.table] = structuredClone(scene);
      const roads = tables[profile].game === "baccarat" ? { roads: ROADS } : {};
      say({ type: "table", table: what.table, number: ++number, ...scene, ...roads });
    }
    if (what.type === "place_bet" && what.amount > 20000)
      return say({
        type: "answer",
        ask,
        ok: false,
        refusal: { code: "not_enough", facts: {}, text: "That is more than you can play with." },
      });
    if (what.type === "place_bet") {
      const own = scenes[what.table].own;
      const at = own.wagers.find((one) => one.bet === what.bet && one.position === what.position);
      if (at) at.stake += what.amount;
      else own.wagers.push({ position: what.position, bet: what.bet, stake: what.amount, could_win: what.amount });
      say({ type: "table", table: what.table, number: ++number, own });
    }
    if (what.type === "press_deal") cycle(what.table);
    say({ type: "answer", ask, ok: true, result: null });
  });
  function cycle(table) {
    ["etg-decisions", "etg-result", "multihand-etg"].forEach((name, at) =>
      setTimeout(() => say({ type: "table", table, number: ++number, ...SCENES[name][1] }), 600 + at * 2500),
    );
  }
});
server.listen(port, () => console.log(`mock on http://localhost:${port}/`));
