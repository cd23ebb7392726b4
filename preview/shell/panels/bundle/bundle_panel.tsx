import { type ReactElement, useMemo } from "react";
import { type BundleDetails, type BundleVersion, NO_TIME, type PublicBundle } from "../../../protocol.ts";
import { useShell, useShellDependencies } from "../../shell_context.ts";
import { listDifferences } from "./bundle_differences.ts";
import { Facts } from "../facts.tsx";
import { NothingShown } from "../nothing_shown.tsx";
import { ReadMessage } from "../source/read_message.tsx";
import { useInspectedCard } from "../use_inspected_card.ts";
import { type ReadState, useRead } from "../source/use_read.ts";

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
export function formatBytes(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
}
