import { InvalidManifestError } from "../../../core/manifest/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { TckbUnpackError, toBundleProblem } from "../../../core/tckb/mod.ts";
import {
  type DeleteResult,
  type FeedBatchRequest,
  type FeedView,
  LABEL_HEADER,
  PROTOCOL_PREFIX,
  type PublicBundle,
} from "../../protocol.ts";
import type { PreviewLimits } from "../limits.ts";
import type { PreviewSession } from "../session.ts";
import type { PathlessPlace, StoredBundle } from "../store/mod.ts";
import { describeProblem, type Problem, ProblemError, problemResponse } from "./problem.ts";
import { isJson, readBody, readJson } from "./request_body.ts";
import { labelOfUrl, readFeedBatch, readLabelHeader, readRemoteUrl } from "./request_fields.ts";

/** What the routes ask of the session. */
export interface ProtocolSession
  extends Pick<PreviewSession, "ready" | "listBundles" | "feedIndex" | "findBundle" | "rescan"> {
  /** Takes a bundle in that has no place on disk. */
  addBundle(bytes: Uint8Array, place: PathlessPlace): Promise<PublicBundle>;
  /** Fetches from an address that a client has named. */
  fetchBytes(url: URL): Promise<Uint8Array>;
  /** Makes a feed of uploaded bundles. */
  registerBatch(batch: FeedBatchRequest): FeedView;
  /** Deletes a bundle from the store. @returns whether there was one */
  deleteBundle(id: string): boolean;
}

/** What a route is given. */
interface Call {
  readonly session: ProtocolSession;
  readonly limits: PreviewLimits;
  readonly request: Request;
  readonly url: URL;
  /** The id in the address, if it has one. */
  readonly id: string;
}

type Method = (call: Call) => Promise<Response | null> | Response | null;

interface Route {
  readonly path: RegExp;
  readonly methods: { readonly [method: string]: Method };
}

/** What a bundle's module may be asked with, against a browser's memory of modules, or by Vite's client. `raw`, `url` and the like are not for it. */
const MODULE_PARAMETERS = ["t", "v", "import"];

const ID = "(?<id>[A-Za-z0-9_.-]{1,128})";

/** The routes of the dev protocol (preview specification, §4). */
const ROUTES: readonly Route[] = [
  { path: route("bundles"), methods: { GET: listBundles } },
  { path: route("feeds"), methods: { GET: showFeeds } },
  { path: route("bundle/upload"), methods: { POST: upload } },
  { path: route("bundle/fetch"), methods: { POST: fetchRemote } },
  { path: route("feed-batches"), methods: { POST: registerBatch } },
  { path: route("rescan"), methods: { POST: rescan } },
  { path: route(`bundle/${ID}\\.tckb`), methods: { DELETE: deleteBundle } },
  { path: route(`bundle/${ID}/widget\\.mjs`), methods: { GET: leaveModule } },
  { path: route(`bundle/${ID}/widget\\.css`), methods: { GET: (call) => stylesheet(call, "css") } },
  {
    path: route(`bundle/${ID}/widget\\.properties\\.css`),
    methods: { GET: (call) => stylesheet(call, "propertiesCss") },
  },
];

/**
 * Answers a request of the dev protocol.
 *
 * @returns null for what is no address of the protocol, and for the module of a bundle that there is
 */
export async function answerProtocol(
  session: ProtocolSession,
  limits: PreviewLimits,
  request: Request,
  report: (message: string) => void,
): Promise<Response | null> {
  try {
    const url = new URL(request.url);
    const found = findRoute(url.pathname);
    if (found === null) return null;
    const method = request.method === "HEAD" ? "GET" : request.method;
    const run = found.methods[method];
    if (run === undefined) return refuseMethod(request, Object.keys(found.methods));
    requireDeliberateWrite(request);
    await session.ready;
    return await run({ session, limits, request, url, id: found.id });
  } catch (error) {
    return problemResponse(toProblem(error, report));
  }
}

function route(path: string): RegExp {
  return new RegExp(`^${PROTOCOL_PREFIX}${path}$`);
}

function findRoute(path: string): { methods: Route["methods"]; id: string } | null {
  for (const { path: pattern, methods } of ROUTES) {
    const match = pattern.exec(path);
    if (match !== null) return { methods, id: match.groups?.["id"] ?? "" };
  }
  if (!path.startsWith(`${PROTOCOL_PREFIX}bundle/`)) return null;
  throw new ProblemError("route.not_found", `Cannot serve ${quote(path)}: no route has this address`);
}

