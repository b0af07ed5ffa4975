import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./lib/languages";
import "./styles/base.css";
import "./styles/page.css";
import "./styles/pictures.css";

await begin();
mount(App, { target: document.getElementById("page")! });
