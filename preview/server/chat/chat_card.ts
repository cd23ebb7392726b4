import { Buffer } from "node:buffer";
import { quote } from "../../../core/errors/mod.ts";
import type { JsonObject } from "../../../core/manifest/mod.ts";
import { writeTckb } from "../../../core/tckb/mod.ts";
import type { ChatCardRequest, ChatCardResponse } from "../../protocol.ts";
import { type PreviewModel, type StoredBundle, toLiveDiagnostic } from "../model/mod.ts";
import { problemError } from "../problem.ts";

/**
 * Reads a card as a chat is given it: a bundle of the store, or a widget as its source is now, built in memory.
 *
 * @throws {ProblemError} `bundle.not_found`, `widget.not_found`
 */
export async function readChatCard(
  model: Pick<PreviewModel, "findBundle" | "widgets" | "buildWidget">,
  { kind, id }: ChatCardRequest,
): Promise<ChatCardResponse> {
  if (kind === "live") return await buildCard(model, id);
  const bundle = model.findBundle(id);
  if (bundle !== undefined) return await packCard(bundle);
  throw problemError("bundle.not_found", `Cannot show bundle ${quote(id)} in a chat: no bundle has this id`);
}

async function buildCard(
  model: Pick<PreviewModel, "widgets" | "buildWidget">,
  name: string,
): Promise<ChatCardResponse> {
  if (model.widgets.every((widget) => widget.name !== name)) {
    const detail = `Cannot show ${quote(name)} in a chat: the project has no such widget`;
    throw problemError("widget.not_found", detail);
  }
  const { manifest, bundle, diagnostics } = await model.buildWidget(name);
  if (manifest === null || bundle === null) return { diagnostics: diagnostics.map(toLiveDiagnostic) };
  return { manifest, bundleHash: bundle.hash, envelope: toBase64(bundle.envelope) };
}

/** The store does not keep envelopes: this one has the same entries. */
async function packCard({ info, contents }: StoredBundle): Promise<ChatCardResponse> {
  const { manifest, bundleHash } = info;
  const envelope = await writeTckb({ ...contents, manifest: manifest as unknown as JsonObject });
  return { manifest, bundleHash, envelope: toBase64(envelope) };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
