/** The part of the address behind "#/": `game/nim(3%2C4)?misere=1` is page, argument and query. */
export interface Route {
  page: string;
  argument: string;
  query: URLSearchParams;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % in an address typed by hand
  }
}

function read(): Route {
  const hash = location.hash.replace(/^#\/?/, "");
  const mark = hash.indexOf("?");
  const path = mark < 0 ? hash : hash.slice(0, mark);
  const slash = path.indexOf("/");
  return {
    page: slash < 0 ? path : path.slice(0, slash),
    argument: slash < 0 ? "" : decode(path.slice(slash + 1)),
    query: new URLSearchParams(mark < 0 ? "" : hash.slice(mark + 1)),
  };
}

let current = $state.raw<Route>(read());

export const router = {
  get route(): Route {
    return current;
  },
  go(address: string) {
    if (address !== location.hash) history.pushState(null, "", address);
    current = read();
  },
  replace(address: string) {
    history.replaceState(null, "", address);
    current = read();
  },
};

addEventListener("popstate", () => (current = read()));

/** `#/page/argument?query`, leaving out what is empty. */
export function address(page: string, argument = "", query: Record<string, string | undefined> = {}): string {
  const path = argument ? `${page}/${encodeURIComponent(argument)}` : page;
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
  const text = search.toString();
  return `#/${path}${text && `?${text}`}`;
}
