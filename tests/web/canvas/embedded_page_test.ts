import assert from "node:assert/strict";
import { CARD_EVENT, type CardEvent } from "../../../web/canvas/card_events.ts";
import { EMBED_GREETING } from "../../../web/canvas/embed/embed_messages.ts";
import { reportToParent } from "../../../web/canvas/embed/embedded_page.ts";
import type { ReaderWindow } from "../../../web/canvas/reader_window.ts";
import { withGlobals } from "./page_globals.ts";

const [OWN, ALLOWED] = ["https://app.example", "https://portal.example"];

Deno.test("each page that greets gets the height and the last state of every card, and then what changes", async () => {
  const page = new EventTarget();
  const sent: [event: string, detail: unknown, target: string][] = [];
  const parent = {
    postMessage: ({ event, height, widgetId, state }: { [name: string]: unknown }, target: string) =>
      sent.push([String(event), height ?? (widgetId && `${widgetId} ${state}`), target]),
  };
  let [height, measure] = [99.5, () => {}];
  const body = { getBoundingClientRect: () => ({ height }) };
  class Observer {
    constructor(run: () => void) {
      measure = run;
    }
    observe(): void {}
  }
  const document = Object.assign(new EventTarget(), { body });
  const globals = {
    parent,
    location: { origin: OWN },
    document,
    ResizeObserver: Observer,
    addEventListener: page.addEventListener.bind(page),
  };
  await withGlobals(globals, () => {
    reportToParent(
      { dataset: { themeOrigins: ALLOWED } } as unknown as HTMLElement,
      { leaveFrame: () => {}, setHeight: () => {} } as unknown as ReaderWindow,
    );
    const card = (widgetId: string, state: CardEvent["state"]) =>
      document.dispatchEvent(new CustomEvent(CARD_EVENT, { detail: { widgetId, state, failure: null } }));
    const greet = (origin: string) =>
      page.dispatchEvent(
        Object.assign(new Event("message"), { source: parent, origin, data: EMBED_GREETING }),
      );
    card("w_1", "mounted");
    card("w_2", "mounted");
    card("w_2", "failed");
    card("w_3", "mounted");
    greet("https://elsewhere.example");
    assert.deepEqual(sent.splice(0), [["ready", undefined, "*"]]);
    const all = (target: string) => [
      ["height", 100, target],
      ["card", "w_1 mounted", target],
      ["card", "w_2 failed", target],
      ["card", "w_3 mounted", target],
    ];
    greet(ALLOWED!);
    assert.deepEqual(sent.splice(0), all(ALLOWED!));
    greet(OWN!);
    assert.deepEqual(sent.splice(0), all(OWN!));
    measure();
    height = 120;
    measure();
    card("w_2", "mounted");
    assert.deepEqual(sent, [["height", 120, OWN], ["card", "w_2 mounted", OWN]]);
  });
});

Deno.test("each frame of a card in the embedded page that sends more than 30 messages at once is reported, once", async () => {
  const page = new EventTarget();
  const sent: unknown[] = [];
  const contentWindow = {
    parent: null as unknown,
    postMessage: ({ event }: { event: string }) => sent.push(event),
  };
  const frame = { contentWindow, contentDocument: { URL: "about:blank" }, style: {} };
  const globals = {
    document: { documentElement: { clientHeight: 700 }, querySelectorAll: () => [] },
    performance: { now: () => 0 },
    addEventListener: page.addEventListener.bind(page),
  };
  await withGlobals(globals, async () => {
    const { connectFrame } = await import("../../../web/canvas/embed/embed.ts");
    connectFrame(frame as unknown as HTMLIFrameElement);
    const send = (source: unknown, count: number) => {
      for (let message = 0; message < count; message++) {
        page.dispatchEvent(Object.assign(new Event("message"), { source, origin: "null", data: {} }));
      }
    };
    const [one, two] = [{ parent: contentWindow }, { parent: contentWindow }];
    send(one, 30);
    send(two, 30);
    assert.deepEqual(sent, []);
    send(one, 3);
    assert.deepEqual(sent, ["flood"]);
    send(two, 3);
    send({ parent: {} }, 100);
    assert.deepEqual(sent, ["flood", "flood"]);
  });
});
