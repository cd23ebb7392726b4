import {
  type BundleSource,
  importComponent,
  type LoadedBundle,
  LoadError,
  type RegisteredBundle,
} from "@tck/kit/host";
import { type CardFailure, parseKitLine } from "../../../core/contract/mod.ts";
import { readTckb, type Tckb, TckbIntegrityError, TckbUnpackError } from "../../../core/tckb/mod.ts";
import type { RunningBundle } from "./running_bundle.ts";

interface EnvelopeSourceDependencies {
  /** Asks the page for the envelope of a bundle. */
  readonly request: (hash: string) => void;
  /** Reports whose code runs. */
  readonly running: Pick<RunningBundle, "follow" | "followModule">;
}

/** Why there is no bundle. */
interface Unavailable {
  readonly failure: CardFailure;
  readonly reason: string;
}

/**
 * Loads bundles from their envelopes, in a frame that has no network: the page sends each envelope, and this verifies it by
 * its hash and evaluates its module (lifecycle specification, D.4 steps 3 and 4).
 */
export class EnvelopeSource implements BundleSource {
  readonly #dependencies: EnvelopeSourceDependencies;
  /** The loads that wait for an envelope, by hash. */
  readonly #waiting = new Map<string, PromiseWithResolvers<Tckb | Unavailable>>();

  /** @param dependencies how to ask for an envelope, and a callback */
  constructor(dependencies: EnvelopeSourceDependencies) {
    this.#dependencies = dependencies;
  }

  /** Takes the envelope of a bundle. An invalid one fails its load. */
  async receive(hash: string, envelope: ArrayBuffer): Promise<void> {
    const waiting = this.#take(hash);
    if (waiting === undefined) return;
    try {
      waiting.resolve(await readTckb(new Uint8Array(envelope), { expectedHash: hash, auditRecord: true }));
    } catch (error) {
      if (!(error instanceof TckbUnpackError)) return waiting.reject(error);
      const failure = error instanceof TckbIntegrityError ? "integrity" : "fetch";
      waiting.resolve({ failure, reason: error.message });
    }
  }

  /** Fails the load of a bundle. The next one asks the page again. */
  fail(hash: string, failure: CardFailure, reason: string): void {
    this.#take(hash)?.resolve({ failure, reason });
  }

  /** Asks the page for the envelope, and evaluates its module from the verified bytes. */
  async load(bundle: RegisteredBundle, signal: AbortSignal): Promise<LoadedBundle> {
    const { hash, bundleUrl } = bundle;
    const tckb = await this.#request(hash, signal);
    if ("failure" in tckb) throw LoadError.of("module.unavailable", tckb.failure, bundleUrl, tckb.reason);
    const { css, propertiesCss } = readStylesheets(tckb, bundle);
    const module = decode(tckb.module);
    const kitVersion = parseKitLine(module);
    const component = await importComponent(bundle, kitVersion, () => this.#evaluate(bundle, module));
    return { component: this.#dependencies.running.follow(hash, component), css, propertiesCss, kitVersion };
  }

  #request(hash: string, signal: AbortSignal): Promise<Tckb | Unavailable> {
    const waiting = Promise.withResolvers<Tckb | Unavailable>();
    this.#waiting.set(hash, waiting);
    signal.addEventListener("abort", () => this.#waiting.delete(hash));
    this.#dependencies.request(hash);
    return waiting.promise;
  }

  #take(hash: string): PromiseWithResolvers<Tckb | Unavailable> | undefined {
    const waiting = this.#waiting.get(hash);
    this.#waiting.delete(hash);
    return waiting;
  }

  /** A `data:` module costs a third of a `blob:` one, whose URL is a message to another process of the browser. */
  async #evaluate({ hash, manifest }: RegisteredBundle, module: string): Promise<unknown> {
    const { running } = this.#dependencies;
    // Its name in stack traces, which would contain the whole module.
    const source = `${running.followModule(hash, module)}\n//# sourceURL=${
      encodeURIComponent(manifest.id)
    }/widget.mjs`;
    return await import(`data:text/javascript,${encodeURIComponent(source)}`);
  }
}

/** A stylesheet that the module's hash does not cover must be as `integrity.json` says, if it says something. */
function readStylesheets(
  { css, propertiesCss, cssCovered, recordFaults }: Tckb,
  { cssUrl = "", propertiesCssUrl = "" }: RegisteredBundle,
): Pick<LoadedBundle, "css" | "propertiesCss"> {
  for (const [name, url] of [["widget.css", cssUrl], ["widget.properties.css", propertiesCssUrl]] as const) {
    const fault = recordFaults.get(name);
    if (fault !== undefined && !cssCovered) throw LoadError.of("css.unavailable", "integrity", url, fault);
  }
  return { css: css && decode(css), propertiesCss: propertiesCss && decode(propertiesCss) };
}

/** As `Response.text()` decodes: without a byte order mark, and with U+FFFD for what is not UTF-8. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
