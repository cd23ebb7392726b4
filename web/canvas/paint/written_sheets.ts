import { isHostToken } from "../../../core/contract/mod.ts";
import { cssValue } from "../../card-markup/mod.ts";

/**
 * A stylesheet as the text of a style element: nothing in it ends the element, and nothing is changed as HTML is parsed, so
 * that it has the hash of the policy. An escaped slash is a slash.
 */
export function writeSheet(css: string): string {
  return css.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll("\0", "\ufffd").replaceAll(
    /<\/(?=style)/gi,
    "<\\/",
  );
}

const RULE = /@property\s+(--[\w-]{1,100})\s*\{([^{}]{0,1000})\}/g;
const SYNTAX = /^"[\w<>*+#| -]{1,200}"$/;

/** Those of a text that are `@property` rules of names that the host has not, written again. Nothing else applies to a document. */
export function writePropertyRules(css: string): string {
  const rules = new Map<string, string>();
  for (const [, name, block] of css.matchAll(RULE)) {
    const rule = isHostToken(name!) || rules.has(name!) ? null : writeDescriptors(block!);
    if (rule !== null) rules.set(name!, `@property ${name}{${rule}}`);
  }
  return [...rules.values()].join("");
}

function writeDescriptors(block: string): string | null {
  let [syntax, inherits, initial] = ["", "", ""];
  for (const descriptor of block.split(";")) {
    const [name = "", ...rest] = descriptor.split(":");
    const value = rest.join(":").trim();
    if (name.trim() === "syntax") syntax = SYNTAX.test(value) ? value : "";
    else if (name.trim() === "inherits") inherits = ["true", "false"].includes(value) ? value : "";
    else if (name.trim() === "initial-value") initial = cssValue(value) ?? "";
  }
  if (syntax === "" || inherits === "") return null;
  return `syntax:${syntax};inherits:${inherits}${initial === "" ? "" : `;initial-value:${initial}`}`;
}
