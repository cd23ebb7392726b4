import type { SiteVersions } from "../site_versions.ts";

/** Adds the choice of another version where the site has several, and says on a page of an older one that it is old. */
export async function addVersions(base: URL): Promise<void> {
  const place = document.querySelector<HTMLElement>(".versions");
  if (place === null) return;
  const current = place.dataset.version!;
  const folder = new URL("../", base);
  const answer = await fetch(new URL("versions.json", folder)).catch(() => null);
  if (answer?.ok !== true) return;
  const { versions, newest }: SiteVersions = await answer.json();
  if (versions.length < 2) return;
  const path = location.href.slice(base.href.length);
  const select = document.createElement("select");
  select.setAttribute("aria-label", "Version");
  select.autocomplete = "off"; // A browser that goes back would show the version that was chosen here.
  select.append(...versions.map((version) => new Option(version, version, false, version === current)));
  select.addEventListener("change", async () => {
    const { value } = select;
    const page = await findPage(folder, value, path);
    if (value === select.value) location.assign(page);
  });
  place.replaceChildren(select);
  if (current === newest) return;
  const note = document.createElement("p");
  note.className = "old-version";
  const link = document.createElement("a");
  link.href = (await findPage(folder, newest, path)).href;
  link.textContent = `version ${newest}`;
  note.append(`This page is of version ${current}. The newest is `, link, ".");
  document.querySelector("main")!.prepend(note);
}

/** The same page of another version; its first page where it has no such page. */
async function findPage(folder: URL, version: string, path: string): Promise<URL> {
  const same = new URL(`${version}/${path}`, folder);
  const isThere = await fetch(same, { method: "HEAD" }).then(({ ok }) => ok, () => false);
  return isThere ? same : new URL(`${version}/index.html`, folder);
}
