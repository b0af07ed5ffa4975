/** What decides the result of a line: its text, and the lines above whose names it uses. */
export interface Place {
  key: string;
  uses: number[];
}

/** A name that a command defines; a function has its parameters behind it. */
const defined = /(?:^|;)\s*(?:def\s+)?([\p{L}_][\p{L}\p{N}_-]*)\s*(?:(?:\([^()]*\)\s*)?:=|=(?!=))/gu;
/** A function finds the names in it when it is called. */
const isFunction = (text: string) => /\)\s*:=|->/.test(text);
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
    const used = new Set<number>();
    const use = (text: string) => {
      for (const [name, at] of definitions) {
        if (used.has(at) || !text.includes(name)) continue;
        used.add(at);
        if (isFunction(lines[at])) use(lines[at]);
      }
    };
    use(asked);
    if (before !== null && last.test(asked)) used.add(before);
    const uses = [...used].sort((a, b) => a - b);
    places.push({ key: JSON.stringify([text, ...uses.map((at) => places[at]!.key)]), uses });
    for (const [, name] of text.matchAll(defined)) definitions.set(name, index);
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
