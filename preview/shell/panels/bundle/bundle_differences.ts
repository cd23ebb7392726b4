import type { BundleEntry, BundleVersion } from "../../../protocol.ts";

/** What changed between two versions of a bundle: its files, then the fields of its manifest, one line each. */
export function listDifferences(before: BundleVersion, now: BundleVersion): string[] {
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
