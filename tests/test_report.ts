/** What `deno test --junit-path` reports. */
export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  /** How long the tests of a file took, by file; loading it and its hooks are not part of that. */
  seconds: ReadonlyMap<string, number>;
}

/** Reads a report; steps count as tests. */
export function readTestReport(xml: string): TestReport {
  const total = (name: string) => Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(xml)?.[1] ?? 0);
  const failed = total("failures") + total("errors");
  const skipped = [...xml.matchAll(/<skipped/g)].length;
  const seconds = new Map<string, number>();
  for (const [, file, suite] of xml.matchAll(/<testsuite name="(?:\.\/)?([^"]*)"(.*?)<\/testsuite>/gs)) {
    seconds.set(file!, sumOfTests(suite!));
  }
  return { passed: total("tests") - failed - skipped, failed, skipped, seconds };
}

/** A test's time includes that of its steps, whose names begin with its name. */
function sumOfTests(suite: string): number {
  const cases = [...suite.matchAll(/<testcase name="([^"]*)"[^>]* time="([\d.]+)"/g)];
  const names = new Set(cases.map(([, name]) => name!));
  const isStep = (name: string) =>
    name.split(" &gt; ").some((_, index, parts) =>
      index > 0 && names.has(parts.slice(0, index).join(" &gt; "))
    );
  return cases.reduce((sum, [, name, time]) => isStep(name!) ? sum : sum + Number(time), 0);
}
