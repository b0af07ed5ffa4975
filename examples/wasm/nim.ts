// Nim with up to 8 heaps of up to 255 counters, in AssemblyScript.
//
// npx asc nim.ts -O3 --runtime stub --use abort= -o nim.wasm
//
// A position is 8 bytes, the sizes of the heaps, the largest first.

const HEAPS: i32 = 8;

// The program asks for at most 4096 positions in a call.
const input: usize = memory.data(1 << 16);
// A position has at most 8 * 255 moves, but batches of so many are expanded one by one.
const SIZE: i32 = 1 << 22;
const output: usize = memory.data(SIZE);

export function grundy_version(): i32 {
    return 1;
}
export function width(): i32 {
    return HEAPS;
}
export function impartial(): i32 {
    return 1;
}
export function ends(): i32 {
    return 0;
}
export function buffer(bytes: i32): usize {
    return bytes <= 1 << 16 ? input : 0;
}

/** Heaps as a text, such as "3, 4, 5"; null if it is something else. */
function heaps(text: usize, bytes: i32): usize {
    let count = 0, size = -1;
    memory.fill(output, 0, HEAPS);
    for (let i = 0; i <= bytes; i++) {
        const c: i32 = i < bytes ? load<u8>(text + i) : 44;
        if (c == 44) {
            if (size < 0 || count == HEAPS) return 0;
            store<u8>(output + count++, size as u8);
            size = -1;
        } else if (c >= 48 && c <= 57) {
            size = (size < 0 ? 0 : 10 * size) + c - 48;
            if (size > 255) return 0;
        } else if (c != 32) return 0;
    }
    return canonical(output);
}

export function start(parameters: usize, bytes: i32): usize {
    if (bytes) return heaps(parameters, bytes);
    memory.fill(output, 0, HEAPS);
    store<u8>(output, 5), store<u8>(output + 1, 4), store<u8>(output + 2, 3);
    return output;
}

export function read(text: usize, bytes: i32): usize {
    return heaps(text, bytes);
}

export function expand(positions: usize, count: i32): usize {
    let at = output;
    for (let n = 0; n < count; n++, positions += HEAPS + 1) {
        let moves = 0;
        for (let heap = 0; heap < HEAPS; heap++) moves += load<u8>(positions + heap);
        if (at + 5 + moves * (HEAPS + 1) > output + SIZE) return 0;
        store<u8>(at, 0);
        store<u32>(at + 1, moves);
        at += 5;
        for (let heap = 0; heap < HEAPS; heap++) {
            const size: i32 = load<u8>(positions + heap);
            for (let left = 0; left < size; left++) {
                memory.copy(at, positions, HEAPS);
                store<u8>(at + heap, left as u8);
                store<u8>(at + HEAPS, 2);
                at += HEAPS + 1;
            }
        }
    }
    return output;
}

/** An impartial game is its own negative. */
export function negative(position: usize): usize {
    return position;
}

/** Sorts the heaps in place. */
export function canonical(position: usize): usize {
    for (let i = 1; i < HEAPS; i++) {
        const size = load<u8>(position + i);
        let j = i;
        for (; j > 0 && load<u8>(position + j - 1) < size; j--)
            store<u8>(position + j, load<u8>(position + j - 1));
        store<u8>(position + j, size);
    }
    return position;
}

/** Answers with a text. */
function say(text: string): usize {
    const bytes = String.UTF8.encodeUnsafe(changetype<usize>(text), text.length, output + 4);
    store<u32>(output, bytes as u32);
    return output;
}

/** The heaps that are not empty, or one that is. */
export function print(position: usize): usize {
    let at = output + 4;
    for (let heap = 0; heap < HEAPS; heap++) {
        const size: i32 = load<u8>(position + heap);
        if (!size && heap) break;
        if (heap) store<u8>(at++, 44);
        if (size >= 100) store<u8>(at++, (48 + size / 100) as u8);
        if (size >= 10) store<u8>(at++, (48 + (size / 10) % 10) as u8);
        store<u8>(at++, (48 + (size % 10)) as u8);
    }
    store<u32>(output, (at - output - 4) as u32);
    return output;
}

export function title(): usize {
    return say("Nim");
}
export function about(): usize {
    return say("A move takes any number of counters from one heap. Whoever cannot move loses.");
}
export function notation(): usize {
    return say("nim(HEAP, HEAP, …)");
}
