/** What a server does wrong, and the rule that must find it. */
export interface Fault {
  /** The requests whose response is changed. */
  matches(request: Request, path: string): boolean;
  /** Changes the status, the headers or the body. */
  change(response: Faulty): void;
  /** The check that fails: its route and its rule, or a part of it. */
  route: string;
  rule: string;
}

/** A response that a fault changes. */
export interface Faulty {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer> | null;
}

const LIST = "/v2/daily-pages";
const BATCHES = "/v1/internal/daily-pages/batches";
const WIDGETS = "/api/widgets/v1";
const PRINT = "GET /feed/{batchId}/print";

/** Faults that are tried together: in each round, no check is to find two of them. */
export const ROUNDS: readonly (readonly Fault[])[] = [
  [
    fault(onGet(LIST), without("Link"), `GET ${LIST}`, "leads with nextCursor"),
    fault(onGet(/\/\d{8}-morning-brief$/), without("ETag"), `GET ${LIST}/{batchId}`, "has a strong ETag"),
    fault(
      onGet(/\/widgets\/w_/),
      header("Cache-Control", "public"),
      `GET ${LIST}/widgets/{id}`,
      "answers with the widget",
    ),
    fault(
      onGet(/pages\/bundles\//),
      without("Accept-Ranges"),
      `GET ${LIST}/bundles/{hash}.tckb`,
      "sends ranges",
    ),
    fault(
      onGet(/widget\.mjs$/),
      header("Content-Type", "text/plain"),
      `GET ${WIDGETS}/{hash}/widget.mjs`,
      "SHA-384",
    ),
    fault(
      onGet(/widget\.css$/),
      header("Cache-Control", "max-age=60"),
      `GET ${WIDGETS}/{hash}/widget.css`,
      "stylesheet",
    ),
    fault(onGet(/^\/feed\//), without("Content-Security-Policy"), "GET /feed/{batchId}", "D.1"),
    fault(
      onGet("/embed/daily-page/v2"),
      replaceText("importmap", "application/json"),
      "GET /embed/daily-page/v2",
      "import map",
    ),
    fault(
      onGet("/__tck/v1/tck.mjs"),
      without("Access-Control-Allow-Origin"),
      "GET /__tck/v1/tck.mjs",
      "public",
    ),
    fault(onGet("/healthz"), without("Cache-Control"), "GET /healthz", "alive"),
    fault(
      ({ method, headers }, path) => method === "POST" && path === "/mcp" && !headers.has("Mcp-Method"),
      replaceText("2025-06-18", "2024-06-18"),
      "POST /mcp",
      "begins with initialize",
    ),
    fault(withoutBearer("/mcp"), without("WWW-Authenticate"), "POST /mcp", "answers 401"),
    fault(onTool("tools/list"), replaceText("ui://tckb/card", "ui://card"), "POST /mcp", "lists the tools"),
    fault(onTool("list_pages"), replaceText('"widget":', '"id":'), "POST /mcp", "the user's pages"),
    fault(onTool("show_card"), replaceText('"hash":', '"sha":'), "POST /mcp", "describes a card"),
    fault(onGet(/^\/docs\/.+\.js$/), without("Cache-Control"), "GET /docs", "cached for good"),
  ],
  [
    fault(onTool("ui://tckb/card"), replaceText('"blob:"', '"https:"'), "POST /mcp", "asks for no origin"),
    fault(onTool("read_bundle"), replaceText('"bytes":', '"bytes":1'), "POST /mcp", "in parts"),
    fault(onGet("/mcp"), without("Allow"), "GET /mcp", "405"),
    fault(
      onGet(/oauth-protected-resource/),
      replaceText("tck.read", "tck.all"),
      "GET /.well-known/oauth-protected-resource/mcp",
      "describes",
    ),
    fault(({ headers }) => headers.has("Origin"), status(200), "POST /mcp", "403"),
    fault(onGet(/limit=101$/), status(200), `GET ${LIST}`, "rejects ?limit=101"),
    fault(onGet(/20260131-diary$/), status(404), `GET ${LIST}/{batchId}`, "rejects 20260131-diary"),
    fault(
      onGet(/19700101-morning-brief$/),
      header("Content-Type", "application/json"),
      `GET ${LIST}/{batchId}`,
      "answers 404 for a batch",
    ),
    fault(
      (_, path) => path.endsWith("nonsense"),
      replaceText("widget.not_found", "gone"),
      `GET ${LIST}/widgets/{id}`,
      "answers 404 for nonsense",
    ),
    fault(withoutBearer(LIST), without("WWW-Authenticate"), `GET ${LIST}`, "answers 401 to no Authorization"),
    fault(
      ({ method }, path) => method === "PUT" && path === LIST,
      without("Allow"),
      `GET ${LIST}`,
      "has the methods",
    ),
    fault(
      ({ headers }) => headers.get("Range")?.startsWith("bytes=-") === true,
      truncated,
      `GET ${WIDGETS}/{hash}/widget.mjs`,
      "sends ranges",
    ),
    fault(
      onGet(/\/print$/),
      without("Content-Disposition"),
      PRINT,
      "is the feed as one file",
    ),
    fault(onGet("/readyz"), status(503), "GET /readyz", "names what is down"),
    fault(
      onGet(/^\/login/),
      header("Location", "https://elsewhere.example/"),
      "GET /login",
      "never leads to another site",
    ),
    fault(
      ({ method }, path) => method === "POST" && path === "/logout",
      status(303),
      "POST /logout",
      "another origin",
    ),
    fault(
      ({ headers }) => headers.get("Origin") !== null,
      header("Access-Control-Allow-Origin", "*"),
      `GET ${LIST}`,
      "other origins",
    ),
    fault(
      onGet("/v1/internal/daily-pages"),
      status(200),
      "GET /v1/internal/daily-pages",
      "not served to a user",
    ),
  ],
  [
    fault(onGet(/widget\.mjs$/), flipped, `GET ${WIDGETS}/{hash}/widget.mjs`, "SHA-384"),
    fault(onGet(/bundle\.tckb$/), flipped, `GET ${WIDGETS}/{hash}/bundle.tckb`, "widget.mjs has the hash"),
    fault(({ headers }) => headers.has("If-None-Match"), status(200), `GET ${LIST}`, "strong ETag"),
    fault(({ method }) => method === "HEAD", without("ETag"), `GET ${LIST}/widgets/{id}`, "strong ETag"),
    fault(
      onGet(/20260131-morning-brief$/),
      replaceText("w_", "x_"),
      `GET ${LIST}/{batchId}`,
      "batch of the list",
    ),
    fault(
      ({ headers }) => headers.has("X-Request-Id"),
      header("X-Request-Id", "other"),
      `GET ${LIST}`,
      "request's id",
    ),
    fault(onGet("/openapi.json"), replaceText('"3.1', '"3.0'), "GET /openapi.json", "describes"),
    fault(onGet("/__tck/v1/none.mjs"), status(200), "GET /__tck/v1/{name}", "another name"),
    fault(({ url }) => url.length > 8_000, status(400), `GET ${LIST}`, "8,192"),
    fault(
      ({ method }) => method === "PUT",
      replaceText('"repeated":true', '"repeated":false'),
      `PUT ${BATCHES}`,
      "commits a batch once",
    ),
    fault(({ url }) => url.endsWith("strict=maybe"), status(201), `PUT ${BATCHES}`, "invalid parameters"),
    fault(
      ({ headers }, path) => path.endsWith("/print") && !headers.has("Authorization"),
      status(200),
      PRINT,
      "may not read",
    ),
    fault(
      onGet(/20260131-morning-brief\/print$/),
      (response) => void (response.status = response.status === 404 ? 200 : response.status),
      PRINT,
      "another user",
    ),
    fault(
      ({ method }, path) => method === "POST" && path === BATCHES,
      without("Allow"),
      `PUT ${BATCHES}`,
      "no other",
    ),
  ],
];

/** Makes the faults in the answer to a request. */
export async function answerWithFaults(
  faults: readonly Fault[],
  request: Request,
  answer: Response,
): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const response: Faulty = {
    status: answer.status,
    headers: new Headers(answer.headers),
    body: bytes.length === 0 ? null : bytes,
  };
  if (response.headers.has("Content-Encoding")) { // The body is decoded.
    response.headers.delete("Content-Encoding");
    response.headers.delete("Content-Length");
  }
  const { pathname } = new URL(request.url);
  for (const { matches, change } of faults) if (matches(request, pathname)) change(response);
  const isUnknownLength = request.method === "HEAD" && !response.headers.has("Content-Length");
  return new Response(isUnknownLength ? new Blob([]).stream() : response.body, response);
}

function fault(
  matches: Fault["matches"],
  change: Fault["change"],
  route: string,
  rule: string,
): Fault {
  return { matches, change, route, rule };
}

function onGet(path: string | RegExp): Fault["matches"] {
  return ({ method, url }, pathname) => {
    if (method !== "GET") return false;
    return typeof path === "string" ? pathname === path : path.test(pathname) || path.test(url);
  };
}

/** The method of the protocol, or the tool or resource. */
function onTool(name: string): Fault["matches"] {
  return ({ headers }, path) =>
    path === "/mcp" && [headers.get("Mcp-Name"), headers.get("Mcp-Method")].includes(name);
}

function withoutBearer(path: string): Fault["matches"] {
  return ({ headers }, pathname) => pathname === path && !headers.has("Authorization");
}

function without(name: string): Fault["change"] {
  return ({ headers }) => headers.delete(name);
}

function header(name: string, value: string): Fault["change"] {
  return ({ headers }) => headers.set(name, value);
}

function status(changed: number): Fault["change"] {
  return (response) => void (response.status = changed);
}

function replaceText(text: string, replacement: string): Fault["change"] {
  return (response) => {
    const body = new TextDecoder().decode(response.body ?? new Uint8Array());
    setBody(response, new TextEncoder().encode(body.replaceAll(text, replacement)));
  };
}

function truncated(response: Faulty): void {
  setBody(response, response.body?.slice(0, -1) ?? null);
}

function flipped(response: Faulty): void {
  const body = response.body?.slice() ?? null;
  if (body !== null) body[body.length >> 1]! ^= 1;
  setBody(response, body);
}

function setBody(response: Faulty, body: Uint8Array<ArrayBuffer> | null): void {
  response.body = body;
  response.headers.delete("Content-Length");
}
