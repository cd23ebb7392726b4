// What `sweep_en_test.ts` and `sweep_ar_test.ts` assert with the host's slots, without them, and axe at every size.
import { sweep } from "./sweep.ts";
import { SWEEP_CHECKS, SWEEP_CHECKS_AT_EVERY_SIZE } from "./sweep_checks.ts";

sweep({ locale: "en", slots: false }, SWEEP_CHECKS);
sweep({ locale: "en", slots: true }, SWEEP_CHECKS_AT_EVERY_SIZE);
sweep({ locale: "ar", slots: false }, SWEEP_CHECKS);
