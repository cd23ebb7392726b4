/**
 * Exchanges two paths again and again until it is killed: in one system call where Linux's libc has it, so that both always
 * exist, else by three renames.
 *
 * @module
 */
import { renameSync } from "node:fs";

const [one, other] = Deno.args as [string, string];
const exchange = openExchange();
exchange();
Deno.stdout.writeSync(new TextEncoder().encode("exchanging\n"));
const nothing = new Int32Array(new SharedArrayBuffer(4));
for (;;) {
  exchange();
  // Without a pause, the tested process would mostly wait for the file system.
  Atomics.wait(nothing, 0, 0, Math.random() / 10);
}

function openExchange(): () => void {
  try {
    const { symbols } = Deno.dlopen("libc.so.6", {
      renameat2: { parameters: ["i32", "buffer", "i32", "buffer", "u32"], result: "i32" },
    });
    const [first, second] = [one, other].map((path) => new TextEncoder().encode(`${path}\0`));
    const [cwd, exchangeFlag] = [-100, 2];
    if (symbols.renameat2(cwd, first!, cwd, second!, exchangeFlag) !== 0) {
      throw new Error("not supported here");
    }
    return () => void symbols.renameat2(cwd, first!, cwd, second!, exchangeFlag);
  } catch {
    return () => {
      renameSync(one, `${one}.exchanged`);
      renameSync(other, one);
      renameSync(`${one}.exchanged`, other);
    };
  }
}
