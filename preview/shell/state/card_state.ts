import type { WidgetInstance } from "@tck/kit/host";

/** The content of a loaded card. */
export interface CardContent {
  /** The instance. Its bundle has no `@property` rules, because the shell registers them. */
  readonly instance: WidgetInstance;
  /** The `@property` rules to register with the document. */
  readonly propertiesCss: string | null;
}

/** The state of a card. */
export type CardState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly error: unknown }
  | { readonly status: "loaded"; readonly content: CardContent };
