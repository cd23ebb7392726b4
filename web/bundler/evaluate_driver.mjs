// Runs in an isolated process (see isolation.ts), on Deno and on Node. Standard input holds lines of JSON: scripts that open
// a realm (see realm/mod.ts), `{ script, source }`, and widgets, `{ script, token, code }`. Each widget is evaluated in a
// realm of its own, which is given nothing of this one's but the functions that read addresses and format values. Each answer is a line of
// standard output that starts with the widget's token, which its code is not given, and holds a JSON text; `null` is the
// last one.
import process from "node:process";
import vm from "node:vm";

const { stdin, stdout } = process;
const { setImmediate, setTimeout, URL } = globalThis;

// Should a widget ever get hold of this realm, then of no more of it than it needs.
for (const name of ["process", "fetch", "WebSocket", "EventSource", "Worker"]) delete globalThis[name];

/** Text becomes no code in a realm, and WebAssembly neither: the page's policy does not allow it either. */
const SANDBOX = { codeGeneration: { strings: false, wasm: false } };

const PARTS = "href origin protocol username password host hostname port pathname search hash".split(" ");

function parseUrl(text, base, property, value) {
  if (!URL.canParse(text, base)) return "";
  const url = new URL(text, base);
  if (property === "href" && !URL.canParse(value)) return "";
  if (property !== undefined) url[property] = value;
  return JSON.stringify(Object.fromEntries(PARTS.map((part) => [part, url[part]])));
}

const formatters = new Map();
const MOST_FORMATTERS = 500;
const KEY_LENGTH = 500;

function formatText(kind, locale, options, value, unit) {
  const key = JSON.stringify([kind, locale, options]);
  if (key.length > KEY_LENGTH) return undefined;
  try {
    const formatter = formatters.get(key) ?? new Intl[kind](locale, JSON.parse(options));
    if (formatters.size >= MOST_FORMATTERS) formatters.clear();
    formatters.set(key, formatter);
    return unit === undefined ? formatter.format(value) : formatter.format(value, unit);
  } catch {
    return undefined; // The realm finds out why by itself.
  }
}

/** Fulfils when whatever can run without waiting has run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What no one in the realm has caught; it is passed on to the realm, and not looked at. */
let onUncaught = () => {};
process.on("unhandledRejection", (error) => onUncaught(error));
process.on("uncaughtException", (error) => onUncaught(error));

async function evaluate(openRealm, { token, code }) {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, SANDBOX);
  // Taken before the widget's code is there to change them.
  const realm = { ...openRealm.runInContext(context)(parseUrl, formatText) };
  const passOn = async (...last) => {
    await turn();
    const answers = [...`${realm.take()}`.split("\n").slice(0, -1), ...last];
    const text = answers.map((answer) => `${token}${JSON.stringify(answer)}\n`).join("");
    if (text !== "") stdout.write(text);
  };
  onUncaught = realm.fail;
  load(realm, context, code);
  await passOn();
  while (realm.phase() === "loading") {
    await advance(realm);
    await passOn();
  }
  if (realm.phase() === "loaded") realm.render();
  await passOn(null);
  onUncaught = () => {};
}

function load(realm, context, code) {
  try {
    realm.load(new vm.Script(code, { filename: "widget.mjs" }).runInContext(context));
  } catch (error) {
    realm.fail(error);
  }
}

async function advance(realm) {
  const delay = realm.delay();
  if (delay < 0) return realm.fail("it waits for what never comes");
  await new Promise((resolve) => setTimeout(resolve, delay));
  try {
    realm.fire();
  } catch (error) {
    realm.fail(error);
  }
}

/** A small widget: what it takes to evaluate it is compiled once for all that follow. */
const FIRST = `(async ({ "@tck/kit": kit, "react/jsx-runtime": { jsx } }) => ({
  manifest: { id: "first", cardType: "feed", sizes: ["fill-auto"] },
  default: () => jsx("p", { className: "first", style: { margin: 0 }, children: kit.useFormat().number(1) }),
}))`;

/** Evaluates a first widget while nobody waits yet, as bundling takes longer than to start this process. */
async function warmUp(openRealm) {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, SANDBOX);
  const realm = openRealm.runInContext(context)(parseUrl, formatText);
  load(realm, context, FIRST);
  await turn();
  if (realm.phase() === "loaded") realm.render();
}

async function* lines() {
  let rest = "";
  for await (const chunk of stdin.setEncoding("utf8")) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop();
    yield* parts;
  }
}

const scripts = new Map();
for await (const line of lines()) {
  const { script, source, ...widget } = JSON.parse(line);
  if (source === undefined) await evaluate(scripts.get(script), widget);
  else {
    scripts.set(script, new vm.Script(source, { filename: "realm.js" }));
    if (script === "production") await warmUp(scripts.get(script)); // The other is sent for a widget that waits.
  }
}
process.exit(0);
