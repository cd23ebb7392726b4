/**
 * Whether something of a time is at most so old, by a clock that may go back: what is in the future then is of no known age.
 * All in milliseconds.
 */
export function isYounger(since: number, age: number, now: number): boolean {
  return since <= now && now < since + age;
}
