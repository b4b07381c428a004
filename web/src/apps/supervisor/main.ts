// Opens the staff's screen: supervisors', attendants' and whoever else works here.
import { mount } from "svelte";
import "../../layout/app.css";
import { surround } from "../../layout/preferences.svelte";
import { session } from "../../link/session.svelte";
import { remember } from "../staff/way-back";
import App from "./App.svelte";

surround();
remember(new URL(location.href));
await session.start(false);
mount(App, { target: document.getElementById("app") as HTMLElement });
