import { createContext, useContext, useSyncExternalStore } from "react";
import type { HostControl } from "@tck/kit/host-mount";
import type { BundleCards } from "./card/bundle_cards.ts";
import type { DocumentProperties } from "./card/document_properties.ts";
import type { LiveModules } from "./card/live_modules.ts";
import type { LiveWidget } from "../protocol.ts";
import type { BundleState, BundleStore } from "./bundle_store.ts";
import type { CompileFault, CompileState } from "./compile_state.ts";
import type { ProtocolClient } from "./protocol_client.ts";
import type { ShellState, ShellStore } from "./shell_store.ts";

/** What the shell's tree works with. Each is one object for as long as the page lives. */
export interface ShellParts {
  readonly shell: ShellStore;
  readonly bundles: BundleStore;
  readonly client: ProtocolClient;
  readonly live: LiveModules;
  readonly compile: CompileState;
  readonly bundleCards: BundleCards;
  readonly control: HostControl;
  readonly properties: DocumentProperties;
}

/** Gives the parts to the tree. */
export const ShellContext = createContext<ShellParts | null>(null);

/** The parts of the shell that this tree is of. */
export function useShellParts(): ShellParts {
  const parts = useContext(ShellContext);
  if (parts === null) throw new Error("There is no shell around this component");
  return parts;
}

/** What the controls say. */
export function useShellState(): ShellState {
  const { shell } = useShellParts();
  return useSyncExternalStore(shell.subscribe, shell.getState);
}

/** What the server has. */
export function useBundleState(): BundleState {
  const { bundles } = useShellParts();
  return useSyncExternalStore(bundles.subscribe, bundles.getState);
}

/** The widgets in the project's sources. */
export function useLiveWidgets(): readonly LiveWidget[] {
  const { live } = useShellParts();
  return useSyncExternalStore(live.subscribe, live.getWidgets);
}

/** Why the last edit of a source has no effect, or null. */
export function useCompileFault(): CompileFault | null {
  const { compile } = useShellParts();
  return useSyncExternalStore(compile.subscribe, compile.getFault);
}
