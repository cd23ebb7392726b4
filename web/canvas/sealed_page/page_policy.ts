import { writeCardPolicy } from "../card_policy.ts";
import { sha384Base64Url, toIntegrity } from "../../../core/bytes/mod.ts";

/** What a page of one file contains inline. */
interface InlineTexts {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Whether scripts run that are not known when the page is made. */
  readonly acceptsScripts: boolean;
  /** Whether it is a file that has the page in a frame, which inherits its policies. @default false */
  readonly isFile?: boolean;
}

/**
 * The content policies of a page of one file, all of which must allow something. There is no network. Inline scripts and
 * stylesheets are allowed by their hashes. Such a hash also allows a script from anywhere that declares it as its integrity
 * value, and its address could carry data: the second policy denies every script that has an address.
 *
 * A page that is given its cards later allows every inline script, since it does not know theirs. It allows those only as
 * soon as it is given them (`offered_shell.ts`), and decides then how it shows pictures.
 *
 * The frame of a file is navigated nowhere: no policy of frames applies to the document in `srcdoc`.
 */
export async function createPolicies(
  { scripts, styles, acceptsScripts, isFile = false }: InlineTexts,
): Promise<string[]> {
  // The mount adds an empty style element, and then the `@property` rules through the object model.
  const [script, style] = acceptsScripts
    ? [UNSAFE_INLINE, UNSAFE_INLINE]
    : await Promise.all([allowByHash(scripts), allowByHash([...styles, ""])]);
  const own = [`script-src ${script}`, `style-src ${style}`, isFile ? "frame-src 'none'" : REQUIRED_TYPES];
  return [
    writeCardPolicy(own, { pictures: acceptsScripts ? "data: blob:" : "blob:" }),
    `script-src-elem ${UNSAFE_INLINE}`,
  ];
}

/** The page shows each text that becomes markup or a script to its own policy (`markup.ts`). */
const REQUIRED_TYPES = "require-trusted-types-for 'script'; trusted-types default";

const UNSAFE_INLINE = "'unsafe-inline'";

/** The hashes of inline texts, as a source list. */
export async function allowByHash(texts: readonly string[]): Promise<string> {
  const hashes = texts.map(async (text) =>
    `'${toIntegrity(await sha384Base64Url(new TextEncoder().encode(text)))}'`
  );
  return [...new Set(await Promise.all(hashes))].join(" ");
}
