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

/** The stores and services of the shell. Each is one object for the lifetime of the page. */
export interface ShellDependencies {
  readonly shell: ShellStore;
  readonly bundles: BundleStore;
  readonly client: ProtocolClient;
  readonly live: LiveModules;
  readonly compile: CompileState;
  readonly bundleCards: BundleCards;
  readonly control: HostControl;
  readonly properties: DocumentProperties;
}

/** Provides the dependencies to the shell's components. */
export const ShellContext = createContext<ShellDependencies | null>(null);

/** The dependencies of the surrounding shell. */
export function useShellDependencies(): ShellDependencies {
  const dependencies = useContext(ShellContext);
  if (dependencies === null) {
    throw new Error("Cannot use the shell: the component is outside of <ShellContext>");
  }
  return dependencies;
}

/** The state of the controls. */
export function useShellState(): ShellState {
  const { shell } = useShellDependencies();
  return useSyncExternalStore(shell.subscribe, shell.getState);
}

/** The server's bundles and feeds. */
export function useBundleState(): BundleState {
  const { bundles } = useShellDependencies();
  return useSyncExternalStore(bundles.subscribe, bundles.getState);
}

/** The widgets in the project's sources. */
export function useLiveWidgets(): readonly LiveWidget[] {
  const { live } = useShellDependencies();
  return useSyncExternalStore(live.subscribe, live.getWidgets);
}

/** The compile error of the last edit, or null. */
export function useCompileFault(): CompileFault | null {
  const { compile } = useShellDependencies();
  return useSyncExternalStore(compile.subscribe, compile.getFault);
}
