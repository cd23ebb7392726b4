/** The public API and the web app on workerd. The settings are the variables of the worker. */
import { type BinaryDocument, readBinaryDocument } from "../application/binary_document.ts";
import { type HostAssetsDocument, readHostAssetsDocument } from "../../web/assets/import_map/mod.ts";
import {
  createEdgeApplication,
  type EdgeEnvironment,
  type EdgeFiles,
} from "../application/edge_application.ts";
import { MAX_DISCARDED_BYTES } from "../operations/observe_requests.ts";
import { answerFromCache, type EdgeCache } from "../routes/bundles/module_cache.ts";

interface EdgeContext {
  waitUntil(promise: Promise<unknown>): void;
}

export interface EdgeWorker {
  fetch(request: Request, environment: EdgeEnvironment, context: EdgeContext): Promise<Response>;
}

/** Creates the worker. The application is composed by the first request, because workerd allows no work before. */
export function createWorker(
  hostAssets: HostAssetsDocument,
  samples: BinaryDocument,
  apiViewer: BinaryDocument,
): EdgeWorker {
  const files: EdgeFiles = {
    loadHostAssets: () => readHostAssetsDocument(hostAssets),
    loadSampleBundles: () => readBinaryDocument(samples),
    loadApiViewer: () => readBinaryDocument(apiViewer)[0]!,
  };
  let application: ReturnType<typeof createEdgeApplication> | undefined;
  return {
    async fetch(incoming, environment, context) {
      const { request, discardRest } = keepBody(incoming);
      application ??= createEdgeApplication(environment, files);
      const answer = await application;
      const { default: cache } = caches as unknown as { default: EdgeCache };
      const response = answerFromCache(request, answer, {
        cache,
        waitUntil: (work) => context.waitUntil(work),
      });
      // Other requests may wait for a part of this one, which must go on when this client leaves.
      context.waitUntil(response.catch(() => {}));
      const answered = await response;
      await discardRest();
      return keepLength(answered, (work) => context.waitUntil(work));
    },
  };
}

/** How long the rest of a body may take to arrive, in milliseconds. */
const DISCARD_MS = 10_000;

/** A request, and what reads the rest of its body that no route has read. */
interface KeptBody {
  readonly request: Request;
  discardRest(): Promise<void>;
}

/**
 * Keeps reading a request's body. If the response ends before the body, workerd closes the connection, and a client
 * that still sends loses the response.
 */
function keepBody(incoming: Request): KeptBody {
  const reader = incoming.body?.getReader();
  if (reader === undefined) return { request: incoming, discardRest: () => Promise.resolve() };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
  return {
    request: new Request(incoming, { body }),
    async discardRest() {
      const stop = () => void reader.cancel().catch(() => {});
      AbortSignal.timeout(DISCARD_MS).addEventListener("abort", stop);
      try {
        for (let left = MAX_DISCARDED_BYTES; left >= 0;) {
          const { done, value } = await reader.read();
          if (done) return;
          left -= value.byteLength;
        }
        stop();
      } catch {
        // The client has left.
      }
    },
  };
}

/** The stream of workerd that says how many bytes it has. */
type FixedLengthStream = new (length: number) => TransformStream<Uint8Array, Uint8Array>;

/**
 * The response with the `Content-Length` that its headers state. Workerd ignores that header for a stream of a
 * program, and sends it in chunks.
 *
 * @param waitUntil keeps the worker alive until a promise is settled
 */
function keepLength(response: Response, waitUntil: (promise: Promise<unknown>) => void): Response {
  const length = response.headers.get("Content-Length");
  if (length === null || response.body === null || response.headers.has("Content-Encoding")) return response;
  const { FixedLengthStream } = globalThis as unknown as { FixedLengthStream: FixedLengthStream };
  const { readable, writable } = new FixedLengthStream(Number(length));
  // A client that leaves ends it, and one whose body is too short sees a connection that breaks.
  waitUntil(response.body.pipeTo(writable).catch(() => {}));
  return new Response(readable, response);
}
