import { testDisk } from "./disk_cases.ts";

testDisk(Deno.test);
