import { testOtherRoutes } from "../session/route_cases.ts";
import { serveByVite } from "./served_by_vite.ts";

testOtherRoutes("behind the dev server's listener", serveByVite, Deno.test);
