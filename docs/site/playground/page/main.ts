/**
 * The page of the playground: an editor, the bundler and the cards. It runs no code of a widget: that is done in sealed frames
 * and their workers. A widget of a link is shown as text, and is built when the visitor says so.
 *
 * @module
 */
import { addresses, firstCard } from "virtual:tck/built";
import { errorMessage } from "../../../../core/errors/mod.ts";
import { type Diagnostic, isError, mergeTypeErrors } from "../../../../web/bundler/findings/mod.ts";
import type { PageBundler } from "../page_bundler.ts";
import { PageTypes } from "../types/page_types.ts";
import type { BuiltCard } from "../../../../web/bundler/steps/mod.ts";
import { firstUse } from "../../client/first_use.ts";
import { type CardLook, CardView } from "./card_view.ts";
import { fileOf, listDiagnostics } from "./diagnostic_list.ts";
import { nameBundle, saveFile, zipProject } from "./downloads.ts";
import { readFirstCard } from "./first_card.ts";
import { allowFrames } from "./named_frames.ts";
import {
  findSourceFault,
  FIRST_FILES,
  isSourceName,
  MAIN_FILE,
  type SourceFiles,
  toProjectFiles,
  toProjectPath,
} from "./source_files.ts";
import { readFragment, writeFragment } from "./source_link.ts";

/** Milliseconds without typing, after which the next edit is built at once. */
const REST_MS = 1_000;
/** Milliseconds without typing, after which one of several edits is built. */
const PAUSE_MS = 50;
/** Milliseconds that errors wait for the next edit. */
const ERRORS_PAUSE_MS = 300;

const find = <Found extends HTMLElement>(id: string): Found => document.getElementById(id) as Found;
const [tabs, problems, status] = [find("files"), find("problems"), find("status")];
const [run, bundleButton] = [find<HTMLButtonElement>("run"), find<HTMLButtonElement>("save-bundle")];
const selects = {
  theme: find<HTMLSelectElement>("theme"),
  size: find<HTMLSelectElement>("size"),
  state: find<HTMLSelectElement>("state"),
  language: find<HTMLSelectElement>("language"),
};

const addressOf = (path: string) => new URL(path, import.meta.url).href;
allowFrames([addresses.cards, addresses.isolateFrame].map((path) => new URL(addressOf(path))));
const types = new PageTypes(addressOf(addresses.types), addressOf(addresses.declarations));
const cards = new CardView(find("cards"), find("painted"), new URL(addressOf(addresses.cards)), {
  report: say,
});
const used = firstUse();
// Tasks of their own, so that none of them holds up the page.
const { Editor } = await import("./editor.ts");
await new Promise((resolve) => setTimeout(resolve));
const editor = new Editor(
  find("editor"),
  edit,
  async (asked, question) => isReady && isTrusted ? await types.ask(readTexts(), asked, question) : null,
);

let files = new Map<string, string>();
let opened = MAIN_FILE;
let diagnostics: readonly Diagnostic[] = [];
let typeErrors: readonly Diagnostic[] = [];
/** The last build, if it is valid. */
let valid: BuiltCard | null = null;
/** What the cards show: the last valid widget, whose bundle may still wait for the card's markup. */
let shown: BuiltCard | null = null;
let bundler: Promise<PageBundler> | null = null;
/** Whether the compiler is loaded, and with it all that a card needs. */
let isReady = false;
/** Whether the visitor has written the source, or has allowed the one of a link to run. */
let isTrusted = true;
let timer: ReturnType<typeof setTimeout> | undefined;
let editedAt = -Infinity;
let builds = 0;

void openSource();
globalThis.addEventListener("hashchange", () => void openSource());
run.addEventListener("click", () => {
  isTrusted = true;
  run.hidden = true;
  void build();
});
for (const select of [selects.size, selects.state, selects.language]) {
  select.addEventListener("change", () => void show());
}
selects.theme.addEventListener("change", () => {
  applyTheme();
  cards.setTheme(readTheme());
});
find("add").addEventListener("click", addFile);
find("remove").addEventListener("click", removeFile);
find("share").addEventListener("click", () => void share());
bundleButton.addEventListener("click", () => {
  if (valid !== null) {
    saveFile(nameBundle(valid.manifest.id), valid.bundle.envelope, "application/octet-stream");
  }
});
find("save-project").addEventListener(
  "click",
  () => saveFile("my-widgets.zip", zipProject(files), "application/zip"),
);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => cards.setTheme(readTheme()));
applyTheme();

