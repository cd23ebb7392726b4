import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { type ChatContext, ChatHost } from "../../../../preview/shell/chat/chat_host.ts";
import type { ChatCard } from "../../../../preview/shell/chat/chat_tools.ts";
import { withGlobals } from "../../../web/canvas/page_globals.ts";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
}

const CONTEXT: ChatContext = { theme: "light", locale: "en", width: 400, windowHeight: 800 };

const cardOf = (hash: string, state: string | null = null) =>
  ({
    widget: "001_a",
    manifest: { id: "a", title: "A" },
    hash,
    envelope: hash,
    size: "2x2",
    state,
    language: "en",
  }) as unknown as ChatCard;

/** The view in a frame, which the test speaks for. */
async function withView(
  run: (view: {
    host: ChatHost;
    frame: HTMLIFrameElement;
    heights: number[];
    links: string[];
    /** The view sends a message. @returns what it is sent then, or since the last time */
    send: (message?: object) => Promise<Message[]>;
    initialize: () => Promise<Message[]>;
  }) => Promise<void>,
): Promise<void> {
  const window = new EventTarget();
  const sent: Message[] = [];
  const contentWindow = { postMessage: (message: Message) => sent.push(message) };
  const [heights, links]: [number[], string[]] = [[], []];
  // The bridge logs each message.
  await withGlobals({ window, console: { ...console, debug() {} } }, async () => {
    const host = new ChatHost(CONTEXT, {
      onHeight: (height) => heights.push(height),
      onLink: (url) => links.push(url),
    });
    const send = async (message?: object) => {
      const data = { jsonrpc: "2.0", ...message };
      const origin = "null";
      if (message) {
        window.dispatchEvent(Object.assign(new Event("message"), { data, origin, source: contentWindow }));
      }
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      return sent.splice(0);
    };
    const initialize = async () => {
      const appInfo = { name: "view", version: "1" };
      const params = { appInfo, appCapabilities: {}, protocolVersion: "2026-01-26" };
      await send({ id: 1, method: "ui/initialize", params });
      return await send({ method: "ui/notifications/initialized", params: {} });
    };
    const frame = { contentWindow } as unknown as HTMLIFrameElement;
    await run({ host, frame, heights, links, send, initialize });
    host.close();
  });
}

const methods = (messages: readonly Message[]) => messages.map(({ method }) => method!.replace(/^.*\//, ""));

/** The states of the cards that a view was sent. */
const states = (messages: readonly Message[]) =>
  messages.filter(({ method }) => method?.endsWith("/tool-input"))
    .map(({ params }) => (params!["arguments"] as { state: string | null }).state);

Deno.test("a view is sent the last card when it is there, then each card, and nothing after the end", () =>
  withView(async ({ host, frame, send, initialize }) => {
    host.show(cardOf("a", "first"));
    host.changeContext({ ...CONTEXT, theme: "dark" });
    await host.open(frame);
    host.show(cardOf("a", "second"));
    assert.deepEqual(await send(), [], "the view is not there yet");
    const first = await initialize();
    assert.deepEqual([states(first), methods(first)], [["second"], [
      "host-context-changed",
      "tool-input",
      "tool-result",
    ]]);
    for (const state of ["third", "fourth"]) {
      host.show(cardOf("a", state));
      const next = await send();
      assert.deepEqual([states(next), methods(next)], [[state], ["tool-input", "tool-result"]]);
    }
    for (const theme of ["light", "dark"] as const) {
      host.changeContext({ ...CONTEXT, theme });
      const [message] = await send();
      assert.equal(message!.params!["theme"], theme);
    }
    host.close();
    host.show(cardOf("a", "last"));
    host.changeContext(CONTEXT);
    assert.deepEqual(await send(), []);
    assert.deepEqual(await send({ id: 2, method: "ping" }), [], "nobody listens to the view any more");
  }));

Deno.test("a view reads the bundle of the card that is shown now, and of no other", () =>
  withView(async ({ host, frame, send, initialize }) => {
    await host.open(frame);
    await initialize();
    const read = async (hash: string) => {
      const params = { name: "read_bundle", arguments: { hash, part: 0 } };
      const [{ result }] = await send({ id: 3, method: "tools/call", params }) as [Message];
      return (result!["structuredContent"] as { data: string } | undefined)?.data ?? null;
    };
    assert.equal(await read("a"), null);
    for (const [shown, other] of [["a", "b"], ["b", "a"]] as const) {
      host.show(cardOf(shown));
      await send();
      assert.deepEqual([await read(shown), await read(other)], [shown, null]);
    }
  }));

Deno.test("a view sets its height within limits, and asks for links to pages alone", () =>
  withView(async ({ host, frame, heights, links, send, initialize }) => {
    await host.open(frame);
    await initialize();
    for (const height of [100, 1e9, -1]) {
      await send({ method: "ui/notifications/size-changed", params: { width: 1, height } });
    }
    assert.deepEqual(heights, [100, 20_000]);
    for (const url of ["https://a.test/", "javascript:1", "data:text/html,a", "http://b.test/"]) {
      await send({ id: 4, method: "ui/open-link", params: { url } });
    }
    assert.deepEqual(links, ["https://a.test/", "http://b.test/"]);
  }));
