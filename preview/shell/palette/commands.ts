import { errorMessage } from "../../../core/errors/mod.ts";
import { resolveText } from "../../../core/feed/mod.ts";
import type { LocalizedText } from "../../../core/manifest/mod.ts";
import { changeRail } from "../controls/change_rail.ts";
import { copyText } from "../controls/copy_button.tsx";
import { findShownFeed, printFeed, saveFeed } from "../controls/feed_page.ts";
import type { ShellDependencies } from "../shell_context.ts";
import { hrefFor } from "../state/navigation.ts";
import { savePicture, takePicture } from "./card_picture.ts";
import type { ShellState } from "../state/shell_state.ts";
import type { View } from "../state/url_state.ts";
import { findStageManifest } from "../state/shown_variant.ts";
import { describeForAgent } from "./describe_for_agent.ts";

/** Something that the palette and the keyboard can do. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** The key that does it outside of fields. */
  readonly key?: string;
  /** The view that a page must have for it. */
  readonly view?: View;
  /** Whether a page of a site, which has no server behind it, does not have it. */
  readonly needsServer?: boolean;
  /** Shown while it runs, if that takes long. */
  readonly progress?: string;
  /** @returns the outcome that is shown, if any */
  run(dependencies: ShellDependencies): Promise<string | void> | string | void;
}

/**
 * The commands of a state: those with keys first, then those of the Canvas's feed or of the Stage's card, then the widgets.
 */
export function listCommands(state: ShellState): Command[] {
  return [
    ...listFixedCommands(state),
    ...listFeedCommands(state),
    ...listVariants(state),
    ...listWidgets(state),
  ];
}

/** The commands that do not depend on what is shown. */
export function listFixedCommands(
  { isSite, views }: Pick<ShellState, "isSite" | "views">,
): readonly Command[] {
  return COMMANDS.filter(({ needsServer, view = "review" }) =>
    !(isSite && needsServer) && views.includes(view)
  );
}

const COMMANDS: readonly Command[] = [
  { id: "next", title: "Next widget", key: "]", view: "stage", run: (dependencies) => step(dependencies, 1) },
  {
    id: "previous",
    title: "Previous widget",
    key: "[",
    view: "stage",
    run: (dependencies) => step(dependencies, -1),
  },
  {
    id: "theme",
    title: "Switch the theme, light or dark",
    key: "t",
    run({ store, navigation }) {
      navigation.navigate({ theme: store.getState().url.theme === "light" ? "dark" : "light" });
    },
  },
  {
    id: "stage",
    title: "Open the Stage",
    key: "s",
    view: "stage",
    run: ({ navigation }) => navigation.navigate({ view: "stage" }),
  },
  {
    id: "compare",
    title: "Compare variants side by side",
    key: "v",
    view: "compare",
    run: ({ navigation }) => navigation.navigate({ view: "compare" }),
  },
  {
    id: "chat",
    title: "Show the card in a chat",
    key: "h",
    view: "chat",
    run: ({ navigation }) => navigation.navigate({ view: "chat" }),
  },
  {
    id: "canvas",
    title: "Open the Canvas",
    key: "c",
    view: "feed",
    run: ({ navigation }) => navigation.navigate({ view: "feed" }),
  },
  {
    id: "review",
    title: "Review what the last snapshot changed",
    run: ({ navigation }) => navigation.navigate({ view: "review" }),
  },
  {
    id: "measure",
    title: "Measure the elements of the card",
    key: "m",
    view: "stage",
    run: (dependencies) => toggleOverlay(dependencies, "measure"),
  },
  {
    id: "outline",
    title: "Outline the elements of the card",
    key: "u",
    view: "stage",
    run: (dependencies) => toggleOverlay(dependencies, "outline"),
  },
  {
    id: "panels",
    title: "Show or hide the panels",
    key: "a",
    run(dependencies) {
      changeRail(dependencies, { isHidden: !dependencies.store.getState().rail.isHidden });
    },
  },
  {
    id: "panels-place",
    title: "Move the panels to the bottom or to the side",
    key: "b",
    run(dependencies) {
      const { place } = dependencies.store.getState().rail;
      changeRail(dependencies, { place: place === "side" ? "bottom" : "side", isHidden: false });
    },
  },
  {
    id: "full-screen",
    title: "Full screen, and back",
    key: "f",
    run: ({ store }) => store.setState({ isFullScreen: !store.getState().isFullScreen }),
  },
  {
    id: "alone",
    title: "Open the card alone",
    key: "o",
    view: "stage",
    run({ store }) {
      globalThis.open(hrefFor(store.getState(), { view: "stage", chrome: "none" }), "_blank", "noopener");
    },
  },
  {
    id: "picture",
    title: "Save the card as PNG",
    key: "p",
    needsServer: true,
    progress: "The picture is taken…",
    async run(dependencies) {
      savePicture(await takePicture(dependencies), dependencies.store.getState());
      return "The picture is saved";
    },
  },
  {
    id: "copy-picture",
    title: "Copy the card as PNG",
    key: "i",
    needsServer: true,
    progress: "The picture is taken…",
    async run(dependencies) {
      const picture = takePicture(dependencies);
      try {
        await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      } catch (error) {
        await picture; // Its failure says more.
        return `The browser does not allow to copy: ${errorMessage(error)}`;
      }
      return "The picture is copied";
    },
  },
  {
    id: "link",
    title: "Copy the link",
    key: "l",
    run: () => copy(location.href, "The link is copied"),
  },
  {
    id: "diagnostics",
    title: "Copy diagnostics for an agent",
    key: "d",
    run: ({ store }) => copy(describeForAgent(store.getState(), location.href), "The diagnostics are copied"),
  },
  {
    id: "rescan",
    title: "Read the disk again",
    key: "r",
    needsServer: true,
    async run({ client }) {
      const { before, after } = await client.rescan();
      return `${after} bundles, ${before} before`;
    },
  },
  { id: "keys", title: "Show the keys", key: "?", run: ({ store }) => store.setState({ overlay: "help" }) },
];

