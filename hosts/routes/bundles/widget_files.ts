import { Hono } from "hono";
import { WIDGET_PREFIX } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { forward } from "../http/forward.ts";
import { readBundleHash } from "../http/path_parameters.ts";
import { ProblemError } from "../http/problem.ts";
import type { SessionDependencies } from "../http/web_identity.ts";
import { CONTENT_TYPES, respondFile, respondFixture } from "./coding.ts";
import { envelopeRequest, identifyUser, type User } from "./permission.ts";
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
