// Opens the display of the table named in the address. It follows the public part only and asks nothing.
import { mount } from "svelte";
import "../../layout/app.css";
import { cut, settled } from "../../layout/motion";
import { session } from "../../link/session.svelte";
import App from "./App.svelte";

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
session.onNews = cut;
mount(App, { target: document.getElementById("app") as HTMLElement, props: { table } });
await session.start(false);
await session.watch(table);
settled(table);
