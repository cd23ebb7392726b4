// budget: 30 s: each trick is tried with four gestures
import assert from "node:assert/strict";
import { testChosenLinks } from "./chosen_link_cases.ts";
import {
  declaring,
  LINK_ATTACKS,
  linkingWidget,
  REOPENED_DOCUMENT,
  REPLACED_MEMBERS,
} from "./link_attacks.ts";
import { testFirefoxInSoak, waitFor } from "./each_browser.ts";
import { type Gesture, SealedReader } from "./sealed_reader.ts";
import { SealedSite } from "./sealed_site.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

const OPENING: readonly Gesture[] = ["Control", "Shift", "Alt", "middle"];

/** A card with links, each with an id and the body of its `onClick`. */
const linking = (links: readonly { id: string; href: string; onClick?: string }[]) => `
  import { createElement as h } from "react";
  export default () => h("p", null, ${
  links.map(({ id, href, onClick = "" }) =>
    `h("a", { id: "${id}", href: "${href}", onClick: (event) => {${onClick}} }, "${id}"), " "`
  ).join(", ")
});`;

// claim: sealed-links-ask
testFirefoxInSoak(
  "no trick of a card opens an address in a tab without the question",
  () => site,
  async (page) => {
    const attacks = Object.entries(LINK_ATTACKS).map(([name, attack], index) => ({
      ...attack,
      name,
      id: `attack${index}`,
      to: `${site.elsewhere}/${index}?secret`,
    }));
    const { url } = await site.addBatch(
      attacks.map((attack) => ({ module: linkingWidget(attack.id, attack, attack.to) })),
    );
    const reader = await SealedReader.open(page, url, attacks.length);
    for (const { name, id, target = "", isAsked, to } of attacks) {
      for (const gesture of OPENING) {
        if (isAsked) {
          assert.equal(await reader.clickUntilAsked(`#${id} ${target}`, gesture), to, name);
          await reader.dismiss();
        } else {
          await reader.click(await reader.find(`#${id} ${target}`), gesture);
          // Meanwhile the attack tidies up. A question that comes later is found in place of a later one, or at the end.
          await whileNothingMay("the reader be asked", 60);
          assert.equal(await reader.question(), null, name);
        }
        assert.deepEqual(site.received, [], `${name}, ${gesture}`);
      }
    }
    await whileNothingMay("a tab ask the server elsewhere", 500);
    assert.deepEqual([site.received, page.url(), await reader.question()], [[], url, null]);
  },
);

for (
  const [what, change] of [["replaces what the frame calls", REPLACED_MEMBERS], [
    "opens the frame's document again",
    REOPENED_DOCUMENT,
  ]]
) {
  // claim: sealed-links-ask
  testFirefoxInSoak(
    `a card that ${what} opens no address in a tab`,
    () => site,
    async (page) => {
      const body = `
      element.innerHTML = "<a href='" + to + "'>link</a>";
      addEventListener("pointerdown", () => {${change}}, { capture: true, once: true });`;
      const to = `${site.elsewhere}/changed?secret`;
      const { url } = await site.addBatch([{
        module: linkingWidget("replacing", { body, isAsked: false }, to),
      }]);
      const reader = await SealedReader.open(page, url, 1);
      const point = await reader.find("#replacing");
      for (const gesture of OPENING) await reader.click(point, gesture);
      await whileNothingMay("a tab ask the server elsewhere", 500);
      assert.deepEqual(site.received, []);
    },
  );
}

