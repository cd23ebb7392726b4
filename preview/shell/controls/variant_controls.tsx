import type { ReactElement } from "react";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { chooseSize, chooseState } from "../state/shown_variant.ts";
import { Select } from "./select.tsx";

/** The size of the widget, of those that its manifest declares. */
export function SizeControl({ manifest }: { manifest: WidgetManifest }): ReactElement | null {
  const { navigation } = useShellDependencies();
  const size = chooseSize(manifest, useShell(({ url }) => url.size));
  if (size === null) return null;
  return (
    <Select
      label="Size"
      value={size}
      options={manifest.sizes.map((size) => [size, size] as const)}
      onChoose={(size) => navigation.navigate({ size })}
    />
  );
}

/** The state of the widget; nothing for one without named states. */
export function StateControl({ manifest }: { manifest: WidgetManifest }): ReactElement | null {
  const { navigation } = useShellDependencies();
  const state = chooseState(manifest, useShell(({ url }) => url.state));
  const names = Object.keys(manifest.states ?? {});
  if (names.length === 0) return null;
  return (
    <Select
      label="State"
      // An equals sign keeps a state of the name "" apart.
      value={state === null ? "" : `=${state}`}
      options={[["", "default"], ...names.map((name) => [`=${name}`, name] as const)]}
      onChoose={(value) => navigation.navigate({ state: value === "" ? null : value.slice(1) })}
    />
  );
}
