import { Hono } from "hono";
import { html, raw } from "hono/html";
import { allowByHash, ISOLATION_HEADERS, respondUnmatched } from "../routes/mod.ts";
import { buildOpenApi, type OpenApiDocument } from "./document.ts";

/** Creates `/openapi.json` and `/docs`, which is a page without scripts. Both need no bearer. */
export async function createApiDescription(): Promise<Hono> {
  const document = buildOpenApi();
  const page = String(await renderPage(document));
  const policy = [
    "default-src 'none'",
    `style-src ${await allowByHash([STYLE])}`,
    "img-src data:", // The empty icon.
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const routes = new Hono();
  const cached = { ...ISOLATION_HEADERS, "Cache-Control": "public, max-age=300" };
  routes.get("/openapi.json", (context) => context.json(document, 200, cached));
  routes.get(
    "/docs",
    (context) =>
      context.html(page, 200, {
        ...cached,
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
      }),
  );
  for (const path of ["/openapi.json", "/docs"]) {
    routes.all(path, (context) => respondUnmatched(routes, context));
  }
  return routes;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
h2 { margin: 2.5rem 0 0.25rem; }
h3 { margin: 2rem 0 0.25rem; overflow-wrap: anywhere; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 0.5rem; border-color: #8886; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8884; }
td:first-child { white-space: nowrap; }
.method { text-transform: uppercase; font-weight: 600; }
`;

type Html = ReturnType<typeof html>;

function renderPage({ info, tags, paths, components }: OpenApiDocument): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as unknown as Described,
    }))
  );
  const schemas = Object.entries(components["schemas"] as { [name: string]: object });
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${info.title}</title>
        <link rel="icon" href="data:,">
        <style>${raw(STYLE)}</style>
      </head>
      <body>
    <h1>${info.title}</h1>
    <p>${info.description} The whole description is in <a href="/openapi.json">openapi.json</a>.</p>
    ${tags.map(({ name, description }) =>
      html`<section>
<h2>${name}</h2>
<p>${description}</p>
${operations.filter(({ operation }) => operation.tags.includes(name)).map(renderOperation)}
</section>`
    )}
    <section>
    <h2>schemas</h2>
    ${schemas.map(([name, schema]) =>
      html`<h3 id="${name}">${name}</h3>
<pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`
    )}
    </section>
      </body>
    </html>
  `;
}

/** The fields of an operation that the page shows. */
interface Described {
  operationId: string;
  tags: readonly string[];
  summary: string;
  parameters?: readonly { name: string; in: string; description: string }[];
  responses: {
    [status: string]: { description: string; content?: { [type: string]: { schema: { $ref?: string } } } };
  };
}

function renderOperation(
  { path, method, operation }: { path: string; method: string; operation: Described },
): Html {
  const { operationId, summary, parameters = [], responses } = operation;
  return html`
    <article>
      <h3 id="${operationId}"><span class="method">${method}</span> <code>${path}</code></h3>
      <p>${summary}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">name</th>
            <th scope="col">meaning</th>
          </tr>
        </thead>
        <tbody>
    ${parameters.map(({ name, in: place, description }) =>
      html`
        <tr>
          <td><code>${name}</code> (${place})</td>
          <td>${description}</td>
        </tr>
      `
    )}
    ${Object.entries(responses).map(([status, { description, content = {} }]) =>
      html`
        <tr>
          <td>${status}</td>
          <td>${description} ${Object.values(content).map(({ schema }) =>
            schema.$ref === undefined ? "" : renderReference(schema.$ref)
          )}</td>
        </tr>
      `
    )}
        </tbody>
      </table>
    </article>
  `;
}

function renderReference(reference: string): Html {
  const name = reference.split("/").at(-1)!;
  return html`<a href="#${name}">${name}</a>`;
}
