import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { openChromium } from "../browser/chromium.ts";
import { findNode, runProgram } from "../packages/mod.ts";
import { printedBy, runProcess } from "./process.ts";
import type { Answers, Question } from "./suite.ts";

/** A runtime that runs the suite from the modules in a folder. */
export interface Runtime {
  /** Its name, with the codec if that is not the core's own. */
  name: string;
  /** Whether another one differs from it less than it costs: only a soak asks it. */
  isFurther?: true;
  answer(folder: string, question: string): Promise<string>;
}

/** Every runtime that the core supports, also with the host's codec if there is one. */
export const RUNTIMES: readonly Runtime[] = [
  { name: "Deno without permissions", answer: (folder, question) => askDeno(folder, question, []) },
  { name: "Deno with node:zlib", answer: (folder, question) => askDeno(folder, question, ["node:zlib"]) },
  { name: "Node 24.14.1", answer: (folder, question) => askNode(folder, question, []) },
  {
    name: "Node 24.14.1 with node:zlib",
    isFurther: true,
    answer: (folder, question) => askNode(folder, question, ["node:zlib"]),
  },
  { name: "workerd", isFurther: true, answer: askWorkerd },
  { name: "Chromium", answer: askChromium },
];

/** Writes the modules to a temporary folder and asks a runtime. */
export async function askRuntime(
  runtime: Runtime,
  modules: ReadonlyMap<string, string>,
  question: Question,
): Promise<Answers> {
  const folder = await mkdtemp(join(tmpdir(), "tck-runtimes-"));
  try {
    for (const [name, source] of modules) await writeFile(join(folder, name), source);
    return JSON.parse(await runtime.answer(folder, JSON.stringify(question)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function askDeno(folder: string, input: string, args: string[]): Promise<string> {
  const flags = ["--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--cached-only"];
  const command = ["run", ...flags, join(folder, "stdin_program.mjs"), ...args];
  return printedBy(await runProcess(process.execPath, command, { input }));
}

async function askNode(folder: string, input: string, args: string[]): Promise<string> {
  const command = [join(folder, "stdin_program.mjs"), ...args];
  return printedBy(await runProcess(await findNode(), command, { input }));
}

function askWorkerd(folder: string, question: string): Promise<string> {
  const modules = ["worker_program.mjs", "suite.mjs"].map((name) => join(folder, name));
  return runProgram("workerd_program.ts", modules, question);
}

/** Web Crypto needs a secure origin, so the page and the module are served by request interception. */
async function askChromium(folder: string, question: string): Promise<string> {
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.route(
      "https://suite.test/**",
      (route) =>
        route.request().url().endsWith("/suite.mjs")
          ? route.fulfill({ path: join(folder, "suite.mjs"), contentType: "text/javascript" })
          : route.fulfill({ body: "", contentType: "text/html" }),
    );
    await page.goto("https://suite.test/");
    return await page.evaluate(async ({ url, question }) => {
      const suite: typeof import("./suite.ts") = await import(url);
      return await suite.answerQuestion(question);
    }, { url: "https://suite.test/suite.mjs", question });
  } finally {
    await browser.close();
  }
}
