import assert from "node:assert/strict";
import { ADDRESS_ATTACKS } from "./address_attacks.ts";
import { leaveAddresses, listAddressAttributes } from "./address_walk.ts";
import { ELEMENT_TAGS } from "./element_tags.ts";
import { SealedReader } from "./sealed_reader.ts";
import { attackingWidget } from "./attacks.ts";
import { openChat, openSaved, openSealed, readResults } from "./card_places.ts";
import { sharedChat } from "./shared_chat.ts";
import { testFirefoxInSoak, testInEachBrowser, waitFor } from "./each_browser.ts";

for (
  const [place, open] of Object.entries({
    "a sealed canvas": openSealed,
    "a saved file": openSaved,
    "a chat": openChat(),
  })
) {
  const testInPlace = place === "a sealed canvas" ? testInEachBrowser : testFirefoxInSoak;
  // claim: sealed-no-addresses
  testInPlace(
    `no element of a card in ${place} has an address of another server`,
    () => sharedChat().sealed,
    async (page) => {
      const { origin, elsewhere } = sharedChat().sealed;
      const frame = await open(sharedChat(), page, {
        module: attackingWidget(origin, elsewhere, [], ADDRESS_ATTACKS),
      });
      assert.deepEqual(await readResults(frame), []);
    },
  );
}

/** What the browser's own commands do not follow: a form is sent by a button, which the frame prevents. */
const FORMS = ["button formaction", "form action", "input formaction"];

// claim: sealed-no-addresses
testFirefoxInSoak(
  "no attribute that a browser reads as an address has one of another server",
  () => sharedChat().sealed,
  async (page) => {
    const address = `${sharedChat().sealed.elsewhere}/walk?secret`;
    await page.goto(sharedChat().sealed.elsewhere);
    const attributes = await page.evaluate(listAddressAttributes, ELEMENT_TAGS.HTML);
    sharedChat().sealed.received.length = 0;
    assert.ok(attributes.length > 20, `${attributes.length} attributes are addresses`);
    const frame = await openSealed(sharedChat(), page, { module: "export default () => null" });
    assert.deepEqual(await frame.evaluate(leaveAddresses, { address, attributes }), FORMS);
  },
);

testFirefoxInSoak(
  "a link without its address is a link for its reader, and has it for scripts",
  () => sharedChat().sealed,
  async (page) => {
    const to = `${sharedChat().sealed.elsewhere}/path?query`;
    const module = `
    import { createElement as h } from "react";
    const markup = "<b>href = 1</b><a href='${to}&amp;href=1' data-href=2 title='href=3'>markup</a>" +
      "<template><i title='src=4'>srcset=5</i></template>";
    export default () => h("p", null,
      h("a", { id: "link", href: "${to}" }, "Link"), " ", h("a", { id: "section", href: "#section" }, "Section"),
      h("span", { id: "markup", dangerouslySetInnerHTML: { __html: markup } }));`;
    const { url } = await sharedChat().sealed.addBatch([{ module }]);
    const reader = await SealedReader.open(page, url, 1);
    const read = await reader.frame.evaluate(() => {
      const root = document.querySelector("article")!.shadowRoot!;
      const [link, section] = root.querySelectorAll("a");
      const parsed = root.querySelector("#markup")!;
      const [bold, inMarkup] = [parsed.querySelector("b")!, parsed.querySelector("a")!];
      const inTemplate = parsed.querySelector("template")!.content.querySelector("i")!;
      return {
        link: [
          link!.href,
          link!.getAttribute("href"),
          `${link}`,
          link!.pathname + link!.search,
          link!.origin,
        ],
        isLink: [link!.matches(":any-link"), link!.tabIndex, section!.matches("[href='#section']")],
        parsed: [bold.textContent, inMarkup.href, inMarkup.dataset.href, inMarkup.title],
        inTemplate: [inTemplate.title, inTemplate.textContent],
      };
    });
    assert.deepEqual(read, {
      link: [to, to, to, "/path?query", sharedChat().sealed.elsewhere],
      isLink: [true, 0, true],
      parsed: ["href = 1", `${to}&href=1`, "2", "href=3"],
      inTemplate: ["src=4", "srcset=5"],
    });
    const { x, y } = await reader.find("#link");
    await page.mouse.move(x, y);
    await waitFor(() =>
      reader.frame.evaluate(
        (to) => document.querySelector("article")!.shadowRoot!.querySelector("a")!.title === to || null,
        to,
      )
    );
    assert.equal(await reader.clickUntilAsked("#link", "click"), to);
    await reader.dismiss();
    await page.keyboard.press("Enter");
    assert.equal(await reader.waitForQuestion(), to);
    assert.deepEqual(sharedChat().sealed.received, []);
  },
);

testFirefoxInSoak(
  "a card with very many addresses ends no link of another card, nor a copy of one",
  () => sharedChat().sealed,
  async (page) => {
    const to = `${sharedChat().sealed.elsewhere}/path`;
    const linking = `
    import { createElement as h, useEffect, useRef } from "react";
    export default () => {
      const shown = useRef(null);
      useEffect(() => {
        const template = document.createElement("template");
        template.innerHTML = "<a href='${to}?copied'>Copy</a>";
        shown.current.append(template.content.cloneNode(true));
      }, []);
      return h("p", { ref: shown }, h("a", { href: "${to}" }, "Link"));
    };`;
    const many = `
    import { useEffect } from "react";
    export default () => {
      useEffect(() => {
        const link = document.createElement("a");
        const end = "x".repeat(1_000);
        globalThis.fill = () => { for (let count = 0; count < 40_000; count++) link.href = "https://x.example/" + count + end; };
      }, []);
      return "many";
    };`;
    const { url } = await sharedChat().sealed.addBatch([{ module: linking }, { module: many }]);
    const reader = await SealedReader.open(page, url, 2);
    const read = await reader.frame.evaluate(() => {
      (globalThis as unknown as { fill(): void }).fill();
      const links = document.querySelector("article")!.shadowRoot!.querySelectorAll("a");
      return [...links].map((link) => link.getAttribute("href"));
    });
    assert.deepEqual(read, [to, `${to}?copied`]);
    assert.equal(await reader.clickUntilAsked("a", "click"), to);
  },
);
