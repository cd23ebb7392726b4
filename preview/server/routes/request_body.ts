import { Buffer } from "node:buffer";
import { ProblemError } from "../../../core/problem/mod.ts";
import { type ProblemCode, problemError } from "../problem.ts";

/** The largest body and the longest time. */
interface BodyLimits {
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Reads a whole body within limits.
 *
 * @throws {ProblemError} `request.too_large`, `request.timeout`, `request.malformed` when the client disconnects
 */
export async function readBody(request: Request, { bytes, seconds }: BodyLimits): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > bytes) throw tooLarge(bytes);
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(tooSlow(seconds)), seconds * 1000);
  try {
    return await Promise.race([readAll(reader, bytes), timeout.promise]);
  } catch (error) {
    // The rest of the body ends with the connection. It is not cancelled: Deno's adapter of Node's streams fails then.
    reader.releaseLock();
    if (error instanceof ProblemError) throw error;
    throw problemError("request.malformed", "Cannot read the body: it ends too early", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads a JSON body.
 *
 * @throws {ProblemError} as {@linkcode readBody}, and `request.unsupported_type`, `request.malformed`
 */
export async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  if (!isJson(request)) {
    throw problemError(
      "request.unsupported_type",
      "Cannot read the body: its type is not application/json",
    );
  }
  const bytes = await readBody(request, limits);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw problemError("request.malformed", "Cannot read the body: it is not JSON in UTF-8", {
      cause: error,
    });
  }
}

export function isJson(request: Request): boolean {
  const [type] = (request.headers.get("content-type") ?? "").split(";");
  return type!.trim().toLowerCase() === "application/json";
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(value);
  }
  return new Uint8Array(Buffer.concat(chunks, length));
}

function tooLarge(limit: number): ProblemError<ProblemCode> {
  return problemError("request.too_large", `Cannot accept the body: it is larger than ${limit} bytes`);
}

function tooSlow(seconds: number): ProblemError<ProblemCode> {
  return problemError(
    "request.timeout",
    `Cannot read the body: it takes longer than ${seconds} seconds`,
  );
}
