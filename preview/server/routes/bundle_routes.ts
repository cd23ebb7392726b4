import { parseKitLine } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { type BundleList, type DeleteResult, PROTOCOL_PREFIX, type PublicBundle } from "../../protocol.ts";
import { detailsOf, type PreviewModel, replaceSpecifiers, type StoredBundle } from "../model/mod.ts";
import { problemError } from "../problem.ts";
import { readBody } from "./request_body.ts";
import { labelOfUrl, readLabelHeader, readRemoteUrl } from "./request_fields.ts";
import { answer, json, type ProtocolRoutesDependencies, readJsonBody, type Route } from "./route.ts";

/** Query parameters of a bundle's module: a cache key, or set by Vite's client. */
const MODULE_PARAMETERS = ["t", "v", "import"];

const ID = "{[A-Za-z0-9_.-]{1,128}}";

/** The bundles of the store: their list, their files, and uploads. */
export function bundleRoutes(
  { model, limits, fetchRemote, sharedModuleUrl }: ProtocolRoutesDependencies,
): Route[] {
  return [
    { method: "GET", path: "bundles", handle: () => json(listBundles(model)) },
    {
      method: "POST",
      path: "bundle/upload",
      hasBody: true,
      async handle({ req }) {
        const label = readLabelHeader(req.raw.headers);
        requireRawBody(req.raw.headers);
        const bytes = await readBody(req.raw, { bytes: limits.bundleBytes, seconds: limits.uploadSeconds });
        return json(toPublicBundle(await model.addBundle(bytes, { source: "local", label })));
      },
    },
    {
      method: "POST",
      path: "bundle/fetch",
      hasBody: true,
      async handle({ req }) {
        const url = readRemoteUrl(await readJsonBody(req.raw, limits));
        const origin = { source: "remote", label: labelOfUrl(url) } as const;
        return json(toPublicBundle(await model.addBundle(await fetchRemote(url), origin)));
      },
    },
    {
      method: "DELETE",
      path: "bundle/:file{[A-Za-z0-9_.-]{1,128}\\.tckb}",
      handle({ req }) {
        const id = req.param("file")!.slice(0, -".tckb".length);
        return json({ deleted: model.deleteBundle(id) } satisfies DeleteResult);
      },
    },
    {
      method: "GET",
      path: `bundle/:id${ID}/widget.mjs`,
      handle({ req }) {
        const { contents, imports } = requireBundle(model, req.param("id")!);
        requireModuleParameters(new URL(req.url));
        return answer("text/javascript", replaceSpecifiers(contents.module, imports, sharedModuleUrl));
      },
    },
    {
      method: "GET",
      path: `bundle/:id${ID}/widget.css`,
      handle: ({ req }) => stylesheet(model, req.param("id")!, "css"),
    },
    {
      method: "GET",
      path: `bundle/:id${ID}/widget.properties.css`,
      handle: ({ req }) => stylesheet(model, req.param("id")!, "propertiesCss"),
    },
    {
      method: "GET",
      path: `bundle/:id${ID}/details`,
      handle: async ({ req }) => json(await detailsOf(requireBundle(model, req.param("id")!))),
    },
  ];
}

/** @throws {ProblemError} `bundle.not_found` */
export function requireBundle(model: PreviewModel, id: string): StoredBundle {
  const bundle = model.findBundle(id);
  if (bundle !== undefined) return bundle;
  throw problemError("bundle.not_found", `Cannot find bundle ${quote(id)}: no bundle has this id`);
}

/** The bundles of the store as `GET /__tck/bundles` lists them. */
export function listBundles(model: PreviewModel): BundleList {
  const { bundles, problems } = model.listBundles();
  const stored = bundles.map(({ id, sources }) => ({
    ...toPublicBundle(requireBundle(model, id)),
    ...(sources && { sources }),
  }));
  return { bundles: stored, problems };
}

/** A bundle with the URLs of its files. */
function toPublicBundle({ info, contents }: StoredBundle): PublicBundle {
  const url = `${PROTOCOL_PREFIX}bundle/${info.id}/`;
  return {
    ...info,
    kitVersion: parseKitLine(new TextDecoder().decode(contents.module)),
    bundleUrl: `${url}widget.mjs`,
    ...(contents.css === null ? {} : { cssUrl: `${url}widget.css` }),
    ...(contents.propertiesCss === null ? {} : { propertiesCssUrl: `${url}widget.properties.css` }),
  };
}

function stylesheet(model: PreviewModel, id: string, name: "css" | "propertiesCss"): Response {
  const bytes = requireBundle(model, id).contents[name];
  if (bytes !== null) return answer("text/css; charset=utf-8", bytes);
  throw problemError("bundle.not_found", `Cannot serve bundle ${quote(id)}: it has no such stylesheet`);
}

function requireModuleParameters({ search, searchParams }: URL): void {
  if ([...searchParams.keys()].every((name) => MODULE_PARAMETERS.includes(name))) return;
  throw problemError("request.malformed", `Cannot serve the module with ${quote(search)}: it takes t or v`);
}

function requireRawBody(headers: Headers): void {
  if (!/^multipart\//i.test(headers.get("content-type") ?? "") && !headers.has("content-encoding")) return;
  throw problemError(
    "request.unsupported_type",
    "Cannot accept the body: send the bytes of the .tckb as they are",
  );
}
