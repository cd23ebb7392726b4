import { createElement, type ReactElement } from "react";
import type { WidgetComponent } from "@tck/kit";
import { WIDGET_PREFIX } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { readTckb, type Tckb, TckbUnpackError, toBundleProblem } from "../../../core/tckb/mod.ts";

interface FrameBundlesDependencies {
  /** Asks the page for the envelope of a bundle. */
  readonly request: (hash: string) => void;
  /** Called before code of the bundle runs. */
  readonly onRun: (hash: string) => void;
}

/**
 * The bundles of a frame that has no network: the page sends each envelope, and this verifies it by its hash and serves
 * its files to the host under their usual URLs (lifecycle specification, D.4 steps 3 and 4).
 */
export class FrameBundles {
  readonly #dependencies: FrameBundlesDependencies;
  readonly #bundles = new Map<string, PromiseWithResolvers<Tckb>>();

  /** @param dependencies how to ask for an envelope, and a callback */
  constructor(dependencies: FrameBundlesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Takes the envelope of a bundle. An invalid one fails the loads of this bundle. */
  async receive(hash: string, envelope: ArrayBuffer): Promise<void> {
    const bundle = this.#bundles.get(hash);
    if (bundle === undefined) return;
    try {
      bundle.resolve(await readTckb(new Uint8Array(envelope), { expectedHash: hash, auditRecord: true }));
    } catch (error) {
      this.fail(hash, error instanceof TckbUnpackError ? toBundleProblem(error.code) : "bundle.malformed");
    }
  }

  /** Fails the loads of a bundle. The next load asks the page again. */
  fail(hash: string, code: string): void {
    this.#bundles.get(hash)?.reject(new BundleUnavailable(code));
    this.#bundles.delete(hash);
  }

  /** Answers a request for a file of a bundle, as the web app's routes do. */
  readonly fetch = async (url: string): Promise<Response> => {
    const { hash, name } = parseFileUrl(url);
    try {
      const bytes = readFile(await this.#load(hash), name);
      return bytes === null ? new Response(null, { status: 404 }) : new Response(bytes);
    } catch (error) {
      if (!(error instanceof BundleUnavailable)) throw error;
      const headers = { "content-type": "application/problem+json" };
      return new Response(JSON.stringify({ code: error.code }), { status: 502, headers });
    }
  };

  /** Evaluates the module of a bundle from its verified bytes. */
  readonly importModule = async (url: string): Promise<unknown> => {
    const { hash } = parseFileUrl(url);
    const { module } = await this.#load(hash);
    const blobUrl = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
    try {
      this.#dependencies.onRun(hash);
      const { default: component } = await import(blobUrl);
      return { default: this.#reportRuns(hash, component) };
    } finally {
      URL.revokeObjectURL(blobUrl);
    }
  };

  #load(hash: string): Promise<Tckb> {
    const known = this.#bundles.get(hash);
    if (known !== undefined) return known.promise;
    const bundle = Promise.withResolvers<Tckb>();
    bundle.promise.catch(() => {});
    this.#bundles.set(hash, bundle);
    this.#dependencies.request(hash);
    return bundle.promise;
  }

  /** Wraps a component, so that the page knows which widget was rendering if the frame stops responding. */
  #reportRuns(hash: string, component: unknown): unknown {
    if (typeof component !== "function") return component;
    const { onRun } = this.#dependencies;
    return function Widget(props: object): ReactElement {
      onRun(hash);
      return createElement(component as WidgetComponent, props);
    };
  }
}

class BundleUnavailable extends Error {
  constructor(readonly code: string) {
    super(`The page could not provide the bundle: ${code}`);
  }
}

const FILES: { readonly [name: string]: (tckb: Tckb) => Uint8Array<ArrayBuffer> | null } = {
  "widget.mjs": ({ module }) => module,
  "widget.css": ({ css }) => css,
  "widget.properties.css": ({ propertiesCss }) => propertiesCss,
};

function readFile(tckb: Tckb, name: string): Uint8Array<ArrayBuffer> | null {
  if (tckb.recordFaults.has(name) && !tckb.cssCovered) throw new BundleUnavailable("bundle.hash_mismatch");
  return FILES[name]!(tckb);
}

function parseFileUrl(url: string): { hash: string; name: string } {
  const [hash = "", name = ""] = url.slice(WIDGET_PREFIX.length).split("/");
  if (url.startsWith(WIDGET_PREFIX) && Object.hasOwn(FILES, name)) return { hash, name };
  throw new Error(`Cannot load ${quote(url)}: it is not a file of a bundle`);
}
