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
 * A frame around a frame, whose document lets the inner one load nothing but one document: a widget could otherwise navigate it,
 * and send data in the address. Only a document around a frame can deny that, and the page of an application may have no policy.
 * It has the origin and the policy of the page besides.
 *
 * @param frame loads when the guard is in the page
 * @param url the only document
 * @param receive called with each message to the window around the frame
 */
export function guardFrame(
  frame: HTMLIFrameElement,
  url: string,
  receive: (event: MessageEvent) => void,
): HTMLIFrameElement {
  const guard = document.createElement("iframe");
  guard.title = frame.title;
  guard.className = frame.className;
  // Without an address: such a document has no request. Firefox makes it again before this event.
  guard.addEventListener("load", () => {
    const { head, body, documentElement } = guard.contentDocument!;
    const policy = document.createElement("meta");
    policy.httpEquiv = POLICY;
    policy.content = `frame-src ${sourceOf(url)}`;
    head.append(policy);
    // The colours of the page's theme: a frame of another scheme has an opaque background.
    documentElement.style.colorScheme = "light dark";
    body.style.margin = "0";
    Object.assign(frame.style, { display: "block", width: "100%", height: "100vh", border: "0" });
    guard.contentWindow!.addEventListener("message", receive);
    body.append(frame);
  }, { once: true });
  return guard;
}

/** An address as a policy names it: without its query. */
function sourceOf(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + pathname;
}
