import { type Context, type Handler, Hono, type MiddlewareHandler } from "hono";
import { errorMessage, quote } from "../../../core/errors/mod.ts";
import { InvalidManifestError } from "../../../core/manifest/mod.ts";
import { ProblemError } from "../../../core/problem/mod.ts";
import { TckbUnpackError, toBundleProblem } from "../../../core/tckb/mod.ts";
import {
  type BundleList,
  type DeleteResult,
  LABEL_HEADER,
  type PictureRequest,
  PROTOCOL_PREFIX,
  type StackFrame,
  type StackResponse,
} from "../../protocol.ts";
import {
  detailsOf,
  FeedBatchError,
  type PreviewLimits,
  type PreviewModel,
  type StoredBundle,
} from "../model/mod.ts";
import { type ProblemCode, problemError, problemResponse, PROBLEMS } from "../problem.ts";
import { toPublicBundle } from "./public_bundle.ts";
import { isJson, readBody, readJson } from "./request_body.ts";
import {
  labelOfUrl,
  readFeedBatch,
  readLabelHeader,
  readPicture,
  readRemoteUrl,
  readStack,
} from "./request_fields.ts";

/** What the routes work with. */
interface ProtocolRoutesDependencies {
  readonly model: PreviewModel;
  readonly limits: PreviewLimits;
  /** Fetches from an address that a client gives. */
  readonly fetchRemote: (url: URL) => Promise<Uint8Array>;
  /** Finds the places of a stack trace in the project's sources. */
  readonly mapStack: (stack: string) => Promise<StackFrame[]>;
  /** Takes a picture of a card in PNG. */
  readonly takePicture: (request: PictureRequest) => Promise<Uint8Array>;
  readonly report: (message: string) => void;
}

/**
 * Answers a request of the dev protocol that the request guard has accepted. The result is null for the module of a
 * bundle in the store, which the dev server answers, so that its imports become those of the page.
 */
export type ProtocolRoutes = (request: Request) => Promise<Response | null>;

interface ProtocolEnv {
  Bindings: { leaveToDevServer: () => Response };
}

type ProtocolContext = Context<ProtocolEnv>;

/**
 * Query parameters of a bundle's module: a cache key, or set by Vite's client. Others, such as `raw`, are Vite's own.
 */
const MODULE_PARAMETERS = ["t", "v", "import"];

const ID = "{[A-Za-z0-9_.-]{1,128}}";

