import { recall, remember } from "./store";

export type Theme = "auto" | "light" | "dark";

const remembered = (recall("theme") as Theme | null) ?? "auto";
let theme = $state<Theme>(remembered);
let hints = $state(recall("hints") !== "off");

function show(value: Theme) {
  document.documentElement.dataset.theme = value;
}
show(remembered);

export const settings = {
  get theme(): Theme {
    return theme;
  },
  set theme(value: Theme) {
    theme = value;
    show(value);
    remember("theme", value);
  },
  get hints(): boolean {
    return hints;
  },
  set hints(value: boolean) {
    hints = value;
    remember("hints", value ? "on" : "off");
  },
};
