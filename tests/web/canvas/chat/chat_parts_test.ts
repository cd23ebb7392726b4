import assert from "node:assert/strict";
import { CARDS_GREETING, type ViewMessage } from "../../../../web/canvas/chat/messages.ts";
import { ChatHost } from "../../../../web/canvas/chat/view/chat_host.ts";
import { ChatView } from "../../../../web/canvas/chat/view/chat_view.ts";
import { CardsFrame } from "../../../../web/canvas/chat/view/cards_frame.ts";
import { createTabStop, FrameFocus } from "../../../../web/canvas/chat/view/frame_focus.ts";
import { createPage, type FrameChannel, settle } from "../frame_page.ts";
import { PageElement } from "../page_elements.ts";
import { withGlobals } from "../page_globals.ts";

const [A, B] = ["A".repeat(64), "B".repeat(64)] as [string, string];

class ViewElement extends PageElement {
  hidden = false;
  disabled = false;
  blurred = 0;
  constructor(name: string, private readonly place: ViewElement[]) {
    super(name);
  }
  after(element: ViewElement): void {
    this.place.push(element);
  }
  blur(): void {
    this.blurred++;
  }
}

/** A page of a view without a browser. */
function createViewPage() {
  const page = createPage();
  const shown: ViewElement[] = [];
  const status = new ViewElement("p", shown);
  const root = { dataset: {} as Record<string, string>, lang: "en" };
  const view = {
    activeElement: null as unknown,
    hasFocus: () => true,
    documentElement: root,
    querySelector: () => status,
    createElement(name: string) {
      const element = new ViewElement(name, shown);
      if (name === "iframe") page.frames.push(element);
      return element;
    },
    body: {
      append: (...elements: ViewElement[]) => shown.push(...elements),
      getBoundingClientRect: () => ({ height: 100 }),
    },
  };
  const document = Object.assign(page.globals.document, view);
  const globals = {
    ...page.globals,
    document,
    navigator: { language: "en", userActivation: { isActive: true } },
    CSS: { supports: () => true },
    focus: () => {},
  };
  const frameOf = (index = -1) => page.frames.at(index) as ViewElement;
  const start = (): Promise<FrameChannel> => page.greet(frameOf(), CARDS_GREETING);
  return { ...page, globals, document, status, root, shown, frameOf, start };
}

const sentTo = ({ sent }: FrameChannel) => sent as unknown as ViewMessage[];
const card = (hash: string) => ({ widget: "w", hash, size: null, state: null });
const result = (...cards: object[]) => ({ structuredContent: { cards } });

/** A host whose answers the test gives, by the bundle or the method. */
function createHost() {
  const answers = new Map<string, PromiseWithResolvers<unknown>>();
  const asked: string[] = [];
  const host = {
    notify: () => {},
    request(method: string, params: { arguments?: { hash: string } }) {
      const name = params.arguments?.hash ?? method;
      asked.push(name);
      const answer = Promise.withResolvers<unknown>();
      answers.set(name, answer);
      return answer.promise;
    },
  };
  const give = async (
    name: string,
    value: unknown = { structuredContent: { parts: 1, data: btoa(name) } },
  ) => {
    answers.get(name)!.resolve(value);
    await settle();
  };
  return { host: host as unknown as ChatHost, asked, give, answers };
}

const PARTS = { cards: "", file: "", appUrl: "https://app.example/" };

const SHOWN = { type: "shown", failed: 0 };

