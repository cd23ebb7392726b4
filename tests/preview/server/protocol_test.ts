import { testRoutes } from "../session/route_cases.ts";
import { serveByVite } from "./served_by_vite.ts";

testRoutes("behind the dev server's listener", serveByVite, Deno.test);
