import { testScale } from "./scale.ts";

testScale(1_000_000);
