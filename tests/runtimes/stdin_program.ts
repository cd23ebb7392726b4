/**
 * For Deno and Node: answers the question on standard input. With the argument `node:zlib`, the host's codec reads.
 *
 * @module
 */
import { argv, stdin, stdout } from "node:process";
import { text } from "node:stream/consumers";
import { NODE_CODEC } from "../../hosts/zlib/mod.ts";
import { answerQuestion } from "./suite.ts";

stdout.write(await answerQuestion(await text(stdin), argv[2] === "node:zlib" ? NODE_CODEC : {}));
