import assert from "node:assert/strict";
import { testFirefoxInSoak, waitFor } from "./each_browser.ts";
import { linkingWidget } from "./link_attacks.ts";
import { SealedReader } from "./sealed_reader.ts";
import { sharedSite } from "./shared_sites.ts";
import { whileNothingMay } from "../../waiting/mod.ts";

/** Fields in the card, in a closed shadow root and in no card, which the card has reported as invalid again and again. */
const REPORTING = `
  const closed = document.createElement("div");
  const root = closed.attachShadow({ mode: "closed" });
  const places = [element, root, document.body];
  element.textContent = "a text to click";
  element.append(closed);
  const seen = window.seen = { rounds: 0, focused: 0 };
  for (const place of places) {
    const form = document.createElement("form");
    form.innerHTML = "<input><button>send</button>";
    place.append(form);
    const [field, button] = form.elements;
    field.setCustomValidity("Your session has ended");
    field.addEventListener("focus", () => seen.focused++);
    setInterval(() => {
      field.reportValidity();
      form.reportValidity();
      form.requestSubmit();
      button.click();
      if (place === document.body) field.focus();
      seen.rounds++;
    }, 30);
  }`;

// claim: sealed-unasked-messages
testFirefoxInSoak(
  "no card that the reader has not used has the browser say what is wrong in a field, or takes the focus for a field in no card",
  sharedSite,
  async (page) => {
    const module = linkingWidget("reporting", { body: REPORTING, isAsked: false }, "");
    const { url } = await sharedSite().addBatch([{ module }]);
    const reader = await SealedReader.open(page, url, 1);
    const read = () =>
      reader.frame.evaluate(() =>
        (globalThis as unknown as { seen: { rounds: number; focused: number } }).seen
      );
    await waitFor(async () => (await read()).rounds > 20 || null);
    assert.equal((await read()).focused, 0);
    await waitFor(async () => {
      const { x, y } = await reader.find("#reporting");
      await reader.click({ x, y });
      return (await read()).focused > 0 || null;
    });
  },
);

/** Takes the focus from the question about its link. */
const TAKING = `
  element.innerHTML = "<a href='" + to + "'>link</a>";
  const field = document.body.appendChild(document.createElement("input"));
  element.addEventListener("click", () =>
    setInterval(() => {
      window.focus();
      field.focus();
    }, 5));`;

// claim: sealed-question-deliberate
testFirefoxInSoak(
  "a card that takes the focus again and again while the reader is asked about its link does not get the keys",
  sharedSite,
  async (page) => {
    const to = `${sharedSite().elsewhere}/taken?secret`;
    const { url } = await sharedSite().addBatch([{
      module: linkingWidget("taking", { body: TAKING, isAsked: true }, to),
    }]);
    const reader = await SealedReader.open(page, url, 1);
    assert.equal(await reader.clickUntilAsked("#taking a", "click"), to);
    await whileNothingMay("keep the focus", 1_000);
    assert.equal(await reader.question(), to);
    await page.keyboard.press("Escape");
    await waitFor(async () => await reader.question() === null || null);
    assert.deepEqual(sharedSite().received, []);
  },
);
