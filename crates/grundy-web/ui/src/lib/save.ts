const kinds: Record<string, string> = { csv: "text/csv", svg: "image/svg+xml", txt: "text/plain" };

/** What may stand in the name of a file: the name of a game has brackets and bars. */
function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N}.,=-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "game";
}

/** Gives the person a file; its name's ending says what it is. */
export function save(name: string, ending: "csv" | "svg" | "txt", text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: kinds[ending] }));
  Object.assign(document.createElement("a"), { href: address, download: `${plain(name)}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Rows as a table for spreadsheets. */
export function csv(rows: (string | number)[][]): string {
  const cell = (content: string | number) => (/[",\n]/.test(String(content)) ? `"${String(content).replaceAll('"', '""')}"` : content);
  return rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}
