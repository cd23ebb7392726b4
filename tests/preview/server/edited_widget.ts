import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import type { Project } from "../session/project.ts";

/** The folder of a widget. */
export const FOLDER = "widgets/001_counter";
/** Its source, which imports a module and stylesheets. */
export const SOURCE = `${FOLDER}/widget.tck.tsx`;

/** The source with a text and a title. */
export const source = (text: string, title = "Counter"): string =>
  `import { useState } from "react";
import { defineManifest } from "@tck/kit";
import { suffix } from "./suffix.ts";
import "./widget.css";
import names from "./names.module.css";
export const manifest = defineManifest({ id: "counter", title: "${title}", cardType: "feed", sizes: ["fill-auto"] });
export default function Counter() {
  const [count, setCount] = useState(0);
  return <button className={names.big} onClick={() => setCount(count + 1)}>${text}{suffix}: {count}</button>;
}
`;

/** The project of the widget. */
export const FILES = {
  [SOURCE]: source("begin"),
  [`${FOLDER}/suffix.ts`]: `export const suffix = "!";`,
  [`${FOLDER}/widget.css`]: `@import "./colours.css"; button { background: url("./dot.svg") }`,
  [`${FOLDER}/colours.css`]: `:root { --mine: rgb(1, 2, 3) } button { color: var(--mine) }`,
  [`${FOLDER}/names.module.css`]: `.big { padding: 7px }`,
  [`${FOLDER}/dot.svg`]: `<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>`,
  "node_modules/.keep": "",
};

/**
 * Saves the widget as an editor does that empties the file and then writes it, and waits until it is shown.
 *
 * @param wait how long the file is empty, in milliseconds
 */
export async function saveSlowly(project: Project, button: Locator, wait: number): Promise<void> {
  const file = await open(join(project.path, SOURCE), "w");
  await pause(wait);
  await file.writeFile(source(`slow ${wait}`));
  await file.close();
  await button.filter({ hasText: `slow ${wait}!: 2` }).waitFor();
}

/**
 * Saves the widget as an editor does that formats a file which it has saved, and waits until the second text is shown.
 *
 * @param wait the time between both, in milliseconds
 */
export async function saveTwice(project: Project, button: Locator, wait: number): Promise<void> {
  await writeFile(join(project.path, SOURCE), source(`first ${wait}`));
  await pause(wait);
  await writeFile(join(project.path, SOURCE), source(`formatted ${wait}`));
  await button.filter({ hasText: `formatted ${wait}!: 2` }).waitFor();
}

/** The time between two writes of an editor, or for messages that must not arrive. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds)); // timer: it is the subject
}
