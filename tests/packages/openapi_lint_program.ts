/**
 * Lints an OpenAPI document on standard input by the recommended rules of Redocly, with the engine of `@redocly/cli`, and
 * prints the problems as JSON: a list of texts. The dynamic import installs it.
 *
 * @module
 */
import { text } from "node:stream/consumers";
import process from "node:process";

/** The part of Redocly's engine that is used. */
interface Redocly {
  createConfig(config: object): Promise<object>;
  lintFromString(options: { source: string; config: object }): Promise<Problem[]>;
}

interface Problem {
  ruleId: string;
  severity: string;
  message: string;
  location: { pointer?: string }[];
}

const PACKAGE: string = "npm:@redocly/openapi-core@2.64.0";

// OpenAPI defines that a concrete path is matched before one with a parameter (3.1, Paths Object).
const RULES = { "no-ambiguous-paths": "off" };

const { createConfig, lintFromString } = await import(PACKAGE) as Redocly;
const config = await createConfig({ extends: ["recommended-strict"], rules: RULES });
const problems = await lintFromString({ source: await text(process.stdin), config });
const lines = problems.map(({ ruleId, severity, message, location }) =>
  `${severity} ${ruleId} at ${location[0]?.pointer ?? "?"}: ${message}`
);
process.stdout.write(JSON.stringify(lines));
