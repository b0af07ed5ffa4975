import { recall, remember } from "./store";

export type Theme = "auto" | "light" | "dark";

let theme = $state<Theme>((recall("theme") as Theme | null) ?? "auto");
let hints = $state(recall("hints") !== "off");

function show(value: Theme) {
  document.documentElement.dataset.theme = value;
}
show(theme);

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
