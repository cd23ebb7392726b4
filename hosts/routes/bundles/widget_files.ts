import { type Context, Hono } from "hono";
import { ENTRY_NAMES, WIDGET_PREFIX } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { bytesResponse } from "../http/conditional_requests.ts";
import { chooseCoding } from "../http/content_coding.ts";
import { forward } from "../http/forward.ts";
import { readBundleHash } from "../http/path_parameters.ts";
import { ProblemError } from "../http/problem.ts";
import { traceHeaders } from "../http/request_trace.ts";
import type { SessionDependencies } from "../http/web_identity.ts";
import { envelopeRequest, identifyUser, type User } from "./permission.ts";
import type { VerifiedFile } from "./verified_bundles.ts";
import { type BundleDependencies, createFileReader, readFixture } from "./verified_bytes.ts";

export interface BundleRouteDependencies extends BundleDependencies, SessionDependencies {}

const ENVELOPE_NAME = "bundle.tckb";

/**
 * Creates `/api/widgets/v1/{hash}/…`: a widget's verified module and stylesheets (lifecycle specification, §4), and
 * `bundle.tckb`, its envelope, which the client verifies.
 */
export function createWidgetFiles(deps: BundleRouteDependencies): Hono {
  const routes = new Hono();
  const readFile = createFileReader(deps);
  // One route, since a name and a parameter at the same place would need a slower router.
  routes.get(`${WIDGET_PREFIX}:hash/:file`, async (context) => {
    const hash = readBundleHash(context.req.param("hash"));
    const name = readFileName(context.req.param("file"));
    const user = await identifyUser(context, deps);
    return name === ENVELOPE_NAME
      ? await respondEnvelope(deps, context.req.raw, hash, user)
      : respondFile(context, name, await readFile(user, hash, name));
  });
  return routes;
}

/** Responds with the envelope: a fixture's, or as the cloud sends it. */
async function respondEnvelope(
  deps: BundleDependencies,
  request: Request,
  hash: string,
  user: User | null,
): Promise<Response> {
  const fixture = await readFixture(deps, hash, user);
  return fixture !== null
    ? respondFixture(request, hash, fixture)
    : await forward(deps.cloud, { ...envelopeRequest(hash, user!), caller: user!.caller });
}

function readFileName(name: string): string {
  if (name === ENVELOPE_NAME || Object.hasOwn(CONTENT_TYPES, name)) return name;
  const names = [...Object.keys(CONTENT_TYPES), ENVELOPE_NAME].join(", ");
  throw new ProblemError("route.not_found", `Cannot find ${quote(name)} of a widget: it has ${names}`);
}

/** The content types of a widget's files, by name. A module is UTF-8 in every browser, so its type is that of the specification, §4. */
const CONTENT_TYPES: { readonly [name: string]: string } = {
  [ENTRY_NAMES.module]: "application/javascript",
  [ENTRY_NAMES.css]: "text/css; charset=utf-8",
  [ENTRY_NAMES.propertiesCss]: "text/css; charset=utf-8",
};

/** The codings of a file, in the order of preference. Each is the end of its tag too. */
const CODINGS = ["br", "gzip"] as const;

/**
 * The third step of a request for a bundle's file: responds in the best coding that the client accepts and that is there. A
 * range is of the plain bytes.
 *
 * @throws {ProblemError} `bundle.not_found`, `bundle.hash_mismatch`
 */
function respondFile(context: Context, name: string, file: VerifiedFile | undefined): Response {
  if (file === undefined) throw new ProblemError("bundle.not_found", "The bundle holds no such stylesheet");
  if (file.fault !== null) throw new ProblemError("bundle.hash_mismatch", file.fault);
  const { raw } = context.req;
  const headers = {
    "Content-Type": CONTENT_TYPES[name]!,
    "Cache-Control": file.immutable ? "public, max-age=31536000, immutable" : "private, no-cache",
    "Vary": "Accept-Encoding",
    ...traceHeaders(context),
  };
  const { body, coding, tag } = raw.headers.has("Range")
    ? { body: file.bytes, coding: null, tag: file.tag }
    : chooseBody(file, raw.headers.get("Accept-Encoding"));
  const encoded = coding === null ? headers : { ...headers, "Content-Encoding": coding };
  return bytesResponse(body, raw, `"${tag}"`, encoded);
}

/** Responds with the envelope of a fixture. The file can change while it has the same name, so it is not cached. */
function respondFixture(
  request: Request,
  hash: string,
  envelope: Uint8Array<ArrayBuffer>,
): Response {
  return bytesResponse(envelope, request, `"${hash}.${envelope.byteLength}"`, {
    "Content-Type": "application/octet-stream",
    "Cache-Control": "no-store",
  });
}

function chooseBody(
  { bytes, tag, brotli, gzip }: VerifiedFile,
  accepted: string | null,
): { body: Uint8Array<ArrayBuffer>; coding: string | null; tag: string } {
  const bodies = { br: brotli, gzip };
  const coding = chooseCoding(accepted, CODINGS.filter((coding) => bodies[coding] !== null));
  return coding === null
    ? { body: bytes, coding, tag }
    : { body: bodies[coding]!, coding, tag: `${tag}.${coding}` };
}
