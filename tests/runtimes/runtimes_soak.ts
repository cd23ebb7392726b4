import { testAnswers } from "./answer_cases.ts";
import { RUNTIMES } from "./runtimes.ts";

await testAnswers(RUNTIMES);
