/**
 * Registers the service worker that the root's `data-service-worker` refers to, if it does. The worker has not seen how this
 * page was loaded when it is installed, so it is asked to keep what the page has loaded.
 */
export async function registerServiceWorker({ dataset }: HTMLElement): Promise<void> {
  const { serviceWorker } = navigator;
  if (dataset.serviceWorker === undefined || serviceWorker === undefined) return;
  const keep = async (worker: ServiceWorker | null) => {
    await pageLoad();
    const urls = [location.pathname + location.search, ...loadedUrls()];
    worker?.postMessage({ type: "keep-page", urls: [...new Set(urls)] });
  };
  const isControlled = serviceWorker.controller !== null;
  // The worker of an updated application has deleted the pages of the former one.
  if (isControlled) {
    serviceWorker.addEventListener("controllerchange", () => void keep(serviceWorker.controller));
  }
  await serviceWorker.register(trustScript(dataset.serviceWorker), { scope: "/", updateViaCache: "none" });
  if (!isControlled) await keep((await serviceWorker.ready).active);
}

/** Resolves when the page has loaded what its HTML refers to. */
async function pageLoad(): Promise<void> {
  if (document.readyState === "complete") return;
  await new Promise((resolve) => globalThis.addEventListener("load", resolve, { once: true }));
}

/** The name that the page's content policy allows. */
const TRUST_POLICY = "tck-service-worker";

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): {
    createScriptURL(url: string): string;
  };
}

/** The page requires Trusted Types, where the browser has them. The type library lacks them. */
function trustScript(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(TRUST_POLICY, { createScriptURL: (script) => script });
  return policy === undefined ? url : policy.createScriptURL(url);
}

/** The lists and host assets that this page has loaded. The browser itself keeps the frame's document. */
function loadedUrls(): string[] {
  const urls = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const own = urls.filter(({ origin, pathname }) =>
    origin === location.origin && /^\/(?:__tck\/v1\/|api\/daily-pages\/)/.test(pathname)
  );
  return own.map(({ pathname, search }) => pathname + search);
}