Deno.test("of two results the later one is shown, also if its bundles come first, and none after a cancelled call", async () => {
  const page = createViewPage();
  await withGlobals(page.globals, async () => {
    const { host, give } = createHost();
    const view = new ChatView(host, PARTS);
    view.start({});
    const frame = await page.start();
    const send = (cards: object) =>
      view.receive("ui/notifications/tool-result", cards as Record<string, unknown>);
    const shown = () =>
      sentTo(frame).flatMap((message) =>
        message.type === "show" ? message.cards.map(({ hash }) => hash) : []
      );
    send(result(card(A)));
    send(result(card(B)));
    await give(B);
    await give(A);
    assert.deepEqual(shown(), [B]);
    frame.receive(SHOWN);
    assert.equal(page.status.hidden, true);
    send(result(card(A)));
    view.receive("ui/notifications/tool-cancelled", {});
    await give(A);
    assert.deepEqual([page.frames.length, page.frameOf().hidden, page.status.hidden], [1, true, false]);
    frame.receive(SHOWN);
    assert.equal(page.status.hidden, false, "the cards before it do not take the place of the message");
    send(result(card(A), card(A)));
    await give(A);
    const next = await page.start();
    assert.deepEqual([page.frames.length, page.frameOf(0).isRemoved, page.frameOf().hidden], [
      2,
      true,
      false,
    ]);
    next.receive(SHOWN);
    assert.equal(page.status.hidden, true);
  });
});

Deno.test("a frame that was lost before it had cards is replaced by the one of the next result", async () => {
  const page = createViewPage();
  await withGlobals(page.globals, async () => {
    const { host, give } = createHost();
    const view = new ChatView(host, PARTS);
    view.start({});
    page.end(20_000);
    assert.deepEqual([page.frameOf().isRemoved, page.status.hidden], [true, false]);
    view.receive("ui/notifications/tool-result", result(card(A)));
    await give(A);
    assert.deepEqual([page.frames.length, page.frameOf().isRemoved], [2, false]);
    const frame = await page.start();
    frame.receive(SHOWN);
    assert.deepEqual([sentTo(frame).at(-1)!.type, page.status.hidden], ["show", true]);
  });
});

Deno.test("a frame that takes the place of another one has the whole look, and its height until its cards are shown", async () => {
  const page = createViewPage();
  await withGlobals(page.globals, async () => {
    const { host, give } = createHost();
    const view = new ChatView(host, PARTS);
    view.start({ hostContext: { theme: "dark" } });
    const change = (variables: object) =>
      view.receive("ui/notifications/host-context-changed", { styles: { variables } });
    const show = async (hash: string) => {
      view.receive("ui/notifications/tool-result", result(card(hash)));
      await give(hash);
    };
    const first = await page.start();
    await show(A);
    first.receive({ type: "resize", height: 300 });
    first.receive(SHOWN);
    change({ "--font-sans": "Inter" });
    change({ "--font-mono": "Iosevka" });
    await show(B);
    const second = await page.start();
    const [look] = sentTo(second);
    const tokens = { "--font-sans": "Inter", "--font-mono": "Iosevka" };
    assert.deepEqual(look, { type: "look", look: { theme: "dark", tokens } });
    assert.deepEqual([page.frameOf(0).isRemoved, page.frameOf().style.blockSize], [true, "300px"]);
    second.receive({ type: "resize", height: 20 });
    assert.equal(page.frameOf().style.blockSize, "300px");
    second.receive(SHOWN);
    assert.equal(page.frameOf().style.blockSize, "20px");
    second.receive({ type: "resize", height: 40 });
    assert.equal(page.frameOf().style.blockSize, "40px");
    first.receive({ type: "resize", height: 900 });
    view.end();
    assert.equal(page.frameOf().isRemoved, true);
  });
});

Deno.test("the bundles of a result are read once each, and one that cannot be read leaves the others", async () => {
  const page = createViewPage();
  await withGlobals(page.globals, async () => {
    const { host, asked, give, answers } = createHost();
    const view = new ChatView(host, PARTS);
    const frame = await page.start();
    view.receive("ui/notifications/tool-result", result(card(A), card(B), card(A)));
    answers.get(A)!.reject(new Error("no"));
    await settle();
    await give(B, { structuredContent: { parts: 2, data: btoa("first ") } });
    await give(B, { structuredContent: { parts: 2, data: btoa("second") } });
    assert.deepEqual(asked, [A, B, B]);
    const cards = sentTo(frame).flatMap((message) => message.type === "show" ? message.cards : []);
    const texts = cards.map(({ envelope }) => envelope && new TextDecoder().decode(envelope));
    assert.deepEqual(texts, [null, "first second", null]);
  });
});

