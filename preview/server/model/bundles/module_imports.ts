import type * as ESTree from "estree";
import { LIMITS, listWidgetSpecifiers } from "../../../../core/contract/mod.ts";
import { CodedError, errorMessage, quote } from "../../../../core/errors/mod.ts";
import { parseModule } from "../../../../web/module-function/mod.ts";

/** The module of a bundle cannot be shown. */
export class BundleModuleError extends CodedError<"module.unreadable" | "module.foreign_import"> {
  override readonly name = "BundleModuleError";
}

const SPECIFIERS = listWidgetSpecifiers();

/** One import of a module: the place of its specifier, with the quotes, in UTF-16 units. */
export interface ModuleImport {
  readonly specifier: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Lists the imports of a bundle's module in the order of their places. A bundle may be a stranger's: an import of anything
 * but what widgets share with their host would have the preview look for a file.
 *
 * @throws {BundleModuleError} when it has such an import, or is not a module
 */
export function listImports(module: Uint8Array): ModuleImport[] {
  if (module.byteLength > LIMITS.committedBytes) {
    throw unreadable(`it has ${module.byteLength} bytes, at most ${LIMITS.committedBytes} are allowed`);
  }
  return parse(module).flatMap((node) => readImport(node) ?? []).sort((one, other) =>
    one.start - other.start
  );
}

/** Writes a module with other specifiers. */
export function replaceSpecifiers(
  module: Uint8Array,
  imports: readonly ModuleImport[],
  replace: (specifier: string) => string,
): string {
  const code = decode(module);
  const parts = imports.map(({ specifier, start }, index) =>
    code.slice(imports[index - 1]?.end ?? 0, start) + JSON.stringify(replace(specifier))
  );
  return parts.join("") + code.slice(imports.at(-1)?.end ?? 0);
}

type Node = ReturnType<typeof parseModule>["nodes"][number];

function parse(module: Uint8Array): readonly Node[] {
  try {
    return parseModule(decode(module)).nodes;
  } catch (error) {
    // Expressions that are nested too deeply are a RangeError.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    throw unreadable(errorMessage(error));
  }
}

function readImport(node: Node): ModuleImport | null {
  const source = sourceOf(node);
  if (source === null) return null;
  const specifier = textOf(source);
  if (specifier !== null && SPECIFIERS.includes(specifier)) {
    const { start, end } = source as Node;
    return { specifier, start, end };
  }
  const what = specifier === null ? "import() of a computed path" : `the import of ${quote(specifier)}`;
  throw new BundleModuleError(
    "module.foreign_import",
    `Cannot use entry "widget.mjs": it has ${what}, and a bundle imports only ${
      SPECIFIERS.map(quote).join(", ")
    }; build the widget with tck build`,
  );
}

function sourceOf(node: Node): ESTree.Expression | null {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
      return node.source;
    case "ExportNamedDeclaration":
      return node.source ?? null;
    default:
      return null;
  }
}

function textOf(source: ESTree.Expression): string | null {
  if (source.type === "Literal") return typeof source.value === "string" ? source.value : null;
  const isConstant = source.type === "TemplateLiteral" && source.expressions.length === 0;
  return isConstant ? source.quasis[0]!.value.cooked ?? null : null;
}

function unreadable(reason: string): BundleModuleError {
  return new BundleModuleError("module.unreadable", `Cannot read entry "widget.mjs": ${reason}`);
}

/** Decodes a module as a browser does, without a byte order mark. */
function decode(module: Uint8Array): string {
  return new TextDecoder().decode(module);
}
