import assert from "node:assert/strict";
import { joinReports, readReport } from "./junit.ts";

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="3" failures="1" errors="0" time="0.5">
    <testsuite name="./a_test.ts" tests="3">
        <testcase name="a &lt;b&gt; &amp; c" classname="./a_test.ts" time="0.1" line="1">
            <skipped message="ignored"/>
        </testcase>
        <testcase name="passes" classname="./a_test.ts"></testcase>
        <testcase name="fails" classname="./a_test.ts"><failure message="Error">Error</failure></testcase>
    </testsuite>
</testsuites>
`;

Deno.test("a report has the numbers of tests and the titles of those that were skipped", () => {
  const { passed, failed, skipped } = readReport(REPORT);
  assert.deepEqual([passed, failed, skipped], [1, 1, ["a <b> & c"]]);
});

Deno.test("a process that died has no report, and so no tests", () => {
  const { passed, failed, skipped, suites } = readReport("");
  assert.deepEqual([passed, failed, skipped, suites], [0, 0, [], ""]);
});

Deno.test("joined reports have the tests of all, and can be read as one", () => {
  const one = { ...readReport(REPORT), seconds: 1.5 };
  const joined = joinReports([one, { ...readReport(""), seconds: 1 }, one]);
  assert.match(
    joined,
    /^<testsuites name="deno task test" tests="6" failures="2" errors="0" time="4\.000">$/m,
  );
  const { passed, failed, skipped } = readReport(joined);
  assert.deepEqual([passed, failed, skipped], [2, 2, ["a <b> & c", "a <b> & c"]]);
});
