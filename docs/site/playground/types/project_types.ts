import { ts } from "@ts-morph/common";
import {
  createTypeDiagnostic,
  type Diagnostic,
  parseTypeErrors,
  splitLines,
} from "../../../../web/bundler/findings/mod.ts";
import {
  type NameDetails,
  type Place,
  type ProjectTexts,
  TYPES_FOLDER,
  type TypesAnswers,
  type TypesQuestions,
  type TypesRequest,
} from "./messages.ts";

const PREFERENCES: ts.UserPreferences = {
  includeCompletionsForModuleExports: true,
  jsxAttributeCompletionStyle: "none",
  quotePreference: "double",
};

/**
 * The types of a widget's project: TypeScript's language service over texts in memory. The options are those of the project's
 * `tsconfig.json`, which is one of the declarations, as `assets.d.ts` is.
 */
export class ProjectTypes {
  #files: ReadonlyMap<string, string> = new Map();
  #version = 0;
  readonly #versions = new Map<string, number>();
  readonly #service: ts.LanguageService;

  /** @param declarations texts by their absolute paths */
  constructor(private readonly declarations: ReadonlyMap<string, string>) {
    const path = `${TYPES_FOLDER}/tsconfig.json`;
    const { compilerOptions } = ts.parseConfigFileTextToJson(path, declarations.get(path)!).config;
    const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, TYPES_FOLDER);
    const roots = Array.from(declarations.keys()).filter((path) => /\/assets\.d\.ts$/.test(path));
    const read = (path: string) => this.#files.get(path) ?? declarations.get(path);
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => TYPES_FOLDER,
      getDefaultLibFileName: () => "/lib/lib.d.ts",
      getProjectVersion: () => String(this.#version),
      // The kit too, so that its names are offered before a file imports it.
      getScriptFileNames: () => [...roots, ...KIT_MODULES, ...this.#sources()],
      getScriptVersion: (path) => String(this.#versions.get(path) ?? 0),
      getScriptSnapshot: (path) => {
        const text = read(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: (path) => read(path) !== undefined,
      readFile: read,
      useCaseSensitiveFileNames: () => true,
    });
  }

  answer<Asked extends keyof TypesAnswers>(
    { files, asked, question }: TypesRequest<Asked>,
  ): TypesAnswers[Asked] {
    this.#update(files);
    return this.#answers[asked](question);
  }

  readonly #answers: {
    readonly [Asked in keyof TypesAnswers]: (question: TypesQuestions[Asked]) => TypesAnswers[Asked];
  } = {
    errors: () => this.#findErrors(),
    names: (place) => this.#offerNames(place),
    details: (place) => this.#describeName(place),
    description: (place) => this.#describePlace(place),
  };

  #update(files: ProjectTexts): void {
    const next = new Map(Array.from(files, ([path, text]) => [`${TYPES_FOLDER}/${path}`, text]));
    const paths = new Set([...this.#files.keys(), ...next.keys()]);
    const changed = [...paths].filter((path) => this.#files.get(path) !== next.get(path));
    if (changed.length === 0) return;
    this.#version++;
    for (const path of changed) this.#versions.set(path, this.#version);
    this.#files = next;
  }

  #sources(): string[] {
    return [...this.#files.keys()].filter((path) => /\.tsx?$/.test(path));
  }

  /** What `tsc` prints: nothing has a type while a file does not parse. */
  #findErrors(): Diagnostic[] {
    const sources = this.#sources();
    const syntax = sources.flatMap((path) => this.#service.getSyntacticDiagnostics(path));
    const found = syntax.length > 0
      ? syntax
      : sources.flatMap((path) => this.#service.getSemanticDiagnostics(path));
    const output = ts.formatDiagnostics(found, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => TYPES_FOLDER,
      getNewLine: () => "\n",
    });
    return parseTypeErrors(output).map((error) => {
      const text = this.#files.get(`${TYPES_FOLDER}/${error.file}`);
      const lineText = text === undefined || error.line === null ? null : splitLines(text)[error.line - 1];
      return createTypeDiagnostic(error, lineText ?? null);
    });
  }

  #offerNames({ file, at }: Place): TypesAnswers["names"] {
    const found = this.#service.getCompletionsAtPosition(`${TYPES_FOLDER}/${file}`, at, PREFERENCES);
    if (found === undefined) return { from: at, offered: [] };
    const { entries, optionalReplacementSpan } = found;
    // The name of an element has no span of its own.
    const [word] = /[\w$]*$/.exec(
      this.#files.get(`${TYPES_FOLDER}/${file}`)!.slice(Math.max(0, at - MAX_NAME_LENGTH), at),
    )!;
    const replaced = optionalReplacementSpan ?? entries[0]?.replacementSpan;
    const offered = entries.map(({ name, kind, sortText, source, data }) => {
      return { name, kind, rank: Number.parseInt(sortText), source, data };
    });
    return { from: replaced?.start ?? at - word.length, offered };
  }

  #describeName(
    { file, at, offered: { name, source, data } }: TypesQuestions["details"],
  ): NameDetails | null {
    const details = this.#service.getCompletionEntryDetails(
      `${TYPES_FOLDER}/${file}`,
      at,
      name,
      FORMAT,
      source,
      PREFERENCES,
      data as ts.CompletionEntryData | undefined,
    );
    if (details === undefined) return null;
    const changes = (details.codeActions ?? []).flatMap(({ changes }) => changes).filter(({ fileName }) =>
      fileName === `${TYPES_FOLDER}/${file}`
    );
    return {
      text: toText(details.displayParts, details.documentation),
      changes: changes.flatMap(({ textChanges }) => textChanges).map((
        { span: { start, length }, newText },
      ) => ({
        from: start,
        to: start + length,
        insert: newText,
      })).sort((one, other) => one.from - other.from),
    };
  }

  #describePlace({ file, at }: Place): TypesAnswers["description"] {
    const info = this.#service.getQuickInfoAtPosition(`${TYPES_FOLDER}/${file}`, at);
    if (info === undefined) return null;
    const { textSpan: { start, length }, displayParts, documentation } = info;
    return { from: start, to: start + length, text: toText(displayParts, documentation) };
  }
}

/** The modules of the kit, where a project has its declarations. */
export const KIT_MODULES: readonly string[] = ["web/tck/mod", "web/tck/charts/mod"].map((module) =>
  `${TYPES_FOLDER}/node_modules/@tck/kit/${module}.d.ts`
);

/** The longest beginning of a name to which others are offered. */
const MAX_NAME_LENGTH = 64;

const FORMAT: ts.FormatCodeSettings = { ...ts.getDefaultFormatCodeSettings("\n"), indentSize: 2, tabSize: 2 };

function toText(
  display: readonly ts.SymbolDisplayPart[] | undefined,
  documentation: readonly ts.SymbolDisplayPart[] | undefined,
): string {
  return [display, documentation].map((parts) => ts.displayPartsToString(parts && [...parts])).filter((
    text,
  ) => text !== "").join("\n\n");
}
