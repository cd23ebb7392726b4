/**
 * `deno task soak [AREA…]`: what is worth an hour and not every run.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { type Command, runCommand, type Terminal, UsageError } from "../../terminal/mod.ts";
import { findTestFiles } from "../runner/find_files.ts";
import { RUN_NOTES, RUN_OPTIONS, runAndReport } from "../runner/run_and_report.ts";
import { areaOf, SOAK_AREAS, type SoakArea } from "./areas.ts";
import { findDueAreas, fitAreas } from "./due_areas.ts";
import { readResults, recordResult } from "./results.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The pictures of all samples at all sizes are one file, which takes a quarter of an hour on a busy machine. */
const LIMIT_SECONDS = "1800";

const command: Command = {
  name: "soak",
  summary: "Run what is worth an hour: matrices, kills, long simulations, further runtimes and browsers.",
  positionals: { usage: "[AREA…]", least: 0, most: 100, help: "which areas (default: all)" },
  options: {
    due: { type: "boolean", help: "only areas that something has changed for since they last passed" },
    within: { type: "string", value: "SECONDS", help: "only as many areas as fit, the oldest first" },
    ...RUN_OPTIONS,
    limit: { ...RUN_OPTIONS["limit"]!, default: LIMIT_SECONDS },
  },
  notes: [
    ["Areas:", ...SOAK_AREAS.map(({ name, summary }) => `  ${name.padEnd(11)} ${summary}`)].join("\n"),
    "An area that passes on a tree without uncommitted files is noted in tests/soak/results.json, which is to be committed.",
    ...RUN_NOTES,
  ],
  examples: ["deno task soak", "deno task soak crash simulation", "deno task soak --due --within 1800"],
  async run(input, terminal) {
    const areas = selectAreas(input.positionals, input.has("due"), input.optional("within"), terminal);
    const files = await findTestFiles(["tests"], "soak");
    let code = 0;
    for (const area of areas) {
      terminal.note(`soak: ${area.name}: ${area.summary}`);
      const started = performance.now();
      const own = files.filter((file) => areaOf(file) === area);
      const failed = await runAndReport("soak", own, input, terminal, false);
      const seconds = (performance.now() - started) / 1000;
      terminal.note(`soak: ${area.name}: ${failed ? "failed" : "passed"} in ${Math.round(seconds)} s`);
      if (failed) code = 1;
      else if (!recordResult(ROOT, area.name, seconds, new Date())) {
        terminal.note(
          `soak: ${area.name}: not noted in tests/soak/results.json, since files are not committed`,
        );
      }
    }
    return code;
  },
};

Deno.exit(await runCommand(command, Deno.args));

function selectAreas(
  names: readonly string[],
  isDue: boolean,
  within: string | undefined,
  terminal: Terminal,
): readonly SoakArea[] {
  for (const name of names) {
    if (SOAK_AREAS.some((area) => area.name === name)) continue;
    throw new UsageError(
      `${JSON.stringify(name)} is not an area: expected one of ${
        SOAK_AREAS.map(({ name }) => name).join(", ")
      }`,
    );
  }
  const isNamed = ({ name }: SoakArea) => names.length === 0 || names.includes(name);
  const results = readResults(ROOT);
  const due = findDueAreas(ROOT, isDue ? results : {}).filter(({ area }) => isNamed(area))
    .map((entry) => ({ ...entry, seconds: results[entry.area.name]?.seconds ?? entry.area.seconds }));
  if (isDue) { for (const { area, why } of due) terminal.note(`soak: ${area.name} is due: ${why}`); }
  const { run, left } = fitAreas(due, within === undefined ? Infinity : readSeconds(within));
  if (left.length > 0) {
    terminal.warn(
      `soak: left out for lack of time: deno task soak ${left.map(({ area }) => area.name).join(" ")}`,
    );
  }
  return run.map(({ area }) => area);
}

function readSeconds(text: string): number {
  if (!/^\d{1,5}$/.test(text)) {
    throw new UsageError(`--within ${JSON.stringify(text)} is not a number of seconds`);
  }
  return Number(text);
}
