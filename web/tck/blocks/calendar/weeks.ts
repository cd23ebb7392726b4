/** The first day of the week of a language; 0 is Sunday. A browser that does not know it gets Monday, as in ISO 8601. */
export function firstDayOfWeek(languageTag: string): number {
  const locale: Intl.Locale & { getWeekInfo?(): { firstDay: number } } = new Intl.Locale(languageTag);
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}
