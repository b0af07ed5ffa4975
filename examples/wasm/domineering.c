/* Domineering on boards of up to 8 columns and 8 rows: Left lays dominoes upright, Right flat,
   and whoever cannot move loses.

   clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -o domineering.wasm domineering.c

   A position is 8 bytes, one for each row; bits are squares, set where a domino lies or where
   there is no board. So positions say all by themselves, and only texts need the size. */

#define EXPORT(name) __attribute__((export_name(#name))) name

typedef unsigned char byte;
typedef unsigned long long board;

/* The program asks for at most 4096 positions in a call. A position has at most 56 moves. */
static byte in[1 << 16], out[4096 * (5 + 56 * 9)];
static int columns = 4, rows = 4;

static board load(const byte *at) {
    board b;
    __builtin_memcpy(&b, at, 8);
    return b;
}

static byte *store(byte *at, board b) {
    __builtin_memcpy(at, &b, 8);
    return at + 8;
}

static byte *number(byte *at, unsigned n) {
    __builtin_memcpy(at, &n, 4);
    return at + 4;
}

static byte *text(const char *from) {
    unsigned length = 0;
    for (; from[length]; length++) out[4 + length] = from[length];
    number(out, length);
    return out;
}

/* All squares that are not on the board. */
static board outside(void) {
    board b = ~0ull;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) b &= ~(1ull << (8 * row + column));
    return b;
}

int EXPORT(grundy_version)(void) { return 1; }
int EXPORT(width)(void) { return 8; }
int EXPORT(ends)(void) { return 0; }
byte *EXPORT(buffer)(unsigned bytes) { return bytes <= sizeof in ? in : 0; }
byte *EXPORT(title)(void) { return text("Domineering"); }
byte *EXPORT(notation)(void) { return text("domineering(COLUMNSxROWS)"); }

byte *EXPORT(about)(void) {
    return text("Players lay dominoes on free squares, Left upright and Right flat. Whoever "
                "cannot move loses.");
}

/* Parameters are two digits, such as "4x3". */
byte *EXPORT(start)(const byte *parameters, int bytes) {
    if (bytes) {
        if (bytes != 3 || parameters[1] != 'x') return 0;
        columns = parameters[0] - '0', rows = parameters[2] - '0';
        if (columns < 1 || columns > 8 || rows < 1 || rows > 8) return 0;
    }
    store(out, outside());
    return out;
}

byte *EXPORT(expand)(const byte *positions, int count) {
    byte *at = out;
    for (; count--; positions += 9) {
        board taken = load(positions);
        int right = positions[8], step = right ? 1 : 8;
        board moves = ~taken & ~taken >> step;
        if (right) moves &= 0x7f7f7f7f7f7f7f7full;
        else moves &= 0x00ffffffffffffffull;
        *at++ = 0;
        at = number(at, __builtin_popcountll(moves));
        for (; moves; moves &= moves - 1) {
            board square = moves & -moves;
            at = store(at, taken | square | square << step);
            *at++ = 2;
        }
    }
    return out;
}

/* Turned over its diagonal, where the board is a square. */
byte *EXPORT(negative)(const byte *position) {
    board from = load(position), to = 0;
    if (columns != rows) return 0;
    for (int i = 0; i < 64; i++)
        if (from >> i & 1) to |= 1ull << (8 * (i % 8) + i / 8);
    store(out, to);
    return out;
}

/* Rows with . for a free square and # for a taken one. */
static byte *lines(const byte *position, byte between) {
    byte *at = out + 4;
    board taken = load(position);
    for (int row = 0; row < rows; row++) {
        if (row) *at++ = between;
        for (int column = 0; column < columns; column++)
            *at++ = taken >> (8 * row + column) & 1 ? '#' : '.';
    }
    number(out, at - out - 4);
    return out;
}

byte *EXPORT(print)(const byte *position) { return lines(position, '|'); }
byte *EXPORT(show)(const byte *position) { return lines(position, '\n'); }

byte *EXPORT(read)(const byte *text, int bytes) {
    board taken = outside();
    if (bytes != rows * (columns + 1) - 1) return 0;
    for (int i = 0; i < bytes; i++) {
        int row = i / (columns + 1), column = i % (columns + 1);
        if (column == columns ? text[i] != '|' : text[i] != '.' && text[i] != '#') return 0;
        if (text[i] == '#') taken |= 1ull << (8 * row + column);
    }
    store(out, taken);
    return out;
}
