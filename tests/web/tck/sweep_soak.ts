import { sweep } from "./sweep.ts";
import { SWEEP_CHECKS } from "./sweep_checks.ts";

sweep({ locale: "ar", slots: false }, SWEEP_CHECKS);
