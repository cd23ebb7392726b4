/** The public API and the web app on workerd. The settings are the variables of the worker. */
import { type BinaryDocument, readBinaryDocument } from "../application/binary_document.ts";
import { type HostAssetsDocument, readHostAssetsDocument } from "../../web/assets/import_map/mod.ts";
import {
  createEdgeApplication,
  type EdgeEnvironment,
  type EdgeFiles,
} from "../application/edge_application.ts";
import { answerFromCache, type EdgeCache } from "../routes/bundles/module_cache.ts";

/** What workerd passes with a request. */
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
    async fetch(request, environment, context) {
      application ??= createEdgeApplication(environment, files);
      const answer = await application;
      const { default: cache } = caches as unknown as { default: EdgeCache };
      const response = answerFromCache(request, answer, {
        cache,
        waitUntil: (work) => context.waitUntil(work),
      });
      // Other requests may wait for a part of this one, which must go on when this client leaves.
      context.waitUntil(response.catch(() => {}));
      return keepLength(await response, (work) => context.waitUntil(work));
    },
  };
}

/** The stream of workerd that says how many bytes it has. */
type FixedLengthStream = new (length: number) => TransformStream<Uint8Array, Uint8Array>;

/**
 * The response with the `Content-Length` that its headers state. Workerd sends a body that a program makes as a stream in
 * chunks of unknown number, whatever the headers state.
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
