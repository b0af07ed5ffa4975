// Nim and tic-tac-toe, enough of them to see the page without the server.

const other = { left: "right", right: "left" };

function svg(width, height, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 ${width} ${height}" role="group"><rect class="ground" width="${width}" height="${height}" fill="#fff"/>${content}</svg>`;
}

const shapes = {
  win: (x, y) => `<circle class="letter" cx="${x}" cy="${y}" r="8" fill="#009e73"/>`,
  draw: (x, y) => `<path class="letter" d="M${x} ${y - 9}L${x + 9} ${y}L${x} ${y + 9}L${x - 9} ${y}Z" fill="#e69f00"/>`,
  loss: (x, y) => `<rect class="letter" x="${x - 7}" y="${y - 7}" width="14" height="14" fill="#cc79a7"/>`,
  unknown: () => "",
};

/** One place where moves can be made, as board::play writes it. */
function place(x, y, size, mark, indices) {
  const result = mark.result ?? "unknown";
  const letter = { win: "W", draw: "D", loss: "L", unknown: "" }[result];
  const at = [x + size / 2 - 10, y - size / 2 + 10];
  return (
    `<g class="move ${result} shade${mark.shade}" data-moves="${indices}" tabindex="0" role="button" aria-label="${mark.name}">` +
    `<rect x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" fill="transparent"/>` +
    `<g class="token put"><circle class="outline" cx="${x}" cy="${y}" r="${size * 0.3}" fill="none" stroke="#777" stroke-dasharray="3 3"/></g>` +
    `${shapes[result](...at)}<text class="letter" x="${at[0]}" y="${at[1] + 3.5}" font-size="10" text-anchor="middle">${letter}</text></g>`
  );
}

export const nim = {
  name: "nim",
  start: "3,4,5",
  ends: false,
  parse(text) {
    const heaps = text.split(",").map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : NaN));
    return heaps.some((heap) => Number.isNaN(heap) || heap > 12) || heaps.length > 4 ? null : heaps;
  },
  text: (heaps) => heaps.join(","),
  key: (heaps) => [...heaps].sort().join(","),
  moves: (heaps) =>
    heaps.flatMap((heap, index) =>
      Array.from({ length: heap }, (_, left) => heaps.map((size, at) => (at === index ? left : size))),
    ).map((to) => ({ name: to.join(","), to })),
  end: () => null,
  drawing: (heaps) => heaps.map((heap) => `${heap}  ${"● ".repeat(heap)}`).join("\n"),
  edit: (heaps) => ({ kind: "heaps", sizes: heaps, least: 0, most: 1000000 }),
  board(heaps, marks) {
    const most = Math.max(1, ...heaps);
    let content = "";
    let index = 0;
    heaps.forEach((heap, column) => {
      const x = 40 + column * 60;
      content += `<text class="name" x="${x}" y="${most * 32 + 44}" text-anchor="middle" font-size="13">${heap}</text>`;
      for (let token = 0; token < heap; token++) {
        const y = most * 32 + 8 - token * 32;
        content += `<circle class="counter both" cx="${x}" cy="${y}" r="12" fill="#555" stroke="#222"/>`;
        if (marks) content += place(x, y, 32, marks[index + token], String(index + token));
      }
      index += heap;
    });
    return svg(heaps.length * 60 + 20, most * 32 + 56, content);
  },
};

const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const square = (index) => `${"abc"[index % 3]}${3 - Math.floor(index / 3)}`;

export const ticTacToe = {
  name: "tic-tac-toe",
  start: "...|...|...",
  ends: true,
  parse(text) {
    const squares = [...text.replaceAll("|", "")];
    return squares.length === 9 && squares.every((sign) => ".XO".includes(sign)) ? squares : null;
  },
  text: (squares) => [0, 3, 6].map((row) => squares.slice(row, row + 3).join("")).join("|"),
  key: (squares) => squares.join(""),
  moves: (squares, mover) =>
    squares.flatMap((sign, index) =>
      sign === "." ? [{ name: square(index), to: squares.with(index, mover === "left" ? "X" : "O"), at: index }] : [],
    ),
  end(squares) {
    for (const [a, b, c] of lines) {
      if (squares[a] !== "." && squares[a] === squares[b] && squares[b] === squares[c]) {
        return squares[a] === "X" ? "left" : "right";
      }
    }
    return squares.includes(".") ? null : "tie";
  },
  drawing: (squares) => [0, 3, 6].map((row) => squares.slice(row, row + 3).join(" ")).join("\n"),
  edit: (squares) => ({
    kind: "squares",
    rows: [0, 3, 6].map((row) => squares.slice(row, row + 3).join("")),
    alphabet: [".", "X", "O"],
  }),
  board(squares, marks, moves = []) {
    let content = "";
    squares.forEach((sign, index) => {
      const x = 50 + (index % 3) * 56;
      const y = 38 + Math.floor(index / 3) * 56;
      content += `<rect class="square" x="${x - 28}" y="${y - 28}" width="56" height="56" fill="#fff" stroke="#333"/>`;
      if (sign === "X") content += `<path d="M${x - 14} ${y - 14}L${x + 14} ${y + 14}M${x + 14} ${y - 14}L${x - 14} ${y + 14}" stroke="#0072b2" stroke-width="5" fill="none"/>`;
      if (sign === "O") content += `<circle cx="${x}" cy="${y}" r="15" stroke="#d55e00" stroke-width="5" fill="none"/>`;
      const move = moves.findIndex((candidate) => candidate.at === index);
      if (marks && move >= 0) content += place(x, y, 56, marks[move], String(move));
    });
    return svg(200, 200, content);
  },
};

/** Who wins from here and in how many moves; `misere` turns the end over. */
export function solver(rules, misere) {
  const known = new Map();
  const solve = (position, mover) => {
    const key = `${rules.key(position)}/${rules.ends ? mover : ""}`;
    const found = known.get(key);
    if (found) return found;
    const end = rules.end(position);
    const answer = end ? { result: end === "tie" ? "draw" : end === mover ? "win" : "loss", remoteness: 0 } : inner(position, mover);
    known.set(key, answer);
    return answer;
  };
  const inner = (position, mover) => {
    const options = rules.moves(position, mover).map(({ to }) => solve(to, other[mover]));
    if (options.length === 0) return { result: misere ? "win" : "loss", remoteness: 0 };
    const lengths = (result) => options.filter((option) => option.result === result).map((option) => option.remoteness);
    if (lengths("loss").length) return { result: "win", remoteness: 1 + Math.min(...lengths("loss")) };
    if (lengths("draw").length) return { result: "draw", remoteness: null };
    return { result: "loss", remoteness: 1 + Math.max(...lengths("win")) };
  };
  return { solve, known };
}

export { other };
