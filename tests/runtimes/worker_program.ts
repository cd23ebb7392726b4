/**
 * For workerd: answers the question in a request's body.
 *
 * @module
 */
import { answerQuestion } from "./suite.ts";

export default {
  async fetch(request: Request): Promise<Response> {
    return new Response(await answerQuestion(await request.text()));
  },
};
