// Opens the lobby.
import { mount } from "svelte";
import "../../layout/app.css";
import { surround } from "../../layout/preferences.svelte";
import { session } from "../../link/session.svelte";
import App from "./App.svelte";

surround();
mount(App, { target: document.getElementById("app") as HTMLElement });
await session.start();
