import assert from "node:assert/strict";
import { testFirefoxInSoak, testInSoak, waitFor } from "./each_browser.ts";
import { SealedReader } from "./sealed_reader.ts";
import { sharedSite } from "./shared_sites.ts";

/** A card that opens a dialog when it is mounted, by the body of its effect, and by a button. */
const asking = (effect: string) => `
  import { createElement as h, useEffect, useRef } from "react";
  export default () => {
    const [dialog, button] = [useRef(null), useRef(null)];
    useEffect(() => {${effect}}, []);
    return h("div", null,
      h("button", { id: "ask", onClick: () => dialog.current.showModal() }, "Ask"),
      h("button", { ref: button, id: "invoker" }, "Invoke"),
      h("dialog", { ref: dialog, id: "dialog" }, h("p", null, "Sure?"), h("button", null, "Yes")));
  };`;

const COUNTING = `
  import { createElement as h, useState } from "react";
  export default () => {
    const [count, setCount] = useState(0);
    return h("button", { id: "count", onClick: () => setCount(count + 1) }, "Count " + count);
  };`;

const UNASKED = {
  "by its method": "dialog.current.showModal();",
  "by a button that it clicks itself": `
    Object.assign(button.current, { commandForElement: dialog.current, command: "show-modal" });
    button.current.click();`,
};

for (const [how, effect] of Object.entries(UNASKED)) {
  const test = how === "by its method" ? testFirefoxInSoak : testInSoak;
  test(
    `a modal dialog that a card opens ${how}, which no reader has asked for, leaves the other cards usable`,
    sharedSite,
    async (page) => {
      const { url } = await sharedSite().addBatch([{ module: asking(effect) }, { module: COUNTING }]);
      const reader = await SealedReader.open(page, url, 2);
      const read = (selector: string) =>
        reader.frame.evaluate((selector) => {
          const roots = [...document.querySelectorAll("article")].map(({ shadowRoot }) => shadowRoot!);
          const element = roots.map((root) => root.querySelector<HTMLElement>(selector)).find((one) => one)!;
          return {
            text: element.innerText,
            isOpen: element.matches("[open]"),
            isModal: element.matches(":modal"),
          };
        }, selector);

      await waitFor(async () => (await read("#dialog")).isOpen || null);
      assert.equal((await read("#dialog")).isModal, false);
      await waitFor(async () => {
        await reader.click(await reader.find("#count"));
        return (await read("#count")).text !== "Count 0" || null;
      });
      await waitFor(async () => {
        await reader.click(await reader.find("#ask"));
        return (await read("#dialog")).isModal || null;
      });
      assert.ok((await read("#dialog")).isOpen);
    },
  );
}
