import type { en } from './en/index.ts'

/** Every word of the pages in one language: texts, or functions of what belongs into them. All languages have the same keys, or they do not compile. */
export type Words = typeof en

/** The languages that the pages are written in. */
export const LANGUAGES = ['en', 'de', 'fr', 'nl', 'it', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./en/index.ts')).en,
  de: async () => (await import('./de/index.ts')).de,
  fr: async () => (await import('./fr/index.ts')).fr,
  nl: async () => (await import('./nl/index.ts')).nl,
  it: async () => (await import('./it/index.ts')).it,
  es: async () => (await import('./es/index.ts')).es,
}

export function loadWords(language: Language): Promise<Words> {
  return LOADERS[language]()
}
