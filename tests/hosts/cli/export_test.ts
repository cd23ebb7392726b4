// budget: 25 s: draws a feed in a browser in each format
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommandLine } from "../../../hosts/cli/run_command_line.ts";
import { SERVICE_COMMANDS } from "../../../hosts/cli/service_commands.ts";
import { DENO_HOST } from "../../../hosts/deno/deno_host.ts";
import { processTerminal } from "../../../terminal/mod.ts";
import { makeEnvelope } from "../routes/envelopes.ts";
import { chromiumVariables } from "../../preview/snapshot/chromium_variables.ts";
import { runCommandHere } from "./command_here.ts";
import { preparedFolder, temporaryFolder } from "./command_process.ts";

const WIDGETS = [
  `import { createElement as h } from "react";
   import { useWidgetContext } from "@tck/kit";
   export default () => h("section", null, h("h2", null, "Fog until nine"),
     h("ul", null, h("li", null, "High 18°"), h("li", null, useWidgetContext().locale)));`,
  `export default () => { throw new Error("no luck"); };`,
];

/** Reads a file. The document with its cards is in it as JSON. */
async function readPage(path: string): Promise<string> {
  return (await readFile(path, "utf8")).replaceAll("\\u003c", "<").replaceAll('\\"', '"');
}

Deno.test("a feed is exported as a page of one file, a PDF, and a picture and the text of each card", async () => {
  await using folder = await temporaryFolder();
  await using store = await preparedFolder();
  const dist = join(folder.path, "work", "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  for (const [index, module] of WIDGETS.entries()) {
    const { bytes } = await makeEnvelope({
      module,
      manifest: { id: `w${index}`, title: `Card ${index}`, languages: ["en", "de"] },
    });
    await writeFile(join(dist, `00${index + 1}_w.tckb`), bytes);
  }
  const data = ["--data", store.path];
  const batch = ["--user", "demo", "--task", "t1", "--date", "2026-01-31", "--kind", "diary"];
  const committed = await runCommandHere(["commit", ...batch, join(folder.path, "work"), ...data]);
  assert.equal(committed.code, 0, committed.stderr);
  const out = join(folder.path, "out");
  const browser = await chromiumVariables();
  const run = (format: string, user = "demo", id = "20260131-diary", locale = "de") =>
    runCommandHere(
      ["export", "--user", user, "--batch", id, "--format", format, "--locale", locale, out, ...data],
      browser,
    );

  const html = await run("html");
  assert.deepEqual([html.code, html.stdout.trim()], [0, join(out, "20260131-diary.html")], html.stderr);
  const page = await readPage(join(out, "20260131-diary.html"));
  assert.match(page, /^<!doctype html>\n<html lang="de"/);
  assert.match(page, /Fog until nine/);
  assert.match(page, /<h1>[^<]+<\/h1><p><time datetime="2026-01-31">Samstag, 31\. Januar/);
  // The page itself speaks two languages.
  assert.equal((await run("html", "demo", "20260131-diary", "fr")).code, 0);
  const french = await readPage(join(out, "20260131-diary.html"));
  assert.match(french, /^<!doctype html>\n<html lang="en"[^]*<h1>Diary<[^]*>Saturday, January 31/);
  assert.match(french, /"locales":\["fr"\]/);
  assert.match(french, /<title>Diary, Saturday, January 31, 2026<\/title>/);

  for (const format of ["pdf", "png", "txt"]) {
    const drawn = await run(format);
    // One of the cards fails.
    assert.equal(drawn.code, 1, drawn.stderr);
    assert.match(drawn.stderr, /1 of the cards could not be shown/);
  }
  assert.deepEqual((await readdir(out)).toSorted(), [
    "20260131-diary-01.png",
    "20260131-diary-01.txt",
    "20260131-diary-02.png",
    "20260131-diary-02.txt",
    "20260131-diary.html",
    "20260131-diary.pdf",
  ]);
  assert.equal(
    await readFile(join(out, "20260131-diary-01.txt"), "utf8"),
    "Card 0\n\nFog until nine\n\n- High 18°\n- de\n",
  );
  const pdf = await readFile(join(out, "20260131-diary.pdf"));
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");

  for (const [user, id] of [["demo", "20260201-diary"], ["bob", "20260131-diary"]] as const) {
    const missing = await run("html", user, id);
    assert.deepEqual([missing.code, missing.stdout], [1, ""]);
    assert.match(missing.stderr, /Cannot export batch ".*": user ".*" has no such batch/);
  }
});

Deno.test("a host without a browser rejects a format that needs one before it opens the data folder", async () => {
  await using folder = await temporaryFolder();
  const { launchBrowser: _, ...host } = DENO_HOST;
  const data = join(folder.path, "data");
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  for (const format of ["pdf", "png", "txt"]) {
    const line = ["export", "--user", "ada", "--batch", "20260131-diary", "--format", format, "--data", data];
    const code = await runCommandLine(
      [...line, folder.path],
      { ...processTerminal(), print: write, warn: write, note: write, progress: write },
      SERVICE_COMMANDS,
      host,
    );
    assert.equal(code, 2);
    assert.match(lines.join("\n"), new RegExp(`starts no browser, which ${format} needs; --format html`));
  }
  assert.deepEqual(await readdir(folder.path), []);
});

Deno.test("the help of a host without a browser names only the format that it writes", async () => {
  const { launchBrowser: _, ...host } = DENO_HOST;
  const lines: string[] = [];
  const terminal = { ...processTerminal(), print: (line: string) => void lines.push(line) };
  for (const args of [["export", "--help"], ["--help"]]) {
    assert.equal(await runCommandLine(args, terminal, SERVICE_COMMANDS, host), 0);
  }
  const help = lines.join("\n");
  assert.match(help, /^ {2}--format FORMAT +html \(default: html\)$/m);
  assert.doesNotMatch(help, /\b(?:pdf|png|txt)\b|picture/i);
});

Deno.test("an export with an invalid format, batch, language or time zone is a usage error", async () => {
  const valid = { user: "demo", batch: "20260131-diary", format: "html", locale: "en", "time-zone": "UTC" };
  for (
    const wrong of [{ format: "gif" }, { batch: "yesterday" }, { locale: "_" }, { "time-zone": "Mars" }]
  ) {
    const options = Object.entries({ ...valid, ...wrong }).flatMap(([name, value]) => [`--${name}`, value]);
    const { code, stderr } = await runCommandHere(["export", ...options, "out"]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^error: export: invalid /);
  }
});
