import type { Command } from "../../../terminal/mod.ts";
export const command: Command = { name: "conformance", summary: "x", options: {}, examples: ["x"], run: () => Promise.resolve(0) };
