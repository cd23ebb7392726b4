import {
  type BundleSource,
  importComponent,
  type LoadedBundle,
  LoadError,
  type RegisteredBundle,
} from "@tck/kit/host";
import { quote } from "../../../../core/errors/mod.ts";
import { DEFINE, type PageBundle, type UnavailableBundle } from "../page_content.ts";
import { SHARED_MODULES } from "./shared_modules.ts";

/** A module as a function of what it imports. */
type EvaluateModule = (
  modules: typeof SHARED_MODULES,
  importShared: (specifier: unknown) => Promise<object>,
) => Promise<unknown>;

/**
 * Loads bundles that the page has, each by an inline script: a policy that allows those needs to allow nothing else, neither
 * modules nor evaluating texts.
 */
export class ScriptSource implements BundleSource {
  readonly #bundles: ReadonlyMap<string, PageBundle | UnavailableBundle>;

  /** @param bundles the bundles of the page */
  constructor(bundles: readonly (PageBundle | UnavailableBundle)[]) {
    this.#bundles = new Map(bundles.map((bundle) => [bundle.hash, bundle]));
  }

  /** Runs the bundle's script and evaluates its module. */
  async load(registered: RegisteredBundle): Promise<LoadedBundle> {
    const bundle = this.#bundles.get(registered.hash) ?? MISSING;
    if ("failure" in bundle) {
      throw LoadError.of("module.unavailable", bundle.failure, registered.bundleUrl, bundle.reason);
    }
    const { css, propertiesCss, kitVersion } = bundle;
    const component = await importComponent(registered, kitVersion, () => evaluateModule(bundle));
    return { component, css, propertiesCss, kitVersion };
  }
}

const MISSING = { failure: "fetch", reason: "The page does not have the bundle" } as const;

async function evaluateModule(bundle: PageBundle): Promise<unknown> {
  checkImports(bundle);
  return await runScript(bundle)(SHARED_MODULES, importShared);
}

/** A browser would reject the module when it links it. */
function checkImports({ imports }: PageBundle): void {
  for (const { specifier, names } of imports) {
    const module = findShared(specifier);
    const unknown = names.find((name) => !(name in module));
    if (unknown === undefined) continue;
    throw new SyntaxError(
      `The module ${quote(specifier)} does not provide an export named ${quote(unknown)}`,
    );
  }
}

async function importShared(specifier: unknown): Promise<object> {
  return await findShared(String(specifier));
}

function findShared(specifier: string): object {
  const module = Object.hasOwn(SHARED_MODULES, specifier) ? SHARED_MODULES[specifier] : undefined;
  if (module === undefined) throw new TypeError(`Failed to resolve module specifier ${quote(specifier)}`);
  return module;
}

/** The bundle whose script runs. An inline script runs while it is added. */
let running: Pick<PageBundle, "hash" | "script"> & { evaluate: EvaluateModule | null } | null = null;

/** Whether a text is the script of the bundle that runs. */
export function isRunningScript(text: string): boolean {
  return running !== null && running.script === text;
}

/** Makes it possible for the scripts of bundles to define their modules. Called before any widget runs. */
export function acceptScripts(): void {
  const define = (hash: unknown, wrap: () => EvaluateModule) => {
    if (running !== null && running.hash === hash) running.evaluate ??= wrap();
  };
  Object.defineProperty(globalThis, DEFINE, { value: define });
}

function runScript({ hash, script }: PageBundle): EvaluateModule {
  const element = document.createElement("script");
  const current: NonNullable<typeof running> = running = { hash, script, evaluate: null };
  element.textContent = script;
  document.head.append(element);
  running = null;
  element.remove();
  if (current.evaluate !== null) return current.evaluate;
  throw new SyntaxError(`The script of bundle ${quote(hash)} could not be run`);
}
