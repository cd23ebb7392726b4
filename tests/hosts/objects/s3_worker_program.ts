/**
 * For workerd: runs the cases of the S3 store with the input in a request's body, and responds with the failures.
 *
 * @module
 */
import { runS3Cases } from "./s3_cases.ts";

export default {
  async fetch(request: Request): Promise<Response> {
    return new Response(await runS3Cases(await request.text()));
  },
};
