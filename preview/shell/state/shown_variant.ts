import type { WidgetSize } from "@tck/kit";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { findLiveManifest } from "./live_manifest.ts";
import type { ShellState } from "./shell_state.ts";
import { findStageSubject } from "./stage_subject.ts";

/** The manifest of the Stage's widget; undefined until it is known. */
export function findStageManifest(state: ShellState): WidgetManifest | undefined {
  const subject = findStageSubject(state.url.widget, state.liveWidgets, state.server);
  if (subject.kind === "bundle") return subject.bundle.manifest;
  return subject.kind === "live" ? findLiveManifest(state, subject.widget.name) : undefined;
}

/** The requested size if the widget declares it, otherwise its first size. */
export function chooseSize(
  manifest: WidgetManifest | undefined,
  requested: WidgetSize | null,
): WidgetSize | null {
  if (manifest === undefined) return requested;
  return manifest.sizes.find((size) => size === requested) ?? manifest.sizes[0] ?? null;
}

/** The requested state if the widget has it, otherwise null for the default state. */
export function chooseState(manifest: WidgetManifest | undefined, requested: string | null): string | null {
  return requested !== null && Object.hasOwn(manifest?.states ?? {}, requested) ? requested : null;
}
