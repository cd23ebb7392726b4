// budget: 40 s: some sixty views in nine sizes. Without slots they have more room: that is in `sweep_soak.ts`.
import { sweep } from "./sweep.ts";
import { SWEEP_CHECKS } from "./sweep_checks.ts";

sweep({ locale: "ar", slots: true }, SWEEP_CHECKS);
