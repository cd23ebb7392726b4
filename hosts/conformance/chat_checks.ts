import { type Check, check } from "./check.ts";
import { expect, expectHeader, expectProblem, expectStatus, readJson } from "./expectations.ts";
import { type Answer, LIST, type Sent, type Service } from "./service.ts";

const CHAT = "/mcp";
const METADATA = "/.well-known/oauth-protected-resource/mcp";

/** The version of the protocol that the checks speak: each request names it, and needs none before it. */
const VERSION = "2026-07-28";

/** A version of the protocol whose clients begin with `initialize`. */
const EARLIER_VERSION = "2025-06-18";

const CLIENT = { name: "tck-conformance", version: "1" };

const TYPES = { "Content-Type": "application/json", "Accept": "application/json, text/event-stream" };

/** Addresses within a document. */
const OWN_ADDRESSES = ["data:", "blob:"];

type Fields = { readonly [name: string]: unknown };

/** The Model Context Protocol of the web app, for chats. */
export const CHAT_CHECKS: readonly Check[] = [
  check(
    `POST ${CHAT}`,
    "answers 401 without a bearer, and says where the metadata are",
    async ({ app, token }) => {
      const ask = message("tools/list", {});
      for (const headers of [{}, { Cookie: `embed_bearer=${token}` }]) {
        const answer = await app(CHAT, { ...ask, token: null, headers: { ...ask.headers, ...headers } });
        expectProblem(answer, 401, "auth.unauthenticated");
        expectHeader(
          answer,
          "WWW-Authenticate",
          /^Bearer .*resource_metadata="[^"]+\/oauth-protected-resource\/mcp"/,
        );
      }
    },
  ),
  check(`GET ${METADATA}`, "describes the endpoint as a resource of OAuth", async ({ app }) => {
    const answer = await app(METADATA, { token: null });
    expectStatus(answer, 200);
    const { resource, scopes_supported: scopes } = readJson(answer);
    expect(
      typeof resource === "string" && resource.endsWith(CHAT),
      answer,
      "expected the URL of the endpoint",
    );
    expect(Array.isArray(scopes) && scopes.includes("tck.read"), answer, "expected the scope tck.read");
  }),
  check(`GET ${CHAT}`, "answers 405: there is nothing to listen to", async ({ app }) => {
    const answer = await app(CHAT);
    expectProblem(answer, 405, "request.method_not_allowed");
    expectHeader(answer, "Allow", "POST, OPTIONS");
  }),
  check(`POST ${CHAT}`, "answers 403 to a page of another origin", async ({ app }) => {
    const ask = message("tools/list", {});
    const answer = await app(CHAT, {
      ...ask,
      headers: { ...ask.headers, Origin: "https://elsewhere.invalid" },
    });
    expectProblem(answer, 403, "request.forbidden");
  }),
  check(`POST ${CHAT}`, "rejects a message of more than 64 KiB", async ({ app }) => {
    expectProblem(
      await app(CHAT, message("tools/list", { more: "a".repeat(66_000) })),
      413,
      "request.too_large",
    );
  }),
  check(`POST ${CHAT}`, "answers a client that begins with initialize", async ({ app }) => {
    const params = { protocolVersion: EARLIER_VERSION, capabilities: {}, clientInfo: CLIENT };
    const answer = await app(CHAT, {
      method: "POST",
      headers: TYPES,
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
    });
    expectStatus(answer, 200);
    const isAnswered = answer.text.includes(`"protocolVersion":"${EARLIER_VERSION}"`);
    expect(isAnswered, answer, `expected the version ${EARLIER_VERSION}`);
  }),
  check(`POST ${CHAT}`, "lists the tools, with the view of those that show cards", async (service) => {
    const { answer, result } = await ask(service, "tools/list");
    const tools = (result["tools"] ?? []) as { name: string; _meta?: { ui?: Fields } }[];
    const views = Object.fromEntries(
      tools.map(({ name, _meta }) => [name, _meta?.ui?.["resourceUri"] ?? null]),
    );
    for (const name of ["show_card", "show_page"]) {
      expect(views[name] === "ui://tckb/card", answer, `expected the view of ${name}`);
    }
    for (const name of ["list_pages", "read_bundle"]) {
      expect(views[name] === null, answer, `expected ${name}`);
    }
  }),
  check(`POST ${CHAT}`, "serves the view, which asks for no origin", async (service) => {
    const { answer, result } = await ask(service, "resources/read", { uri: "ui://tckb/card" });
    const [view] = (result["contents"] ?? []) as {
      mimeType: string;
      text: string;
      _meta?: { ui?: Fields };
    }[];
    expect(view?.mimeType === "text/html;profile=mcp-app", answer, "expected the media type of a view");
    expect(view.text.startsWith("<!doctype html>"), answer, "expected a document");
    const lists = Object.values(view._meta?.ui?.["csp"] ?? {}) as string[][];
    expect(
      lists.flat().every((source) => OWN_ADDRESSES.includes(source)),
      answer,
      "expected no origin in csp",
    );
  }),
  check(`POST ${CHAT}`, "lists the user's pages", async (service) => {
    const { batch, widget } = await service.samples();
    const { answer, result } = await ask(
      service,
      "tools/call",
      call("list_pages", { date: batch.localDate }),
    );
    const { pages } = result["structuredContent"] as {
      pages: { batch: string; cards: { widget: string }[] }[];
    };
    const page = pages.find((one) => one.batch === batch.batchId);
    expect(page?.cards.some((card) => card.widget === widget.id), answer, `expected ${widget.id}`);
  }),
  check(`POST ${CHAT}`, "describes a card in text, and names its bundle for the view", async (service) => {
    const { batch, widget } = await service.samples();
    const input = { batch: batch.batchId, widget: widget.id };
    const { answer, result } = await ask(service, "tools/call", call("show_card", input));
    const [text] = result["content"] as { type: string; text: string }[];
    expect(text?.type === "text" && text.text.includes(widget.id), answer, "expected the card's text");
    const { cards } = result["structuredContent"] as { cards: { hash: string }[] };
    expect(cards[0]?.hash === widget.bundle.hash, answer, "expected the bundle's hash");
  }),
  check(`POST ${CHAT}`, "reads a bundle in parts of less than 150,000 characters", async (service) => {
    const { bundle: { hash } } = (await service.samples()).widget;
    const whole = await service.cloud(`${LIST}/bundles/${hash}.tckb`);
    const { answer, result } = await ask(service, "tools/call", call("read_bundle", { hash }));
    const { data, bytes } = result["structuredContent"] as { data: string; bytes: number };
    expect(answer.text.length < 150_000, answer, `expected a shorter answer than ${answer.text.length}`);
    expect(bytes === whole.bytes.length, answer, `expected ${whole.bytes.length} bytes`);
    const start = String.fromCharCode(...whole.bytes.subarray(0, 300));
    expect(atob(data).startsWith(start), answer, "expected the bytes of the bundle");
  }),
  check(`POST ${CHAT}`, "answers that another user has no such bundle", async (service) => {
    const { bundle: { hash } } = (await service.samples()).widget;
    const token = service.otherToken();
    const { answer, result } = await ask(service, "tools/call", call("read_bundle", { hash }), { token });
    expect(result["isError"] === true, answer, "expected an error of the tool");
  }),
];

function call(name: string, input: object): Fields {
  return { name, arguments: input };
}

/** The result of a request. */
async function ask(
  { app }: Service,
  method: string,
  params: Fields = {},
  sent: Sent = {},
): Promise<{ answer: Answer; result: Fields }> {
  const answer = await app(CHAT, { ...message(method, params), ...sent });
  expectStatus(answer, 200);
  expectHeader(answer, "Cache-Control", "no-store");
  const { result } = readJson(answer);
  expect(typeof result === "object" && result !== null, answer, "expected a result");
  return { answer, result: result as Fields };
}

function message(method: string, params: Fields): Sent & { headers: Record<string, string> } {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": CLIENT,
  };
  const name = params["name"] ?? params["uri"];
  return {
    method: "POST",
    headers: {
      ...TYPES,
      "MCP-Protocol-Version": VERSION,
      "Mcp-Method": method,
      ...(typeof name === "string" ? { "Mcp-Name": name } : {}),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }),
  };
}
