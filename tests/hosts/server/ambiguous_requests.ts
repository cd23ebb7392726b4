import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { connect } from "node:net";

const HOST = "Host: localhost";

/** More fields than `node:http` passes on by default. */
const MANY_FIELDS = Array.from({ length: 2_100 }, () => "X:y");

/** The lines of requests that two servers may understand differently, each with the body or part of it. */
const AMBIGUOUS: readonly (readonly [string, readonly string[], string?])[] = [
  ["GET /no-host HTTP/1.1", []],
  ["GET /two-hosts HTTP/1.1", [HOST, "Host: other.example"]],
  ["GET /same-host-twice HTTP/1.1", [HOST, HOST]],
  ["GET /two-hosts-in-1.0 HTTP/1.0", [HOST, "Host: other.example"]],
  ["GET /second-host-after-2000-fields HTTP/1.1", [HOST, ...MANY_FIELDS, "Host: other.example"]],
  ["GET /list-of-hosts HTTP/1.1", ["Host: localhost, other.example"]],
  ["GET /no-name-of-a-host HTTP/1.1", ["Host: xn--a"]],
  ["GET http://other.example/absolute HTTP/1.1", [HOST]],
  ["GET http://localhost/absolute HTTP/1.1", ["Host: other.example"]],
  ["GET http://localhost/absolute HTTP/1.1", [HOST, HOST]],
  ["GET http://localhost/absolute HTTP/1.1", []],
  ["OPTIONS * HTTP/1.1", [HOST]],
  ...[
    "/x/../own",
    "/x/%2e%2E/own",
    "/x/.%2e/own",
    "/./own",
    "/a%2fb/../own",
    "/own/..",
    "/%6fwn",
    "/o%57n",
    "/own%31",
    "\\own",
    "/x\\..\\own",
    "/own#fragment",
    "http://localhost/x/../own",
  ].map((path) => [`GET ${path} HTTP/1.1`, [HOST]] as const),
  ["POST /two-lengths HTTP/1.1", [HOST, "Content-Length: 3", "Content-Length: 5"], "abcde"],
  ["POST /same-length-twice HTTP/1.1", [HOST, "Content-Length: 3", "Content-Length: 3"], "abc"],
  ["POST /list-of-lengths HTTP/1.1", [HOST, "Content-Length: 3, 3"], "abc"],
  ["POST /signed-length HTTP/1.1", [HOST, "Content-Length: +3"], "abc"],
  [
    "POST /length-and-coding HTTP/1.1",
    [HOST, "Content-Length: 3", "Transfer-Encoding: chunked"],
    "0\r\n\r\n",
  ],
  [
    "POST /coding-and-length HTTP/1.1",
    [HOST, "Transfer-Encoding: chunked", "Content-Length: 3"],
    "0\r\n\r\n",
  ],
  [
    "POST /chunked-twice HTTP/1.1",
    [HOST, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
    "0\r\n\r\n",
  ],
  ["POST /two-codings HTTP/1.1", [HOST, "Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"],
  [
    "POST /two-coding-fields HTTP/1.1",
    [HOST, "Transfer-Encoding: gzip", "Transfer-Encoding: chunked"],
    "0\r\n\r\n",
  ],
  ["POST /unknown-coding HTTP/1.1", [HOST, "Transfer-Encoding: xchunked"], "0\r\n\r\n"],
  [
    "POST /coding-in-1.0 HTTP/1.0",
    [HOST, "Connection: keep-alive", "Transfer-Encoding: chunked"],
    "0\r\n\r\n",
  ],
  ["POST /space-before-colon HTTP/1.1", [HOST, "Transfer-Encoding : chunked"], "0\r\n\r\n"],
  ["POST /folded-line HTTP/1.1", [HOST, "Transfer-Encoding:", " chunked"], "0\r\n\r\n"],
  ["GET /bare-line-feed HTTP/1.1", [HOST, "X: y\nZ: z"]],
  ["GET /bare-carriage-return HTTP/1.1", [HOST, "X: y\rZ: z"]],
  ["POST /chunk-ends-in-line-feed HTTP/1.1", [HOST, "Transfer-Encoding: chunked"], "3;x\nabc\r\n0\r\n\r\n"],
  ["POST /hexadecimal-chunk HTTP/1.1", [HOST, "Transfer-Encoding: chunked"], "0x3\r\nabc\r\n0\r\n\r\n"],
];

/** Sends bytes, and returns the raw responses until the server closes the connection. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("data", (chunk) => answer += chunk);
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    socket.write(Buffer.from(text, "latin1"));
  });
}

/**
 * Asserts that a server answers ambiguous requests with one 400 and closes the connection, so that the request behind is
 * not answered, and that it answers others.
 */
export async function assertRejectsAmbiguous(port: number): Promise<void> {
  for (const [line, fields, body = ""] of AMBIGUOUS) {
    const behind = `GET /behind HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`;
    const answer = await send(port, [line, ...fields, "", body].join("\r\n") + behind);
    assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 400"], `${line} ${fields.slice(-2)}`);
  }
  const inert = await send(port, "GET /no-name-of-a-host HTTP/1.1\r\nHost: xn--a\r\n\r\n");
  assert.match(inert, /Content-Security-Policy: default-src 'none'; sandbox\r\n/);
  const own: typeof AMBIGUOUS = [
    ["GET /own HTTP/1.1", [HOST]],
    ["GET http://LOCALHOST:80/absolute HTTP/1.1", [HOST]],
    ["GET /..own/...%2e/a%2fb/%2B%c3%a9%20?x=/../%6f\\ HTTP/1.1", [HOST]],
    ["POST /chunked HTTP/1.1", [HOST, "Transfer-Encoding: Chunked"], "3\r\nabc\r\n0\r\n\r\n"],
  ];
  for (const [line, fields, body = ""] of own) {
    const answer = await send(port, [line, ...fields, "Connection: close", "", body].join("\r\n"));
    assert.doesNotMatch(answer, /^HTTP\/1\.1 400 /, line);
  }
}
