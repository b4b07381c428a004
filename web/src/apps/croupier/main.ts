// Opens the croupier's screen of the table named in the address. Whoever deals there is on duty from then on.
import { mount } from "svelte";
import "../../layout/app.css";
import { surround } from "../../layout/preferences.svelte";
import { session } from "../../link/session.svelte";
import { t } from "../../speech/speech.svelte";
import { send } from "../../wire/fetched";
import App from "./App.svelte";
import { work } from "./work.svelte";

surround();
work.table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
mount(App, { target: document.getElementById("app") as HTMLElement });
await session.start(false);
await session.watch(work.table);
if (!session.infos[work.table]) work.said = t("refused.no_such_table", { table: work.table });
if (session.me?.may.includes("house.duty")) await send(`/api/house/tables/${encodeURIComponent(work.table)}/duty`, {});
