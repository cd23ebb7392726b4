import * as v from "valibot";
import { LAYOUT_RULES } from "../../layout_rules.ts";
import { readMessage } from "./camera/page_answers.ts";
import type { CameraReport, Observation } from "./report/report.ts";

/** What is kept with a picture. */
export interface KeptPicture {
  readonly observation: Observation;
}

const text = v.pipe(v.string(), v.transform(readMessage));
const texts = v.array(text);
const nullableText = v.nullable(text);
const number = v.number();

const source = v.nullable(v.object({ file: text, line: number, column: number }));

const element = v.nullable(v.object({ selector: text, text, component: nullableText, source }));

const keptPicture = v.object({
  observation: v.object({
    cardError: nullableText,
    cardErrorSource: source,
    pageErrors: texts,
    consoleErrors: texts,
    blocked: v.array(v.object({ message: text, element })),
    violations: v.array(v.object({
      rule: text,
      impact: v.picklist(["minor", "moderate", "serious", "critical"]),
      help: text,
      helpUrl: text,
      nodes: v.array(v.object({ target: text, html: text, summary: text, element })),
    })),
    overflow: v.nullable(v.object({ x: number, y: number })),
    layout: v.array(v.object({
      rule: v.picklist(LAYOUT_RULES.map(({ rule }) => rule)),
      message: text,
      element,
      pixels: v.optional(number),
      subject: v.optional(text),
      missing: v.optional(texts),
    })),
    mountMs: v.nullable(number),
  }),
});

/** Reads what a store has, which may have come with the project from elsewhere; null for anything else. */
export function readKeptPicture(value: unknown): KeptPicture | null {
  const { success, output } = v.safeParse(keptPicture, value);
  return success ? output : null;
}

const camera = v.object({ browser: text, version: text, fonts: v.nullable(texts) });

/** Reads what had taken the pictures of a store; null for anything else. */
export function readKeptCamera(value: unknown): CameraReport | null {
  const { success, output } = v.safeParse(camera, value);
  return success ? output : null;
}