// claim: sealed-links-ask
testFirefoxInSoak(
  "no key with a modifier makes the browser open an address in a tab, and one in a field begins a new line",
  () => site,
  async (page) => {
    const to = `${site.elsewhere}/key?secret`;
    const body = `
      element.innerHTML = "<textarea id=typed></textarea><textarea id=stolen></textarea>" +
        "<form><input id=submitting></form><a id=link>link</a>";
      window.seen = [];
      for (const type of ["keydown", "keypress"]) {
        element.addEventListener(type, (event) => event.key === "Enter" && seen.push(event.defaultPrevented));
      }
      const [typed, stolen] = element.querySelectorAll("textarea");
      const [form, link] = [element.querySelector("form"), element.querySelector("#link")];
      form.addEventListener("submit", (event) => event.preventDefault());
      const makeButton = (type) => {
        const around = Object.assign(document.createElement("a"), { href: to, target: "_blank" });
        const button = around.appendChild(Object.assign(document.createElement("button"), { type }));
        return [around, button];
      };
      const [around, button] = makeButton("button");
      element.append(around);
      stolen.addEventListener("keydown", ({ key }) => (key === "Enter" || key === " ") && button.focus());
      for (const type of ["keypress", "keyup"]) button.addEventListener(type, () => around.remove());
      const [other, submit] = makeButton("submit");
      form.append(other);
      form.firstChild.addEventListener("keypress", () => form.remove());
      Object.assign(link, { href: to, target: "_blank" });
      link.addEventListener("keydown", () => link.remove());`;
    const { url } = await site.addBatch([{
      module: linkingWidget("keys", { body, isAsked: false }, to),
    }]);
    const press = async (key: "Enter" | " ", modifier: "Shift" | "Control") => {
      await page.keyboard.down(modifier);
      await page.keyboard.press(key);
      await page.keyboard.up(modifier);
    };
    for (const modifier of ["Shift", "Control"] as const) {
      for (const key of ["Enter", " "] as const) {
        const reader = await SealedReader.open(page, url, 1);
        for (const id of ["typed", "stolen", "submitting", "link"]) {
          if (id === "link") await reader.frame.evaluate(focusLink);
          else await reader.click(await reader.find(`#${id}`));
          await press(key, modifier);
          if (id !== "typed" || modifier !== "Shift") continue;
          const [text, seen] = await reader.frame.evaluate(readTyped);
          assert.deepEqual([text, seen.includes(true)], [key === "Enter" ? "\n" : " ", false]);
        }
      }
    }
    await whileNothingMay("a tab ask the server elsewhere", 500);
    assert.deepEqual(site.received, []);
  },
);

/** What was typed in the first field, and whether the default of a key was prevented there, as its listeners see it. */
function readTyped(): [text: string, prevented: boolean[]] {
  const field = document.querySelector("article")!.shadowRoot!.querySelector<HTMLTextAreaElement>("#typed")!;
  return [field.value, Reflect.get(globalThis, "seen")];
}

function focusLink(): void {
  document.querySelector("article")!.shadowRoot!.querySelector<HTMLElement>("#link")!.focus();
}

// claim: sealed-drag-no-address
testFirefoxInSoak(
  "what a reader drags out of a card, a link too, has no address that is opened where it is dropped",
  () => site,
  async (page) => {
    const to = `${site.elsewhere}/dragged?secret`;
    const body = `
      const picture = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
      element.innerHTML = "<p draggable=true>made by code</p><p><a href='" + to + "'>a link of text</a></p>" +
        "<p><a href='" + to + "'><img draggable=true width=40 height=20 src='" + picture + "'></a></p>";
      const add = ({ target, dataTransfer }) => {
        if (target.localName !== "p") return;
        dataTransfer.setData("text/plain", "a text");
        for (const format of ["text/uri-list", "URL", " text/x-moz-url", "text/x-moz-url-priv", "text/plain"]) {
          // A format that is there already is an error.
          for (const text of [to, "a text\\n" + to]) {
            for (const set of [() => dataTransfer.setData(format, text), () => dataTransfer.items.add(text, format)]) try { set(); } catch {}
          }
        }
      };
      element.addEventListener("dragstart", (event) => {
        add(event);
        window.dragged = [[...event.dataTransfer.types], event.dataTransfer.getData("text/plain")];
      });`;
    const { url } = await site.addBatch([{
      module: linkingWidget("dragging", { body, isAsked: false }, to),
    }]);
    for (const name of ["p", "a", "img"]) {
      // Firefox without a window does not end a drag.
      const reader = await SealedReader.open(page, url, 1);
      const { x, y } = await reader.find(`#dragging ${name}`);
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 1; step <= 8; step++) await page.mouse.move(x + 6 * step, y + step);
      const [types, text] = await waitFor(() =>
        reader.frame.evaluate(() => (globalThis as { dragged?: [string[], string] }).dragged ?? null)
      );
      await page.mouse.up();
      assert.ok(types.length > 0, `${name} is dragged as something`);
      assert.deepEqual(
        types.filter((type) => /url|uri|download|x-moz-file/i.test(type)),
        [],
        `${name}: ${types}`,
      );
      assert.equal(text, name === "p" ? "a text" : "", "no text with a line like an address is dragged");
    }
    assert.deepEqual(site.received, []);
  },
);