async function copy(text: string, outcome: string): Promise<string> {
  return await copyText(text) ? outcome : "The browser does not allow to copy";
}

function toggleOverlay({ store, navigation }: ShellDependencies, overlay: "measure" | "outline"): void {
  navigation.navigate({ overlay: store.getState().url.overlay === overlay ? "none" : overlay });
}

/** The surfaces that show the Stage's widget. */
const WIDGET_VIEWS = ["stage", "compare", "chat"] as const;

/** Shows the widget after or before the Stage's one, in the order of the picker. */
function step({ store, navigation }: ShellDependencies, by: 1 | -1): void {
  const { url, liveWidgets, server } = store.getState();
  const names = [...liveWidgets.map(({ name }) => name), ...(server.bundles ?? []).map(({ id }) => id)];
  const at = names.indexOf(url.widget ?? names[0] ?? "");
  const next = names[(at + by + names.length) % names.length];
  if (next === undefined) return;
  navigation.navigate({ view: WIDGET_VIEWS.find((view) => view === url.view) ?? "stage", widget: next });
}

function listFeedCommands(state: ShellState): Command[] {
  if (state.isSite || findShownFeed(state) === null) return [];
  const progress = "The page is made…";
  return [
    { id: "print-feed", title: "Print the feed", progress, run: printFeed },
    { id: "save-feed", title: "Save the feed as a file", progress, run: saveFeed },
  ];
}

function listVariants(state: ShellState): Command[] {
  const manifest = findStageManifest(state);
  if (manifest === undefined || !["stage", "chat"].includes(state.url.view)) return [];
  const comparisons = COMPARISONS.map((compare): Command => ({
    id: `compare ${compare}`,
    title: `Compare ${compare}`,
    run: ({ navigation }) => navigation.navigate({ view: "compare", compare }),
  }));
  const sizes = manifest.sizes.map((size): Command => ({
    id: `size ${size}`,
    title: `Size ${size}`,
    run: ({ navigation }) => navigation.navigate({ size }),
  }));
  const names = [null, ...Object.keys(manifest.states ?? {})];
  const states = names.map((name): Command => ({
    id: `state ${name ?? ""}`,
    title: `State ${name ?? "default"}`,
    run: ({ navigation }) => navigation.navigate({ state: name }),
  }));
  return [...sizes, ...states, ...comparisons];
}

const COMPARISONS = ["themes", "sizes", "languages", "states", "versions"] as const;

function listWidgets({ liveWidgets, server }: ShellState): Command[] {
  const nameOf = (label: string, title: LocalizedText | null = null) =>
    title === null ? label : `${label} ${resolveText(title, navigator.language)}`;
  const live = liveWidgets.map(({ name, summary }) => ({
    widget: name,
    title: nameOf(name, summary?.title),
  }));
  const bundles = (server.bundles ?? []).map(({ id, label, manifest, source }) => ({
    widget: id,
    title: `${nameOf(label, manifest.title)} (${source})`,
  }));
  return [...live, ...bundles].map(({ widget, title }) => ({
    id: `widget ${widget}`,
    title: `Show ${title}`,
    run: ({ navigation }) => navigation.navigate({ view: "stage", widget }),
  }));
}
