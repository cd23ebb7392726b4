import { testConfigChanges } from "./config_change_cases.ts";
import { testConfigFields } from "./config_field_cases.ts";
import { testConfigFile } from "./config_file_cases.ts";

testConfigFile(Deno.test);
testConfigFields(Deno.test);
testConfigChanges(Deno.test);