testFirefoxInSoak(
  "a link whose default a card has prevented is not asked about, one whose event it has stopped is",
  () => site,
  async (page) => {
    const [prevented, stopped] = ["prevented", "stopped"].map((name) => `${site.elsewhere}/${name}`);
    const prevent = "event.target.title = event.defaultPrevented; event.preventDefault();";
    const module = linking([
      { id: "prevented", href: prevented!, onClick: prevent },
      { id: "refused", href: prevented!, onClick: "event.nativeEvent.returnValue = false;" },
      { id: "stopped", href: stopped!, onClick: "event.stopPropagation();" },
      { id: "section", href: "#stopped" },
    ]);
    const { url } = await site.addBatch([{ module }]);
    const reader = await SealedReader.open(page, url, 1);
    for (const gesture of ["click", "Control"] as const) {
      for (const id of ["prevented", "refused"]) await reader.click(await reader.find(`#${id}`), gesture);
      await reader.click(await reader.find("#stopped"), gesture);
      // There is one question at a time, so that it would be about the first.
      assert.equal(await reader.waitForQuestion(), stopped);
      await reader.dismiss();
    }
    const seen = await reader.frame.evaluate(() =>
      document.querySelector("article")!.shadowRoot!.querySelector<HTMLElement>("#prevented")!.title
    );
    assert.equal(seen, "false", "a card sees its own prevention only");
    await reader.click(await reader.find("#section"));
    await waitFor(() => reader.frame.evaluate(() => location.hash === "#stopped" || null));
    assert.deepEqual([await reader.question(), site.received], [null, []]);
  },
);

// claim: sealed-declared-links
testFirefoxInSoak(
  "only the actions of a card's own valid manifest open without the question",
  () => site,
  async (page) => {
    const own = "/feed/20260101-morning-brief?own";
    const other = "/feed/20260101-morning-brief?other";
    const many = Array.from({ length: 10_000 }, (_, index) => `http://127.0.0.1/d?${index}`);
    const links = [
      { id: "own", href: own },
      { id: "neighbours", href: other },
      { id: "failed", href: many[5_000]! },
    ];
    const { url } = await site.addBatch([
      { module: linking(links), manifest: declaring(own) },
      { module: `${linking([])}//2`, manifest: declaring(other) },
      { module: `${linking([])}//3`, manifest: declaring(...many) },
    ]);
    const reader = await SealedReader.open(page, url, 3);
    // As a widget could do it: the link is in the card whose manifest is not valid.
    await reader.frame.evaluate((href) => {
      const link = Object.assign(document.createElement("a"), {
        id: "planted",
        href,
        textContent: "planted",
      });
      document.querySelector('article[data-state="failed"]')!.append(link);
    }, many[5_000]!);
    for (
      const [id, address] of [["neighbours", other], ["failed", many[5_000]!], [
        "planted",
        many[5_000]!,
      ]] as const
    ) {
      await reader.click(await reader.find(`#${id}`));
      assert.equal(await reader.waitForQuestion(), new URL(address, url).href);
      await reader.dismiss();
    }
    await reader.click(await reader.find("#own"));
    await waitFor(() => Promise.resolve(page.url() === new URL(own, url).href || null));
  },
);

// claim: sealed-declared-links
testFirefoxInSoak(
  "a click on another card opens none of the links that a card declares before the reader has confirmed their host",
  () => site,
  async (page) => {
    const addresses = Array.from(
      { length: 16 },
      (_, choice) => `https://elsewhere.invalid/?choice=${choice}`,
    );
    /** The card takes the name of the one that it is put into, and its links. */
    const attacker = `
      import { createElement as h, useEffect, useRef } from "react";
      const addresses = ${JSON.stringify(addresses)};
      export default function Attacker() {
        const place = useRef(null);
        useEffect(() => {
          const own = place.current.getRootNode().host;
          const timer = setInterval(() => {
            const other = [...document.querySelectorAll("article")].find((card) => card !== own);
            const button = other.shadowRoot?.querySelector("button");
            if (!button) return;
            clearInterval(timer);
            other.dataset.widgetId = own.dataset.widgetId;
            for (const choice of [11, 5]) {
              const link = Object.assign(document.createElement("a"), { href: addresses[choice], id: "planted" + choice });
              link.append(choice === 11 ? button.cloneNode(true) : "text");
              button.before(link);
            }
            button.remove();
          }, 20);
        }, []);
        return h("p", { ref: place }, "attacker");
      }`;
    const calm = `
      import { createElement as h } from "react";
      export default () => h("p", null, h("button", null, "mine"));`;
    const { url } = await site.addBatch([
      { module: calm },
      { module: attacker, manifest: declaring(...addresses) },
    ]);
    const reader = await SealedReader.open(page, url, 2);
    await page.evaluate(() => {
      globalThis.openedAddresses = [];
      globalThis.open = (address) => (globalThis.openedAddresses.push(String(address)), null);
    });
    const readOpened = () => page.evaluate(() => globalThis.openedAddresses);
    assert.equal(await reader.clickUntilAsked("#planted11 button", "click"), addresses[11]);
    assert.deepEqual(await readOpened(), []);
    await reader.dismiss();
    // A host that the reader was only asked about is asked about again, a confirmed one is not.
    assert.equal(await reader.clickUntilAsked("#planted11", "click"), addresses[11]);
    await whileNothingMay("the button be ready to be pressed", 900);
    await reader.click(await reader.confirmButton());
    await waitFor(async () => (await readOpened()).length > 0 || null);
    await reader.click(await reader.find("#planted5"));
    await waitFor(async () => (await readOpened()).length > 1 || null);
    assert.deepEqual(await readOpened(), [addresses[11], addresses[5]]);
    assert.equal(await reader.question(), null);
  },
);

