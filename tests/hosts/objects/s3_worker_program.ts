/**
 * For workerd: runs the cases of the S3 store on what a request's body holds, and answers what failed.
 *
 * @module
 */
import { runS3Cases } from "./s3_cases.ts";

export default {
  async fetch(request: Request): Promise<Response> {
    return new Response(await runS3Cases(await request.text()));
  },
};
