import assert from "node:assert/strict";
import { confirmLink } from "../../../web/canvas/page/link_question.ts";
import { openLink } from "../../../web/canvas/page/open_link.ts";
import { IN_VIEW, PageElement } from "./page_elements.ts";
import { withGlobals } from "./page_globals.ts";

const LISTENERS = { onConfirm: () => {}, onClose: () => {}, onFocusKept: () => {} };

// claim: sealed-links-asked
Deno.test("a link is opened after an activation: a declared one at once when its host was confirmed, another when the reader confirms it after a moment", async () => {
  const opened: unknown[][] = [];
  const body = new PageElement("body");
  const navigator = { userActivation: { isActive: true } };
  const timers: { run: () => void; delay: number }[] = [];
  const globals = {
    navigator,
    setTimeout: (run: () => void, delay: number) => timers.push({ run, delay }),
    clearTimeout: () => {},
    location: {
      href: "https://app.example/feed/a",
      origin: "https://app.example",
      assign: (url: URL) => opened.push([url.href]),
    },
    open: (url: URL, ...rest: unknown[]) => opened.push([url.href, ...rest]),
    document: {
      body,
      documentElement: { lang: "en" },
      createElement: (name: string) => new PageElement(name),
    },
    ...IN_VIEW,
  };
  await withGlobals(globals, async () => {
    const outside = ["_blank", "noopener,noreferrer"];
    const declared = [
      "/b",
      "https://a.example/",
      "mailto:a@b.example",
      "tel:1",
      "javascript:alert(1)",
      "data:text/html,a",
      "https://",
    ];
    const confirmed = new Set<string>();
    const ask = (href: string, isDeclared = false) =>
      openLink({ href, inNewTab: false, isChosen: true }, () => Promise.resolve(isDeclared), {
        ask: (link, onConfirm) => void confirmLink(link, { ...LISTENERS, onConfirm }),
        confirmed,
      });
    const asked: string[] = [];
    const confirm = ({ address }: { address: string }, onConfirm: () => void) => {
      asked.push(address);
      onConfirm();
    };
    for (const href of ["https://a.example/first", "mailto:a@b.example", "tel:1"]) {
      await openLink({ href, inNewTab: false, isChosen: true }, () => Promise.resolve(true), {
        ask: confirm,
        confirmed,
      });
    }
    assert.deepEqual([asked, opened.splice(0).length], [
      ["https://a.example/first", "mailto:a@b.example", "tel:1"],
      3,
    ]);
    for (const href of declared) await ask(href, true);
    assert.deepEqual(opened, [
      ["https://app.example/b"],
      ["https://a.example/", ...outside],
      ["mailto:a@b.example", ...outside],
      ["tel:1", ...outside],
    ]);
    navigator.userActivation.isActive = false;
    await ask("/b", true);
    await ask("https://c.example/?secret");
    navigator.userActivation.isActive = true;
    for (const user of ["bank.example", ":password", "bank.example:443"]) {
      await ask(`https://${user}@c.example/`);
    }
    assert.deepEqual([opened.length, body.children.length], [4, 0]);
    for (const [index, isOpened] of [[0, false], [1, true]] as const) {
      await ask("https://c.example/?secret");
      await ask("https://d.example/?secret");
      assert.equal(body.children.length, index + 1, "one question at a time");
      const dialog = body.children.at(-1)!;
      const open = dialog.find("button")[1]! as PageElement & { ariaDisabled?: string };
      const press = () => open.dispatchEvent(new Event("click"));
      for (const type of ["pointerdown", "pointerup", "pointercancel", "keydown"]) {
        assert.deepEqual([open.ariaDisabled, timers.at(-1)!.delay], ["true", 700]);
        timers.at(-1)!.run();
        assert.equal(open.ariaDisabled, "false");
        globalThis.dispatchEvent(new Event(type));
        press();
        assert.deepEqual([open.ariaDisabled, dialog.isOpen], ["true", true], type);
      }
      timers.at(-1)!.run();
      const texts = dialog.find("p").slice(1).map(({ textContent }) => textContent);
      assert.deepEqual([dialog.isOpen, texts, opened.length], [
        true,
        ["c.example", "https://c.example/?secret"],
        4,
      ]);
      dialog.find("button")[index]!.dispatchEvent(new Event("click"));
      assert.deepEqual([dialog.isOpen, dialog.isRemoved, opened.length], [false, true, isOpened ? 5 : 4]);
      const started = timers.length;
      globalThis.dispatchEvent(new Event("keydown"));
      assert.equal(timers.length, started, "the closed dialog waits for nothing");
    }
    assert.deepEqual(opened[4], ["https://c.example/?secret", ...outside]);
  });
});

