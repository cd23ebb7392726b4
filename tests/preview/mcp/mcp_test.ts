// budget: 30 s: a session of an agent, with about thirty pictures
import { testSession } from "./mcp_cases.ts";

// The same on Deno, with the older handshake, is in mcp_soak.ts.
testSession("Node 24", "auto");
