// This terminal: who plays, the purse, the lobby and the open tables, kept up to date by the link.
// Refuses to know how anything is drawn.
import { speak, preferred, speech } from "../speech/speech.svelte";
import { fill } from "../wire/fill";
import { PROTOCOL } from "../wire/fillings";
import type { Do } from "../wire/sent";
import type { Answer, Attendant, Purse, Received, Welcome } from "../wire/received";
import type { Call, LobbyTable, NoticeView, RefusalMessage, TableInfo } from "../wire/views";
import type { Known } from "./known";
import { Link, type LinkState } from "./link";

export const GAMES_MAX = 4;

const TRIED = "cutcard.signed-in-again";
const LOADED_AGAIN = "cutcard.loaded-again";

export interface Notice {
  id: number;
  refusal: RefusalMessage;
  table: string | null;
}

class Session {
  state: LinkState = $state("connecting");
  me: Welcome | null = $state.raw(null);
  purse: Purse | null = $state.raw(null);
  lobby: readonly LobbyTable[] = $state.raw([]);
  known: Record<string, Known> = $state.raw({});
  infos: Record<string, TableInfo> = $state.raw({});
  gone: Record<string, string> = $state.raw({});
  calls: readonly Call[] = $state.raw([]);
  /** What this patron has not read yet, oldest first. */
  notices: readonly NoticeView[] = $state.raw([]);
  /** How it stands with this patron's call for an attendant; null where none is open. */
  attendant: Attendant | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  #link: Link | null = null;
  #notices = 0;
  #guest = false;
  /** The tables whose settings are being read again, with the round from which those hold. */
  #renewing: Record<string, number> = {};
  /** Called before news of a table is shown: motion on it is cut short. */
  onNews: (table: string) => void = () => {};
  /** Called when a table is gone for this terminal, once each time. */
  onGone: (table: string) => void = () => {};

  /** Terminals sign in as guests by themselves; displays and staff screens do not. */
  async start(guest = true): Promise<void> {
    this.#guest = guest;
    await Promise.all([speak(preferred(), false), guest ? signIn() : undefined]);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#link = new Link(`${scheme}://${location.host}/ws`, {
      state: (state) => (this.state = state),
      message: (message) => this.#take(message),
      table: (id, known) => this.#table(id, known),
      foreign: (refusal) => this.#foreign(refusal),
    });
  }

  /** Asks, and shows the refusal where the answer is no. */
  async ask(what: Do): Promise<Answer> {
    const answer = await this.quietly(what);
    if (!answer.ok && answer.refusal) this.refuse(answer.refusal, "table" in what ? what.table : null);
    return answer;
  }

  quietly(what: Do): Promise<Answer> {
    if (!this.#link) throw new Error("asked before the start");
    return this.#link.ask(what);
  }

  refuse(refusal: RefusalMessage, table: string | null = null): void {
    this.notice = { id: ++this.#notices, refusal, table };
  }

  /** Opens a table, or makes a private one of one's own: gives the table's id. */
  async join(table: string): Promise<string | null> {
    const answer = await this.quietly({ type: "join", table });
    if (answer.refusal) this.refuse(answer.refusal); // said at whichever game is shown: this one is not
    if (!answer.ok) return null;
    const id = typeof answer.result?.table === "string" ? answer.result.table : table;
    this.#isHere(id);
    await this.info(id);
    return id;
  }

  /** Follows a table without a part in it; where that is refused, the table is gone for this screen. */
  async watch(table: string): Promise<void> {
    await this.info(table);
    const answer = await this.#link?.watch(table);
    if (answer?.ok === false) this.gone = { ...this.gone, [table]: answer.refusal?.code ?? "closed" };
    else this.#isHere(table);
  }

  #isHere(table: string): void {
    const { [table]: _, ...others } = this.gone;
    this.gone = others;
  }

  async leave(table: string): Promise<boolean> {
    const answer = await this.ask({ type: "leave", table });
    if (answer.ok) this.#forget(table);
    return answer.ok;
  }

  async info(table: string): Promise<TableInfo | null> {
    const response = await fetch(`/api/tables/${encodeURIComponent(table)}?language=${speech.language}`);
    if (!response.ok) return null;
    const info = fill<TableInfo>("TableInfo", await response.json());
    this.infos = { ...this.infos, [table]: info };
    return info;
  }

  #forget(table: string): void {
    this.#link?.forget(table);
    const { [table]: _, ...others } = this.known;
    this.known = others;
  }

  #table(id: string, known: Known): void {
    this.onNews(id);
    this.known = { ...this.known, [id]: known };
    this.#renew(id);
  }

  /** Other settings hold from this round on: limits, fields and pay tables are read again, once (TB-23). */
  #renew(id: string): void {
    const since = this.known[id]?.public?.settings_since;
    const info = this.infos[id];
    if (info === undefined || since === undefined || since === info.settings_since || since === this.#renewing[id])
      return;
    this.#renewing[id] = since;
    void this.info(id).finally(() => delete this.#renewing[id]);
  }

  /** A terminal whose session has ended begins a new one; tried once, so that it cannot go round in circles. */
  #welcome(message: Welcome): void {
    this.me = message;
    this.notices = []; // what still waits comes right after
    this.attendant = null; // sent anew, where there is one
    if (message.protocol === PROTOCOL) sessionStorage.removeItem(LOADED_AGAIN);
    const tried = sessionStorage.getItem(TRIED) !== null;
    if (message.patron !== null) sessionStorage.removeItem(TRIED);
    else if (this.#guest && !tried) {
      sessionStorage.setItem(TRIED, "1");
      void fetch("/api/guest", { method: "POST" }).then(() => location.reload());
    }
  }

  /** The house was updated under this page: loaded again it speaks as the house does. Tried once. */
  #foreign(refusal: RefusalMessage): void {
    if (sessionStorage.getItem(LOADED_AGAIN) !== null) return this.refuse(refusal);
    sessionStorage.setItem(LOADED_AGAIN, "1");
    location.reload();
  }

  #take(message: Received): void {
    if (message.type === "welcome") this.#welcome(message);
    if (message.type === "purse") this.purse = message;
    if (message.type === "lobby") this.lobby = message.tables;
    if (message.type === "called") this.calls = message.calls;
    if (message.type === "notices") this.notices = message.notices;
    if (message.type === "attendant") this.attendant = message.state === "" ? null : message;
    if (message.type === "gone") {
      this.gone = { ...this.gone, [message.table]: message.reason };
      this.#forget(message.table);
      this.onGone(message.table);
    }
  }
}

export const session = new Session();

/** Whoever has no session plays at once, as a guest; whoever has one stays who they are. */
async function signIn(): Promise<void> {
  const guest = await fetch("/api/guest", { method: "POST" });
  await guest.text(); // an answer that nobody reads stays open, and holds a connection
}
