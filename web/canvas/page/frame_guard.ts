import { HOST_ASSET_PREFIX } from "../../../core/contract/mod.ts";
import { followStrays } from "./stray_messages.ts";

const POLICY = "Content-Security-Policy";

/** The address of one document, of which a policy takes any query. */
const DOCUMENT = /^https?:\/\/[^/*]+\/./;

/** Whether this document has a policy in its HTML by which it frames a document, and beside it only others that are named. */
export function framesOnly(url: string): boolean {
  const address = sourceOf(url);
  return [...document.querySelectorAll<HTMLMetaElement>(`meta[http-equiv="${POLICY}"]`)].some(
    ({ content }) => {
      const [directive, ...sources] = content.split(" ");
      return directive === "frame-src" && sources.includes(address) &&
        sources.every((source) => DOCUMENT.test(source));
    },
  );
}

/**
 * A frame around a frame, whose document lets the inner one load the sealed canvas and nothing else: a widget could otherwise
 * navigate it, and send data in the address. Only a document around a frame can deny that, and the page of an application may have
 * no policy. It is the server's, with a policy of its own: Firefox blocks a frame in a document without an address if the page's
 * policy has `frame-src 'self'`.
 *
 * @param frame loads when the guard has; never, if the guard's document cannot be loaded
 * @param url the only document
 */
export function guardFrame(frame: HTMLIFrameElement, url: string): HTMLIFrameElement {
  const guard = document.createElement("iframe");
  guard.title = frame.title;
  guard.className = frame.className;
  guard.src = `${HOST_ASSET_PREFIX}guard.html`;
  guard.addEventListener("load", () => {
    const inner = guard.contentDocument;
    if (inner?.querySelector('meta[name="tck-guard"]') == null) return;
    const policy = document.createElement("meta");
    policy.httpEquiv = POLICY;
    policy.content = `frame-src ${sourceOf(url)}`;
    inner.head.append(policy);
    // The colours of the page's theme: a frame of another scheme has an opaque background.
    inner.documentElement.style.colorScheme = "light dark";
    inner.body.style.margin = "0";
    Object.assign(frame.style, { display: "block", width: "100%", height: "100vh", border: "0" });
    followStrays(guard.contentWindow!);
    inner.body.append(frame);
  }, { once: true });
  return guard;
}

/** An address as a policy names it: without its query. */
function sourceOf(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + pathname;
}
