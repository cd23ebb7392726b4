// Reads a JSON list of bills of materials; prints a JSON list of what is wrong with each, or null.
import process from "node:process";
import { text } from "node:stream/consumers";

// The package is in the folder's own lock file, not in the project's.
const LIBRARY = "@cyclonedx/cyclonedx-library";
const { Spec, Validation } = await import(`${LIBRARY}`);
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
const bills = JSON.parse(await text(process.stdin));
const results = await Promise.all(bills.map((bill) => validator.validate(bill)));
process.stdout.write(JSON.stringify(results));
