/**
 * The entry of the script that is served in place of the service worker while it is turned off: it removes a worker that
 * was installed before, and what that one has stored.
 */
import { deleteCaches } from "./cache_names.ts";
import { scope } from "./worker_scope.ts";

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener("activate", (event) => {
  event.waitUntil(deleteCaches().then(() => scope.registration.unregister()));
});
