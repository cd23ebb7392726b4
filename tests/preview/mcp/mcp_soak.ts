import { testSession } from "./mcp_cases.ts";

testSession("Deno", "legacy");
