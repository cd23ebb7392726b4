import { Hono } from "hono";
import { type HostAsset, ISOLATION_HEADERS, respondAsset, respondUnmatched } from "../routes/mod.ts";
import { renderDocsPage } from "./docs_page.ts";
import { buildOpenApi } from "./document.ts";
import { buildInternalOpenApi } from "./internal_document.ts";
import { createViewer, VIEWER_PATH } from "./viewer.ts";

/** What the routes of the description work with. */
export interface ApiDescriptionDependencies {
  /** The script of the page, compressed by Brotli. */
  loadApiViewer(): Promise<Uint8Array<ArrayBuffer>>;
}

/** The path of the description of what writers call. */
const INTERNAL_DOCUMENT_PATH = "/v1/internal/openapi.json";

const FOR_MINUTES = { "Cache-Control": "public, max-age=300" };

/** Creates `/openapi.json`, and `/docs`, which shows it. They need no bearer. */
export async function createApiDescription({ loadApiViewer }: ApiDescriptionDependencies): Promise<Hono> {
  const document = buildOpenApi();
  const page = await renderDocsPage(document.info);
  let viewer: HostAsset | undefined;
  const routes = new Hono();
  routes.get("/openapi.json", (context) =>
    context.json(document, 200, {
      ...ISOLATION_HEADERS,
      ...FOR_MINUTES,
      "Access-Control-Allow-Origin": "*", // The page has an origin of its own.
    }));
  routes.get("/docs", (context) => context.html(page.html, 200, { ...page.headers, ...FOR_MINUTES }));
  routes.get(VIEWER_PATH, async (context) => {
    viewer ??= await createViewer(await loadApiViewer());
    return respondAsset(viewer, context.req.raw, "public, max-age=31536000, immutable");
  });
  for (const path of ["/openapi.json", "/docs", VIEWER_PATH]) {
    routes.all(path, (context) => respondUnmatched(routes, context));
  }
  return routes;
}

/** Creates `/v1/internal/openapi.json`, which needs no credential. */
export function createInternalDescription(): Hono {
  const document = buildInternalOpenApi();
  const routes = new Hono();
  routes.get(
    INTERNAL_DOCUMENT_PATH,
    (context) => context.json(document, 200, { ...ISOLATION_HEADERS, ...FOR_MINUTES }),
  );
  routes.all(INTERNAL_DOCUMENT_PATH, (context) => respondUnmatched(routes, context));
  return routes;
}
