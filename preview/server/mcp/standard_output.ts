import { Console } from "node:console";
import process from "node:process";
import { Writable } from "node:stream";

/**
 * Takes standard output for one protocol: whatever else writes to it, such as a project's configuration by `console.log`,
 * goes to standard error from now on.
 *
 * @returns what writes to standard output
 */
export function reserveStandardOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  // Not every runtime's own console goes by the line above.
  globalThis.console = new Console(process.stderr);
  return new Writable({
    write: (chunk, _encoding, done) => void write(chunk, (error) => done(error)),
  });
}
