import { type ReactElement, useMemo } from "react";
import {
  type BundleDetails,
  type BundleEntry,
  type BundleVersion,
  NO_TIME,
  type PublicBundle,
} from "../../protocol.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { Facts } from "./facts.tsx";
import { NothingShown } from "./nothing_shown.tsx";
import { ReadMessage } from "./source/read_message.tsx";
import { useInspectedCard } from "./use_inspected_card.ts";
import { type ReadState, useRead } from "./source/use_read.ts";

/** The files of the inspected card's bundle: sizes, hash, integrity, and what has changed since the one before. */
export function BundlePanel(): ReactElement {
  const bundle = useShell(({ url, server }) =>
    findBundle(url.view !== "feed" ? url.widget : url.card, server.bundles ?? [])
  );
  const card = useInspectedCard();
  const { value: details, ...state } = useDetails(bundle);
  if (card === null) return <NothingShown card={card} />;
  if (bundle === undefined) {
    return (
      <p className="shell-hint">
        There is no bundle of this widget yet: <code>pnpm build</code> writes it.
      </p>
    );
  }
  if (details === null) return <ReadMessage {...state} />;
  return (
    <>
      <Facts facts={listFacts(bundle, details)} />
      <table className="shell-table">
        <caption>Files</caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Size</th>
            <th scope="col">gzip</th>
          </tr>
        </thead>
        <tbody>
          {details.entries.map(({ name, bytes }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatBytes(bytes)}</td>
              <td>{formatBytes(details.gzipBytes[name] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className="shell-stack">
        <summary>Integrity</summary>
        <ul role="list">
          {details.entries.map(({ name, integrity }) => <li key={name}>{name}: {integrity}</li>)}
        </ul>
      </details>
      {details.loadedAt !== NO_TIME && <Differences now={details} before={details.before} />}
    </>
  );
}

/** The bundle that is built from a widget in the sources. */
function findBundle(name: string | null, bundles: readonly PublicBundle[]): PublicBundle | undefined {
  return bundles.find(({ id }) => id === name) ??
    bundles.find(({ label, path }) => label === name && path !== undefined);
}

function useDetails(bundle: PublicBundle | undefined): ReadState<BundleDetails> {
  const { client } = useShellDependencies();
  const read = useMemo(() => bundle === undefined ? null : () => client.readDetails(bundle.id), [
    client,
    bundle,
  ]);
  return useRead(bundle, read);
}

function listFacts({ label, bundleHash }: PublicBundle, details: BundleDetails): [string, string][] {
  return [
    ["Bundle", `${label}.tckb, ${formatBytes(details.envelopeBytes)}`],
    ...(details.loadedAt === NO_TIME
      ? []
      : [["Built", new Date(details.loadedAt).toLocaleTimeString()] as [string, string]]),
    ["Hash", bundleHash],
  ];
}

function Differences({ now, before }: { now: BundleVersion; before: BundleVersion | null }): ReactElement {
  if (before === null) {
    return <p className="shell-hint">It was not built again since the preview was started.</p>;
  }
  const differences = listDifferences(before, now);
  return (
    <section aria-labelledby="shell-differences">
      <h3 id="shell-differences">
        Since the build of {new Date(before.loadedAt).toLocaleTimeString()}
      </h3>
      {differences.length === 0
        ? <p className="shell-hint">Nothing has changed.</p>
        : (
          <ul className="shell-differences" role="list">
            {differences.map((difference) => <li key={difference}>{difference}</li>)}
          </ul>
        )}
    </section>
  );
}

/** A size for people: `12.3 kB`. */
function formatBytes(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
}

/** What changed between two versions of a bundle: its files, then the fields of its manifest, one line each. */
function listDifferences(before: BundleVersion, now: BundleVersion): string[] {
  const names = new Set([...before.entries, ...now.entries].map(({ name }) => name));
  const files = [...names].flatMap((name) => {
    const find = ({ name: own }: BundleEntry) => own === name;
    return compareFiles(name, before.entries.find(find), now.entries.find(find));
  });
  return [...files, ...compareManifests(before, now)];
}

function compareFiles(name: string, before: BundleEntry | undefined, now: BundleEntry | undefined): string[] {
  if (before === undefined) return [`${name} is new, ${now!.bytes} bytes`];
  if (now === undefined) return [`${name} was removed`];
  if (before.integrity === now.integrity) return [];
  const difference = now.bytes - before.bytes;
  if (difference === 0) return [`${name} has changed and has the same size`];
  return [`${name} is ${Math.abs(difference)} bytes ${difference > 0 ? "larger" : "smaller"}`];
}

function compareManifests({ manifest: before }: BundleVersion, { manifest: now }: BundleVersion): string[] {
  const [old, current] = [{ ...before } as Fields, { ...now } as Fields];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return names.flatMap((name) => {
    const [one, other] = [JSON.stringify(old[name]), JSON.stringify(current[name])];
    if (one === other) return [];
    if (one === undefined) return [`manifest.${name} is new`];
    return other === undefined ? [`manifest.${name} was removed`] : [`manifest.${name} has changed`];
  });
}

type Fields = { readonly [name: string]: unknown };
