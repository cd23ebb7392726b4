/** The C library, which every machine has, though not each has the program `mkfifo`. */
const LIBRARY = Deno.build.os === "darwin" ? "libSystem.B.dylib" : "libc.so.6";

/** Makes a named pipe, which nobody writes to. */
export function makePipe(path: string): void {
  const library = Deno.dlopen(LIBRARY, { mkfifo: { parameters: ["buffer", "u32"], result: "i32" } });
  const result = library.symbols.mkfifo(new TextEncoder().encode(`${path}\0`), 0o600);
  library.close();
  if (result !== 0) throw new Error(`Cannot make a pipe at ${path}`);
}
