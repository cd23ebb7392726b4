/**
 * The attacks of `doors_test.ts`, each with twice as much.
 */
import { testAttacks } from "./attack_cases.ts";

testAttacks(2);
