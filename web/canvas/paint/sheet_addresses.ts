import { MAX_NESTED_BRACKETS } from "../../card-markup/mod.ts";

/** A comment or a string. No alternative begins as another one does. */
const SKIPPED = String.raw`\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?`;

/** What CSS reads as one, so that nothing in it is read as something else. */
const TOKEN = new RegExp(
  [
    `(?<skipped>${SKIPPED})`,
    // Names, numbers and their units, whatever is escaped in them.
    String.raw`(?<name>(?:[-\w\u0080-\uffff]|\\(?:[0-9a-f]{1,6}[ \t\n]?|[^0-9a-f\n]))+)(?<open>\(?)`,
  ].join("|"),
  "gi",
);

/** The rest of `url(`: an address in quotation marks, or all up to the first bracket that is not escaped. */
const ADDRESS =
  /[ \t\n]*(?:"(?:[^"\\\n]|\\[^])*"[ \t\n]*\)|'(?:[^'\\\n]|\\[^])*'[ \t\n]*\)|(?![ \t\n"'])(?:[^)\\]|\\[^])*\))/y;

/** A place in the same tree. */
const PLACE = /^[ \t\n]*(["']?)#[\w:.-]+\1[ \t\n]*\)$/;

/** Functions that load what a string names, or draw another element. */
const LOADING = /(?:src|image|image-set|image-rect|cross-fade|element|canvas|paint)$/i;

/** What may be before `url(` without being a part of its token. */
const BEFORE_ADDRESS = /^[ \t\n:,(){};/*]?$/;

/**
 * Leaves out what a stylesheet refers to, but places in the same tree: Firefox loads what a style refers to as a document, to
 * which no policy applies. A picture becomes `none`. A sheet that browsers might read in several ways is left out.
 */
export function withoutAddresses(sheet: string): string {
  const css = sheet.replaceAll("\f", "\n");
  let [written, end] = ["", 0];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(css); match !== null; match = TOKEN.exec(css)) {
    const { name, open } = match.groups!;
    if (name === undefined) continue;
    const before = css.slice(Math.max(match.index - 1, 0), match.index);
    if (before === "@" && isImport(name)) {
      written += `${css.slice(end, match.index)}-omitted `;
      end = match.index + name.length;
    }
    if (open === "") continue;
    if (name.includes("\\")) return "";
    if (LOADING.test(name)) {
      written += `${css.slice(end, match.index)} -omitted(`;
      end = TOKEN.lastIndex;
    } else if (/url$/i.test(name)) {
      if (name.length > 3 || !BEFORE_ADDRESS.test(before)) return "";
      ADDRESS.lastIndex = TOKEN.lastIndex;
      const address = ADDRESS.exec(css);
      if (address === null) return "";
      TOKEN.lastIndex = ADDRESS.lastIndex;
      if (PLACE.test(address[0])) continue;
      written += `${css.slice(end, match.index)} none `;
      end = ADDRESS.lastIndex;
    }
  }
  return written + css.slice(end);
}

/**
 * The most names and attributes that follow each other without a comma or semicolon, together with those before each bracket around them.
 * Firefox keeps each layer of `a.a.a` under its whole name, and compares each part of a selector with each element.
 */
export const MAX_CHAINED_NAMES = 256;

/** What a stylesheet is nested by, and what that is not looked for in. */
const NESTING = new RegExp(
  String.raw`${SKIPPED}|(?<name>(?:[-\w\u0080-\uffff]|\\[^])+|[*&])|(?<mark>[([{)\]},;])`,
  "g",
);

/** What ends at each bracket. */
const CLOSING: ReadonlyMap<string, string> = new Map([["(", ")"], ["[", "]"], ["{", "}"]]);

/** What is in a bracket so far. */
interface Nest {
  readonly closing: string;
  /** The names of what is around it. */
  readonly around: number;
  /** The names since the last comma, and the most between two before it. */
  names: number;
  longest: number;
}

/**
 * Whether a stylesheet without addresses has brackets in more than {@link MAX_NESTED_BRACKETS} others, or chains more than
 * {@link MAX_CHAINED_NAMES}.
 */
export function nestsDeeply(css: string): boolean {
  const open: Nest[] = [{ closing: "", around: 0, names: 0, longest: 0 }];
  for (const { groups } of css.matchAll(NESTING)) {
    const { name, mark = "" } = groups!;
    const nest = open.at(-1)!;
    const closing = CLOSING.get(mark);
    if (name !== undefined || mark === "[") nest.names++;
    nest.longest = Math.max(nest.longest, nest.names);
    if (nest.around + nest.longest > MAX_CHAINED_NAMES) return true;
    if (closing !== undefined) {
      open.push({ closing, around: nest.around + nest.longest, names: 0, longest: 0 });
    } else if (mark !== "" && mark === nest.closing) {
      open.pop(); // Another one ends nothing.
      if (mark === "}") Object.assign(open.at(-1)!, { names: 0, longest: 0 });
    } else if (mark === ",") nest.names = 0;
    else if (mark === ";") Object.assign(nest, { names: 0, longest: 0 });
    if (open.length > MAX_NESTED_BRACKETS + 1) return true;
  }
  return false;
}

/** An escape can be any letter. */
function isImport(name: string): boolean {
  return name.includes("\\") || /^import/i.test(name);
}
