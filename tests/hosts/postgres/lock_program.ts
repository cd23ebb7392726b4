// deno-lint-ignore-file no-console -- a program that prints its result
/** Takes the lock of the folder in its argument, prints `locked` or the error, and keeps it until standard input ends. */
import { lockFolder } from "../../../hosts/postgres/folder_lock/folder_lock.ts";

try {
  await lockFolder(Deno.args[0]!);
  console.log("locked");
  // deno-lint-ignore no-empty
  for await (const _ of Deno.stdin.readable) {}
} catch (error) {
  console.log((error as Error).message);
}
