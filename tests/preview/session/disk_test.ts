// runs alone: a change has to be seen within a time limit
import { testDisk } from "./disk_cases.ts";

testDisk(Deno.test);
