/**
 * The page of a chat that shows MCP Apps, on the protocol's own bridge. A frame of another origin relays between it and the
 * view, as the protocol says of hosts on the web.
 *
 * @module
 */
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

/** What a test asks a chat to do. */
export interface ChatHostOptions {
  tool: string;
  input: { [name: string]: unknown };
  context?: { [name: string]: unknown };
  /** The width of the column, in CSS pixels. */
  width?: number;
  /** Saves files for the view. */
  canDownload?: boolean;
  /** Answers no message of the view. */
  isSilent?: boolean;
}

/** What the host has received, in order. */
export interface ChatHostRecord {
  sizes: { width?: number; height?: number }[];
  links: string[];
  modes: string[];
  messages: unknown[];
  /** What was to be saved. */
  files: unknown[];
  /** The answer to the end of the view. */
  ended: unknown;
}

declare global {
  var chatHost: {
    record: ChatHostRecord;
    open(options: ChatHostOptions): Promise<void>;
    change(context: { [name: string]: unknown }): void;
    call(tool: string, input: { [name: string]: unknown }): Promise<void>;
    /** Sends messages that are not of the protocol. */
    sendJunk(): void;
    end(): Promise<void>;
    /** Ends the call of the tool. */
    cancel(): Promise<void>;
  };
}

const record: ChatHostRecord = { sizes: [], links: [], modes: [], messages: [], files: [], ended: null };
const frame = document.querySelector("iframe")!;
let bridge: AppBridge;
let context: { [name: string]: unknown } = {};

/** Asks the test's server, which is the client of the web app. */
async function ask(path: string, body: object): Promise<never> {
  return await (await fetch(path, { method: "POST", body: JSON.stringify(body) })).json() as never;
}

async function waitForSandbox(url: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  addEventListener("message", function listen({ source, data }) {
    if (source !== frame.contentWindow || data?.method !== "ui/notifications/sandbox-proxy-ready") return;
    removeEventListener("message", listen);
    resolve();
  });
  frame.src = url;
  await promise;
}

function createBridge(canDownload: boolean): AppBridge {
  const capabilities = {
    openLinks: {},
    serverTools: {},
    message: { text: {} },
    ...canDownload && { downloadFile: {} },
  };
  const bridge = new AppBridge(null, { name: "test-chat", version: "1" }, capabilities, {
    hostContext: context,
  });
  bridge.onsizechange = ({ width, height }) => {
    record.sizes.push({ ...width !== undefined && { width }, ...height !== undefined && { height } });
    if (height !== undefined) frame.style.height = `${height}px`;
  };
  bridge.onopenlink = ({ url }) => {
    record.links.push(url);
    return Promise.resolve({});
  };
  bridge.ondownloadfile = ({ contents }) => {
    record.files.push(...contents);
    return Promise.resolve({});
  };
  bridge.onmessage = (params) => {
    record.messages.push(params);
    return Promise.resolve({});
  };
  bridge.onrequestdisplaymode = ({ mode }) => {
    record.modes.push(mode);
    context = { ...context, displayMode: mode };
    bridge.setHostContext(context);
    return Promise.resolve({ mode });
  };
  bridge.oncalltool = (params) => {
    record.messages.push(...params.name === "read_bundle" ? [] : [params]);
    return ask("/call", params);
  };
  return bridge;
}

function sendJunk(): void {
  const messages = [
    null,
    7,
    "text",
    [],
    {},
    { jsonrpc: "2.0" },
    { jsonrpc: "2.0", id: 999, result: {} },
    { jsonrpc: "2.0", id: "x", error: null },
    { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: null },
    {
      jsonrpc: "2.0",
      method: "ui/notifications/host-context-changed",
      params: { theme: 7, locale: "!", styles: 3 },
    },
    { jsonrpc: "2.0", method: 7 },
    { jsonrpc: "1.0", id: 1, result: {} },
    ...createHostileMessages(),
  ];
  for (const message of messages) frame.contentWindow!.postMessage(message, "*");
}

/** Messages of the protocol with values that no host sends. */
function createHostileMessages(): object[] {
  const deep = JSON.parse(`${"[".repeat(2_000)}${"]".repeat(2_000)}`);
  const long = "x".repeat(5_000_000);
  const card = { widget: "w", hash: "A".repeat(64), size: "__proto__", state: "constructor" };
  const contexts = [
    { theme: deep, locale: long, timeZone: {}, displayMode: long, availableDisplayModes: deep },
    { styles: { variables: { "--font-sans": long, "--color-text-primary": deep } } },
    {
      styles: { variables: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`--${n}`, "red"])) },
    },
    JSON.parse('{"__proto__": {"theme": "dark"}, "styles": {"__proto__": 1}}'),
  ];
  const results = [
    { structuredContent: { cards: Array(100_000).fill(card) } },
    { structuredContent: { cards: [null, 7, deep] } },
    { structuredContent: { cards: [{ ...card, hash: long }] } },
    { structuredContent: { cards: [{ ...card, size: long, state: long }], view: deep } },
    { content: [{ type: "text", text: long }] },
    { content: deep, structuredContent: deep },
  ];
  return [
    ...contexts.map((params) => ({
      jsonrpc: "2.0",
      method: "ui/notifications/host-context-changed",
      params,
    })),
    ...results.map((params) => ({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params })),
    ...[deep, long, null, -1, 2 ** 53, { toString: 1 }].map((id) => ({
      jsonrpc: "2.0",
      id,
      error: { message: deep },
    })),
    ...["ping", "ui/resource-teardown-", "__proto__", long].map((method) => ({
      jsonrpc: "2.0",
      id: method,
      method,
    })),
  ];
}

globalThis.chatHost = {
  record,
  async open({ tool, input, context: given = {}, width = 720, canDownload = false, isSilent }) {
    context = given;
    frame.style.width = `${width}px`;
    await waitForSandbox(document.body.dataset.sandbox!);
    const { html } = await ask("/view", {}) as { html: string };
    const show = { jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params: { html } };
    if (isSilent) return frame.contentWindow!.postMessage(show, "*");
    bridge = createBridge(canDownload);
    const initialized = new Promise<void>((fulfil) => bridge.oninitialized = () => fulfil());
    const { contentWindow } = frame;
    await bridge.connect(new PostMessageTransport(contentWindow!, contentWindow!));
    await bridge.sendSandboxResourceReady({ html });
    await initialized;
    await this.call(tool, input);
  },
  change(next) {
    context = { ...context, ...next };
    bridge.setHostContext(context);
  },
  async call(tool, input) {
    await bridge.sendToolInput({ arguments: input });
    await bridge.sendToolResult(await ask("/call", { name: tool, arguments: input }));
  },
  sendJunk,
  async cancel() {
    await bridge.sendToolCancelled({});
  },
  async end() {
    record.ended = await bridge.teardownResource({});
  },
};
