import { join } from "node:path";
import { type Command, type CommandInput, UsageError } from "../../../terminal/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { formatDiagnostic } from "../model/mod.ts";
import { command as previewCommand, readFeeds } from "./preview_command.ts";

const { cwd, config, feed, "feed-label": feedLabel, "feed-notes": feedNotes } = previewCommand.options;

/** `tck-preview build`. */
export const command: Command = {
  name: "build",
  invocation: "tck-preview build",
  summary:
    "Write the workbench as a folder of static files, for those who look at the widgets without the project.",
  options: {
    cwd: cwd!,
    config: config!,
    out: { type: "string", value: "DIR", help: "the folder of the site (default: .tck/site in the project)" },
    feed: feed!,
    "feed-label": feedLabel!,
    "feed-notes": feedNotes!,
    review: {
      type: "boolean",
      help:
        "write the review alone, without cards; it takes verdicts, which the reviewer saves as a file for tck-preview review " +
        "--apply",
    },
    embed: {
      type: "string",
      value: "WIDGET",
      help: "also print an <iframe> for a page elsewhere; needs --url",
    },
    url: { type: "string", value: "URL", help: "the address that the site will have, for --embed" },
    json: { type: "boolean", help: "print one line of JSON: { out, widgets, bundles, files, bytes, embed }" },
  },
  notes: [
    "The site shows what tck-preview shows, and changes nothing: the Stage, Compare and the Canvas, with their controls and " +
    "panels, at the same addresses. It has no chat, no pictures as PNG, no sources and no editor.",
    "Any server of static files serves it, below any path: each address is a query of index.html. That file names all " +
    "others, whose names have a hash of their content; it alone must not be cached for long.",
    "With --review, people accept and reject the pictures that differ in the last snapshot, as in tck-preview review. The " +
    "verdicts are in their page only, until they save them. Serve that site at an origin without cards: a card of the same " +
    "origin, such as one of a site without --review, can give verdicts.",
    "The <iframe> of --embed is as high as the widget's picture in the last snapshot.",
    "It has the built code and texts of all widgets, for everybody who can open it.",
    "Exit codes: 0 the site is written, 1 a widget cannot be built, or the site cannot be written; then a former one is " +
    "left as it is, 2 an invalid command line.",
  ],
  examples: [
    "tck-preview build",
    "tck-preview build --out public/widgets",
    "tck-preview build --feed 'dist/*.tckb' --json",
    "tck-preview build --review --out public/review",
    "tck-preview build --embed 001_weather --url https://example.org/widgets/",
  ],
  async run(input, terminal) {
    const out = outputOf(input);
    const embedded = readEmbedded(input);
    const feeds = await readFeeds(input);
    // Loaded only now, so that usage errors are reported at once.
    const { buildSite, writeEmbedFrame } = await import("../site/mod.ts");
    const embed = embedded === null
      ? null
      : await writeEmbedFrame(input.text("cwd"), embedded.widget, embedded.site);
    const result = await buildSite({
      cwd: input.text("cwd"),
      out,
      configFile: input.optional("config"),
      takesVerdicts: input.has("review"),
      config: feeds === undefined ? {} : { canvas: { feeds } },
      report: (message) => terminal.warn(message),
      onProgress: (done, total) => terminal.progress(`${done} of ${total} widgets`),
    });
    if ("errors" in result) {
      for (const error of result.errors) terminal.warn(await formatDiagnostic(error));
      return 1;
    }
    const { widgets, bundles, files, bytes } = result;
    if (input.has("json")) terminal.print(JSON.stringify({ out, ...result, embed }));
    else {
      terminal.print(
        `site in ${out}: ${widgets} widgets, ${bundles} bundles, ${files} files, ${
          Math.ceil(bytes / 1_000)
        } kB`,
      );
      if (embed !== null) terminal.print(embed);
    }
    return 0;
  },
};

/** The widget of `--embed`, and the address of the site with a slash at its end. */
function readEmbedded(input: CommandInput): { readonly widget: string; readonly site: string } | null {
  const [widget, url] = [input.optional("embed"), input.optional("url")];
  if (widget === undefined && url === undefined) return null;
  if (widget === undefined || url === undefined) {
    throw new UsageError("Cannot embed: give both --embed and --url");
  }
  if (input.has("review")) throw new UsageError("Cannot embed: a site of --review has no cards");
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError(`Cannot use --url ${quote(url)}: expected one like https://example.org/widgets/`);
  }
  return { widget, site: new URL(url.replace(/\/?$/, "/")).href };
}

function outputOf(input: CommandInput): string {
  return input.optional("out") ?? join(input.text("cwd"), ".tck", "site");
}
