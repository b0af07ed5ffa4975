import { type Piece, pieces } from "./rich";

/** A run of text: a link has an address. */
export type Run = Piece & { href?: string };

export type Block =
  | { kind: "heading"; level: number; text: Run[] }
  | { kind: "paragraph"; text: Run[] }
  | { kind: "list"; items: Run[][] }
  | { kind: "table"; head: Run[][]; rows: Run[][][] }
  | { kind: "code"; language: string; text: string };

const link = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Text with links, code and emphasis; a line break is a space. */
export function runs(text: string): Run[] {
  const found: Run[] = [];
  const joined = text.replace(/\s*\n\s*/g, " ");
  let end = 0;
  for (const match of joined.matchAll(link)) {
    found.push(...pieces(joined.slice(end, match.index)));
    found.push(...pieces(match[1]!).map((piece) => ({ ...piece, href: match[2]! })));
    end = match.index + match[0].length;
  }
  return [...found, ...pieces(joined.slice(end))];
}

function cells(line: string): Run[][] {
  return line.replace(/^\||\|$/g, "").split("|").map((cell) => runs(cell.trim()));
}

/** The blocks of a page of the book, as far as the book uses Markdown. */
export function blocks(text: string): Block[] {
  const lines = text.split("\n");
  const found: Block[] = [];
  let at = 0;
  /** Takes lines while they belong to the same block. */
  const take = (belongs: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && belongs(lines[at]!)) at += 1;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#+) (.*)/.exec(line);
    const fence = /^```(\w*)/.exec(line);
    if (line.trim() === "") at += 1;
    else if (heading) {
      found.push({ kind: "heading", level: heading[1]!.length, text: runs(heading[2]!) });
      at += 1;
    } else if (fence) {
      at += 1;
      found.push({ kind: "code", language: fence[1]!, text: take((line) => !line.startsWith("```")).join("\n") });
      at += 1;
    } else if (line.startsWith("- ")) {
      const items = take((line) => line.startsWith("- ") || line.startsWith("  "));
      found.push({ kind: "list", items: items.join("\n").split(/^- /m).slice(1).map(runs) });
    } else if (line.startsWith("|")) {
      const [head, , ...rows] = take((line) => line.startsWith("|"));
      found.push({ kind: "table", head: cells(head!), rows: rows.map(cells) });
    } else {
      const ends = (line: string) => line.trim() === "" || /^(#+ |```|- |\|)/.test(line);
      const first = lines[at]!;
      at += 1;
      found.push({ kind: "paragraph", text: runs([first, ...take((line) => !ends(line))].join("\n")) });
    }
  }
  return found;
}
