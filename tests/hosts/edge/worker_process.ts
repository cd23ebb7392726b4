import assert from "node:assert/strict";
import { programCommand } from "../../packages/mod.ts";
import { startProgram } from "../cli/command_process.ts";

/** A worker that is served by workerd. */
export interface ServedWorker extends AsyncDisposable {
  url: string;
  /** Writes an object to its bucket. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** Serves a bundled worker with some settings, with an R2 bucket or none, and with a limit of requests in a minute or none. */
export async function serveWorker(
  module: string,
  bindings: { readonly [name: string]: string },
  { bucket = false, requests = null }: { bucket?: boolean; requests?: number | null } = {},
): Promise<ServedWorker> {
  const [program, args] = programCommand("edge_program.ts", [
    JSON.stringify({ module, bindings, bucket, requests }),
  ]);
  const running = startProgram([program, ...args]);
  const { url, bucketUrl } = JSON.parse((await running.printed(/^\{.*\}$/m))[0]);
  return {
    url,
    async put(key, bytes) {
      const { ok } = await fetch(`${bucketUrl}/${key}`, { method: "PUT", body: bytes });
      assert.ok(ok, key);
    },
    [Symbol.asyncDispose]: async () => void await running.stop(),
  };
}
