import type { ReactElement } from "react";
import { useShell, useShellDependencies } from "../shell_context.ts";
import type { UrlState } from "../state/url_state.ts";
import { Select, type SelectOptions } from "./select.tsx";

type FeedWidth = UrlState["feedWidth"];

const COLUMNS: SelectOptions<FeedWidth> = [["narrow", "Narrow"], ["medium", "Medium"], ["wide", "Wide"]];

/** Common widths of a card that fills its column: whole devices, in CSS pixels. */
const DEVICES: SelectOptions<string> = [
  ["320", "Small phone, 320"],
  ["360", "Android phone, 360"],
  ["390", "iPhone, 390"],
  ["430", "Large phone, 430"],
  ["768", "Tablet, 768"],
  ["1024", "Wide tablet, 1024"],
  ["1280", "Desktop, 1280"],
];

/** The width of the column that `fill-auto` cards fill. */
export function ColumnWidth(): ReactElement {
  const { navigation } = useShellDependencies();
  const feedWidth = useShell(({ url }) => url.feedWidth);
  const choose = (feedWidth: FeedWidth) => navigation.navigate({ feedWidth });
  return <Select label="Width" value={feedWidth} options={COLUMNS} onChoose={choose} />;
}

/** The width of a `fill-auto` card: that of a column, of a device, or the one that the handle has given it. */
export function CardWidth(): ReactElement {
  const { navigation } = useShellDependencies();
  const feedWidth = useShell(({ url }) => url.feedWidth);
  const width = useShell(({ url }) => url.width);
  const isOther = width !== null && !DEVICES.some(([device]) => device === width);
  const other: SelectOptions<string> = isOther ? [[width, `${width} px`]] : [];
  const choose = (value: string) => {
    const feedWidth = COLUMNS.find(([column]) => column === value)?.[0];
    navigation.navigate(feedWidth === undefined ? { width: value } : { feedWidth });
  };
  return (
    <Select
      label="Width"
      value={width ?? feedWidth}
      options={[...COLUMNS, ...DEVICES, ...other]}
      onChoose={choose}
    />
  );
}
