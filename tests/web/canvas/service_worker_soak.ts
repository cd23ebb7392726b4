// What `service_worker_test.ts` asserts in English, in another language.
import { expectOfflinePage } from "./worker_site.ts";

Deno.test("offline, a page that is not stored is one of our own that says so, and leads on (de-AT)", () =>
  expectOfflinePage({
    locale: "de-AT",
    title: "Du bist offline",
    retry: "Erneut versuchen",
    age: /^Morgen.+2026\s+in dieser Stunde$/,
  }));
