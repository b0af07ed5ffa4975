/* clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry,--export-all -o take.wasm take.c */
typedef unsigned char byte;
static byte in[1 << 16], out[1 << 16];

int width(void) { return 1; }
int impartial(void) { return 1; }
int ends(void) { return 0; }
byte *buffer(int bytes) { return bytes <= 1 << 16 ? in : 0; }
byte *start(byte *parameters, int bytes) { return *out = 21, out; }

byte *expand(byte *heap, int count) {
    byte *at = out;
    for (; count--; heap += 2) {
        int moves = *heap < 2 ? *heap : 2;
        *at++ = 0, *at++ = moves, *at++ = 0, *at++ = 0, *at++ = 0;
        for (int take = 1; take <= moves; take++) *at++ = *heap - take, *at++ = 2;
    }
    return out;
}
