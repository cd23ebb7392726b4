import assert from "node:assert/strict";
import { testFirefoxInSoak, waitFor } from "../each_browser.ts";
import { ChatSite, findCards, findView, readCards, readRecord } from "./chat_site.ts";

let site: ChatSite;
Deno.test.beforeAll(async () => void (site = await ChatSite.open()));
Deno.test.afterAll(() => site.close());

const STATES = `
  import { createElement as h } from "react";
  import { useWidgetState } from "@tck/kit";
  export default () => h("p", null, useWidgetState({ defaultState: {} }).text + " </script>");`;

const MANIFEST = {
  defaultState: { text: "now" },
  states: { later: { text: "later" } },
};

testFirefoxInSoak(
  "a host that can save files gets the shown card as a page of one file, which shows it without the host",
  () => site.sealed,
  async (page) => {
    const { batch } = await site.addPage([{ module: STATES, manifest: MANIFEST }]);
    const input = { batch, widget: "weather", state: "later" };
    await site.show(page, { tool: "show_card", input, canDownload: true });
    await findCards(page, 1);
    const view = await findView(page);
    await waitFor(() =>
      view.evaluate(() => {
        const button = document.querySelector("button")!;
        if (button.hidden || button.textContent !== "Save as file") return null;
        button.click();
        return true;
      })
    );
    const [file] = await waitFor(async () => {
      const { files } = await readRecord(page);
      return files.length > 0 ? files as { type: string; resource: { [field: string]: string } }[] : null;
    });
    await view.evaluate(() => document.querySelector("button")!.click());
    const [, again] = await waitFor(async () => {
      const { files } = await readRecord(page);
      return files.length > 1 ? files : null;
    });
    assert.deepEqual(again, file, "it can be saved a second time");
    const { uri, mimeType, text } = file!.resource;
    assert.deepEqual([file!.type, uri, mimeType], ["resource", "file:///card.html", "text/html"]);

    const requested: string[] = [];
    site.sealed.intercept = (request) => {
      requested.push(new URL(request.url).pathname);
      return Promise.resolve(new Response(text, { headers: { "Content-Type": "text/html" } }));
    };
    await page.goto(`${site.sealed.origin}/card.html`);
    assert.deepEqual(await readCards(await findCards(page, 1)), ["later </script>"]);
    assert.deepEqual(requested.filter((path) => path !== "/favicon.ico"), ["/card.html"]);
    site.sealed.intercept = (_request, answer) => answer();
  },
);

testFirefoxInSoak(
  "a host that cannot save files, and a view without a card, have no button",
  () => site.sealed,
  async (page) => {
    const { batch } = await site.addPage([{ module: STATES, manifest: MANIFEST }]);
    const isHidden = async () =>
      await (await findView(page)).evaluate(() => document.querySelector("button")!.hidden);
    await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
    await findCards(page, 1);
    assert.equal(await isHidden(), true);
    await site.show(page, { tool: "show_card", input: { batch, widget: "none" }, canDownload: true });
    const view = await findView(page);
    await waitFor(() => view.evaluate(() => document.body.innerText.includes("Cannot find widget") || null));
    assert.equal(await isHidden(), true);
  },
);