testChosenLinks(() => site);

// claim: sealed-question-deliberate
testFirefoxInSoak(
  "neither clicks nor keys in quick succession confirm a question, nor a press that began too early",
  () => site,
  async (page) => {
    const address = `${site.elsewhere}/mashed?secret`;
    const { url } = await site.addBatch([{ module: linking([{ id: "link", href: address }]) }]);
    const reader = await SealedReader.open(page, url, 1);
    await page.evaluate(holdQuietTimers);
    await reader.click(await reader.find("#link"));
    assert.equal(await reader.waitForQuestion(), address);
    const button = await reader.confirmButton();
    const running = () => page.evaluate(() => globalThis.quietTimers.size);
    const endQuietTime = () => page.evaluate(() => globalThis.quietTimers.forEach((end) => end()));
    await until("the question is seen, and its wait has begun", async () => await running() === 1);
    for (let press = 0; press < 8; press++) {
      await reader.click(button);
      assert.equal(await running(), 1, "it begins again");
    }
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press(press === 0 ? "Tab" : "Enter");
      assert.equal(await running(), 1, "it begins again");
    }
    await page.mouse.move(button.x, button.y);
    await page.mouse.down();
    assert.equal(await running(), 0, "it does not run while the pointer is down");
    await page.mouse.up();
    assert.deepEqual([await running(), await reader.question(), site.received], [1, address, []]);
    await endQuietTime();
    await reader.click(button);
    await waitFor(() => Promise.resolve(site.received.length > 0 || null));
    assert.match(site.received.join(), /mashed\?secret/);
    assert.equal(await reader.question(), null);
    site.received.length = 0;
  },
);

testFirefoxInSoak(
  "after a question that Escape or Cancel has closed, the focus is on the link again",
  () => site,
  async (page) => {
    const address = `${site.elsewhere}/focus`;
    const { url } = await site.addBatch([{ module: linking([{ id: "link", href: address }]) }]);
    const reader = await SealedReader.open(page, url, 1);
    const focused = () =>
      reader.frame.evaluate(() =>
        document.hasFocus() ? document.activeElement?.shadowRoot?.activeElement?.id ?? null : null
      );
    assert.equal(await reader.clickUntilAsked("#link", "click"), address);
    await reader.dismiss();
    assert.equal(await waitFor(focused), "link");
    await page.keyboard.press("Enter");
    assert.equal(await reader.waitForQuestion(), address);
    const { x, y } = await reader.cancelButton();
    await page.mouse.click(x, y);
    await waitFor(async () => await reader.question() === null || null);
    assert.equal(await waitFor(focused), "link");
    assert.deepEqual(site.received, []);
  },
);

declare global {
  /** What ends the time in which the reader leaves pointer and keys alone. */
  var quietTimers: Map<number, () => void>;
}

/** Holds the timers of that time, which is 700 ms: a test on a busy machine may take longer from click to click. */
function holdQuietTimers(): void {
  const [start, end] = [setTimeout, clearTimeout];
  globalThis.quietTimers = new Map();
  let last = 1_000_000;
  const hold = (run: () => void, delay?: number) => {
    if (delay !== 700) return start(run, delay);
    globalThis.quietTimers.set(++last, run);
    return last;
  };
  const release = (timer: number) => void (globalThis.quietTimers.delete(timer) || end(timer));
  Object.assign(globalThis, { setTimeout: hold, clearTimeout: release });
}

declare global {
  /** What the page has opened in place of windows. */
  var openedAddresses: string[];
}
