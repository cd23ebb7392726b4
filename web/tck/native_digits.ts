/** Languages whose own digits are not those of the web, by the numbering system of these digits. */
const LANGUAGES: { readonly [numberingSystem: string]: readonly string[] } = {
  arab: ["ar", "ckb", "sd"],
  arabext: ["fa", "ks", "ps", "ur", "uz"],
  beng: ["as", "bn"],
  deva: ["brx", "hi", "mai", "mr", "ne", "sa"],
  tibt: ["bo", "dz"],
  gujr: ["gu"],
  knda: ["kn"],
  khmr: ["km"],
  laoo: ["lo"],
  mlym: ["ml"],
  mymr: ["my"],
  orya: ["or"],
  guru: ["pa"],
  tamldec: ["ta"],
  telu: ["te"],
  thai: ["th"],
};

/** Languages of the list that have such digits in one script only. */
const SCRIPTS: { readonly [language: string]: string } = { pa: "Guru", sd: "Arab", uz: "Arab" };

/** The language with its own digits, for `Intl`; unchanged if these are the digits of the web. */
export function withNativeDigits(languageTag: string): string {
  const locale = new Intl.Locale(languageTag);
  const { language, script } = locale.maximize();
  const numberingSystem = Object.keys(LANGUAGES).find((system) => LANGUAGES[system]!.includes(language));
  if (numberingSystem === undefined || (SCRIPTS[language] ?? script) !== script) return languageTag;
  return new Intl.Locale(languageTag, { numberingSystem }).toString();
}
