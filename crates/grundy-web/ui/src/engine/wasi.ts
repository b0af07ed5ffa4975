// What the engine asks of the system (WASI, preview 1): the time, random numbers, and a place to
// print. It has no files, no arguments and no environment.

/** What system calls return. */
const done = 0;
const unknown = 8; // EBADF: there is no such file

/** Hears the complete lines that the engine prints: of the standard output, or of errors. */
export type Printed = (line: string, isError: boolean) => void;

/** The imports of an instance whose memory is asked for when it is there. */
export function system(module: WebAssembly.Module, memory: () => WebAssembly.Memory, printed: Printed): WebAssembly.Imports {
  const view = () => new DataView(memory().buffer);
  const bytes = (at: number, length: number) => new Uint8Array(memory().buffer, at, length);
  const decoders = [new TextDecoder(), new TextDecoder()];
  const unfinished = ["", ""];

  function write(file: number, text: string) {
    const isError = file === 2;
    const lines = (unfinished[Number(isError)] + text).split("\n");
    unfinished[Number(isError)] = lines.pop()!;
    lines.forEach((line) => printed(line, isError));
  }

  const calls: Record<string, (...given: any[]) => number> = {
    clock_time_get(clock: number, _precision: bigint, at: number) {
      // Clock 0 tells the date, and others only go on.
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return done;
    },
    random_get(at: number, length: number) {
      const most = 65536;
      for (let from = 0; from < length; from += most) {
        crypto.getRandomValues(bytes(at + from, Math.min(most, length - from)));
      }
      return done;
    },
    environ_sizes_get(count: number, size: number) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return done;
    },
    environ_get: () => done,
    sched_yield: () => done,
    fd_write(file: number, parts: number, count: number, written: number) {
      if (file !== 1 && file !== 2) return unknown;
      let sum = 0;
      for (let part = parts; part < parts + 8 * count; part += 8) {
        const length = view().getUint32(part + 4, true);
        write(file, decoders[file - 1]!.decode(bytes(view().getUint32(part, true), length), { stream: true }));
        sum += length;
      }
      view().setUint32(written, sum, true);
      return done;
    },
    proc_exit(code: number) {
      throw new Error(`the engine has ended: ${code}`);
    },
  };

  const wanted = WebAssembly.Module.imports(module).map(({ name }) => [name, calls[name] ?? (() => unknown)]);
  return { wasi_snapshot_preview1: Object.fromEntries(wanted) };
}
