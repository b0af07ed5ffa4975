/** What decides the result of a line: its text, and the lines above whose names it uses. */
export interface Place {
  key: string;
  uses: number[];
}

const defined = /^\s*([\p{L}_][\p{L}\p{N}_-]*)\s*(?::=|=(?!=))/u;
/** The value of the line before. */
const last = /(?<![\p{L}\p{N}_])_(?![\p{L}\p{N}_])/u;

/** The places of lines; null for lines without text. */
export function placesOf(lines: string[]): (Place | null)[] {
  const places: (Place | null)[] = [];
  const definitions = new Map<string, number>();
  let before: number | null = null;
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (!text) {
      places.push(null);
      continue;
    }
    const asked = text.replace(/^[\p{L}\p{N}_-]+\s*:=/u, "");
    const used = [...definitions].filter(([name]) => asked.includes(name)).map(([, at]) => at);
    if (before !== null && last.test(asked)) used.push(before);
    const uses = [...new Set(used)].sort((a, b) => a - b);
    places.push({ key: JSON.stringify([text, ...uses.map((at) => places[at]!.key)]), uses });
    const name = defined.exec(text)?.[1];
    if (name) definitions.set(name, index);
    before = index;
  }
  return places;
}

/** The lines that must be sent: those whose result is not known, and those that they use. */
export function wantedOf(places: (Place | null)[], isKnown: (key: string) => boolean): number[] {
  const wanted = new Set<number>();
  const want = (index: number) => {
    if (wanted.has(index)) return;
    wanted.add(index);
    places[index]!.uses.forEach(want);
  };
  for (const [index, place] of places.entries()) if (place && !isKnown(place.key)) want(index);
  return [...wanted].sort((a, b) => a - b);
}
