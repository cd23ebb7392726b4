/**
 * The public API and the web app on workerd. The settings are the variables of the worker.
 *
 * @module
 */
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

/** A module worker. */
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
      return await response;
    },
  };
}
