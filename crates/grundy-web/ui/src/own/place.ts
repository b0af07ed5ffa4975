/** Where the first line of a message, `game.star:3:12: …`, sees the fault: counted from 1, in characters. */
export function placeIn(message: string): { line: number; column: number } | null {
  const found = /^[^\n]*?:(\d+):(\d+): /.exec(message);
  return found && { line: Number(found[1]), column: Number(found[2]) };
}

/** How many UTF-16 units of the text stand before a place. */
export function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const start = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("");
  return Math.min(before + start.length, text.length);
}