/** The routes of the dev protocol (preview specification, §4). */
export function createProtocolRoutes(
  { model, limits, fetchRemote, mapStack, takePicture, report }: ProtocolRoutesDependencies,
): ProtocolRoutes {
  // The path stays encoded: the dev server gets the same one.
  const app = new Hono<ProtocolEnv>({ getPath: (request) => new URL(request.url).pathname })
    .basePath(PROTOCOL_PREFIX);
  app.onError((error) => problemResponse(toProblem(error, report)));
  app.notFound(({ req }) => {
    throw problemError("route.not_found", `Cannot serve ${quote(req.path)}: no route has this address`);
  });

  const awaitScan: MiddlewareHandler = async (_context, next) => {
    await model.ready;
    await next();
  };
  const route = (method: "GET" | "POST" | "DELETE", path: string, handler: Handler<ProtocolEnv>) => {
    app.on(method, path, awaitScan, handler);
    app.all(path, (context) => rejectMethod(context, method));
  };
  const requireBundle = (id: string): StoredBundle => {
    const bundle = model.findBundle(id);
    if (bundle !== undefined) return bundle;
    throw problemError("bundle.not_found", `Cannot find bundle ${quote(id)}: no bundle has this id`);
  };
  const readJsonBody = ({ req }: ProtocolContext) =>
    readJson(req.raw, { bytes: limits.jsonBytes, seconds: limits.uploadSeconds });
  const stylesheet = (name: "css" | "propertiesCss"): Handler<ProtocolEnv> => ({ req }) => {
    const id = req.param("id")!;
    const bytes = requireBundle(id).contents[name];
    if (bytes !== null) {
      const headers = { ...HEADERS, "content-type": "text/css; charset=utf-8" };
      return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
    }
    throw problemError("bundle.not_found", `Cannot serve bundle ${quote(id)}: it has no such stylesheet`);
  };

  for (const path of ["bundle/upload", "bundle/fetch", "feed-batches", "stack", "picture"]) {
    app.on("POST", path, requireDeliberateWrite);
  }

  route("GET", "bundles", () => {
    const { bundles, problems } = model.listBundles();
    const stored = bundles.map(({ id, sources }) => ({
      ...toPublicBundle(requireBundle(id)),
      ...(sources && { sources }),
    }));
    return json({ bundles: stored, problems } satisfies BundleList);
  });

  route("GET", "feeds", () => json(model.feedIndex()));

  route("POST", "bundle/upload", async ({ req }) => {
    const label = readLabelHeader(req.raw.headers);
    requireRawBody(req.raw.headers);
    const bytes = await readBody(req.raw, { bytes: limits.bundleBytes, seconds: limits.uploadSeconds });
    return json(toPublicBundle(await model.addBundle(bytes, { source: "local", label })));
  });

  route("POST", "bundle/fetch", async (context) => {
    const url = readRemoteUrl(await readJsonBody(context));
    const bytes = await fetchRemote(url);
    return json(toPublicBundle(await model.addBundle(bytes, { source: "remote", label: labelOfUrl(url) })));
  });

  route(
    "POST",
    "feed-batches",
    async (context) => json(model.registerFeedBatch(readFeedBatch(await readJsonBody(context)))),
  );

  route("POST", "rescan", async () => json(await model.rescan()));

  route("DELETE", "bundle/:file{[A-Za-z0-9_.-]{1,128}\\.tckb}", ({ req }) => {
    const id = req.param("file")!.slice(0, -".tckb".length);
    return json({ deleted: model.deleteBundle(id) } satisfies DeleteResult);
  });

  route("GET", `bundle/:id${ID}/widget.mjs`, ({ req, env }) => {
    requireBundle(req.param("id")!);
    const { search, searchParams } = new URL(req.url);
    if ([...searchParams.keys()].every((name) => MODULE_PARAMETERS.includes(name))) {
      return env.leaveToDevServer();
    }
    throw problemError("request.malformed", `Cannot serve the module with ${quote(search)}: it takes t or v`);
  });

  route(
    "GET",
    `bundle/:id${ID}/details`,
    async ({ req }) => json(await detailsOf(requireBundle(req.param("id")!))),
  );

  route("GET", "axe.js", async () => {
    const { default: axe } = await import("axe-core");
    return new Response(axe.source, { headers: { ...HEADERS, "content-type": "text/javascript" } });
  });

  route("GET", "source", async ({ req }) => {
    const file = req.query("file") ?? "";
    const text = await model.readSource(file);
    if (text !== null) {
      return new Response(text, { headers: { ...HEADERS, "content-type": "text/plain; charset=utf-8" } });
    }
    throw problemError(
      "source.not_found",
      `Cannot serve source ${quote(file)}: the project has no such source`,
    );
  });

  route("POST", "stack", async (context) => {
    const frames = await mapStack(readStack(await readJsonBody(context)));
    return json({ frames } satisfies StackResponse);
  });

  route("POST", "picture", async (context) => {
    const request = readPicture(await readJsonBody(context));
    if (request.kind === "bundle") requireBundle(request.id);
    else if (model.widgets.every(({ name }) => name !== request.id)) {
      throw problemError(
        "widget.not_found",
        `Cannot take the picture of ${quote(request.id)}: the project has no such widget`,
      );
    }
    const png = await takePicture(request) as Uint8Array<ArrayBuffer>;
    return new Response(png, { headers: { ...HEADERS, "content-type": "image/png" } });
  });

  route("GET", `bundle/:id${ID}/widget.css`, stylesheet("css"));
  route("GET", `bundle/:id${ID}/widget.properties.css`, stylesheet("propertiesCss"));

  return async (request) => {
    let isLeft = false;
    const leaveToDevServer = () => {
      isLeft = true;
      return new Response();
    };
    const response = await app.fetch(request, { leaveToDevServer });
    return isLeft ? null : response;
  };
}

function rejectMethod({ req }: ProtocolContext, allowed: string): Response {
  const detail = `Cannot ${req.method} ${quote(req.path)}: its method is ${allowed}`;
  return problemResponse({ code: "request.method_not_allowed", detail }, { "Allow": allowed });
}

/** Other pages can make a browser send a form or plain text, but neither of these without a preflight request. */
const requireDeliberateWrite: MiddlewareHandler = async ({ req }, next) => {
  if (!isJson(req.raw) && req.header(LABEL_HEADER) === undefined) {
    throw problemError(
      "request.unsupported_type",
      `Cannot accept the request: it has neither the type application/json nor the header ${LABEL_HEADER}`,
    );
  }
  await next();
};

function requireRawBody(headers: Headers): void {
  if (!/^multipart\//i.test(headers.get("content-type") ?? "") && !headers.has("content-encoding")) return;
  throw problemError(
    "request.unsupported_type",
    "Cannot accept the body: send the bytes of the .tckb as they are",
  );
}

const HEADERS = {
  "cache-control": "no-cache",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

function json(value: unknown): Response {
  return new Response(JSON.stringify(value), { headers: { ...HEADERS, "content-type": "application/json" } });
}

/** The problem of a caught error. An unexpected one is reported. */
function toProblem(error: Error, report: (message: string) => void): { code: ProblemCode; detail: string } {
  if (error instanceof ProblemError && PROBLEMS.isCode(error.code)) {
    return { code: error.code, detail: error.detail };
  }
  if (error instanceof TckbUnpackError) return { code: toBundleProblem(error.code), detail: error.message };
  if (error instanceof InvalidManifestError) {
    return { code: "bundle.invalid_manifest", detail: error.message };
  }
  if (error instanceof FeedBatchError) return { code: error.code, detail: error.message };
  report(`Cannot answer a request: ${errorMessage(error)}`);
  return { code: "server.failed", detail: "Cannot answer the request; the preview's terminal shows why" };
}
