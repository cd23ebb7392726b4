import type { BatchKind } from "../../core/contract/mod.ts";
import { encodeBatchFile } from "../../core/streams/mod.ts";
import { connect, type ConnectionOptions } from "./connect.ts";
import { ClientError } from "./errors.ts";
import { readAnswer } from "./read_answer.ts";

/** How a writer reaches the storage service. */
export interface WriterOptions extends ConnectionOptions {
  /** The URL of the storage service, without a path, such as `http://storage.internal:8787`. */
  baseUrl: string | URL;
}

/** One bundle of a batch. */
export interface BatchBundle {
  /** `<NNN>_<slug>.tckb`, as in `widget-batch/dist`. */
  name: string;
  /** The bytes of the file. A `Blob`, such as of `fs.openAsBlob` in Node, is read when it is sent. */
  content: Uint8Array<ArrayBuffer> | Blob;
}

/** A batch to send. */
export interface BatchToPut {
  /** The user. */
  user: string;
  /** The user's day, `YYYY-MM-DD`. */
  date: string;
  /** What the batch is for. */
  kind: BatchKind;
  /** The task that made it. */
  task: string;
  /**
   * The idempotency key, 1 to 128 of `A-Z a-z 0-9 . _ : -`: a batch is committed once for each key of a user. Keep it with
   * the task, so that a process that starts again sends the same.
   */
  key: string;
  /** Whether one invalid bundle makes the whole commit fail. @default false */
  strict?: boolean | undefined;
  /**
   * The revision that the batch replaces, or null when there must be none: another one is 412 `batch.other_revision`, and
   * nothing is changed. By default the batch replaces whatever is there.
   */
  replaces?: string | null | undefined;
  /** The bundles, or a function that returns them, which is called for each attempt. Each is sent before the next is read. */
  bundles:
    | readonly BatchBundle[]
    | (() => Iterable<BatchBundle> | AsyncIterable<BatchBundle>);
  /** How often the batch is sent at most, while no answer arrives or the server says that it cannot take it now. @default 3 */
  attempts?: number | undefined;
  /** Ends the request. */
  signal?: AbortSignal | undefined;
}

/** What a commit did. */
export interface PutBatch {
  /** `YYYYMMDD-<kind>`. */
  batchId: string;
  /** The commit's id. */
  revision: string;
  /** RFC 3339, UTC. */
  committedAt: string;
  /** How many widgets it replaced. */
  replaced: number;
  /** The widgets in the order of their names; null in a repeat whose revision is no longer kept. */
  widgets: { id: string; name: string; hash: string; size: number }[] | null;
  /** What was wrong with the bundles without failing the commit. A repeat has none. */
  warnings: { event: string; level: string; message: string; [field: string]: unknown }[];
  /** Whether an earlier request with the key was committed, and this one changed nothing. */
  repeated: boolean;
}

/** The write of the storage service's internal API. */
export interface Writer {
  /**
   * Commits a batch whole or not at all. It throws a {@linkcode ClientError}, the reason of its signal, or what `token` or
   * `bundles` throw. To send the same batch again with the same key is safe after any error.
   */
  putBatch(batch: BatchToPut): Promise<PutBatch>;
}

const PATH = "/v1/internal/daily-pages/batches";

const DEFAULT_ATTEMPTS = 3;

/** The longest time of a timer, in milliseconds: a longer one would end at once. */
const MAX_PAUSE_MS = 2_147_483_647;

/**
 * Creates a writer.
 *
 * @param options Its token is the credential of a writer, with the scope `tck.commit`
 * @throws {TypeError} When `baseUrl` is not an `http:` or `https:` URL
 *
 * @example
 * ```ts ignore
 * import { createWriter } from "@tck/client";
 * const writer = createWriter({ baseUrl: "http://storage.internal:8787", token: "…" });
 * const bundles = [{ name: "001_weather.tckb", content: await openAsBlob("dist/001_weather.tckb") }];
 * const target = { user: "ada", date: "2026-01-31", kind: "morning_brief", task: "t1" } as const;
 * await writer.putBatch({ ...target, key: "t1.1", bundles });
 * ```
 */
export function createWriter(options: WriterOptions): Writer {
  const prepare = connect(options, "a writer", "http://storage.internal:8787");
  const put = async (batch: BatchToPut): Promise<PutBatch> => {
    const { key, signal } = batch;
    const body = streamBatch(batch.bundles);
    const write = { method: "PUT", body: body.stream, duplex: "half" } as const;
    const headers = {
      "Content-Type": "application/octet-stream",
      "Idempotency-Key": key,
      ...formatCondition(batch),
    };
    const request = await prepare(`${PATH}?${formatQuery(batch)}`, { headers, signal, write });
    try {
      return await readAnswer(request, "application/json", (response) => response.json());
    } catch (error) {
      throw body.failure() ?? error;
    }
  };
  return {
    async putBatch(batch) {
      const { attempts = DEFAULT_ATTEMPTS, signal } = batch;
      for (let attempt = 1;; attempt++) {
        try {
          return await put(batch);
        } catch (error) {
          if (attempt >= attempts || !canSucceedLater(error)) throw error;
          await pause(Math.min((error.retryAfter ?? 2 ** (attempt - 1)) * 1000, MAX_PAUSE_MS), signal);
        }
      }
    },
  };
}

function formatQuery({ user, date, kind, task, strict }: BatchToPut): URLSearchParams {
  return new URLSearchParams({ user, date, kind, task, ...(strict ? { strict: "true" } : {}) });
}

function formatCondition({ replaces }: BatchToPut): { readonly [header: string]: string } {
  if (replaces === undefined) return {};
  return replaces === null ? { "If-None-Match": "*" } : { "If-Match": `"${replaces}"` };
}

/** The body of a request, and what the caller's bundles threw, which `fetch` reports as an error of the network. */
function streamBatch(
  bundles: BatchToPut["bundles"],
): { readonly stream: ReadableStream<Uint8Array>; failure(): unknown } {
  let failure: unknown;
  const parts = encodeBundles(bundles);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(failure = error);
      }
    },
    async cancel() {
      await parts.return();
    },
  }, { highWaterMark: 0 });
  return { stream, failure: () => failure };
}

async function* encodeBundles(bundles: BatchToPut["bundles"]): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { name, content } of typeof bundles === "function" ? bundles() : bundles) {
    const envelope = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
    yield* encodeBatchFile({ name, envelope });
  }
}

function canSucceedLater(error: unknown): error is ClientError {
  return error instanceof ClientError &&
    (error.status === null || [429, 502, 503, 504].includes(error.status));
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort);
  });
}
