/**
 * An author passes an optional prop on, under `exactOptionalPropertyTypes`, also where it is undefined. `deno task check`
 * checks this file, and fails with the names of the components that have another prop.
 */
import type * as kit from "@tck/kit";
import type * as charts from "@tck/kit/charts";
import type { ReactElement } from "react";

type Blocks = typeof kit & typeof charts;

/** The optional props that are not to be undefined. `never` is for what another form of the same block has. */
type Strict<Props> = {
  [Name in keyof Props]-?: [Required<Props>[Name]] extends [never] ? never
    : Record<Name, undefined> extends Pick<Props, Name> ? never
    : Partial<Record<Name, Props[Name]>> extends Pick<Props, Name> ? Name
    : never;
}[keyof Props];

type WithStrictProps = {
  [Name in keyof Blocks]: Blocks[Name] extends (props: infer Props) => ReactElement | null
    ? [Strict<Props>] extends [never] ? never : Name
    : never;
}[keyof Blocks];

export const none: [WithStrictProps] extends [never] ? "none" : WithStrictProps = "none";
