import { type Api, ApiError } from "../lib/client";
import type { Step } from "../lib/types";
import { Fault, type Rules, type Written } from "./record";
import { stepTo } from "./setup";
import { type Node, Tree, wayTo } from "./tree.svelte";

/** A line that has not been played yet, and where it branches off. */
interface Line {
  from: Node;
  moves: Written[];
}

function lineFrom(from: Node, first: Written): Line {
  const moves: Written[] = [];
  for (let at: Written | undefined = first; at; at = at.next[0]) moves.push(at);
  return { from, moves };
}

/** Signs of names in one question: a server reads 64 KB, and a sign has up to three bytes. */
const longest = 16_000;

/** The first of these moves, as many as one question may hold. */
function share(moves: Written[]): Written[] {
  let signs = 0;
  const end = moves.findIndex(({ name }) => (signs += name.length) > longest);
  return end < 0 ? moves : moves.slice(0, Math.max(1, end));
}

/**
 * Plays all moves of a text by the rules: one question for the main line, and one for each variation,
 * or some where names are long. Throws a fault at the first move that is not legal.
 */
export async function played(
  api: Api,
  rules: Rules,
  start: Written,
  told: (done: number, lines: number) => void,
  signal: AbortSignal,
): Promise<Tree> {
  const tree = new Tree();
  const lines = start.next.map((first) => lineFrom(tree.root, first));
  // Without a move the game alone is looked at.
  if (lines.length === 0) lines.push({ from: tree.root, moves: [] });
  for (let done = 0; done < lines.length; done += 1) {
    told(done, lines.length);
    const { from, moves } = lines[done]!;
    let at = from;
    do {
      const before = at.ply;
      const next = share(moves.slice(before - from.ply));
      const steps: Step[] = [...wayTo(at), ...next].map(({ step }) => step);
      const { line } = await api.play({ ...rules, moves: steps, quick: true }, signal).catch((error: unknown) => {
        const illegal = error instanceof ApiError && error.problem.kind === "illegal" ? next[error.problem.move! - before] : undefined;
        throw illegal ? new Fault("illegal", illegal.at, illegal) : error;
      });
      for (const move of next) {
        const [{ mover }, after] = [line[at.ply]!, line[at.ply + 1]!];
        // A number says which of the moves of a name is meant, not another one.
        if (typeof move.step === "number" && after.move !== move.name) throw new Fault("illegal", move.at, move);
        at = tree.add(at, stepTo(after), { ...after, name: after.move! }, mover);
        lines.push(...move.next.slice(1).map((first) => lineFrom(at, first)));
      }
    } while (at.ply - from.ply < moves.length);
  }
  return tree;
}
