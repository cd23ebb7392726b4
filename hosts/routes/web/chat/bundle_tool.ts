import { Buffer } from "node:buffer";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { LIMITS } from "../../../../core/contract/mod.ts";
import { envelopeRequest } from "../../bundles/permission.ts";
import { BUNDLE_HASH } from "../../http/parameters.ts";
import { unavailable } from "../../http/problem.ts";
import type { UpstreamResponse } from "../../http/upstream.ts";
import { CALLED_BY_VIEW } from "./card_resource.ts";
import { answerCall, type ChatReader, READ_ONLY, ToolError } from "./chat_tool.ts";

/** How many bytes of an envelope one answer has: 131,072 characters of base64, where hosts cut an answer at about 150,000. */
const PART_BYTES = 98_304;

/** The most parts of an envelope. */
const MAX_PARTS = Math.ceil(LIMITS.envelopeBytes / PART_BYTES);

const INPUT = v.strictObject({
  hash: BUNDLE_HASH,
  part: v.optional(v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.maxValue(MAX_PARTS - 1),
    v.description("Which part, from 0 (default: 0)"),
  )),
});

const OUTPUT = v.object({
  hash: v.string(),
  part: v.number(),
  parts: v.number(),
  bytes: v.number(),
  data: v.string(),
});

/** Adds the tool that reads a bundle for the view. */
export function addBundleTool(server: McpServer, reader: ChatReader): void {
  server.registerTool("read_bundle", {
    title: "Read a bundle",
    description:
      "Reads a part of the envelope (.tckb) of a card that the user may read, in base64: hash, part, the number of parts, " +
      "and the size of the envelope in bytes.",
    inputSchema: toStandardJsonSchema(INPUT),
    outputSchema: toStandardJsonSchema(OUTPUT),
    annotations: READ_ONLY,
    _meta: CALLED_BY_VIEW,
  }, ({ hash, part = 0 }) => answerCall(reader.log, () => readPart(reader, hash, part)));
}

async function readPart({ cloud, user }: ChatReader, hash: string, part: number): Promise<CallToolResult> {
  const start = part * PART_BYTES;
  const headers = { Range: `bytes=${start}-${start + PART_BYTES - 1}` };
  const { bytes, size } = cutPart(
    await cloud.fetch({ ...envelopeRequest(hash, user), headers }),
    start,
  );
  const parts = Math.ceil(size / PART_BYTES);
  if (part >= parts) {
    throw new ToolError("part.not_found", `Cannot read part ${part} of bundle ${hash}: it has ${parts}`);
  }
  const data = Buffer.from(bytes).toString("base64");
  return {
    content: [{ type: "text", text: `Part ${part + 1} of ${parts} of bundle ${hash}` }],
    structuredContent: { hash, part, parts, bytes: size, data },
  };
}

/** The bytes of a part and the size of the whole. A service may send the whole instead (RFC 9110, §14.2). */
function cutPart(
  { status, headers, body }: UpstreamResponse,
  start: number,
): { bytes: Uint8Array; size: number } {
  if (status === 200) return { bytes: body.subarray(start, start + PART_BYTES), size: body.length };
  const size = Number(/\/(\d+)$/.exec(headers.get("Content-Range") ?? "")?.[1] ?? NaN);
  if (Number.isNaN(size)) throw unavailable("The service behind sent a part without its place");
  return { bytes: body, size };
}