Deno.test("a frame is lost once: by a second document, by too many messages, or when its code does not start", async () => {
  const page = createViewPage();
  await withGlobals(page.globals, async () => {
    for (const reason of ["document", "stray messages", "messages", "silence", "nothing"]) {
      let lost = 0;
      const received: string[] = [];
      const frame = new CardsFrame("", "", {
        receive: ({ type }) => received.push(type),
        onLost: () => lost++,
      });
      const element = page.frameOf();
      element.dispatchEvent(new Event("load"));
      if (reason === "silence") page.end(20_000);
      else {
        const channel = await page.start();
        await page.start();
        assert.equal(element.posted.length, 1, "it is greeted once");
        page.end(20_000);
        assert.equal(lost, 0);
        if (reason === "document") element.dispatchEvent(new Event("load"));
        if (reason === "messages") { for (let count = 0; count < 2_001; count++) channel.receive(SHOWN); }
        if (reason === "stray messages") {
          for (let count = 0; count < 2_001; count++) page.postUnreadable(element);
        }
        if (reason === "messages") assert.ok(received.length < 2_001);
        if (reason === "nothing") frame.remove();
      }
      assert.deepEqual([lost, element.isRemoved], [reason === "nothing" ? 0 : 1, true]);
      element.dispatchEvent(new Event("load"));
      for (let count = 0; count < 2_001; count++) page.postUnreadable(element);
      frame.lose();
      assert.equal(lost, reason === "nothing" ? 0 : 1, "once");
      assert.deepEqual(page.delays(), []);
      await settle();
    }
  });
});

Deno.test("a frame keeps the focus that the reader gave it, until it leaves, and loses any other", async () => {
  const page = createViewPage();
  await withGlobals(page.globals, () => {
    let lost = 0;
    const frame = new CardsFrame("", "", { receive: () => {}, onLost: () => lost++ });
    const element = page.frameOf();
    const focus = new FrameFocus(frame);
    const look = () => page.end(100);
    focus.enter();
    assert.deepEqual([focus.isUsed, element.blurred], [false, 1], "nobody has used it");
    focus.use();
    page.clock.now += 999;
    focus.enter();
    page.clock.now += 60_000;
    assert.deepEqual([focus.isUsed, element.blurred], [true, 1]);
    focus.leave();
    assert.equal(focus.isUsed, false);
    focus.enter();
    assert.equal(element.blurred, 2, "a use ends when the frame loses the focus");
    focus.use();
    focus.leave();
    focus.enter();
    assert.equal(element.blurred, 3);
    focus.use();
    page.clock.now += 1_001;
    focus.enter();
    assert.equal(element.blurred, 4, "a second after the use");

    // The reader's window loses the focus and gets it back.
    focus.use();
    focus.enter();
    page.document.activeElement = element;
    look();
    page.document.hasFocus = () => false;
    page.clock.now += 60_000;
    look();
    assert.equal(focus.isUsed, false);
    page.document.hasFocus = () => true;
    focus.enter();
    assert.deepEqual([focus.isUsed, element.blurred], [true, 4]);

    // It has the focus, and has not reported it.
    focus.leave();
    look();
    look();
    assert.equal(element.blurred, 5);
    for (let count = 0; count < 20; count++) focus.enter();
    assert.deepEqual([lost, element.isRemoved], [1, true]);
    look();
    assert.deepEqual(page.delays(), [], "nobody looks for a frame that is gone");
  });
});

// claim: chat-focus
Deno.test("a chat is asked to open a link that the reader has chosen, and only while the reader uses the frame", async () => {
  const page = createViewPage();
  await withGlobals(page.globals, async () => {
    const { host, asked } = createHost();
    new ChatView(host, PARTS).start({});
    const frame = await page.start();
    const open = (isChosen: boolean) =>
      frame.receive({ type: "open", href: "https://elsewhere.example/", isChosen });
    open(true);
    assert.deepEqual(asked, [], "a widget may have written it");
    frame.receive({ type: "press" });
    open(false);
    assert.deepEqual(asked, []);
    open(true);
    frame.receive({ type: "blur" });
    open(true);
    assert.deepEqual(asked, ["ui/open-link"]);
  });
});

