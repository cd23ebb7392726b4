import assert from "node:assert/strict";
import { parseManifest } from "../../../core/manifest/mod.ts";
import { DEFAULT_CAMERA } from "../../../preview/server/snapshot/camera/camera_settings.ts";
import {
  type CardProblem,
  findSubjects,
  observe,
  planShots,
  rateLosses,
  type Rendering,
  type Selection,
  type Shot,
  SnapshotFonts,
  toRendering,
} from "../../../preview/server/snapshot/mod.ts";
import { PageStarts } from "../../../preview/server/snapshot/camera/page_starts.ts";
import { PictureBrowser } from "../../../preview/server/snapshot/camera/picture_browser.ts";
import {
  ReloadedPage,
  type ShotPage,
  START_TIMEOUT_MS,
} from "../../../preview/server/snapshot/camera/shot_page.ts";
import { type OpenPreview, openPreview } from "../../../preview/server/start.ts";
import { setPreviewVariables } from "../../preview/snapshot/command_here.ts";

/** React keeps the places of 10,000 elements in a second: more cards are not shown at the same time. */
const MAX_CARDS = 24;

/** The page is loaded again when the dev server has found the packages of all widgets. */
const MAX_ATTEMPTS = 4;

/** What is found in cards. */
export interface Examined {
  readonly widgets: readonly string[];
  readonly problems: readonly CardProblem[];
}

/** The browser of a file's examinations, and the names of its fonts. */
let shared: { readonly fonts: string; readonly opened: Promise<PictureBrowser> } | null = null;
Deno.test.afterAll(async () => await (await shared?.opened)?.close());

/** Opens the browser, or takes that of the examination before. */
function openShared(fonts: SnapshotFonts | null): Promise<PictureBrowser> {
  const names = JSON.stringify(fonts?.names);
  shared ??= { fonts: names, opened: PictureBrowser.open(fonts) };
  assert.equal(names, shared.fonts, "a project that adds fonts needs a browser of its own");
  return shared.opened;
}

/**
 * Examines the selected cards of all widgets of a project on one page, as a snapshot does each widget's on a page of its
 * own, and without pictures. What the build says of them is asserted where their bundles are built (`sample_cards.ts`).
 */
export async function examineOnOnePage(directory: string, selection: Selection): Promise<Examined> {
  using _variables = await setPreviewVariables();
  await using stack = new AsyncDisposableStack();
  const preview = stack.adopt(
    await openPreview({ cwd: directory, host: "127.0.0.1", port: 0 }),
    (preview) => preview.close(),
  );
  const { browser } = await openShared(await SnapshotFonts.find(directory));
  const starts = new PageStarts(browser, preview.url, DEFAULT_CAMERA, START_TIMEOUT_MS);
  const renderings = rateLosses(await examineAgain(starts, preview, selection));
  return {
    widgets: [...new Set(renderings.map(({ widget }) => widget))],
    problems: renderings.flatMap(({ findings }) => findings),
  };
}

/** Begins again with another page if it is loaded again. */
async function examineAgain(
  starts: PageStarts,
  preview: OpenPreview,
  selection: Selection,
): Promise<Rendering[]> {
  for (let attempt = 1;; attempt++) {
    const page = await starts.open("light");
    try {
      return await examine(page, preview, selection);
    } catch (error) {
      if (!(error instanceof ReloadedPage) || attempt === MAX_ATTEMPTS) throw error;
    } finally {
      await page.close();
    }
  }
}

async function examine(page: ShotPage, preview: OpenPreview, selection: Selection): Promise<Rendering[]> {
  const subjects = await findSubjects(preview.liveWidgets(), [], [], async (widgets) => {
    const texts = await page.readManifests(widgets.map(({ moduleUrl }) => moduleUrl));
    return new Map(widgets.map(({ name }, index) => [name, parseManifest(JSON.parse(texts[index]!))]));
  });
  const shots = planShots(subjects, selection);
  const renderings: Rendering[] = [];
  for (let first = 0; first < shots.length; first += MAX_CARDS) {
    const some = shots.slice(first, first + MAX_CARDS);
    const shown = await page.show(some.map(toRequest));
    const { layouts, violations } = await page.examine();
    const cardErrors = await page.cardErrors();
    for (const [index, shot] of some.entries()) {
      const seen = await observe({
        png: null,
        cardErrorStack: cardErrors[index]?.stack ?? null,
        cardError: cardErrors[index]?.message ?? (layouts[index] === null ? "The card is not mounted" : null),
        errors: { page: [], console: [], policy: [] },
        violations: violations[index]!,
        layout: layouts[index]!,
        mountMs: shown[index]!.mountMs,
      }, (stacks) => preview.sources.locate(stacks));
      renderings.push(toRendering(shot, seen, null));
    }
  }
  await page.findBlocked();
  assert.deepEqual(page.errors, { page: [], console: [], policy: [] });
  return renderings;
}

function toRequest(
  { subject: { kind, id }, size, width, state, locale }: Shot,
): Parameters<ShotPage["show"]>[0][0] {
  return { kind, id, size, width, state, stateData: null, locale };
}
