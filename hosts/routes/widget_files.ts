import { Hono } from "hono";
import { sha384Base64Url } from "../../core/bytes/mod.ts";
import { ENTRY_NAMES, WIDGET_PREFIX } from "../../core/contract/mod.ts";
import type { Tckb } from "../../core/tckb/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import type { Sessions } from "../auth/mod.ts";
import { bytesResponse } from "./byte_range.ts";
import type { Fixtures } from "./fixtures.ts";
import { readMock } from "./list_query.ts";
import { readBundleHash } from "./path_parameters.ts";
import { type Log, ProblemError } from "./problem.ts";
import { PUBLIC_PREFIX } from "./public_api.ts";
import { type BundleCodec, unpackBundle } from "./unpack.ts";
import { fetchUpstream, type Upstream } from "./upstream.ts";
import { requireWebBearer } from "./web_identity.ts";

/** What the routes of unpacked widgets work with. */
export interface WidgetFileDependencies {
  cloud: Upstream;
  fixtures: Fixtures;
  sessions: Sessions | null;
  codec: BundleCodec;
  log: Log;
}

/** Creates `/api/widgets/v1/{hash}/…`: a widget's verified module and stylesheets (lifecycle specification, §4). */
export function createWidgetFiles(deps: WidgetFileDependencies): Hono {
  const routes = new Hono();
  routes.get(`${WIDGET_PREFIX}:hash/:file`, async (context) => {
    const hash = readBundleHash(context.req.param("hash"));
    const file = findFile(context.req.param("file"));
    const mock = readMock(new URL(context.req.url).searchParams);
    const envelope = mock ? await deps.fixtures.read(hash) : await findEnvelope(
      deps,
      hash,
      await requireWebBearer(context, deps.sessions),
    );
    if (!envelope) {
      throw new ProblemError(
        "bundle.not_found",
        `Cannot find bundle ${quote(hash)}: no fixture has this hash`,
      );
    }
    const tckb = await unpackBundle(envelope, hash, deps.codec);
    logRecordFaults(tckb, deps.log);
    return respond(context.req.raw, file, tckb);
  });
  return routes;
}

interface WidgetFile {
  /** The name of its entry. */
  name: string;
  contentType: string;
  bytes: (tckb: Tckb) => Uint8Array | null;
  /** Whether the URL's hash covers these bytes, so that they never change. */
  immutable: (tckb: Tckb) => boolean;
}

const FILES: { readonly [name: string]: WidgetFile } = {
  [ENTRY_NAMES.module]: {
    name: ENTRY_NAMES.module,
    contentType: "application/javascript; charset=utf-8",
    bytes: (tckb) => tckb.module,
    immutable: () => true,
  },
  [ENTRY_NAMES.css]: {
    name: ENTRY_NAMES.css,
    contentType: "text/css; charset=utf-8",
    bytes: (tckb) => tckb.css,
    immutable: (tckb) => tckb.cssCovered,
  },
  [ENTRY_NAMES.propertiesCss]: {
    name: ENTRY_NAMES.propertiesCss,
    contentType: "text/css; charset=utf-8",
    bytes: (tckb) => tckb.propertiesCss,
    immutable: (tckb) => tckb.cssCovered,
  },
};

function findFile(name: string): WidgetFile {
  if (Object.hasOwn(FILES, name)) return FILES[name]!;
  throw new ProblemError(
    "route.not_found",
    `Cannot find ${quote(name)} of a widget: it has ${Object.keys(FILES).join(", ")}`,
  );
}

/** Finds a bundle among the fixtures, else in the cloud (lifecycle specification, §4, bundle route rule 2). */
export async function findEnvelope(
  { fixtures, cloud }: WidgetFileDependencies,
  hash: string,
  bearer: string,
): Promise<Uint8Array> {
  const fixture = await fixtures.read(hash);
  if (fixture) return fixture;
  const path = `${PUBLIC_PREFIX}/bundles/${hash}.tckb`;
  return (await fetchUpstream(cloud, { path, bearer, expect: "application/octet-stream" })).body;
}

/** Logs the wrong entries of `integrity.json`, which do not concern what the URL's hash covers. */
function logRecordFaults({ hash, recordFaults }: Tckb, log: Log): void {
  if (recordFaults.size === 0) return;
  log({
    event: "integrity_record_mismatch",
    level: "warning",
    message: `Bundle ${hash} has a wrong integrity.json: ${[...recordFaults.values()].join("; ")}`,
    hash,
    entries: [...recordFaults.keys()],
  });
}

async function respond(request: Request, file: WidgetFile, tckb: Tckb): Promise<Response> {
  const fault = tckb.recordFaults.get(file.name);
  if (fault !== undefined && !file.immutable(tckb)) throw new ProblemError("bundle.hash_mismatch", fault);
  const bytes = file.bytes(tckb);
  if (!bytes) throw new ProblemError("bundle.not_found", "The bundle holds no such stylesheet");
  const etag = `"${bytes === tckb.module ? tckb.hash : await sha384Base64Url(bytes)}"`;
  return bytesResponse(bytes as Uint8Array<ArrayBuffer>, request, etag, {
    "Content-Type": file.contentType,
    "Cache-Control": file.immutable(tckb) ? "public, max-age=31536000, immutable" : "no-cache",
  });
}
