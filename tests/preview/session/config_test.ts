import { testConfig } from "./config_cases.ts";

testConfig(Deno.test);
