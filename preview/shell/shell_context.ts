import { createContext, useContext } from "react";
import type { HostControl } from "@tck/kit/host-mount";
import type { BundleCards } from "./content/bundle_cards.ts";
import type { LiveModules } from "./content/live_modules.ts";
import type { FrameSites } from "./state/frame_sites.ts";
import type { PreferenceStorage } from "./state/preferences.ts";
import type { ProtocolClient } from "./client/protocol_client.ts";
import { type Store, useSelector } from "./state/create_store.ts";
import type { Navigation } from "./state/navigation.ts";
import type { ReviewSync } from "./client/review_sync.ts";
import type { SiteVerdicts } from "./client/site_verdicts.ts";
import type { ServerSync } from "./client/server_sync.ts";
import type { ShellState } from "./state/shell_state.ts";

/** The state and the services of the shell. Each is one object for the lifetime of the page. */
export interface ShellDependencies {
  readonly store: Store<ShellState>;
  readonly navigation: Navigation;
  readonly server: ServerSync;
  readonly review: ReviewSync;
  readonly client: ProtocolClient;
  /** Null where a server keeps the verdicts, or nobody does. */
  readonly siteVerdicts: SiteVerdicts | null;
  readonly live: LiveModules;
  readonly bundleCards: BundleCards;
  readonly frameSites: FrameSites;
  /** What a site has in frames; null where a server answers, whose frames have addresses. */
  readonly siteDocument: string | null;
  readonly control: HostControl;
  readonly storage: PreferenceStorage;
}

/** Provides the dependencies to the shell's components. */
export const ShellContext = createContext<ShellDependencies | null>(null);

export function useShellDependencies(): ShellDependencies {
  const dependencies = useContext(ShellContext);
  if (dependencies === null) {
    throw new Error("Cannot use the shell: the component is outside of <ShellContext>");
  }
  return dependencies;
}

/**
 * A part of the shell's state. The component is rendered again only when that part is another value.
 *
 * @param select returns a part of the state, not a new object
 */
export function useShell<Part>(select: (state: ShellState) => Part): Part {
  return useSelector(useShellDependencies().store, select);
}
