import process from "node:process";
import { serve } from "../../../hosts/server/serve.ts";

// As in every server. Deno ends itself when it needs descriptors for the first signal later and there are none.
process.on("SIGTERM", () => process.exit());

const tell = (line: string) => process.stdout.write(`${line}\n`);

/** A server whose process is started with few file descriptors. It prints its address, and what its watch tells. */
const server = await serve(() => new Response("here"), {
  hostname: "127.0.0.1",
  port: 0,
  deadlines: { headers: 500, request: 500 },
  onListensAgain: (message) => tell(message),
  acceptingInterval: 300,
});
tell(server.url);
