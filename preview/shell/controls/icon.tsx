import type { ReactElement } from "react";

/** The outlines of the icons, in a square of 16 units. */
const PATHS = {
  list: "M2.5 4h11M2.5 8h11M2.5 12h11",
  panels: "M2.5 3h11v10h-11zM9.5 3v10",
  viewport: "M2.5 3h11v7.5h-11zM6 13.5h4M8 10.5v3",
  variants: "M2.5 3h4.5v10H2.5zM9 3h4.5v10H9z",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  commands: "M4 5l3 3-3 3M8.5 11.5h4",
  light:
    "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7",
  dark: "M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6z",
} as const;

/** The name of an {@link Icon}. */
export type IconName = keyof typeof PATHS;

/** A drawing beside or in place of a text that names the control. */
export function Icon({ name }: { name: IconName }): ReactElement {
  return (
    <svg className="shell-icon-drawing" data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
