import { createHash } from "node:crypto";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { DevEnvironment, EnvironmentModuleNode } from "vite";
import type { StackFrame } from "../../../protocol.ts";
import { WIDGETS_MODULE } from "./live_widgets.ts";
import { isOwnFile } from "../own_files.ts";
import {
  filePathOf,
  idOfUrl,
  isBundledPackage,
  isClientModule,
  packagesHash,
  stableCode,
  withoutVersions,
} from "../vite_internals.ts";

export interface SourcePlace {
  /** Relative to the project. */
  readonly file: string;
  /** One-based. */
  readonly line: number;
  /** One-based. */
  readonly column: number;
}

/** A line of a stack trace: an address, a line and a column. */
const FRAME = /(https?:\/\/\S+?):(\d+):(\d+)\)?\s*$/;

/** How many lines of a stack trace are read, and how much of each: pages send them. */
const MAX_STACK_LINES = 100;
const MAX_FRAME = 2_000;

/** The sources behind the modules that pages get. */
export class LiveSources {
  readonly #maps = new WeakMap<object, TraceMap>();

  /** @param environment the dev server's @param project the project folder, with forward slashes */
  constructor(private readonly environment: DevEnvironment, private readonly project: string) {}

  /**
   * A hash of everything that modules consist of: their code, that of what they import, and the installed packages.
   *
   * @param urls the modules
   * @returns in hex; null when a module does not compile
   */
  async hash(urls: readonly string[]): Promise<string | null> {
    const codes = new Map<string, string>();
    try {
      for (const url of urls) await this.#read(idOfUrl(url), codes);
    } catch {
      return null;
    }
    const hash = createHash("sha256").update(packagesHash(this.environment));
    // The id of an installed module has a version, which is another one after the first start.
    const stable = Array.from(codes, ([id, code]) => `\0${withoutVersions(id)}\0${stableCode(code)}`);
    for (const text of stable.sort()) hash.update(text);
    return hash.digest("hex");
  }

  /** The lines of a stack trace, with their places in the project's own sources. */
  async mapStack(stack: string): Promise<StackFrame[]> {
    const lines = splitStack(stack);
    return await Promise.all(lines.map(async (line): Promise<StackFrame> => ({
      text: line.trim(),
      source: await this.locate([line]),
    })));
  }

  /** The innermost place of stack traces that is in the project's own sources, or null. */
  async locate(stacks: readonly string[]): Promise<SourcePlace | null> {
    for (const frame of stacks.flatMap(splitStack)) {
      const [, url, line, column] = FRAME.exec(frame) ?? [];
      const file = url === undefined ? null : filePathOf(url);
      if (file === null || !this.#isProjectSource(file)) continue;
      const place = await this.#locate(url!, Math.max(1, Number(line)), Math.max(1, Number(column)));
      if (place !== null) return { file: file.slice(this.project.length + 1), ...place };
    }
    return null;
  }

  #isProjectSource(file: string): boolean {
    return file.startsWith(`${this.project}/`) && !file.includes("/node_modules/") && !isOwnFile(file);
  }

  async #locate(url: string, line: number, column: number): Promise<Omit<SourcePlace, "file"> | null> {
    // As Vite decodes the address of a request.
    const path = decodeURI(new URL(url).pathname);
    const module = await this.environment.moduleGraph.getModuleByUrl(path);
    const map = module?.transformResult?.map;
    if (!map || !("mappings" in map) || map.mappings === "") return null;
    const trace = this.#maps.get(map) ?? new TraceMap(map as ConstructorParameters<typeof TraceMap>[0]);
    this.#maps.set(map, trace);
    const original = originalPositionFor(trace, { line, column: column - 1 });
    return original.line === null ? null : { line: original.line, column: original.column + 1 };
  }

  async #read(url: string, codes: Map<string, string>): Promise<void> {
    const result = await this.environment.transformRequest(url);
    const module = await this.environment.moduleGraph.getModuleByUrl(url);
    const id = module?.id ?? url;
    if (codes.has(id)) return;
    codes.set(id, result?.code ?? "");
    for (const imported of module?.importedModules ?? []) {
      if (!codes.has(imported.id ?? imported.url) && this.#isRead(imported)) {
        await this.#read(imported.url, codes);
      }
    }
  }

  #isRead({ file, id }: EnvironmentModuleNode): boolean {
    // The list of widgets changes with other widgets.
    if (id !== null && (isClientModule(id) || id.endsWith(WIDGETS_MODULE))) return false;
    return file === null || !isBundledPackage(this.environment, file);
  }
}

function splitStack(stack: string): string[] {
  return stack.split("\n", MAX_STACK_LINES).map((line) => line.slice(0, MAX_FRAME));
}
