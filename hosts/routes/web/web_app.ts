import { type Context, Hono } from "hono";
import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import type { Batch } from "../../../core/feed/mod.ts";
import { stringifyJson } from "../../../core/manifest/mod.ts";
import { createHostAssetRoutes } from "./asset_loader.ts";
import { createBundleStream } from "../bundles/bundle_stream.ts";
import { createCanvasFrame, createCanvasGuard } from "./canvas_frame.ts";
import { type ChatDependencies, createChat, isChatPath } from "./chat/chat_endpoint.ts";
import { respondFailure } from "./failures/failure_page.ts";
import { compressJson } from "../http/content_coding.ts";
import { clearRejectedEmbedCookie } from "../http/embed_cookie.ts";
import { forward } from "../http/forward.ts";
import { guardHost, requireHost } from "../http/host_guard.ts";
import { readListQuery, readMock } from "../http/list_query.ts";
import { readBatchId } from "../http/path_parameters.ts";
import { createPages } from "./pages.ts";
import { createPaintPage, type PaintDependencies } from "./paint_page.ts";
import { createPrintPage, type PrintDependencies } from "./print_page.ts";
import { notFound, respondError } from "../http/problem.ts";
import { PUBLIC_PREFIX } from "../public/public_api.ts";
import { callerOf, traceRequests } from "../http/request_trace.ts";
import { ISOLATION_HEADERS } from "../http/response_headers.ts";
import { createServiceWorker, markUser, rejectServiceWorkers } from "./service_worker.ts";
import { createSignIn, RENEWAL_PATH } from "./sign_in/sign_in.ts";
import { describeUnmatched, respondUnmatched } from "../http/unmatched.ts";
import { createWebManifest } from "./web_manifest.ts";
import { requireWebBearer } from "../http/web_identity.ts";
import { type BundleRouteDependencies, createWidgetFiles } from "../bundles/widget_files.ts";

export interface WebAppDependencies
  extends PrintDependencies, PaintDependencies, BundleRouteDependencies, ChatDependencies {
  /** Whether only requests to loopback names and to the application's own host are served. */
  guarded: boolean;
}

/** Creates the web app: its pages, the host assets, and the same-origin routes of batches and widgets, and what chats use. */
export function createWebApp(deps: WebAppDependencies): Hono {
  const app = new Hono();
  app.onError((error, context) =>
    isPage(context.req.path) ? respondFailure(deps, context, error) : respondError(error, deps.log)
  );
  app.use("*", traceRequests("web"), requireHost(), rejectServiceWorkers());
  app.use("*", async (context, next) => {
    await next();
    if (context.res.status === 401) clearRejectedEmbedCookie(context, deps.appUrl);
  });
  if (deps.guarded) app.use("*", guardHost(deps.appUrl));
  const hasServiceWorker = deps.serviceWorker && deps.canvas === "sealed";
  if (hasServiceWorker) {
    for (const path of USER_PATHS) app.use(path, markUser(deps));
  }
  app.route("/", createServiceWorker(deps, hasServiceWorker));
  app.route("/", createCanvasFrame(deps));
  app.route("/", createCanvasGuard(deps));
  app.route("/", createHostAssetRoutes(deps.assets));
  app.route("/", createBatchRoutes(deps));
  app.route("/", createBundleStream(deps));
  app.route("/", createWidgetFiles(deps));
  app.route("/", createWebManifest());
  app.route("/", createChat(deps));
  app.route("/", createSignIn(deps));
  app.route("/", createPrintPage(deps));
  app.route("/", createPaintPage(deps));
  app.route("/", createPages(deps));
  app.notFound(async (context) => {
    const { path, method } = context.req;
    if (!isPage(path) || method === "OPTIONS") return respondUnmatched(app, context);
    const { problem, headers } = describeUnmatched(app, context);
    return await respondFailure(deps, context, problem, headers);
  });
  return app;
}

/** The paths that the service worker stores for a user. */
const USER_PATHS = ["/", "/feed", "/feed/*", "/embed/*", "/api/daily-pages/v2/batches"];

/** Where programs ask; below the last two, the other services answer, which may be in the same process. */
const PROGRAM_PATHS = ["/api/", HOST_ASSET_PREFIX, "/v1/", "/v2/"];

/** Whether an error at this path is shown as a page, and not as a problem document. */
function isPage(path: string): boolean {
  return !PROGRAM_PATHS.some((prefix) => path.startsWith(prefix)) && path !== RENEWAL_PATH &&
    !isChatPath(path);
}

const MOCK_HEADERS = { ...ISOLATION_HEADERS, "Cache-Control": "no-store" };

/** Creates `/api/daily-pages/v2/batches`: the cloud's list and single-batch routes on the page's own origin. */
function createBatchRoutes(deps: WebAppDependencies): Hono {
  const routes = new Hono().basePath("/api/daily-pages/v2/batches");
  routes.use("*", compressJson());
  routes.use("*", async (context, next) => {
    await next();
    context.res.headers.set("Vary", "Authorization, Cookie");
  });

  routes.get("/", async (context) => {
    const { search, searchParams } = new URL(context.req.url);
    readListQuery(searchParams);
    const mock = (batch: Batch | null) => ({ batches: batch ? [batch] : [], nextCursor: null });
    return await respondBatches(deps, context, search, mock);
  });

  routes.get("/:batchId", async (context) => {
    const batchId = context.req.param("batchId");
    readBatchId(batchId);
    return await respondBatches(deps, context, `/${batchId}`, (batch) => {
      if (batch?.batchId === batchId) return batch;
      throw notFound("batch", batchId, "the fixtures have none");
    });
  });
  return routes;
}

/** Responds as the cloud does at the same place of its list, or with what is there of the fixtures. */
async function respondBatches(
  deps: WebAppDependencies,
  context: Context,
  place: string,
  findMock: (batch: Batch | null) => object,
): Promise<Response> {
  if (readMock(context.req.queries("mock"))) {
    const text = stringifyJson(findMock(await deps.mockFixtures.batch()));
    return context.body(text, 200, { "Content-Type": "application/json", ...MOCK_HEADERS });
  }
  const bearer = await requireWebBearer(context, deps);
  const path = `${PUBLIC_PREFIX}${place}`;
  return await forward(deps.cloud, { path, bearer, expect: "application/json", caller: callerOf(context) });
}
