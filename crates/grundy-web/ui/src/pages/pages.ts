// Which page stands at an address: a visit fetches only its own.

import type { Component } from "svelte";
import { isEmbedded } from "../lib/embedded";
import type { Route } from "../lib/router.svelte";

type Fetched = Promise<{ default: Component<any> }>;

const pages: Record<string, () => Fetched> = {
  "": () => import("./Catalogue.svelte"),
  game: () => import("./GamePage.svelte"),
  learn: () => import("./LessonPage.svelte"),
  lesson: () => import("./LessonPage.svelte"),
  calculator: () => import("./CalculatorPage.svelte"),
  own: () => import("./OwnPage.svelte"),
  guide: () => import("./GuidePage.svelte"),
  table: () => import("./TablePage.svelte"),
  shared: () => import("./SharedPage.svelte"),
  embedded: () => import("./EmbedPage.svelte"),
};

/** The name of the page at an address; null where there is none. */
export function pageName({ page, argument, query }: Route): string | null {
  if (page === "game" && argument) return query.has("rules") ? "shared" : isEmbedded ? "embedded" : "game";
  return page !== "game" && Object.hasOwn(pages, page) ? page : null;
}

export function fetchPage(name: string): Fetched {
  return pages[name]!();
}
