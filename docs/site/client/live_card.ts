import { firstUse } from "./first_use.ts";

/** The margin of a card in the workbench's page without controls, in CSS pixels. */
const MARGIN = 24;

/**
 * Shows cards live, in the workbench's page, in place of the painted ones: those without markup at once, that of a gallery page
 * when the reader uses the page.
 */
export function showLiveCards(): void {
  for (const place of document.querySelectorAll<HTMLIFrameElement>(".tile iframe[data-live]")) {
    const frame = makeLive(place);
    frame.src = addressOf(frame);
    place.replaceWith(frame);
  }
  const form = document.querySelector<HTMLFormElement>(".item-controls");
  const painted = document.querySelector<HTMLIFrameElement>(".item-card iframe");
  if (form === null || painted === null) return;
  if (painted.dataset.painted === undefined || !isSystemTheme()) showLive(form, painted);
  else void firstUse().then(() => showLive(form, painted));
}

/** The painted cards have the theme of the system. */
function isSystemTheme(): boolean {
  return matchMedia("(prefers-color-scheme: dark)").matches ===
    (document.documentElement.dataset.theme === "dark");
}

function showLive(form: HTMLFormElement, painted: HTMLIFrameElement): void {
  const frame = makeLive(painted);
  const footprints: { readonly [size: string]: readonly [number, number] } = JSON.parse(
    frame.dataset.footprints!,
  );
  const heights = new ResizeObserver(() => fit());
  /** A card of a fixed size has the frame that it needs; of another one, the frame is as high as its content. */
  const fit = () => {
    const fixed = footprints[String(new FormData(form).get("size"))];
    const height = fixed?.[1] ?? frame.contentDocument?.querySelector("article.tck-card")?.clientHeight;
    frame.style.width = fixed === undefined ? "100%" : `${fixed[0] + 2 * MARGIN}px`;
    if (height !== undefined) frame.style.height = `${height + 2 * MARGIN}px`;
  };
  const show = () => {
    fit();
    frame.contentWindow?.location.replace(addressOf(frame, new FormData(form)));
  };
  frame.addEventListener("load", () => {
    painted.remove();
    frame.classList.remove("waiting");
    heights.disconnect();
    if (frame.contentDocument !== null) heights.observe(frame.contentDocument.documentElement);
  });
  // The painted card is shown until the live one is there.
  frame.classList.add("waiting");
  frame.src = addressOf(frame, new FormData(form));
  painted.after(frame);
  fit();
  form.addEventListener("change", show);
  document.addEventListener("site-theme", show);
}

/** A frame for the live card, which never had the sandbox of the painted one. */
function makeLive(painted: HTMLIFrameElement): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = painted.title;
  frame.className = "live";
  frame.height = painted.height;
  Object.assign(frame.dataset, painted.dataset);
  return frame;
}

/** The address of a card in the workbench, with what the reader has chosen. */
function addressOf(frame: HTMLIFrameElement, chosen: Iterable<[string, FormDataEntryValue]> = []): string {
  const address = new URL("workbench/index.html", location.href);
  address.searchParams.set("widget", frame.dataset.live!);
  address.searchParams.set("chrome", "none");
  address.searchParams.set("theme", document.documentElement.dataset.theme!);
  for (const [name, value] of chosen) {
    if (value !== "") address.searchParams.set(name, String(value));
  }
  return address.href;
}
