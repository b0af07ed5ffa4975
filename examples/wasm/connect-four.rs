//! Connect Four on boards of up to 8 columns and 7 rows.
//!
//! rustc --edition 2024 --target wasm32-unknown-unknown --crate-type cdylib -O -C lto \
//!     -C panic=abort -C strip=debuginfo -o connect-four.wasm connect-four.rs
//!
//! A position is the discs of Left and those of Right, each as the bits of 8 bytes. The square
//! in column c and row r (from below) is bit 8 c + r, so bit 7 of each byte is always free.

use std::sync::Mutex;

/// Bytes of a position.
const WIDTH: usize = 16;

/// What is kept between calls.
struct State {
    columns: u32,
    rows: u32,
    /// What the host writes.
    input: Vec<u8>,
    /// What the host reads.
    output: Vec<u8>,
}

static STATE: Mutex<State> =
    Mutex::new(State { columns: 4, rows: 4, input: Vec::new(), output: Vec::new() });

#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Board {
    left: u64,
    right: u64,
}

impl State {
    /// The position in the buffer, from this byte on.
    fn board(&self, at: usize) -> Board {
        let half = |at: usize| u64::from_le_bytes(self.input[at..at + 8].try_into().unwrap());
        Board { left: half(at), right: half(at + 8) }
    }

    fn put(&mut self, board: Board) {
        self.output.extend(board.left.to_le_bytes());
        self.output.extend(board.right.to_le_bytes());
    }

    /// Answers with this position alone.
    fn give(&mut self, board: Board) -> *const u8 {
        self.output.clear();
        self.put(board);
        self.output.as_ptr()
    }

    /// Answers with a text.
    fn say(&mut self, text: &str) -> *const u8 {
        self.output = (text.len() as u32).to_le_bytes().to_vec();
        self.output.extend(text.as_bytes());
        self.output.as_ptr()
    }

    /// The free square of each column that has one.
    fn free(&self, board: Board) -> impl Iterator<Item = (u32, u64)> {
        let (discs, rows) = (board.left | board.right, self.rows);
        let height = move |column: u32| (discs >> (8 * column) & 0x7f).count_ones();
        let columns = (0..self.columns).filter(move |&column| height(column) < rows);
        columns.map(move |column| (column, 1 << (8 * column + height(column))))
    }

    fn lines(&self, board: Board) -> String {
        let square = |row: u32, column: u32| match 1 << (8 * column + row) {
            bit if board.left & bit != 0 => 'x',
            bit if board.right & bit != 0 => 'o',
            _ => '.',
        };
        let line = |row| (0..self.columns).map(|column| square(row, column)).collect();
        let lines: Vec<String> = (0..self.rows).rev().map(line).collect();
        lines.join("|")
    }
}

/// Whether four discs are in a line.
fn four(discs: u64) -> bool {
    [1, 7, 8, 9].into_iter().any(|step| {
        let two = discs & discs >> step;
        two & two >> (2 * step) != 0
    })
}

#[unsafe(no_mangle)]
extern "C" fn grundy_version() -> i32 {
    1
}

#[unsafe(no_mangle)]
extern "C" fn width() -> i32 {
    WIDTH as i32
}

#[unsafe(no_mangle)]
extern "C" fn buffer(bytes: usize) -> *const u8 {
    let mut state = STATE.lock().unwrap();
    state.input = vec![0; bytes.max(1)];
    state.input.as_ptr()
}

/// Parameters are the columns and the rows, such as "5x4".
#[unsafe(no_mangle)]
extern "C" fn start(_: *const u8, bytes: usize) -> *const u8 {
    let mut state = STATE.lock().unwrap();
    if bytes > 0 {
        let text = str::from_utf8(&state.input[..bytes]).ok();
        let sizes = text.and_then(|text| text.split_once('x'));
        let sizes = sizes.and_then(|(columns, rows)| {
            Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
        });
        let Some((columns @ 1..=8, rows @ 1..=7)) = sizes else { return std::ptr::null() };
        (state.columns, state.rows) = (columns, rows);
    }
    state.give(Board { left: 0, right: 0 })
}

