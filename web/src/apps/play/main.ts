// Opens the player's terminal at the games named in the address, or those that were open before.
import { mount } from "svelte";
import "../../layout/app.css";
import { cut } from "../../layout/motion";
import { surround } from "../../layout/preferences.svelte";
import { unlock } from "../../layout/sound";
import { session } from "../../link/session.svelte";
import App from "./App.svelte";
import { terminal } from "./terminal.svelte";

surround();
addEventListener("pointerdown", unlock, { once: true });
session.onNews = cut;
mount(App, { target: document.getElementById("app") as HTMLElement });
await session.start();
for (const table of terminal.remembered()) await terminal.open(table);
if (terminal.games.length === 0) terminal.show("games");
