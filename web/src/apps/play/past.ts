// Past rounds as the server lists and records them, under the names the screen uses.
import type { Facts } from "../../speech/speech.svelte";

export interface PastRound {
  table: string;
  round: number;
  opened_ms: number;
  over: boolean;
  staked: number | null;
  returned: number | null;
}

/** One thing that happened in a round: an event with its tag, and what can be shown of it. */
export interface Step {
  tag: string;
  cards: readonly string[];
  facts: Facts;
}

type Body = Record<string, unknown>;

/** A round's record as far as it is shown: entries with public and private leaves, each a JSON text. */
export interface RoundFile {
  entries: readonly { tag: string; leaves: readonly { patron?: string; body?: string }[] }[];
}

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";
const QUIET = new Set(["joined", "left", "option_set", "deal_pressed", "betting_timed"]);

/** The record numbers cards, rank within suit. */
export function cardName(card: unknown): string | null {
  if (typeof card !== "number") return null;
  return `${RANKS[card % 13] ?? "?"}${SUITS[Math.floor(card / 13)] ?? "?"}`;
}

/** What of a record can be shown, step by step. */
export function steps(file: RoundFile | null): Step[] {
  const shown = (file?.entries ?? []).filter((entry) => !QUIET.has(entry.tag));
  return shown.map((entry) => stepOf(entry.tag, Object.assign({}, ...entry.leaves.map(parsed)) as Body));
}

function parsed(leaf: { body?: string }): Body {
  return leaf.body ? (JSON.parse(leaf.body) as Body) : {};
}

function stepOf(tag: string, body: Body): Step {
  const card = cardName(body.card);
  const facts = Object.entries(body).filter((pair): pair is [string, number | string] => ["number", "string"].includes(typeof pair[1]));
  if (typeof body.decision === "string") facts.push(["decision", `@screen.decision_${body.decision}`]);
  return { tag, cards: tag === "face_down_dealt" ? ["??"] : card ? [card] : [], facts: Object.fromEntries(facts) };
}
