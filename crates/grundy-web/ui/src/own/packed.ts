// Rules in an address: compressed, in letters that addresses may have.

import type { OwnGame } from "../lib/types";

/** What an address says of a game: the name by which it goes there, and its rules. */
export type Packed = Pick<OwnGame, "game" | "file" | "text">;

/** Longer addresses are cut off by some programs. */
const longest = 8000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Games as a word; null where it would be too long. */
export async function pack(games: Packed[]): Promise<string | null> {
  const bytes = new TextEncoder().encode(JSON.stringify(games.map(({ game, file, text }) => [game, file, text])));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  const word = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return word.length > longest ? null : word.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The games of a word; throws where it says none. */
export async function unpack(word: string): Promise<Packed[]> {
  const packed = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const bytes = await through(packed, new DecompressionStream("deflate-raw"));
  const games: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const isGame = (one: unknown): one is string[] => Array.isArray(one) && one.length === 3 && one.every((part) => typeof part === "string");
  if (!Array.isArray(games) || !games.every(isGame)) throw new Error("no rules");
  return games.map(([game, file, text]) => ({ game: game!, file: file!, text: text! }));
}
