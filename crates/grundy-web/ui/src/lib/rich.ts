export type Piece = { kind: "text" | "strong" | "em" | "code"; text: string };

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*/g;

/** The pieces of a paragraph: `code`, **bold** and *italics*; within code nothing else is read. */
export function pieces(paragraph: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of paragraph.matchAll(marks)) {
    if (match.index > end) found.push({ kind: "text", text: paragraph.slice(end, match.index) });
    const [all, code, strong, em] = match;
    if (code !== undefined) found.push({ kind: "code", text: code });
    else if (strong !== undefined) found.push({ kind: "strong", text: strong });
    else found.push({ kind: "em", text: em ?? "" });
    end = match.index + all.length;
  }
  if (end < paragraph.length) found.push({ kind: "text", text: paragraph.slice(end) });
  return found;
}
