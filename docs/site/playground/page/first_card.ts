import { decodeBase64Url } from "../../../../core/bytes/mod.ts";
import type { WidgetManifest } from "../../../../core/manifest/mod.ts";
import type { BuiltCard } from "../../../../web/bundler/steps/mod.ts";

/** The card that the page shows first, as the build of the playground writes it into the page. */
export interface FirstCard {
  readonly hash: string;
  /** In base64url. */
  readonly envelope: string;
  readonly manifest: WidgetManifest;
}

export function readFirstCard({ hash, envelope, manifest }: FirstCard): BuiltCard {
  return { bundle: { hash, envelope: decodeBase64Url(envelope) }, manifest };
}
