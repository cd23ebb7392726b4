/**
 * For Node: runs the cases of the S3 store with the input on standard input, and prints the failures.
 *
 * @module
 */
import { stdin, stdout } from "node:process";
import { text } from "node:stream/consumers";
import { runS3Cases } from "./s3_cases.ts";

stdout.write(await runS3Cases(await text(stdin)));
