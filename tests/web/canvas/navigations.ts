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

/** The ways that are tried in Firefox each time: each class of address, by a script, by markup and by a form. */
export const NAVIGATIONS_IN_FIREFOX: readonly string[] = [
  "location.href",
  "location.assign to the API",
  "a refresh",
  "a document of its own",
  "a form",
];

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