#[unsafe(no_mangle)]
extern "C" fn expand(_: *const u8, count: usize) -> *const u8 {
    let mut state = STATE.lock().unwrap();
    state.output.clear();
    for at in (0..count).map(|index| index * (WIDTH + 1)) {
        let (board, mover) = (state.board(at), state.input[at + WIDTH]);
        let free: Vec<(u32, u64)> = state.free(board).collect();
        let end = match () {
            () if four(board.left) => 1,
            () if four(board.right) => 2,
            () if free.is_empty() => 3,
            () => 0,
        };
        let options = if end == 0 { &free[..] } else { &[] };
        state.output.push(end);
        state.output.extend((options.len() as u32).to_le_bytes());
        for &(_, square) in options {
            state.put(match mover {
                0 => Board { left: board.left | square, ..board },
                _ => Board { right: board.right | square, ..board },
            });
            state.output.push(2);
        }
    }
    state.output.as_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn negative(_: *const u8) -> *const u8 {
    let mut state = STATE.lock().unwrap();
    let Board { left, right } = state.board(0);
    state.give(Board { left: right, right: left })
}

/// The smaller of a position and its mirror image.
#[unsafe(no_mangle)]
extern "C" fn canonical(_: *const u8) -> *const u8 {
    let mut state = STATE.lock().unwrap();
    let (board, behind) = (state.board(0), 64 - 8 * state.columns);
    let mirrored = |discs: u64| discs.swap_bytes() >> behind;
    let mirror = Board { left: mirrored(board.left), right: mirrored(board.right) };
    state.give(if mirror < board { mirror } else { board })
}

#[unsafe(no_mangle)]
extern "C" fn print(_: *const u8) -> *const u8 {
    let mut state = STATE.lock().unwrap();
    let lines = state.lines(state.board(0));
    state.say(&lines)
}

#[unsafe(no_mangle)]
extern "C" fn show(_: *const u8) -> *const u8 {
    let mut state = STATE.lock().unwrap();
    let lines = state.lines(state.board(0)).replace('|', "\n");
    state.say(&lines)
}

#[unsafe(no_mangle)]
extern "C" fn read(_: *const u8, bytes: usize) -> *const u8 {
    let mut state = STATE.lock().unwrap();
    let text = String::from_utf8_lossy(&state.input[..bytes]).into_owned();
    let mut board = Board { left: 0, right: 0 };
    let lines: Vec<&str> = text.split('|').collect();
    for (row, line) in lines.iter().rev().enumerate().take(state.rows as usize) {
        for (column, square) in line.chars().enumerate().take(state.columns as usize) {
            let bit = 1 << (8 * column + row);
            match square {
                'x' => board.left |= bit,
                'o' => board.right |= bit,
                _ => {}
            }
        }
    }
    // Discs lie on the ground, or on discs.
    let discs = board.left | board.right;
    let floats = discs & !(discs << 1 | 0x0101_0101_0101_0101) != 0;
    if floats || state.lines(board) != text { std::ptr::null() } else { state.give(board) }
}

/// Moves are called after their columns, counted from 1.
#[unsafe(no_mangle)]
extern "C" fn name(_: *const u8, _mover: i32, index: usize) -> *const u8 {
    let mut state = STATE.lock().unwrap();
    let column = state.free(state.board(0)).nth(index).map(|(column, _)| column + 1);
    column.map_or(std::ptr::null(), |column| state.say(&column.to_string()))
}

#[unsafe(no_mangle)]
extern "C" fn title() -> *const u8 {
    STATE.lock().unwrap().say("Connect Four")
}

#[unsafe(no_mangle)]
extern "C" fn about() -> *const u8 {
    STATE.lock().unwrap().say(
        "A disc falls to the lowest free square of a column. Four discs of a player in a line, \
         also a slanting one, win; a full board is a tie.",
    )
}

#[unsafe(no_mangle)]
extern "C" fn notation() -> *const u8 {
    STATE.lock().unwrap().say("connect-four(COLUMNSxROWS)")
}
