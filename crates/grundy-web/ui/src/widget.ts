// The board in notebooks, a widget of anywidget: the table of the page in a tree of its own, so
// that its style and the notebook's do not meet. `vite.widget.config.ts` builds it.

import { mount, unmount } from "svelte";
import { apiOver } from "./lib/client";
import base from "./styles/base.css?inline";
import pictures from "./styles/pictures.css?inline";
import own from "./styles/widget.css?inline";
import { kernel, type Model } from "./widget/model";
import { follow } from "./widget/theme";
import Widget from "./widget/Widget.svelte";

/** Shows the board of a model; the returned function takes it away. */
function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const host = document.createElement("div");
  // Keys that are pressed here are no commands to the notebook.
  host.setAttribute("data-lm-suppress-shortcuts", "true");
  host.addEventListener("keydown", (event) => event.stopPropagation());
  const tree = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = own + base + pictures;
  tree.append(style);
  el.append(host);
  const leave = follow(host);
  const { transport, close } = kernel(model);
  const widget = mount(Widget, { target: tree, props: { model, api: apiOver(transport) } });
  return () => {
    void unmount(widget);
    close();
    leave();
    host.remove();
  };
}

export default { render };
