// Opens the supervisor's screen.
import { mount } from "svelte";
import "../../layout/app.css";
import { surround } from "../../layout/preferences.svelte";
import { preferred, speak } from "../../speech/speech.svelte";
import App from "./App.svelte";
import { desk } from "./desk.svelte";

surround();
await Promise.all([speak(preferred(), false), desk.start()]);
mount(App, { target: document.getElementById("app") as HTMLElement, props: { ready: true } });
