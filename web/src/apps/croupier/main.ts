// Opens the croupier's screen of the table named in the address.
import { mount } from "svelte";
import "../../layout/app.css";
import { surround } from "../../layout/preferences.svelte";
import { session } from "../../link/session.svelte";
import App from "./App.svelte";
import { work } from "./work.svelte";

surround();
work.table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
mount(App, { target: document.getElementById("app") as HTMLElement });
await session.start(false);
await session.watch(work.table);
