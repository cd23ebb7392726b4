import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type BrowserFrame, type BrowserPage, testFirefoxInSoak, waitFor } from "../each_browser.ts";
import { PICTURES, PICTURES_CSS } from "../shown_pictures.ts";
import { ChatSite, findCards, findView, VIEW_POLICY, type ViewCsp, type ViewPolicy } from "./chat_site.ts";

let site: ChatSite;
Deno.test.beforeAll(async () => void (site = await ChatSite.open()));
Deno.test.afterAll(() => site.close());

/** A kind of host, by what it makes of what the view asks for. */
interface Host {
  readonly policy: ViewPolicy;
  readonly putsViewIntoBody?: boolean;
  readonly isOpaque?: boolean;
  /** Whether it allows `blob:`, without which Firefox shows no pictures (`picture_policy.ts`). */
  readonly hasBlobs: boolean;
}

const askedOf = ({ resourceDomains = [] }: ViewCsp) => resourceDomains.join(" ");

/** Only origins, as a host allows them that leaves out schemes. */
const originsOf = ({ resourceDomains = [] }: ViewCsp) =>
  resourceDomains.filter((source) => source.startsWith("https://")).join(" ");

/** Nothing but what is asked for. */
const onlyAsked = (asked: ViewCsp, more: readonly string[]) => {
  const sources = askedOf(asked);
  return [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src 'unsafe-inline' ${sources}`,
    `style-src 'unsafe-inline' ${sources}`,
    `img-src ${sources || "'none'"}`,
    `font-src ${sources || "'none'"}`,
    "frame-src 'none'",
    "form-action 'none'",
    "worker-src 'none'",
    ...more,
  ].join("; ");
};

const HOSTS: { readonly [name: string]: Host } = {
  "one that allows what the specification does without a csp": {
    policy: VIEW_POLICY,
    hasBlobs: false,
  },
  "one that adds what is asked for to that": {
    policy: (asked) =>
      [
        "default-src 'none'",
        `script-src 'self' 'unsafe-inline' ${askedOf(asked)}`,
        `style-src 'self' 'unsafe-inline' ${askedOf(asked)}`,
        "connect-src 'self'",
        `img-src 'self' data: ${askedOf(asked)}`,
        `font-src 'self' ${askedOf(asked)}`,
        "frame-src 'none'",
        "base-uri 'self'",
      ].join("; "),
    hasBlobs: true,
  },
  "one that allows nothing but what is asked for, in a document of its own": {
    policy: (asked) => onlyAsked(asked, []),
    putsViewIntoBody: true,
    hasBlobs: true,
  },
  // MCP Inspector 2.12.0, whose entries are origins, schemes or `*`.
  "one that does so and gives the view an opaque origin": {
    policy: ({ resourceDomains = [] }) => {
      const asked = {
        resourceDomains: resourceDomains.filter((entry) => /^[a-z][a-z0-9+.-]*:/i.test(entry)),
      };
      return onlyAsked(asked, [
        `media-src ${askedOf(asked) || "'none'"}`,
        "base-uri 'self'",
        "object-src 'none'",
      ]);
    },
    putsViewIntoBody: true,
    isOpaque: true,
    hasBlobs: true,
  },
  "one that leaves out schemes and allows all pictures of the document": {
    policy: (asked) =>
      [
        "default-src 'none'",
        `script-src 'self' 'unsafe-inline' ${originsOf(asked)}`,
        `style-src 'self' 'unsafe-inline' ${originsOf(asked)}`,
        `img-src 'self' data: blob: ${originsOf(asked)}`,
        `font-src 'self' ${originsOf(asked)}`,
        "connect-src 'none'",
        "frame-src 'none'",
      ].join("; "),
    hasBlobs: true,
  },
};

async function showIn(page: BrowserPage, host: Host, batch: string) {
  const { policy, putsViewIntoBody = false, isOpaque = false } = host;
  Object.assign(site, { viewPolicy: policy, putsViewIntoBody, isOpaque });
  try {
    await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
    return await findCards(page, 1);
  } finally {
    Object.assign(site, { viewPolicy: VIEW_POLICY, putsViewIntoBody: false, isOpaque: false });
  }
}

async function readResults(frame: BrowserFrame): Promise<string[]> {
  return JSON.parse(
    await waitFor(() =>
      frame.evaluate(() =>
        document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
      )
    ),
  );
}

async function hasFont(frame: BrowserFrame, url: string): Promise<boolean> {
  return await frame.evaluate(
    (url) => new FontFace("Departures", `url(${url})`).load().then(() => true, () => false),
    url,
  );
}

const FONT = new URL(
  "../../../../fixtures/projects/travel/widgets/010_departures/departures.woff2",
  import.meta.url,
);

testFirefoxInSoak(
  "fonts of a card are shown in every kind of host, and pictures in each that can allow them",
  () => site.sealed,
  async (page) => {
    const { batch } = await site.addPage([{ module: PICTURES, css: PICTURES_CSS }]);
    const font = `data:font/woff2;base64,${await readFile(FONT, "base64")}`;
    for (const [name, host] of Object.entries(HOSTS)) {
      const frame = await showIn(page, host, batch);
      const isFirefox = await frame.evaluate(() => "mozInnerScreenX" in globalThis);
      const missing = await readResults(frame);
      if (isFirefox && !host.hasBlobs) assert.notDeepEqual(missing, [], name);
      else assert.deepEqual(missing, [], name);
      assert.equal(await hasFont(frame, font), true, name);
    }
  },
);

// claim: chat-no-requests
testFirefoxInSoak(
  "the view keeps its own policy in a host that sets none and puts it into the body of a document",
  () => site.sealed,
  async (page) => {
    const { batch } = await site.addPage([{ module: `export default () => "here";` }]);
    site.sealed.received.length = 0;
    await showIn(page, { policy: null, putsViewIntoBody: true, hasBlobs: true }, batch);
    const view = await findView(page);
    const elsewhere = `${site.sealed.elsewhere}/secret`;
    const isSent = await view.evaluate((url) => fetch(url).then(() => true, () => false), elsewhere);
    assert.equal(isSent, false);
    await view.evaluate(
      (url) =>
        new Promise<void>((resolve) => {
          const frame = document.createElement("iframe");
          document.addEventListener("securitypolicyviolation", () => resolve());
          frame.onload = () => resolve();
          frame.src = url;
          document.body.append(frame);
        }),
      elsewhere,
    );
    assert.deepEqual(site.sealed.received, []);
  },
);