/** Opens the source of the address, or the first one. */
async function openSource(): Promise<void> {
  let source: SourceFiles = FIRST_FILES;
  let fault: string | null = null;
  let isOfLink = false;
  const { hash } = location;
  try {
    const linked = await readFragment(hash);
    isOfLink = linked !== null;
    source = linked ?? FIRST_FILES;
  } catch (error) {
    fault = errorMessage(error);
  }
  if (hash !== location.hash) return; // Another one was opened meanwhile.
  clearTimeout(timer);
  builds++;
  [...files.keys()].forEach((name) => editor.forget(name));
  files = new Map(source);
  isTrusted = !isOfLink;
  run.hidden = isTrusted;
  typeErrors = [];
  setValid(null);
  if (isOfLink || shown !== null) cards.clear(); // Else the first card is painted.
  shown = null;
  showProblems([]);
  openFile(MAIN_FILE);
  if (isOfLink) {
    say("This widget is from a link. It runs in a sealed frame when you press Run.");
    fetchCompilers();
  } else void showFirst();
  if (fault !== null) say(fault);
}

/** Fills the browser's cache while the visitor reads. Nothing is started, and the page does not wait for their bytes. */
function fetchCompilers(): void {
  for (const path of [addresses.esbuild, addresses.lightningcss]) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "prefetch", as: "fetch", crossOrigin: "anonymous", href: addressOf(path) });
    document.head.append(link);
  }
}

/** The card that is built already is painted. It becomes live, and the compiler is loaded, when the visitor uses the page. */
async function showFirst(): Promise<void> {
  const number = ++builds;
  const card = readFirstCard(firstCard);
  shown = card;
  fillSelects(card);
  setValid(card);
  showResult([]);
  fetchCompilers();
  await used;
  if (number !== builds) return;
  await show();
  try {
    const loaded = await loadBundler();
    await loaded.build(toProjectFiles(FIRST_FILES)); // The first build takes a second, in which browsers compile the compilers.
    await loaded.start();
    await checkTypes(number, []);
  } catch (error) {
    say(errorMessage(error));
  }
}

/** Loads the bundler and its compiler once. */
async function loadBundler(): Promise<PageBundler> {
  bundler ??= import("../open_bundler.ts").then(({ openPageBundler }) => openPageBundler());
  const loaded = await bundler;
  await loaded.start();
  isReady = true;
  return loaded;
}

function edit(name: string, text: string): void {
  files.set(name, text);
  schedule();
}

function schedule(): void {
  clearTimeout(timer);
  const now = performance.now();
  const pause = now - editedAt > REST_MS ? 0 : PAUSE_MS;
  editedAt = now;
  if (isTrusted) timer = setTimeout(() => void build(), pause);
}

async function build(): Promise<void> {
  const number = ++builds;
  const fault = findSourceFault(files);
  if (fault !== null) return say(`The widget is not built: ${fault}`);
  say(isReady ? "Building…" : "Loading the compiler…");
  try {
    const loaded = await loadBundler();
    if (number !== builds) return; // It was edited meanwhile.
    say("Building…");
    let painted: Promise<void> | undefined;
    const { widgets: [widget], diagnostics: ofProject } = await loaded.build(
      toProjectFiles(files),
      (card) => {
        if (number !== builds) return;
        painted = showCard(card);
        bundleButton.disabled = true; // What is saved is what is shown.
      },
    );
    if (number !== builds) return;
    const found = [...ofProject, ...widget?.diagnostics ?? []];
    if (!widget?.valid) await new Promise((resolve) => setTimeout(resolve, ERRORS_PAUSE_MS));
    if (number !== builds) return;
    setValid(widget?.valid ?? null);
    showResult(found);
    await painted;
    await loaded.start(); // The next worker, and the types, after what the visitor waits for.
    await checkTypes(number, found);
  } catch (error) {
    if (number === builds) say(errorMessage(error));
  }
}

