/** What the module of the index offers, as far as it is used. */
interface Pagefind {
  options(options: { readonly baseUrl: string }): Promise<void>;
  debouncedSearch(query: string): Promise<{ readonly results: readonly { data(): Promise<Found> }[] } | null>;
}

interface FoundPart {
  readonly title: string;
  readonly url: string;
  /** Markup with `<mark>`. */
  readonly excerpt: string;
}

interface Found extends FoundPart {
  readonly meta: { readonly title?: string };
  readonly sub_results: readonly FoundPart[];
}

/** How many pages, and how many parts of each, are listed. */
const LISTED = { pages: 8, parts: 3 };

/** Adds the search: a dialog that reads its index when it is opened first. */
export function addSearch(base: URL): void {
  const button = document.querySelector<HTMLButtonElement>(".search")!;
  const dialog = document.createElement("dialog");
  dialog.className = "search-dialog";
  dialog.setAttribute("aria-label", "Search");
  dialog.innerHTML =
    `<form method="dialog"><input type="search" aria-label="Search the docs" placeholder="Search the docs" autocomplete="off"><button>Close</button></form><p role="status"></p><ul></ul>`;
  document.body.append(dialog);
  const input = dialog.querySelector("input")!;
  const [status, list] = [dialog.querySelector("p")!, dialog.querySelector("ul")!];
  let index: Promise<Pagefind> | undefined;
  const open = () => {
    index ??= loadIndex(base);
    index.catch(() => {
      index = undefined;
      status.textContent = "The search needs the site's files from a server.";
    });
    dialog.showModal();
    input.select();
  };
  button.hidden = false;
  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const isTyping = (event.target as HTMLElement).closest("input, textarea, [contenteditable]") !== null;
    const isShortcut = event.key === "/" ? !event.ctrlKey && !event.metaKey : event.key === "k" &&
      (event.ctrlKey || event.metaKey);
    if (!isShortcut || isTyping || dialog.open) return;
    event.preventDefault();
    open();
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  list.addEventListener("click", () => dialog.close());
  input.form!.addEventListener("keydown", (event) => {
    const first = list.querySelector("a");
    if (event.key === "Enter" && event.target === input) {
      event.preventDefault();
      first?.click();
    }
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement as HTMLInputElement);
    stops[Math.min(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), 0), stops.length - 1)]!.focus();
  });
  input.addEventListener("input", async () => {
    const query = input.value;
    const found = await (await index)?.debouncedSearch(query);
    if (!found) return;
    const pages = await Promise.all(found.results.slice(0, LISTED.pages).map((result) => result.data()));
    if (input.value !== query) return;
    list.replaceChildren(...pages.flatMap(renderFound));
    const count = found.results.length;
    status.textContent = query.trim() === "" ? "" : count === 1 ? "1 page" : `${count} pages`;
  });
}

async function loadIndex(base: URL): Promise<Pagefind> {
  const pagefind: Pagefind = await import(new URL("pagefind/pagefind.js", base).href);
  await pagefind.options({ baseUrl: base.pathname });
  return pagefind;
}

function renderFound({ url, meta, excerpt, sub_results }: Found): HTMLLIElement[] {
  const title = meta.title ?? url;
  const parts = sub_results.filter((part) => part.title !== title).slice(0, LISTED.parts);
  return [renderPart({ title, url, excerpt }, "page"), ...parts.map((part) => renderPart(part, "part"))];
}

/** An excerpt is text of the site's pages, in which the index has escaped all but its marks. */
function renderPart({ title, url, excerpt }: FoundPart, className: string): HTMLLIElement {
  const item = document.createElement("li");
  item.className = className;
  const link = document.createElement("a");
  link.href = url;
  link.textContent = title;
  const text = document.createElement("p");
  text.innerHTML = excerpt;
  item.append(link, text);
  return item;
}
