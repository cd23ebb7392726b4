import type { WidgetInstance } from "@tck/kit/host";

/** What a card shows. */
export interface CardContent {
  /** The instance, whose bundle leaves its `@property` rules to the shell. */
  readonly instance: WidgetInstance;
  /** The `@property` rules, for the document. */
  readonly propertiesCss: string | null;
}

/** How far a card has come. */
export type CardState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly error: unknown }
  | { readonly status: "loaded"; readonly content: CardContent };
