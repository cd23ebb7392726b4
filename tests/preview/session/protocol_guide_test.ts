import { hasPrograms } from "../../servers/programs.ts";
import { testProtocolGuide } from "./protocol_guide.ts";
import { serveSession } from "./session_server.ts";

if (await hasPrograms(["curl"], "the guide to the dev protocol", "curl")) {
  testProtocolGuide("session", serveSession, Deno.test);
}
