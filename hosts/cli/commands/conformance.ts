import { quote } from "../../../core/errors/mod.ts";
import { type Command, type CommandInput, type Terminal, UsageError } from "../../../terminal/mod.ts";
import { checkConformance, type CheckResult, type WriterAccess } from "../../conformance/mod.ts";
import { readUser } from "../options.ts";

/** `deno task conformance`. */
export const command: Command = {
  name: "conformance",
  summary: "Check a running public API and web app from outside: every route, header and error.",
  options: {
    url: {
      type: "string",
      value: "URL",
      help: "the public API, or a server with all services",
      required: true,
    },
    "app-url": { type: "string", value: "URL", help: "the web app, where it is another server" },
    token: {
      type: "string",
      value: "T",
      help: "a bearer of a user who has a morning or evening brief",
      required: true,
    },
    "other-token": { type: "string", value: "T", help: "a bearer of another user, for the rules of tenancy" },
    "writer-token": {
      type: "string",
      value: "T",
      help: "the credential of a writer, for the rules of batches over HTTP",
    },
    "writer-user": {
      type: "string",
      value: "U",
      help: "a user for whom the writer may write, whose diary of 1970-01-01 is replaced",
    },
    "internal-url": { type: "string", value: "URL", help: "the storage service, where it is another server" },
    json: { type: "boolean", help: "print { passed, failed, skipped, checks } as one JSON object" },
  },
  notes: [
    "Without --writer-token it only reads. It makes about 450 requests: a rate limit must allow them.",
    "Exit codes: 0 every rule holds, 1 a rule does not hold, 2 invalid arguments.",
  ],
  examples: [
    'deno task conformance --url http://127.0.0.1:8787 --token "$(deno task token --user demo)"',
    'deno task conformance --url http://127.0.0.1:8787 --token T --writer-token "$(deno task token --writer w --for check)" --writer-user check',
    "deno task conformance --url https://api.example.com --app-url https://app.example.com --token T --json",
  ],
  async run(input, terminal) {
    const appUrl = input.optional("app-url");
    const results = await checkConformance({
      url: readServer("url", input.text("url")),
      appUrl: appUrl === undefined ? undefined : readServer("app-url", appUrl),
      token: input.text("token"),
      otherToken: input.optional("other-token"),
      writer: readWriter(input),
    }, (done, total) => terminal.progress(`checked ${done}/${total}`));
    const count = (outcome: CheckResult["outcome"]) =>
      results.filter((result) => result.outcome === outcome).length;
    const [passed, failed, skipped] = [count("passed"), count("failed"), count("skipped")];
    if (input.has("json")) terminal.print(JSON.stringify({ passed, failed, skipped, checks: results }));
    else {
      printTable(results, terminal);
      terminal.print(`${passed} rules hold, ${failed} do not, ${skipped} skipped`);
    }
    return failed === 0 ? 0 : 1;
  },
};

function readWriter(input: CommandInput): WriterAccess | undefined {
  const [token, user] = [input.optional("writer-token"), input.optional("writer-user")];
  const url = input.optional("internal-url");
  if (token !== undefined && user !== undefined) {
    return { token, userId: readUser(user), url: readServer("internal-url", url ?? input.text("url")) };
  }
  if ([token, user, url].every((value) => value === undefined)) return undefined;
  throw new UsageError("--writer-token and --writer-user belong together, and --internal-url needs both");
}

const MARKS = { passed: "ok", failed: "FAIL", skipped: "skip" } as const;

function printTable(results: readonly CheckResult[], terminal: Terminal): void {
  const width = Math.max(...results.map(({ route }) => route.length));
  for (const { route, rule, outcome, detail } of results) {
    terminal.print(`${MARKS[outcome].padEnd(4)} ${route.padEnd(width)} ${rule}`);
    if (detail !== null) terminal.print(`     ${detail}`);
  }
}

function readServer(name: string, text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError(`invalid --${name} ${quote(text)}: expected an http: or https: URL`);
}