function refuseMethod(request: Request, allowed: readonly string[]): Response {
  const detail = `Cannot ${request.method} ${quote(new URL(request.url).pathname)}: it takes ${
    allowed.join(", ")
  }`;
  return problemResponse(describeProblem("request.method_not_allowed", detail), {
    allow: allowed.join(", "),
  });
}

/** A page elsewhere can make a browser send a form or plain text, but neither of these without being asked first. */
function requireDeliberateWrite(request: Request): void {
  if (request.method !== "POST" || isJson(request) || request.headers.has(LABEL_HEADER)) return;
  throw new ProblemError(
    "request.unsupported_type",
    `Cannot take the request: it has neither the type application/json nor the header ${LABEL_HEADER}`,
  );
}

function listBundles({ session }: Call): Response {
  return json(session.listBundles());
}

function showFeeds({ session }: Call): Response {
  return json(session.feedIndex());
}

async function upload({ session, limits, request }: Call): Promise<Response> {
  const label = readLabelHeader(request.headers);
  const type = request.headers.get("content-type") ?? "";
  if (/^multipart\//i.test(type) || request.headers.has("content-encoding")) {
    throw new ProblemError(
      "request.unsupported_type",
      "Cannot take the body: send the very bytes of the .tckb",
    );
  }
  const bytes = await readBody(request, { bytes: limits.bundleBytes, seconds: limits.uploadSeconds });
  return json(await session.addBundle(bytes, { source: "local", label }));
}

async function fetchRemote(call: Call): Promise<Response> {
  const url = readRemoteUrl(await readJsonOf(call));
  const bytes = await call.session.fetchBytes(url);
  return json(await call.session.addBundle(bytes, { source: "remote", label: labelOfUrl(url) }));
}

async function registerBatch(call: Call): Promise<Response> {
  return json(call.session.registerBatch(readFeedBatch(await readJsonOf(call))));
}

async function rescan({ session }: Call): Promise<Response> {
  return json(await session.rescan());
}

function deleteBundle({ session, id }: Call): Response {
  return json({ deleted: session.deleteBundle(id) } satisfies DeleteResult);
}

/** Its imports have to become those of the page, which is the dev server's business. */
function leaveModule(call: Call): null {
  requireBundle(call);
  if ([...call.url.searchParams.keys()].every((name) => MODULE_PARAMETERS.includes(name))) return null;
  throw new ProblemError(
    "request.malformed",
    `Cannot serve the module with ${quote(call.url.search)}: it takes t or v`,
  );
}

function stylesheet(call: Call, name: "css" | "propertiesCss"): Response {
  const bytes = requireBundle(call).tckb[name];
  if (bytes === null) {
    throw new ProblemError(
      "bundle.not_found",
      `Cannot serve bundle ${quote(call.id)}: it has no such stylesheet`,
    );
  }
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { ...HEADERS, "content-type": "text/css; charset=utf-8" },
  });
}

function requireBundle({ session, id }: Call): StoredBundle {
  const bundle = session.findBundle(id);
  if (bundle !== undefined) return bundle;
  throw new ProblemError("bundle.not_found", `Cannot find bundle ${quote(id)}: no bundle has this id`);
}

function readJsonOf({ request, limits }: Call): Promise<unknown> {
  return readJson(request, { bytes: limits.jsonBytes, seconds: limits.uploadSeconds });
}

const HEADERS = {
  "cache-control": "no-cache",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

function json(value: unknown): Response {
  return new Response(JSON.stringify(value), { headers: { ...HEADERS, "content-type": "application/json" } });
}

/** The problem that stands for whatever was thrown; what is the preview's own fault is reported. */
function toProblem(error: unknown, report: (message: string) => void): Problem {
  if (error instanceof ProblemError) return describeProblem(error.code, error.detail);
  if (error instanceof TckbUnpackError) return describeProblem(toBundleProblem(error.code), error.message);
  if (error instanceof InvalidManifestError) return describeProblem("bundle.invalid_manifest", error.message);
  report(`Cannot answer a request: ${error instanceof Error ? error.message : String(error)}`);
  return describeProblem(
    "server.failed",
    "The request could not be answered; the preview's terminal says why",
  );
}