Deno.test("cards are saved again and again, also after the host has rejected it, and only those that could be read", async () => {
  const page = createViewPage();
  await withGlobals(page.globals, async () => {
    const { host, asked, give, answers } = createHost();
    const view = new ChatView(host, PARTS);
    view.start({ hostCapabilities: { downloadFile: {} } });
    await page.start();
    const button = page.shown.find(({ name }) => name === "button")!;
    assert.equal(button.hidden, true);
    view.receive("ui/notifications/tool-result", result(card(A)));
    await give(A);
    assert.equal(button.hidden, false);
    for (const round of [1, 2]) {
      button.dispatchEvent(new Event("click"));
      assert.equal(button.disabled, true);
      if (round === 1) answers.get("ui/download-file")!.reject(new Error("rejected"));
      else answers.get("ui/download-file")!.resolve({});
      await settle();
      assert.equal(button.disabled, false);
    }
    assert.deepEqual(asked, [A, "ui/download-file", "ui/download-file"]);
    view.receive("ui/notifications/tool-result", { content: [{ type: "text", text: "There is no card" }] });
    assert.deepEqual([button.hidden, page.status.textContent], [true, "There is no card"]);
    view.receive("ui/notifications/tool-result", result(card(B)));
    answers.get(B)!.reject(new Error("no"));
    await settle();
    assert.equal(button.hidden, true, "nothing could be saved");
  });
});

Deno.test("each answer of a host is that of its request, once, and a request without one ends at its time", async () => {
  const page = createPage();
  await withGlobals(page.globals, async () => {
    const sent: Record<string, unknown>[] = [];
    const window = {
      postMessage: (message: Record<string, unknown>) => sent.push(message),
    } as unknown as Window;
    const told: string[] = [];
    const host = new ChatHost(window, {
      onNotification: (method) => told.push(method),
      onTeardown: () => told.push("teardown"),
    });
    const receive = async (data: object, source: unknown = window) => {
      globalThis.dispatchEvent(
        Object.assign(new Event("message"), { source, data: { jsonrpc: "2.0", ...data } }),
      );
      await settle();
    };
    const [first, second, third] = ["one", "two", "three"].map((method) =>
      host.request(method, {}, 50).catch(String)
    );
    const ids = sent.splice(0).map(({ id }) => id);
    await receive({ id: ids[1], result: 2 });
    await receive({ id: ids[1], result: "again" });
    await receive({ id: ids[0], result: "of another window" }, {});
    await receive({ id: ids[0], error: { message: "no" } });
    assert.equal(await second, 2);
    assert.equal(await first, "HostError: no");
    assert.deepEqual(page.delays(), [50]);
    page.end(50);
    assert.equal(await third, "HostError: No answer to three");
    await receive({ id: ids[2], result: "too late" });
    await receive({ id: 7, method: "ui/resource-teardown" });
    await receive({ id: 8, method: "odd" });
    await receive({ method: "ui/notifications/any" });
    assert.deepEqual(told, ["teardown", "ui/notifications/any"]);
    assert.deepEqual(sent.map(({ id, result }) => [id, result]), [[7, {}], [8, undefined]]);
  });
});

Deno.test("a place for the focus is reached by the Tab key", async () => {
  const document = { createElement: () => Object.assign(new EventTarget(), { tabIndex: -1 }) };
  await withGlobals({ document }, () => {
    let count = 0;
    const stop = createTabStop("Cards", () => count++);
    assert.deepEqual([stop.tabIndex, stop.role, stop.ariaLabel], [0, "group", "Cards"]);
    for (const key of ["Tab", "Enter", "Tab"]) {
      stop.dispatchEvent(Object.assign(new Event("keydown"), { key }));
    }
    assert.equal(count, 2);
  });
});
