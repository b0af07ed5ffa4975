import { mount } from "svelte";
import App from "./App.svelte";
import { isAlone } from "./lib/alone";
import { begin } from "./lib/languages";
import { router } from "./lib/router.svelte";
import { fetchPage, pageName } from "./pages/pages";
import "./styles/base.css";
import "./styles/page.css";
import "./styles/pictures.css";

// A page without a server opens again without a network.
if (isAlone && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("sw.js").catch((why: unknown) => console.warn(`grundy: not offline: ${String(why)}`));
}

// The page and its words come at the same time.
const name = pageName(router.route);
if (name !== null) fetchPage(name).catch(() => undefined);
await begin();
mount(App, { target: document.getElementById("page")! });
