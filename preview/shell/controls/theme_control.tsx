import type { ReactElement } from "react";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { Icon } from "./icon.tsx";
import { RadioGroup } from "./radio_group.tsx";

const THEMES = (["light", "dark"] as const).map((theme) =>
  [
    theme,
    <span key={theme} title={theme === "light" ? "Light" : "Dark"}>
      <Icon name={theme} />
      <span className="shell-visually-hidden">{theme === "light" ? "Light" : "Dark"}</span>
    </span>,
  ] as const
);

/** The theme of the shell and of every card. */
export function ThemeControl(): ReactElement {
  const { navigation } = useShellDependencies();
  const theme = useShell(({ url }) => url.theme);
  return (
    <RadioGroup
      legend="Theme"
      values={THEMES}
      value={theme}
      onChoose={(theme) => navigation.navigate({ theme })}
    />
  );
}
