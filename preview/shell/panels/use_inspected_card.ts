import { useMemo } from "react";
import type { SlotValues } from "../../../core/feed/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { NO_TIME, type PreviewHostContext, type PublicBundle } from "../../protocol.ts";
import { useCanvasSlotDefaults } from "../card/slot_defaults.ts";
import { findContext, findStageContext, findStageView } from "../state/find_context.ts";
import { bundleCardKey, liveCardKey } from "../state/card_key.ts";
import { useShell } from "../shell_context.ts";
import { findCanvasView } from "../state/canvas_view.ts";
import { findLiveManifest } from "../state/live_manifest.ts";
import { findStageSubject } from "../state/stage_subject.ts";

/** The card that the rail is about: the Stage's, or the selected one of the Canvas. */
export interface InspectedCard {
  /** The key of its slot values in the shell's state. */
  readonly key: string;
  /** The label of its widget. */
  readonly name: string;
  /** Undefined until it is known. */
  readonly manifest: WidgetManifest | undefined;
  /** Its context from the configuration. */
  readonly context: PreviewHostContext | undefined;
  readonly slotDefaults: SlotValues | undefined;
  /** Where the widget is from, as terms and texts. */
  readonly origin: readonly (readonly [term: string, text: string])[];
}

/** The inspected card; null if there is none. */
export function useInspectedCard(): InspectedCard | null {
  const isStage = useShell(({ url }) => url.view !== "feed");
  const widget = useShell(({ url }) => url.widget);
  const selected = useShell(({ url }) => url.card);
  const liveWidgets = useShell((state) => state.liveWidgets);
  const liveManifest = useShell((state) => widget === null ? undefined : findLiveManifest(state, widget));
  const server = useShell((state) => state.server);
  const view = useShell(findCanvasView);
  const defaults = useCanvasSlotDefaults(selected ?? "");
  const stageContext = useShell((state) => widget === null ? undefined : findStageContext(state, widget));
  const stageView = useShell((state) => widget === null ? undefined : findStageView(state, widget));
  return useMemo(() => {
    const contextOrigin = stageContext && stageView ? [["Context", stageView.label] as const] : [];
    if (!isStage) {
      const bundle = server.bundles?.find(({ id }) => id === selected);
      if (view === null || bundle === undefined || !view.bundleIds.includes(bundle.id)) return null;
      const isFeed = bundle.manifest.cardType === "feed";
      return {
        ...ofBundle(bundle, view.id),
        context: findContext(view, bundle),
        slotDefaults: isFeed ? defaults : undefined,
      };
    }
    const subject = findStageSubject(widget, liveWidgets, server);
    if (subject.kind === "bundle") {
      const card = ofBundle(subject.bundle, null);
      return { ...card, context: stageContext, origin: [...card.origin, ...contextOrigin] };
    }
    if (subject.kind !== "live") return null;
    const { name, file } = subject.widget;
    return {
      key: liveCardKey(name),
      name,
      manifest: liveManifest,
      context: stageContext,
      slotDefaults: undefined,
      origin: [["Source", file], ...contextOrigin],
    };
  }, [isStage, widget, selected, liveWidgets, liveManifest, server, view, defaults, stageContext, stageView]);
}

function ofBundle(bundle: PublicBundle, view: string | null): InspectedCard {
  const { label, relPath, source, bundleHash, loadedAt, manifest } = bundle;
  return {
    key: bundleCardKey(bundle, view),
    name: label,
    manifest,
    context: undefined,
    slotDefaults: undefined,
    origin: [
      ["Bundle", relPath ?? label],
      ["From", source],
      ...(loadedAt === NO_TIME ? [] : [["Loaded", new Date(loadedAt).toLocaleTimeString()] as const]),
      ["Hash", bundleHash],
    ],
  };
}
