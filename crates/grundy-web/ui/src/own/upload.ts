import type { Rules } from "../lib/types";

/** Whether a file's name is that of a module in WebAssembly, whose text is Base64. */
export const isModule = (file: string): boolean => file.trim().endsWith(".wasm");

/** The bytes of a module whose text is Base64. */
export const bytesOf = (text: string): number => Math.floor((text.trim().replace(/=+$/, "").length * 3) / 4);

/** A file of rules from a disk: text as it is, a module in WebAssembly in Base64, as the server reads it. */
export async function uploaded(file: File): Promise<Rules> {
  if (!isModule(file.name)) return { file: file.name, text: await file.text() };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  // Too many arguments at a time are more than a call takes.
  for (let from = 0; from < bytes.length; from += 4096) {
    binary += String.fromCharCode(...bytes.subarray(from, from + 4096));
  }
  return { file: file.name, text: btoa(binary) };
}
