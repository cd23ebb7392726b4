/**
 * Audits pages by Lighthouse in a Chromium of its own. Reads a JSON object `{ executablePath, env, args, cookie, urls,
 * categories }`, and prints a JSON list of reports in the order of the URLs. The dynamic import installs it.
 *
 * @module
 */
import process from "node:process";
import { text } from "node:stream/consumers";

/** What Lighthouse is given. */
export interface LighthouseRequest {
  executablePath: string;
  env: { [name: string]: string };
  args: readonly string[];
  /** The `Cookie` header of every request. */
  cookie: string;
  urls: readonly string[];
  /** Such as `accessibility`. */
  categories: readonly string[];
  /** Audits that are left out. */
  skipAudits?: readonly string[];
}

/** What Lighthouse found on a page. */
export interface LighthouseReport {
  /** From 0 to 1, by category. */
  scores: { [category: string]: number | null };
  /** The failed audits: id, title, and what they are about. */
  failures: string[];
}

interface Audit {
  id: string;
  title: string;
  score: number | null;
  scoreDisplayMode: string;
  details?: { items?: object[] };
}

interface Result {
  lhr: {
    runtimeError?: { message: string };
    categories: { [name: string]: { score: number | null; auditRefs: { id: string; weight: number }[] } };
    audits: { [id: string]: Audit };
  };
}

interface Browser {
  newPage(): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

const LIGHTHOUSE: string = "npm:lighthouse@13.5.0";
const PUPPETEER: string = "npm:puppeteer-core@25.16.0";
const { default: lighthouse } = await import(LIGHTHOUSE) as {
  default(url: string, flags: object, config: undefined, page: object): Promise<Result>;
};
const { launch } = await import(PUPPETEER) as { launch(options: object): Promise<Browser> };

const request: LighthouseRequest = JSON.parse(await text(process.stdin));
const { executablePath, env, args, cookie, categories, skipAudits } = request;
const browser = await launch({ executablePath, env, args, headless: true });
try {
  const reports: LighthouseReport[] = [];
  for (const url of request.urls) reports.push(await audit(url));
  process.stdout.write(JSON.stringify(reports));
} finally {
  await browser.close();
}

async function audit(url: string): Promise<LighthouseReport> {
  const page = await browser.newPage();
  const flags = {
    logLevel: "silent",
    onlyCategories: categories,
    skipAudits,
    extraHeaders: { Cookie: cookie },
  };
  const { lhr } = await lighthouse(url, flags, undefined, page);
  await page.close();
  if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
  const weighed = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs);
  const failed = weighed.filter(({ id, weight }) =>
    weight > 0 && id in lhr.audits && isFailed(lhr.audits[id]!)
  );
  return {
    scores: Object.fromEntries(Object.entries(lhr.categories).map(([name, { score }]) => [name, score])),
    failures: failed.map(({ id }) => {
      const { title, details } = lhr.audits[id]!;
      return `${id}: ${title}: ${JSON.stringify(details?.items ?? [])}`;
    }),
  };
}

function isFailed({ score, scoreDisplayMode }: Audit): boolean {
  return score !== null && score < 0.9 && scoreDisplayMode !== "notApplicable";
}
