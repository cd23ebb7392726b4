import assert from "node:assert/strict";
import { clickCard, testFirefoxInSoak, testInEachBrowser, waitFor, waitForSettled } from "./each_browser.ts";
import { SealedReader } from "./sealed_reader.ts";
import { sharedSite } from "./shared_sites.ts";

for (const canvas of ["open", "sealed"] as const) {
  // claim: no-clipboard-read
  testFirefoxInSoak(
    `${canvas}: a widget cannot read the clipboard, also after a click`,
    () => sharedSite(canvas),
    async (page) => {
      const module = `
    import { createElement as h, useState } from "react";
    export default function Reads() {
      const [results, setResults] = useState(null);
      const read = async () => {
        const attempts = [
          () => navigator.clipboard.readText(),
          async () => (await navigator.clipboard.read()).length,
          () => {
            const field = document.createElement("textarea");
            document.body.append(field);
            field.focus();
            document.execCommand("paste");
            if (field.value === "") throw new Error("empty");
            return field.value;
          },
        ];
        const late = () => new Promise((resolve, reject) => setTimeout(reject, 2000));
        // Firefox asks the reader by a button of its own, and holds this call until then.
        if (navigator.userAgent.includes("Firefox")) attempts.pop();
        const outcomes = await Promise.allSettled(attempts.map(async (attempt) =>
          "read " + await Promise.race([attempt(), late()])));
        setResults(outcomes.map(({ value }) => value ?? "denied"));
      };
      return h("div", null,
        h("button", { onClick: read, style: { width: 200, height: 60 } }, "Read"),
        results && h("pre", { "data-results": "" }, JSON.stringify(results)));
    }`;
      const { url } = await sharedSite(canvas).addBatch([{ module }]);
      await page.goto(url);
      const frame = await waitForSettled(page, canvas, 1);
      await clickCard(page, frame);
      const results = await waitFor(() =>
        frame.evaluate(() =>
          document.querySelector("article")!.shadowRoot!.querySelector("[data-results]")?.textContent ?? null
        )
      );
      assert.deepEqual(new Set(JSON.parse(results)), new Set(["denied"]));
    },
  );
}

// claim: no-clipboard-read
testInEachBrowser(
  "a widget in a sealed canvas is given nothing by a middle click, which pastes what is marked in Firefox on Linux",
  () => sharedSite("sealed"),
  async (page) => {
    const module = `
    import { createElement as h } from "react";
    for (const type of ["paste", "pointerup"]) {
      addEventListener(type, (event) => (globalThis.seen ??= []).push(type + (event.clipboardData?.getData("text") ?? "")), true);
    }
    export default () => h("div", null,
      h("p", { id: "marked", style: { width: 300 } }, "marked"),
      h("button", { id: "disabled", disabled: true, style: { width: 300, height: 60 } }, "Disabled"));`;
    const { url } = await sharedSite("sealed").addBatch([{ module }]);
    const reader = await SealedReader.open(page, url, 1);
    const { x, y } = await reader.find("#marked");
    await page.mouse.move(x - 149, y);
    await page.mouse.down();
    await page.mouse.move(x + 100, y);
    await page.mouse.up();
    await reader.click(await reader.find("#disabled"), "middle");
    const seen = await waitFor(() =>
      reader.frame.evaluate(() => {
        const { seen = [] } = globalThis as unknown as { seen?: string[] };
        return seen.length > 1 ? seen : null;
      })
    );
    assert.deepEqual(new Set(seen), new Set(["pointerup"]));
  },
);
