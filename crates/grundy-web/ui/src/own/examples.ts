import takeOneOrTwo from "./take-one-or-two.star?raw";
import ticTacToe from "./tic-tac-toe.star?raw";
import toadsAndFrogs from "./toads-and-frogs.star?raw";
import twoHeaps from "./two-heaps.kif?raw";
import type { Rules } from "../lib/types";

/** Files of rules to start from: the shortest first. */
export const examples: Rules[] = [
  { file: "take-one-or-two.star", text: takeOneOrTwo },
  { file: "tic-tac-toe.star", text: ticTacToe },
  { file: "toads-and-frogs.star", text: toadsAndFrogs },
  { file: "two-heaps.kif", text: twoHeaps },
];
