import { Console } from "node:console";
import process from "node:process";
import { Writable } from "node:stream";

/**
 * Reserves standard output for a protocol. Other output, such as `console.log` of a project's configuration, goes to
 * standard error.
 *
 * @returns a stream that writes to standard output
 */
export function reserveStandardOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  // On some runtimes the console does not use `process.stdout`.
  globalThis.console = new Console(process.stderr);
  return new Writable({
    write: (chunk, _encoding, done) => void write(chunk, (error) => done(error)),
  });
}
