/**
 * For Deno and Node: answers the question on standard input. The argument `node:zlib` selects the host's codec.
 *
 * @module
 */
import { argv, stdin, stdout } from "node:process";
import { text } from "node:stream/consumers";
import { NODE_CODEC } from "../../hosts/zlib/mod.ts";
import { answerQuestion } from "./suite.ts";

stdout.write(await answerQuestion(await text(stdin), argv[2] === "node:zlib" ? NODE_CODEC : {}));
