// Opens the player's terminal at the games named in the address, or those that were open before.
import { mount } from "svelte";
import "../../layout/app.css";
import { cut } from "../../layout/motion";
import { surround } from "../../layout/preferences.svelte";
import { unlock } from "../../layout/sound";
import { session } from "../../link/session.svelte";
import App from "./App.svelte";
import { seatWishes } from "./seat-wishes.svelte";
import { terminal } from "./terminal.svelte";

surround();
addEventListener("pointerdown", unlock, { once: true });
session.onNews = cut;
session.onGone = (table) => terminal.drop(table);
mount(App, { target: document.getElementById("app") as HTMLElement });
await session.start();
const seat = Number(new URLSearchParams(location.search).get("seat"));
for (const table of terminal.remembered()) await terminal.open(table);
// A seat that was chosen in the lobby is taken at once, or as soon as one may sit down.
if (seat > 0 && terminal.active) void seatWishes.choose(terminal.active.id, seat);
if (terminal.games.length === 0) terminal.show("games");
