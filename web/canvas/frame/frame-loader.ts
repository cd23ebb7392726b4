/**
 * The inline script of the sealed frame's document. The browser keeps nothing that a frame of an opaque origin loads, so
 * the page, which has a cache, sends the host assets as bytes. The script greets the page, makes the assets importable
 * and starts `boot-frame.mjs` with the page's port. No widget runs before.
 *
 * @module
 */
import { SHARED_SPECIFIERS } from "../../../core/contract/mod.ts";
import { FRAME_GREETING, type PageGreeting, readPageGreeting } from "../messages.ts";
import { startFrame } from "./frame_start.ts";

/** The element is removed, so that no widget can read the nonce. */
const { nonce } = takeScript();

const { port1: own, port2: offered } = new MessageChannel();
own.onmessage = ({ data, ports: [port] }) => {
  const greeting = readPageGreeting(data);
  if (greeting === null || port === undefined) return;
  own.close();
  void start(greeting, port);
};
// The page has no origin that the frame could know. Who has the port is the page: its code is the only one that runs around
// the frame, and the greeting holds nothing private.
globalThis.parent.postMessage(FRAME_GREETING, "*", [offered]);

function takeScript(): HTMLScriptElement {
  const script = document.currentScript as HTMLScriptElement;
  script.remove();
  return script;
}

async function start(greeting: PageGreeting, port: MessagePort): Promise<void> {
  const assets = Object.entries(greeting.assets);
  const stylesheets = assets.filter(([name]) => name.endsWith(".css")).map(([, bytes]) => createSheet(bytes));
  document.adoptedStyleSheets = stylesheets;
  const modules = new Map(
    assets.filter(([name]) => name.endsWith(".mjs")).map(([name, bytes]) => [name, createModule(bytes)]),
  );
  appendImportMap(modules);
  await loadModule(modules.get("boot-frame.mjs")!);
  allowModulesOnly();
  startFrame({ greeting, port });
}

/** What loads the modules of widgets once the frame has started. */
const MODULE_SOURCE = "data:";

/** Markup is shown to the frame's own policy (`markup.ts`); scripts are not made from texts. */
const REQUIRED_TYPES = "require-trusted-types-for 'script'; trusted-types default";

/**
 * Makes the nonce worthless before any widget runs: reports of the document's policy contain it. Both policies must allow a
 * script, and this one, which stays in effect without its element, has no nonce. The host's own modules are loaded, and
 * nothing but modules of widgets comes later.
 */
function allowModulesOnly(): void {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `script-src ${MODULE_SOURCE}; ${REQUIRED_TYPES}`;
  document.head.append(policy);
  policy.remove();
}

/**
 * Evaluates a module by an element without the nonce. What this script imports by `import()` would have its nonce, and so
 * would all that those modules import, widgets included: they could then load a script from anywhere.
 */
async function loadModule(url: string): Promise<void> {
  const script = document.createElement("script");
  script.type = "module";
  script.src = url;
  await new Promise((resolve, reject) => {
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
    document.head.append(script);
  });
  script.remove();
}

function createSheet(bytes: ArrayBuffer): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(new TextDecoder().decode(bytes));
  return sheet;
}

function createModule(bytes: ArrayBuffer): string {
  return URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
}

/** Widgets resolve the specifiers that they may import; the host's own modules resolve all. */
function appendImportMap(modules: ReadonlyMap<string, string>): void {
  const resolve = (specifiers: typeof SHARED_SPECIFIERS) =>
    Object.fromEntries(specifiers.map(({ specifier, asset }) => [specifier, modules.get(asset)]));
  const scopes: { [prefix: string]: { [specifier: string]: string | undefined } } = {
    "data:text/": resolve(SHARED_SPECIFIERS.filter(({ widget }) => widget)),
  };
  for (const url of modules.values()) scopes[url] = resolve(SHARED_SPECIFIERS);
  const script = document.createElement("script");
  script.type = "importmap";
  script.nonce = nonce;
  script.textContent = JSON.stringify({ scopes });
  document.head.append(script);
  script.remove();
}
