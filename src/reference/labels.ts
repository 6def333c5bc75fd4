/** The languages that our own lists have names in; every other language gets the English ones. */
export const LABEL_LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'] as const
type LabelLanguage = (typeof LABEL_LANGUAGES)[number]

/** A name for every code in each of the languages. */
export type Labels<C extends string> = Readonly<Record<LabelLanguage, Readonly<Record<C, string>>>>

/** The names in a language, or in English when there are none; `de-AT` is served by `de`. */
export function translated<C extends string>(labels: Labels<C>, language: string): Readonly<Record<C, string>> {
  const base = language.split('-')[0]
  return labels[LABEL_LANGUAGES.find((known) => known === base) ?? 'en']
}
