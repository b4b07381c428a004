// What a terminal knows of one table, part by part. Knows numbers and gaps; draws nothing.
import type { TableNews } from "../wire/received";
import type { CroupierView, HandsView, OwnView, PublicView, RoadsView } from "../wire/views";

export interface Known {
  number: number;
  public: PublicView | null;
  hands: HandsView | null;
  own: OwnView | null;
  roads: RoadsView | null;
  croupier: CroupierView | null;
  /** When the running time ends, on this machine's steady clock. */
  endsAt: number | null;
  disputeEndsAt: number | null;
  /** When the house plays the interrupted game of a seat on, and when the place is kept no longer. */
  forkEndsAt: Readonly<Record<number, number | null>>;
  reservedUntil: number | null;
}

export const NOTHING_KNOWN: Known = {
  number: -1,
  public: null,
  hands: null,
  own: null,
  roads: null,
  croupier: null,
  endsAt: null,
  disputeEndsAt: null,
  forkEndsAt: {},
  reservedUntil: null,
};

export type Heard = { kind: "news"; known: Known } | { kind: "old" } | { kind: "gap" };

/**
 * News on top of what is known. While resuming, a whole view is taken whatever its number, since the
 * server may have begun to count anew.
 */
export function hear(known: Known, news: TableNews, now: number, resuming: boolean): Heard {
  const fresh = known.number < 0 || (resuming && news.public !== null);
  if (!fresh && news.number <= known.number) return { kind: "old" };
  if (!fresh && news.number > known.number + 1) return { kind: "gap" };
  return { kind: "news", known: merged(known, news, now) };
}

function merged(known: Known, news: TableNews, now: number): Known {
  const { public: view, own } = news;
  return {
    number: news.number,
    public: view ?? known.public,
    hands: news.hands ?? (view && begins(known, view) ? null : known.hands),
    own: own ?? known.own,
    roads: news.roads ?? known.roads,
    croupier: news.croupier ?? known.croupier,
    endsAt: view ? ends(view.left_ms, now) : known.endsAt,
    disputeEndsAt: own ? ends(own.dispute_left_ms, now) : known.disputeEndsAt,
    forkEndsAt: own
      ? Object.fromEntries(own.forks.map((fork) => [fork.seat, ends(fork.left_ms, now)]))
      : known.forkEndsAt,
    reservedUntil: own ? ends(own.reserved_ms, now) : known.reservedUntil,
  };
}

/** Hands are sent only to those who have some: when the cards of a new round come, the old ones are gone. */
function begins(known: Known, view: PublicView): boolean {
  const open = ["betting", "last_bets"];
  return open.includes(known.public?.step ?? "") && !open.includes(view.step);
}

function ends(left: number | null, now: number): number | null {
  return left === null ? null : now + left;
}