async function checkTypes(number: number, found: readonly Diagnostic[]): Promise<void> {
  if (number !== builds) return;
  const errors = await types.ask(readTexts(), "errors", null);
  if (number !== builds) return;
  typeErrors = errors ?? [TYPES_UNKNOWN];
  showResult(found);
}

const TYPES_UNKNOWN: Diagnostic = {
  code: "types.not_checked",
  widget: null,
  ...{ file: null, line: null, column: null, lineText: null },
  message: "types are not checked: TypeScript could not be loaded, or took too long",
  hint: "Edit the source again, or save the project and check it there",
};

/** Shows what the bundler has found, with the type errors that are known: those of an edited source come later. */
function showResult(found: readonly Diagnostic[]): void {
  const all = mergeTypeErrors(found, typeErrors);
  showProblems(all);
  const errors = all.filter(isError).length;
  const counted = errors === 0 ? [] : [`${errors} ${errors === 1 ? "error" : "errors"}`];
  const built = valid === null ? [] : [`Built: ${valid.bundle.envelope.byteLength} bytes`];
  say([...built, ...counted].join(", "));
}

function readTexts(): Map<string, string> {
  return new Map(Array.from(files, ([name, text]) => [toProjectPath(name), text]));
}

function showCard(next: BuiltCard): Promise<void> {
  shown = next;
  fillSelects(next);
  return show();
}

function setValid(next: BuiltCard | null): void {
  valid = next;
  bundleButton.disabled = next === null;
}

async function show(): Promise<void> {
  if (shown === null) return;
  const look: CardLook = {
    theme: readTheme(),
    locale: selects.language.value || null,
    size: selects.size.value || null,
    state: selects.state.value || null,
  };
  await cards.show(shown, look);
}

function fillSelects({ manifest }: BuiltCard): void {
  fill(selects.size, "All sizes", manifest.sizes);
  fill(selects.state, "Default state", Object.keys(manifest.states ?? {}));
  fill(selects.language, "Your language", manifest.languages ?? ["en"]);
}

function fill(select: HTMLSelectElement, first: string, values: readonly string[]): void {
  const { value } = select;
  select.replaceChildren(new Option(first, ""), ...values.map((one) => new Option(one, one)));
  if (values.includes(value)) select.value = value;
}

function openFile(name: string): void {
  opened = name;
  editor.open(name, files.get(name)!);
  editor.mark(diagnostics.filter((one) => fileOf(one) === name));
  find<HTMLButtonElement>("remove").disabled = name === MAIN_FILE;
  tabs.replaceChildren(...Array.from(files.keys(), (file) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.textContent = file;
    tab.setAttribute("aria-pressed", String(file === name));
    tab.addEventListener("click", () => openFile(file));
    return tab;
  }));
}

function showProblems(found: readonly Diagnostic[]): void {
  diagnostics = found;
  listDiagnostics(problems, found, (file, line, column) => {
    if (!files.has(file)) return;
    openFile(file);
    editor.goTo(line, column);
  });
  editor.mark(found.filter((one) => fileOf(one) === opened));
}

function addFile(): void {
  const input = find<HTMLInputElement>("name");
  const name = input.value.trim();
  if (!isSourceName(name) || files.has(name)) {
    say(
      `No file is added: ${
        JSON.stringify(name)
      } is there already, or is no name such as parts/row.tsx or widget.css`,
    );
    return input.focus();
  }
  input.value = "";
  files.set(name, "");
  openFile(name);
  schedule();
}

function removeFile(): void {
  if (opened === MAIN_FILE) return;
  files.delete(opened);
  editor.forget(opened);
  openFile(MAIN_FILE);
  schedule();
}

async function share(): Promise<void> {
  try {
    const fragment = await writeFragment(files);
    history.replaceState(null, "", fragment); // Does not open it again.
    await navigator.clipboard.writeText(location.href).then(
      () => say("The link is in the address bar and the clipboard. It has the whole source."),
      () => say("The link is in the address bar. It has the whole source."),
    );
  } catch (error) {
    say(errorMessage(error));
  }
}

function readTheme(): "light" | "dark" {
  const { value } = selects.theme;
  if (value === "light" || value === "dark") return value;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function applyTheme(): void {
  document.documentElement.dataset.theme = selects.theme.value;
}

function say(message: string): void {
  status.textContent = message;
}
