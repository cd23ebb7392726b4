/**
 * Builds texts on which regular expressions are slow if any are: runs of what their quantifiers repeat, and repetitions of
 * what they begin with. Reads a JSON list of `{ source, flags }`, and prints a list of attacks for each. The dynamic import
 * installs the parser.
 *
 * @module
 */
import process from "node:process";
import { text } from "node:stream/consumers";

/** A part of a regular expression, as the parser describes it. */
interface Node {
  readonly type: string;
  readonly raw: string;
  /** The code point of a character. */
  readonly value?: number;
  readonly min?: number;
  readonly max?: number;
  readonly element?: Node;
  readonly elements?: readonly Node[];
  readonly alternatives?: readonly { readonly elements: readonly Node[] }[];
}

/** A prefix, what is repeated, and an end that does not match. */
export interface RegexAttack {
  prefix: string;
  pump: string;
  suffix: string;
}

const PARSER: string = "npm:@eslint-community/regexpp@4.12.3";
const { parseRegExpLiteral } = await import(PARSER) as {
  parseRegExpLiteral(literal: string): { pattern: Node; flags: { raw: string } };
};

/** What may be in a text, the likeliest first. */
const CHARACTERS = ["a", "0", " ", "\n", "\t", "/", "-", ".", '"', "A", "$", "é", "\u00a0", "…"].concat(
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
);

/** Ends that seldom match: a character that is in few classes, and those at which a dot or a line ends. */
const SUFFIXES = ["\u0001", "\n\u0001"];

/** How many sequences of alternatives, and how many parts of one, are tried. */
const MAX_SEQUENCES = 24;
const MAX_PARTS = 16;

const expressions: { source: string; flags: string }[] = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(expressions.map(({ source, flags }) => listAttacks(source, flags))));

function listAttacks(source: string, flags: string): RegexAttack[] {
  const { pattern } = parseRegExpLiteral(`/${source}/${flags}`);
  const literals = CHARACTERS.filter((character) => source.includes(character));
  const attacks = new Map<string, RegexAttack>();
  for (const parts of listSequences(pattern).slice(0, MAX_SEQUENCES)) {
    for (const { prefix, pump } of listPumps(joinWords(parts).slice(0, MAX_PARTS), flags, literals)) {
      for (const suffix of SUFFIXES) {
        attacks.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix });
      }
    }
  }
  return [...attacks.values()];
}

/** The parts of an expression in their order, once for each alternative of each group. */
function listSequences(node: Node): Node[][] {
  if (node.alternatives !== undefined && !isAssertion(node)) {
    return node.alternatives.flatMap(({ elements }) =>
      elements.reduce<Node[][]>(
        (before, element) =>
          before.flatMap((parts) => listSequences(element).map((more) => [...parts, ...more]))
            .slice(0, MAX_SEQUENCES),
        [[]],
      )
    );
  }
  if (node.type === "Quantifier" && node.element!.alternatives !== undefined) {
    const inside = listSequences(node.element!);
    return node.min === 0 ? [...inside, []] : inside;
  }
  return isAssertion(node) ? [[]] : [[node]];
}

function isAssertion({ type }: Node): boolean {
  return type === "Assertion";
}

function listPumps(
  parts: readonly Node[],
  flags: string,
  literals: readonly string[],
): Omit<RegexAttack, "suffix">[] {
  const samples = parts.map((part) => sampleOf(part, flags, literals));
  const pumps: Omit<RegexAttack, "suffix">[] = [];
  for (const isShortest of [false, true]) {
    const shortest = parts.map((part, index) =>
      isShortest && part.type === "Quantifier" && part.min === 0 ? "" : samples[index]![0] ?? ""
    );
    for (const [last, part] of parts.entries()) {
      const before = shortest.slice(0, last).join("");
      if (part.type === "Quantifier" && part.max! > 20) {
        pumps.push(...samples[last]!.map((pump) => ({ prefix: before, pump })));
      }
      for (let from = 0; from <= last; from++) {
        const begin = shortest.slice(from, last).join("");
        pumps.push(...samples[last]!.map((end) => ({ prefix: "", pump: begin + end })));
      }
    }
  }
  return pumps.filter(({ pump }) => pump !== "");
}

/** What a part matches: at least one text, and each character of the expression that it repeats. */
function sampleOf(part: Node, flags: string, literals: readonly string[]): string[] {
  if (part.type === "Quantifier") {
    const single = sampleOf(part.element!, flags, literals);
    return single.map((sample) => sample.repeat(Math.min(Math.max(part.min!, 1), 100)));
  }
  if (part.type === "Word") return [part.raw];
  if (part.type === "Backreference") return [""];
  const pattern = new RegExp(`^${part.raw}$`, flags.replaceAll(/[gy]/g, ""));
  const others = CHARACTERS.filter((character) => pattern.test(character));
  const own = literals.filter((one) => pattern.test(one));
  const spaces = [" ", "\n", "\t", "\u00a0"].filter((space) => pattern.test(space));
  return [...new Set([...others.slice(0, 1), ...own.slice(0, 6), ...others.slice(0, 3), ...spaces])];
}

/** Characters that follow each other are one part. */
function joinWords(parts: readonly Node[]): Node[] {
  const joined: Node[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isCharacter = part.type === "Character";
    const raw = isCharacter ? String.fromCodePoint(part.value!) : part.raw;
    if (isCharacter && last?.type === "Word") {
      joined[joined.length - 1] = { type: "Word", raw: last.raw + raw };
    } else joined.push(isCharacter ? { type: "Word", raw } : part);
  }
  return joined;
}
