/** The numbering systems of languages whose own digits are not those of the web, by language. */
const NUMBERING_SYSTEMS: { readonly [language: string]: string } = {
  ar: "arab",
  ckb: "arab",
  sd: "arab",
  fa: "arabext",
  ks: "arabext",
  ps: "arabext",
  ur: "arabext",
  uz: "arabext",
  as: "beng",
  bn: "beng",
  brx: "deva",
  hi: "deva",
  mai: "deva",
  mr: "deva",
  ne: "deva",
  sa: "deva",
  bo: "tibt",
  dz: "tibt",
  gu: "gujr",
  kn: "knda",
  km: "khmr",
  lo: "laoo",
  ml: "mlym",
  my: "mymr",
  or: "orya",
  pa: "guru",
  ta: "tamldec",
  te: "telu",
  th: "thai",
};

/** Languages of the list that have such digits in one script only. */
const SCRIPTS: { readonly [language: string]: string } = { pa: "Guru", sd: "Arab", uz: "Arab" };

/** The language with its own digits, for `Intl`; unchanged if these are the digits of the web. */
export function withNativeDigits(languageTag: string): string {
  const locale = new Intl.Locale(languageTag);
  const { language, script } = locale.maximize();
  const numberingSystem = NUMBERING_SYSTEMS[language];
  if (numberingSystem === undefined || (SCRIPTS[language] ?? script) !== script) return languageTag;
  return new Intl.Locale(languageTag, { numberingSystem }).toString();
}
