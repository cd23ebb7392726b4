import { fileURLToPath } from "node:url";

/** Exchanges a folder and a symbolic link, as fast as a process can, until it is disposed of. */
export async function exchangePaths(one: string, other: string): Promise<AsyncDisposable> {
  const program = fileURLToPath(new URL("exchange_program.ts", import.meta.url));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-config", "-A", program, one, other],
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
    },
  };
}