// claim: sealed-links-asked
Deno.test("each press before the moment is over starts it again, a press that is held does not end, and a closed question waits for nothing", async () => {
  const body = new PageElement("body");
  let now = 0;
  const timers = new Map<number, { run: () => void; due: number }>();
  let last = 0;
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const [id, { run, due }] of timers) if (due <= now && timers.delete(id)) run();
  };
  const globals = {
    setTimeout: (run: () => void, delay: number) => (timers.set(++last, { run, due: now + delay }), last),
    clearTimeout: (id: number) => timers.delete(id),
    document: {
      body,
      documentElement: { lang: "en" },
      createElement: (name: string) => new PageElement(name),
    },
    ...IN_VIEW,
  };
  await withGlobals(globals, () => {
    confirmLink({ address: "https://a.example/", host: "a.example" }, LISTENERS);
    const dialog = body.children.at(-1)!;
    const [cancel, open] = dialog.find("button") as (PageElement & { ariaDisabled?: string })[];
    const press = (type: string) => globalThis.dispatchEvent(new Event(type));
    const isReady = () => open!.ariaDisabled === "false";
    for (const type of ["keydown", "pointerup", "pointercancel"]) {
      pass(600);
      press(type);
    }
    pass(699);
    assert.equal(isReady(), false);
    pass(1);
    assert.equal(isReady(), true);
    press("pointerdown");
    pass(10_000);
    assert.equal(isReady(), false, "the pointer is held");
    press("pointerup");
    pass(699);
    assert.equal(isReady(), false);
    pass(1);
    assert.equal(isReady(), true);
    press("keydown");
    cancel!.dispatchEvent(new Event("click"));
    assert.equal(timers.size, 0);
  });
});

Deno.test("a host that the reader has confirmed stands for no other host, port or protocol", async () => {
  const opened: string[] = [];
  const globals = {
    navigator: { userActivation: { isActive: true } },
    location: { href: "https://app.example/feed/a", origin: "https://app.example" },
    open: (url: URL) => opened.push(url.href),
  };
  await withGlobals(globals, async () => {
    const asked: string[] = [];
    const confirmed = new Set<string>();
    const follow = (href: string) =>
      openLink({ href, inNewTab: true, isChosen: true }, () => Promise.resolve(true), {
        ask: ({ address }, onConfirm) => {
          asked.push(address);
          if (asked.length === 1 || address === "tel:1") onConfirm();
        },
        confirmed,
      });
    await follow("https://a.example/1");
    await follow("https://a.example/2");
    const others = ["https://b.example/", "https://a.example:444/", "http://a.example/", "tel:1", "tel:2"];
    for (const href of others) await follow(href);
    assert.deepEqual(opened, ["https://a.example/1", "https://a.example/2", "tel:1"]);
    assert.deepEqual(asked, ["https://a.example/1", ...others]);
  });
});

Deno.test("a link is asked about although an application has removed a question, and no question stays when what has asked ends", async () => {
  const body = new PageElement("body");
  const createElement = (name: string) => new PageElement(name);
  const timers = new Set<number>();
  let last = 0;
  const globals = {
    document: { body, documentElement: { lang: "en" }, createElement },
    ...IN_VIEW,
    setTimeout: () => (timers.add(++last), last),
    clearTimeout: (timer: number) => timers.delete(timer),
  };
  await withGlobals(globals, () => {
    const ended = new AbortController();
    const ask = (host: string) => confirmLink({ address: `https://${host}/`, host }, LISTENERS, ended.signal);
    const readOpen = () =>
      body.children.filter(({ isRemoved }) => !isRemoved).map((dialog) => dialog.find("p")[1]!.textContent);
    ask("a.example");
    ask("b.example");
    assert.deepEqual(readOpen(), ["a.example"]);
    body.children[0]!.remove();
    ask("c.example");
    assert.deepEqual([readOpen(), timers.size], [["c.example"], 1], "the removed one has ended");
    ended.abort();
    assert.deepEqual([readOpen(), timers.size], [[], 0]);
  });
});
