import { isDeepStrictEqual } from "node:util";
import type { DocComment, DocMember, DocSymbol } from "../../packages/mod.ts";

/** A section of the reference: the exports of one kind. */
export interface Section {
  title?: string;
  symbols: readonly DocSymbol[];
  /** Members that several exports have, and that are in a table of that title. */
  shared?: { readonly title: string; readonly members: readonly DocMember[] };
}

/** Lists exports, each on a line with the beginning of what it is. @param file where they are described */
export function writeIndex(symbols: readonly DocSymbol[], file: string): string {
  return symbols.map(({ name, comment }) => {
    const [sentence] = flatten(comment.text).split(/(?<=\.)\s/);
    return `- [\`${name}\`](${file}#${name.toLowerCase()}): ${sentence}`;
  }).join("\n");
}

/**
 * Writes each export of a section: what it is, its props or signature, one example and its picture.
 *
 * @param pictures the names of the pictures that there are
 */
export function writeSection({ title, symbols, shared }: Section, pictures: readonly string[]): string {
  const heading = title === undefined ? [] : [`## ${title}`];
  const parts = symbols.map((symbol) =>
    `${writeSymbol(symbol, shared)}${showPicture(symbol.name, pictures)}`
  );
  return [...heading, ...parts].join("\n\n");
}

/** `CardHeader` is in `card-header.png`. */
function showPicture(name: string, pictures: readonly string[]): string {
  const file = `${name.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase()}.png`;
  return pictures.includes(file) ? `\n\n![${name} at every size, light and dark](../pictures/${file})` : "";
}

/** Whether an export is a component: a function whose name is capitalised. */
export function isComponent({ name, kind }: DocSymbol): boolean {
  return kind === "Function" && /^[A-Z]/.test(name);
}

function writeSymbol(symbol: DocSymbol, shared: Section["shared"]): string {
  const { name, kind, comment } = symbol;
  const own = symbol.members.filter((member) => !isShared(member, shared));
  const hasTable = isComponent(symbol) || kind === "Interface";
  const parts = [
    `## \`${name}\``,
    isComponent(symbol) ? "" : writeDeclaration(symbol),
    flatten(comment.text),
    hasTable ? writeMembers(isComponent(symbol) ? "prop" : "field", own) : "",
    own.length < symbol.members.length ? `And: ${shared!.title.toLowerCase()}.` : "",
    kind === "Function" ? listErrors(comment) : "",
    findTag(comment, "@example")?.trim() ?? "",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function isShared(member: DocMember, shared: Section["shared"]): boolean {
  return shared?.members.some((other) => isDeepStrictEqual(other, member)) ?? false;
}

function writeDeclaration({ name, kind, declaration }: DocSymbol): string {
  if (kind !== "Function" && kind !== "TypeAlias") return "";
  return `\`\`\`ts\n${kind === "TypeAlias" ? "type " : ""}${name}${declaration}\n\`\`\``;
}

/** Writes a table of members. */
export function writeMembers(heading: "prop" | "field", members: readonly DocMember[]): string {
  if (members.length === 0) return "";
  const requiredFirst = members.toSorted((a, b) => Number(a.isOptional) - Number(b.isOptional));
  const rows = requiredFirst.map(({ name, isOptional, type, comment }) => {
    const initial = findTag(comment, "@default");
    const text = [flatten(comment.text), initial === undefined ? "" : `Default: ${writeDefault(initial)}.`];
    const description = text.filter((part) => part !== "").join(" ");
    return `| \`${name}${isOptional ? "?" : ""}\` | ${cell(`\`${type}\``)} | ${cell(description)} |`;
  });
  return [`| ${heading} | type | |`, "|---|---|---|", ...rows].join("\n");
}

function writeDefault(text: string): string {
  const words = flatten(text).replace(/\.$/, "");
  return /^("[^"]*"|\d+|true|false|null)$/.test(words) ? `\`${words}\`` : words;
}

function listErrors({ tags }: DocComment): string {
  const errors = tags.filter(({ tag }) => tag === "@throws");
  return errors.map(({ type, text }) => `Throws \`${type}\`: ${flatten(text)}.`).join(" ");
}

function findTag({ tags }: DocComment, name: string): string | undefined {
  return tags.find(({ tag }) => tag === name)?.text;
}

/** A paragraph on one line, without what only this project knows: its specifications and decisions. */
function flatten(text: string): string {
  return text
    .replace(/\s*\n\s*/g, " ")
    .replace(/ \([^()]*(?:specification|decision \d)[^()]*\)/g, "")
    .trim();
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
