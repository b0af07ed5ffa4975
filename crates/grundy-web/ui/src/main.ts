import { mount } from "svelte";
import App from "./App.svelte";
import { locale } from "./lib/words.svelte";
import "./styles/page.css";
import "./styles/pictures.css";

await locale.start();
mount(App, { target: document.getElementById("page")! });
