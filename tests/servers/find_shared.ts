/**
 * What the tests of one run share. `deno task test` starts each of these when the first test asks for it, and stops them
 * at the end. A test file that runs without the runner gets null and starts its own.
 *
 * @module
 */
import process from "node:process";
import type { S3Credentials } from "../../hosts/objects/mod.ts";
import type { PackedPackage } from "../../hosts/packaging/mod.ts";
import type { AssetCoding } from "../../web/assets/import_map/mod.ts";

/** The variable with the address at which a test process asks for them. */
export const SHARED_VARIABLE = "TCK_TEST_SERVERS";

/** What can be asked for, and how it is described to the test process. */
export interface Shared {
  /** The websocket address of a Chromium, for Playwright. */
  chromium: string;
  /** The websocket address of a Firefox, for Puppeteer, which no other file gets until it is given back. */
  firefox: string;
  /** The fonts of the browsers. */
  fonts: TestFonts;
  /** The address of a PostgreSQL, without the name of a database. */
  postgres: string;
  /** An S3 service. */
  gateway: GatewayAddress;
  /** The packed npm packages. */
  packages: PackageReports;
  /** The path of a data folder whose database is migrated and empty; it is to be copied. */
  dataFolder: string;
  /** The files that pages with widgets load, built from this tree, by name; their bytes in Base64. */
  hostAssets: readonly (readonly [name: string, asset: DescribedAsset])[];
  /** The same compressed, as a server compresses them at its start. */
  compressedAssets: readonly (readonly [name: string, asset: DescribedAsset])[];
  /** The envelopes of the sample project, which `mock=true` shows, built from this tree; in Base64. */
  sampleBundles: readonly string[];
  /** The path of Node. */
  node: string;
}

/** A file that pages load, with all bytes in Base64. */
export interface DescribedAsset {
  bytes: string;
  contentType: string;
  hash: string;
  encoded?: readonly (readonly [coding: AssetCoding, bytes: string])[];
}

/** The fonts of every browser that tests start: those of npm packages, and no other. A text is as wide on every machine. */
export interface TestFonts {
  /** The path of fontconfig's settings. */
  settings: string;
  /** What a browser reads: the folders of the fonts, and the one of the settings. */
  folders: string[];
}

/** What `deno task pack --json` reports. */
export interface PackageReports {
  /** Other tests read their tarballs too. */
  packages: (PackedPackage & { bill: string })[];
  /** The JSR package that could be published. */
  jsr: string;
}

/** Where an S3 service is, and who may use it. */
export interface GatewayAddress {
  /** `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  readonly credentials: S3Credentials;
}

/**
 * Read when this module is loaded, since a command that runs in the test's own process has none of the test's variables: it
 * would build what the run shares.
 */
const ADDRESS = process.env[SHARED_VARIABLE];

/** Asks the runner. */
export async function findShared<Name extends keyof Shared>(name: Name): Promise<Shared[Name] | null> {
  if (!ADDRESS) return null;
  const response = await fetch(`${ADDRESS}/${name}`);
  if (!response.ok) throw new Error(`Cannot share ${name}: ${await response.text()}`);
  return await response.json();
}

/** Gives back what the runner lends to one file at a time. */
export async function giveBack(name: "firefox", lent: string): Promise<void> {
  await (await fetch(`${ADDRESS}/${name}`, { method: "DELETE", body: lent })).body?.cancel();
}
