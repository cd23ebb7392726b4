import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { parse } from "acorn";
import * as esbuild from "esbuild";
import type * as ESTree from "estree";
import type { MessageDetail } from "../esbuild/message_detail.ts";
import { DEFINED } from "../esbuild/esbuild_options.ts";
import { withoutScriptMap } from "./input_maps.ts";

/** A script that goes into a widget. */
export interface Script {
  /** Its path as diagnostics have it. */
  readonly name: string;
  readonly text: string;
  readonly loader: "js" | "jsx" | "ts" | "tsx";
}

/**
 * Finds `import()` and `require()` of a relative path that is put together: esbuild would list the folders that the path
 * could lead to, wherever they are, and take each file of them for an import. Those of other computed paths it leaves as
 * they are.
 */
export async function findComputedImports(script: Script): Promise<esbuild.PartialMessage[]> {
  if (!mayHoldComputed(script.text)) return [];
  const simplified = await simplify(script);
  if (simplified === null) return [];
  const trace = new TraceMap(simplified.map);
  const lines = script.text.split(LINE_BREAK);
  return listCalls(simplified.code).filter(({ path }) => isComputed(path)).map(
    ({ call, name }) => {
      const { line, column } = call.loc!.start;
      const place = originalPositionFor(trace, { line, column });
      const lineText = lines[(place.line ?? 1) - 1] ?? "";
      return {
        text: `${name}() of a computed path is forbidden`,
        detail: DETAIL,
        location: {
          file: script.name,
          line: place.line ?? 1,
          column: new TextEncoder().encode(lineText.slice(0, place.column ?? 0)).length,
          lineText,
        },
      };
    },
  );
}

const DETAIL: MessageDetail = {
  code: "import.forbidden",
  hint: "Import each file by a literal path; in a package, import only parts without such code",
};

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/** Calls with a literal, and no more than that. */
const LITERAL_CALL = /\b(?:import|require)\s*\(\s*(?:"[\w@./~-]*"|'[\w@./~-]*')\s*\)/g;

/** `import` before a parenthesis, a comment or a dot, and the name `require`, of which each letter may be an escape. */
const CALL = /\bimport\s*[(/.]|\brequire\b|\\u(?:00|\{0*)(?:72|65|71|75|69)/i;

/** Most scripts have no such call, and are not parsed. */
function mayHoldComputed(text: string): boolean {
  return CALL.test(text.replaceAll(LITERAL_CALL, " "));
}

/** The script as JavaScript, with its constants put together as in a build; null where it does not parse. */
async function simplify({ text, loader }: Script): Promise<{ code: string; map: string } | null> {
  try {
    return await esbuild.transform(withoutScriptMap(text), {
      loader,
      target: "es2022",
      jsx: "automatic",
      minifySyntax: true,
      define: DEFINED,
      tsconfigRaw: {},
      sourcemap: true,
      logLevel: "silent",
    });
  } catch {
    return null; // The build reports it.
  }
}

interface Call {
  readonly call: ESTree.Node;
  readonly name: "import" | "require";
  readonly path: ESTree.Node;
}

function listCalls(code: string): Call[] {
  const nodes = [
    parse(code, {
      ecmaVersion: "latest",
      // A package may be sloppy.
      sourceType: "script",
      allowImportExportEverywhere: true,
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      locations: true,
    }) as ESTree.Node,
  ];
  const calls: Call[] = [];
  for (const node of nodes) {
    for (const value of Object.values(node)) {
      for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) nodes.push(item);
    }
    if (node.type === "ImportExpression") calls.push({ call: node, name: "import", path: node.source });
    if (node.type === "CallExpression" && isRequire(node.callee) && node.arguments[0]) {
      calls.push({ call: node, name: "require", path: node.arguments[0] });
    }
  }
  return calls;
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === "object" && value !== null && typeof (value as ESTree.Node).type === "string";
}

function isRequire(callee: ESTree.Node): boolean {
  if (callee.type === "Identifier") return callee.name === "require";
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" &&
    callee.property.name === "require";
}

/** Whether a path begins as a relative one, and goes on with what is not known. */
function isComputed(path: ESTree.Node): boolean {
  switch (path.type) {
    case "ConditionalExpression":
      return isComputed(path.consequent) || isComputed(path.alternate);
    case "SequenceExpression":
      return isComputed(path.expressions.at(-1)!);
    case "TemplateLiteral":
      return path.expressions.length > 0 && isRelative(path.quasis[0]!.value.cooked);
    case "BinaryExpression":
      return path.operator === "+" && beginsRelative(path.left);
    default:
      return false;
  }
}

function beginsRelative(path: ESTree.Node): boolean {
  if (path.type === "BinaryExpression") return beginsRelative(path.left);
  if (path.type === "TemplateLiteral") return isRelative(path.quasis[0]!.value.cooked);
  return path.type === "Literal" && isRelative(String(path.value));
}

function isRelative(text: string | null | undefined): boolean {
  return text?.startsWith(".") === true;
}
