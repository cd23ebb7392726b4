import type { Browser } from "playwright-core";
import type { Command, CommandInput, Terminal } from "../../terminal/mod.ts";
import type { Action } from "../application/action.ts";
import type { Compression } from "../compression/mod.ts";
import type { CardWriter, FeedSealer } from "../routes/mod.ts";
import type { HostAssets } from "../../web/assets/import_map/mod.ts";

/** The parts of a program that differ between Deno and Node. */
export interface Host {
  /** The words before the name of a command: `deno task`. */
  invocation: string;
  /** Sends a request at most once. */
  fetchOnce(request: Request): Promise<Response>;
  /** The files that pages with widgets load. */
  loadHostAssets(): Promise<HostAssets>;
  /** The envelopes of the sample project, in the order of its widgets, for `mock=true` without a folder of fixtures. */
  loadSampleBundles(): Promise<Uint8Array<ArrayBuffer>[]>;
  /** The script of the page of the public API, compressed by Brotli. */
  loadApiViewer(): Promise<Uint8Array<ArrayBuffer>>;
  /** How bodies of the web app are compressed. */
  compression: Compression;
  /** Makes feeds into pages of one file. */
  feedSealer: FeedSealer;
  /** Writes the cards of first views. */
  cardWriter: CardWriter;
  /** Starts a headless browser. @default the host has none */
  launchBrowser?(): Promise<Browser>;
}

/** A command that may use the host. */
export interface HostCommand extends Omit<Command, "run"> {
  /** The help on a host that supports only a part of the command. @default the same on every host */
  helpOn?(host: Host): Partial<Pick<Command, "summary" | "options" | "notes" | "examples">>;
  /** @returns the exit code */
  run(input: CommandInput, terminal: Terminal, host: Host): Promise<number>;
}

/** A command that acts on the stores. */
export interface StoreCommand {
  readonly command: HostCommand;
  /** The actions that the command dispatches. */
  readonly actions: readonly Action[];
}
