import type { WidgetInstance } from "@tck/kit/host";

export type CardState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly error: unknown }
  | { readonly status: "loaded"; readonly instance: WidgetInstance };
