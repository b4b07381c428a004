// A house for tests: says what a test has it say, answers yes unless it refuses, keeps what it was asked.
// It stands where a browser has its socket, its addresses and its storage, and plays no game.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PROTOCOL } from "../wire/fillings";
import type { Do } from "../wire/sent";

type Json = Record<string, unknown>;

const TEXTS = fileURLToPath(new URL("../../../src/cutcard/texts/en/", import.meta.url));

class Socket extends EventTarget {
  readyState = 0;
  binaryType = "blob";

  constructor(readonly url: string) {
    super();
    house.socket = this;
    queueMicrotask(() => {
      this.readyState = 1;
      this.dispatchEvent(new Event("open"));
    });
  }

  send(frame: string): void {
    house.hear(JSON.parse(frame) as { ask: string; do: Do });
  }

  close(): void {
    this.readyState = 3;
  }
}

class House {
  socket: Socket | null = null;
  /** What the screens asked over the socket, and sent to an address, in order. */
  asked: Do[] = [];
  sent: { address: string; body: Json }[] = [];
  /** The addresses that were read. */
  read: string[] = [];
  /** What is answered with no, by message, and with which code. */
  refuses: Record<string, string> = {};
  /** Messages that are not answered at all, as where a line is cut. */
  silent = new Set<string>();
  /** Nothing that is sent to an address gets an answer. */
  unreachable = false;
  /** What lies at an address, without its query. */
  pages: Record<string, unknown> = {};
  #numbers: Record<string, number> = {};

  hear({ ask, do: what }: { ask: string; do: Do }): void {
    if (what.type !== "hello") this.asked.push(what);
    if (this.silent.has(what.type)) return;
    const code = this.refuses[what.type];
    const refusal = code === undefined ? null : { code, facts: {}, text: "" };
    const result = what.type === "join" ? { table: what.table } : null;
    queueMicrotask(() => this.say({ type: "answer", ask, ok: refusal === null, refusal, result }));
  }

  say(message: Json): void {
    this.socket?.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  /** News of a table, numbered as they go out. */
  news(table: string, parts: Json): void {
    const number = (this.#numbers[table] = (this.#numbers[table] ?? 0) + 1);
    this.say({ type: "table", table, number, ...parts });
  }

  /** The line to this page is cut. */
  cut(): void {
    this.socket?.close();
    this.socket?.dispatchEvent(new Event("close"));
  }

  /** Whoever signs in may do all this. */
  welcome(...may: string[]): void {
    this.say({ type: "welcome", protocol: PROTOCOL, patron: "p1", name: "Ann", roles: [], now_ms: 0, may });
  }

  types(): string[] {
    return this.asked.map((what) => what.type);
  }

  forget(): void {
    this.asked = [];
    this.sent = [];
    this.read = [];
    this.refuses = {};
    this.silent.clear();
  }

  fetched(address: string, options?: RequestInit): Response {
    const path = address.split("?")[0] ?? "";
    if (options?.method === "POST") this.sent.push({ address: path, body: bodyOf(options) });
    else this.read.push(address);
    if (this.unreachable) throw new TypeError("nobody answers");
    const page = path === "/api/texts/en" ? texts() : path === "/api/guest" ? {} : this.pages[path];
    return page === undefined ? new Response("{}", { status: 404, statusText: "Not Found" }) : Response.json(page);
  }
}

function bodyOf(options: RequestInit): Json {
  return JSON.parse(String(options.body ?? "{}")) as Json;
}

/** The product's own words, so that a test reads what a person reads. */
function texts(): Json {
  const files = readdirSync(TEXTS).map((file) => JSON.parse(readFileSync(TEXTS + file, "utf8")) as Json);
  return Object.assign({}, ...files) as Json;
}

function storage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** Something on the page that can be touched, within what a selector names. */
export class Part extends EventTarget {
  constructor(readonly within: string) {
    super();
  }

  closest(selector: string): Part | null {
    return selector === this.within ? this : null;
  }
}

export const house = new House();

const browser = {
  WebSocket: Socket,
  Element: Part,
  fetch: async (address: string, options?: RequestInit) => house.fetched(address, options),
  localStorage: storage(),
  sessionStorage: storage(),
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  location: { protocol: "http:", host: "house", search: "", pathname: "/play" },
  navigator: { languages: ["en"] },
  history: { replaceState: () => undefined },
  document: { documentElement: { dataset: {}, lang: "" } },
};
for (const [name, value] of Object.entries(browser)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
