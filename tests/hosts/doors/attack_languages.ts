import { LIMITS } from "../../../core/contract/mod.ts";
import { formatBatchId } from "../../../core/naming/mod.ts";
import { makeEnvelope } from "../routes/envelopes.ts";
import { type Attack, callTool, commit, DATES, DAY, range, readAll } from "./attack_requests.ts";
import { buildBundle, writeManifest } from "./large_bundles.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

let made = 0;

/** A language tag that no other text has: what is known of the languages of one says nothing about another. */
function makeTag(): string {
  const index = made++;
  const letter = (divisor: number) => LETTERS[Math.floor(index / divisor) % 26]!;
  return `${letter(1)}${letter(26)}${letter(676)}-${letter(17_576)}${letter(7)}`.toLowerCase();
}

function writeText(): { [tag: string]: string } {
  return Object.fromEntries(range(LIMITS.languages).map(() => [makeTag(), "x"]));
}

const SECOND_DAY = DATES.at(-1)!;

/** Texts in as many languages as a manifest may have, of which none is the reader's. */
export const LANGUAGES: Attack = {
  async prepare(server) {
    const titles = range(999).map((index) =>
      buildBundle({
        module: `export default ${index};`,
        manifest: writeManifest(`"title":${JSON.stringify(writeText())}`),
      })
    );
    await commit(server, { user: "languages", date: DAY }, titles);
    const labelled = await Promise.all(
      range(12).map(async (index) => {
        const actions = range(LIMITS.actions).map((action) => ({
          id: `action-${action}`,
          label: writeText(),
          href: "/x",
        }));
        const manifest = {
          id: `weather-${index}`,
          title: writeText(),
          slots: { updatedAt: { timestamp: "2026-01-01T00:00:00Z" }, actions },
        };
        const module = `export default () => ${index};`;
        const { bytes: envelope, hash } = await makeEnvelope({ module, cards: { en: "<p>x</p>" }, manifest });
        return { envelope, hash };
      }),
    );
    await commit(server, { user: "languages", date: SECOND_DAY }, labelled);
  },
  async send(server, scale) {
    const pages = [DAY, SECOND_DAY].map((date) => `/feed/${formatBatchId(date, "diary")}`);
    const paths = ["/", ...pages.flatMap((page) => [page, `${page}/paint`, `${page}/print`])];
    for (const _ of range(scale)) {
      for (const path of paths) {
        const [status] = await readAll(server, "languages", [path]);
        if (status !== 200 && status !== 204) throw new Error(`${path} was answered ${status}`);
      }
      await callTool(server, "languages", "list_pages", { limit: 20 });
    }
  },
};
