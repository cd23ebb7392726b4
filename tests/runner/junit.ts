/** What a JUnit report of some tests says; steps count as tests. */
export interface Report {
  passed: number;
  failed: number;
  /** The titles of the tests that were skipped. */
  skipped: readonly string[];
  /** The `<testsuite>` elements of the report. */
  suites: string;
}

/** Reads the report that `deno test --junit-path` writes. An empty one has no tests. */
export function readReport(report: string): Report {
  const count = (name: string) =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(report)?.[1] ?? 0);
  const failed = count("failures") + count("errors");
  const skipped = [...report.matchAll(/<testcase name="([^"]*)"[^>]*>\s*<skipped/g)]
    .map(([, title]) => unescape(title!));
  const suites = /<testsuites[^>]*>([^]*)<\/testsuites>/.exec(report)?.[1]?.trim() ?? "";
  return { passed: count("tests") - failed - skipped.length, failed, skipped, suites };
}

/** One JUnit report of several. */
export function joinReports(reports: readonly (Report & { seconds: number })[]): string {
  const sum = (value: (report: Report & { seconds: number }) => number) =>
    reports.reduce((total, report) => total + value(report), 0);
  const tests = sum(({ passed, failed, skipped }) => passed + failed + skipped.length);
  const attributes = [
    `name="deno task test"`,
    `tests="${tests}"`,
    `failures="${sum(({ failed }) => failed)}"`,
    `errors="0"`,
    `time="${sum(({ seconds }) => seconds).toFixed(3)}"`,
  ];
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites ${attributes.join(" ")}>`,
    ...reports.map(({ suites }) => suites).filter((text) => text !== ""),
    `</testsuites>`,
    "",
  ].join("\n");
}

const ENTITIES: { readonly [name: string]: string } = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
}
