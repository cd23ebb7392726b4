/** The most decimal digits that a double keeps: a number with no more of them is read and written without a change. */
const SAFE_DIGITS = 15;
/** The longest integer that a double holds, in digits. */
const MAX_INTEGER_DIGITS = 309;

/**
 * Whether a double holds a JSON number: it is an integer that the double equals, or the shortest decimal that is read as
 * this double. So `0.1`, `1e23` and `1152921504606846976` are exact, `9007199254740993` and `1e400` are not.
 *
 * @param source The number as it is written
 */
export function isExactNumber(source: string): boolean {
  if (source.length <= SAFE_DIGITS && !/[eE]/.test(source)) return true;
  const value = Number(source);
  if (!Number.isFinite(value)) return false;
  const decimal = toDecimal(source);
  if (isSameDecimal(decimal, toDecimal(String(value)))) return true;
  return Number.isInteger(value) && decimal.digits.length <= MAX_INTEGER_DIGITS &&
    isSameDecimal(decimal, toDecimal(String(BigInt(value))));
}

/** A number as digits × 10^exponent, without leading and trailing zeros in the digits. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

function toDecimal(source: string): Decimal {
  const [mantissa, exponent = "0"] = source.replace("-", "").split(/e/i) as [string, string?];
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  const digits = whole + fraction;
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  let start = 0;
  while (start < end && digits[start] === "0") start++;
  if (start === end) return { digits: "", exponent: 0 };
  return {
    digits: digits.slice(start, end),
    exponent: Number(exponent) - fraction.length + digits.length - end,
  };
}

function isSameDecimal(one: Decimal, other: Decimal): boolean {
  return one.digits === other.digits && one.exponent === other.exponent;
}
