import { type Parameter, printParameters, printType } from "./print_type.ts";
import type { Comment, Declaration, DocSymbol, Member, ModuleSymbols } from "./symbols.ts";

/** A section of the reference: the exports of one kind. */
export interface Section {
  title?: string;
  symbols: readonly DocSymbol[];
}

/** The types whose members have a table of their own, which {@link writeSharedProps} writes. */
const SHARED_PROPS = ["ChartProps"];

/** Lists exports, each on a line with the beginning of what it is. @param file where they are described */
export function writeIndex(symbols: readonly DocSymbol[], file: string): string {
  return symbols.map(({ name, declaration }) => {
    const [sentence] = flatten(declaration.jsDoc?.doc).split(/(?<=\.)\s/);
    return `- [\`${name}\`](${file}#${name.toLowerCase()}): ${sentence}`;
  }).join("\n");
}

/** Writes the props that several components have. */
export function writeSharedProps(name: string, title: string, module: ModuleSymbols): string {
  const { declaration } = module.exports[0]!;
  const members = collectMembers(module.find(name, declaration)!, module);
  return `## ${title}\n\n${writeMemberTable("prop", members)}`;
}

/**
 * Writes each export of a section: what it is, its props or signature, one example and its picture.
 *
 * @param pictures the names of the pictures that there are
 */
export function writeSection(
  { title, symbols }: Section,
  module: ModuleSymbols,
  pictures: readonly string[],
): string {
  const heading = title === undefined ? [] : [`## ${title}`];
  const parts = symbols.map((symbol) =>
    `${writeSymbol(symbol, module)}${showPicture(symbol.name, pictures)}`
  );
  return [...heading, ...parts].join("\n\n");
}

/** `CardHeader` is in `card-header.png`. */
function showPicture(name: string, pictures: readonly string[]): string {
  const file = `${name.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase()}.png`;
  return pictures.includes(file) ? `\n\n![${name} at every size, light and dark](../pictures/${file})` : "";
}

/** Whether an export is a component: its name is capitalised and it returns an element. */
export function isComponent({ name, declaration }: DocSymbol): boolean {
  return declaration.kind === "function" && /^[A-Z]/.test(name);
}

function writeSymbol({ name, declaration }: DocSymbol, module: ModuleSymbols): string {
  const { kind, jsDoc } = declaration;
  const parts = [
    `## \`${name}\``,
    isComponent({ name, declaration }) ? null : writeSignature(name, declaration),
    flatten(jsDoc?.doc),
    isComponent({ name, declaration }) ? writeProps(declaration, module) : writeMembers(declaration, module),
    ...(kind === "function" ? [listErrors(jsDoc)] : []),
    exampleOf(jsDoc),
  ];
  return parts.filter((part) => part !== null && part !== "").join("\n\n");
}

function writeSignature(name: string, { kind, def }: Declaration): string | null {
  const generics = def.typeParams?.length
    ? `<${
      def.typeParams.map(({ name, constraint, default: initial }) =>
        name + (constraint ? ` extends ${printType(constraint)}` : "") +
        (initial ? ` = ${printType(initial)}` : "")
      ).join(", ")
    }>`
    : "";
  if (kind === "function") {
    const signature = `${name}${generics}${printParameters(def.params ?? [])}: ${printType(def.returnType)}`;
    return code("ts", signature);
  }
  if (kind === "typeAlias") return code("ts", `type ${name}${generics} = ${printType(def.tsType)}`);
  return null;
}

function writeProps({ def, location, kind }: Declaration, module: ModuleSymbols): string | null {
  const type = def.params?.[0] === undefined ? undefined : typeOf(def.params[0]);
  if (type?.kind !== "typeRef") return null;
  const own = { def, location, kind };
  const table = writeMemberTable("prop", membersOf(type.value.typeName, own, module));
  const shared = module.find(type.value.typeName, own)?.def.extends?.map(({ value }) => value.typeName) ?? [];
  const note = shared.some((name) => SHARED_PROPS.includes(name))
    ? "And the props of charts with axes."
    : null;
  return [table, note].filter((part) => part !== null).join("\n\n");
}

function typeOf(parameter: Parameter) {
  return parameter.tsType ?? parameter.left?.tsType;
}

function writeMembers(declaration: Declaration, module: ModuleSymbols): string | null {
  if (declaration.kind !== "interface") return null;
  return writeMemberTable("field", collectMembers(declaration, module));
}

/** The members of a type that a declaration names, with those that it inherits first. */
function membersOf(name: string, nearby: Declaration, module: ModuleSymbols): Member[] {
  // What `Omit` is made from is in a table of its own as well.
  if (name === "Omit" || SHARED_PROPS.includes(name)) return [];
  const declaration = module.find(name, nearby);
  if (declaration === null) {
    const { filename } = nearby.location;
    throw new Error(`Cannot find type "${name}" of ${filename}: declare it in the folder of the module`);
  }
  return collectMembers(declaration, module);
}

function collectMembers(declaration: Declaration, module: ModuleSymbols): Member[] {
  const { extends: parents = [], properties = [], methods = [], tsType } = declaration.def;
  const inherited = [...parents, ...(tsType?.kind === "intersection" ? tsType.value : [])].flatMap((parent) =>
    parent.kind === "typeRef" ? membersOf(parent.value.typeName, declaration, module) : []
  );
  const own = [...properties, ...methods, ...(tsType?.kind === "typeLiteral" ? tsType.value.properties : [])];
  const names = new Set(own.map(({ name }) => name));
  return [...inherited.filter(({ name }) => !names.has(name)), ...own];
}

function writeMemberTable(heading: "prop" | "field", members: readonly Member[]): string | null {
  if (members.length === 0) return null;
  const rows = members.map((member) => {
    const { name, optional, params, returnType, tsType } = member;
    const type = params === undefined
      ? printType(tsType)
      : `${printParameters(params)} => ${printType(returnType)}`;
    const fallback = member.jsDoc?.tags?.find(({ value }) => value?.startsWith("@default"))?.value
      ?.slice("@default".length);
    const text = flatten(member.jsDoc?.doc);
    const initial = fallback === undefined
      ? ""
      : `${text === "" ? "" : " "}Default: ${writeDefault(fallback)}.`;
    return `| \`${name}${optional ? "?" : ""}\` | ${cell(`\`${type}\``)} | ${cell(text + initial)} |`;
  });
  return [`| ${heading} | type | |`, "|---|---|---|", ...rows].join("\n");
}

function writeDefault(text: string): string {
  const words = flatten(text).replace(/\.$/, "");
  return /^("[^"]*"|\d+|true|false|null)$/.test(words) ? `\`${words}\`` : words;
}

function listErrors(comment: Comment | undefined): string | null {
  const errors = (comment?.tags ?? []).filter(({ kind }) => kind === "throws");
  if (errors.length === 0) return null;
  return errors.map(({ tsType, doc }) => `Throws \`${printType(tsType)}\`: ${flatten(doc)}.`).join(" ");
}

function exampleOf(comment: Comment | undefined): string | null {
  return comment?.tags?.find(({ kind }) => kind === "example")?.doc?.trim() ?? null;
}

function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A paragraph on one line, without links and what only this project knows: its specifications and decisions. */
function flatten(text: string | undefined): string {
  return (text ?? "")
    .replace(/\{@link(?:code)? ([^}]+)\}/g, "`$1`")
    .replace(/\s*\n\s*/g, " ")
    .replace(/ \([^()]*(?:specification|decision \d)[^()]*\)/g, "")
    .trim();
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
