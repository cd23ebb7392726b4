import { type ComponentType, lazy } from "react";
import { findCanvasView } from "../state/canvas_view.ts";
import { findStageSubject } from "../state/stage_subject.ts";
import type { ShellState } from "../state/shell_state.ts";
import {
  ACCESSIBILITY_BADGE,
  CONFIGURATION_BADGE,
  CONSOLE_BADGE,
  countConfigProblems,
  DIAGNOSTICS_BADGE,
  type PanelBadge,
} from "./badges.ts";

/** A collapsible part of the rail. Its component reads what it needs from the shell's state. */
export interface Panel {
  /** Unique; also the key under which it is stored whether the panel is open. */
  readonly id: string;
  readonly title: string;
  /** Where the rail shows it. */
  readonly surface: "stage" | "canvas" | "both";
  /** Loaded when the panel is first open. */
  readonly Component: ComponentType;
  /** Whether it is open until the reader closes it. @default true */
  readonly isInitiallyOpen?: boolean;
  /** Whether there is something to show. @default always */
  readonly isShown?: (state: ShellState) => boolean;
  /** What its heading counts while it is closed. @default nothing */
  readonly badge?: PanelBadge;
}

/** The panels of the rail, in their order. A new panel is a file in this folder and a line here. */
export const PANELS: readonly Panel[] = [
  panel("notes", "Notes", "canvas", async () => (await import("./notes_panel.tsx")).NotesPanel, {
    isShown: (state) => findCanvasView(state)?.notes !== undefined,
  }),
  panel("actions", "Actions", "both", async () => (await import("./actions_panel.tsx")).ActionsPanel, {
    isShown: isOutsideChat,
  }),
  panel(
    "diagnostics",
    "Build diagnostics",
    "stage",
    async () => (await import("./diagnostics_panel.tsx")).DiagnosticsPanel,
    { isShown: isLive, badge: DIAGNOSTICS_BADGE },
  ),
  panel(
    "snapshot",
    "Last snapshot",
    "stage",
    async () => (await import("./snapshot_panel.tsx")).SnapshotPanel,
    {
      isInitiallyOpen: false,
      isShown: (state) => state.isSite && isLive(state),
    },
  ),
  panel(
    "configuration",
    "Configuration",
    "both",
    async () => (await import("./configuration_panel.tsx")).ConfigurationPanel,
    { isShown: (state) => countConfigProblems(state) > 0, badge: CONFIGURATION_BADGE },
  ),
  panel("slots", "Resolved slots", "both", async () => (await import("./slots_panel.tsx")).SlotsPanel, {
    isShown: isOutsideChat,
  }),
  panel("state", "State", "stage", async () => (await import("./state_panel.tsx")).StatePanel, {
    isInitiallyOpen: false,
    isShown: isOutsideChat,
  }),
  panel("widget", "Widget", "both", async () => (await import("./widget_panel.tsx")).WidgetPanel),
  panel(
    "accessibility",
    "Accessibility",
    "stage",
    async () => (await import("./accessibility/accessibility_panel.tsx")).AccessibilityPanel,
    {
      isInitiallyOpen: false,
      // axe is as large as half of a site.
      isShown: ({ url, isSite }) => url.view === "stage" && !isSite,
      badge: ACCESSIBILITY_BADGE,
    },
  ),
  panel("console", "Console", "both", async () => (await import("./console_panel.tsx")).ConsolePanel, {
    isInitiallyOpen: false,
    badge: CONSOLE_BADGE,
  }),
  panel("bundle", "Bundle", "both", async () => (await import("./bundle_panel.tsx")).BundlePanel, {
    isInitiallyOpen: false,
  }),
  panel("manifest", "Manifest", "both", async () => (await import("./manifest_panel.tsx")).ManifestPanel, {
    isInitiallyOpen: false,
  }),
  panel("source", "Source", "stage", async () => (await import("./source/source_panel.tsx")).SourcePanel, {
    isInitiallyOpen: false,
    isShown: (state) => !state.isSite && isLive(state),
  }),
  panel(
    "performance",
    "Performance",
    "both",
    async () => (await import("./performance_panel.tsx")).PerformancePanel,
    { isInitiallyOpen: false, isShown: isOutsideChat },
  ),
];

function panel(
  id: string,
  title: string,
  surface: Panel["surface"],
  load: () => Promise<ComponentType>,
  options: Pick<Panel, "isInitiallyOpen" | "isShown" | "badge"> = {},
): Panel {
  return { id, title, surface, Component: lazy(async () => ({ default: await load() })), ...options };
}

/** A chat gives a card neither slots nor changes of its state, and reports nothing of it. */
function isOutsideChat({ url }: ShellState): boolean {
  return url.view !== "chat";
}

function isLive({ url, liveWidgets, server }: ShellState): boolean {
  return findStageSubject(url.widget, liveWidgets, server).kind === "live";
}
