/** How numbers and days are written: BCP 47 tags. Words are always of the language. */
export type Formats = { readonly numbers: string; readonly days: string }

/**
 * How a reader of this language writes numbers and days in a region (ISO 3166; `null`: as usual in the language): as the language does there, where
 * Unicode knows that, else numbers as the region's first language does in the same letters. English is written everywhere, so it says nothing of a region.
 */
export function formatsOf(language: string, region: string | null): Formats {
  if (region === null) return { numbers: language, days: language }
  const there = new Intl.Locale(language, { region })
  const local = new Intl.Locale(`und-${region}`).maximize()
  const isKnown = new Intl.Locale(new Intl.NumberFormat(there.toString()).resolvedOptions().locale).region === region
  const days = isKnown ? there.toString() : language
  const isOfRegion = isKnown && there.language !== 'en'
  if (isOfRegion || there.maximize().script !== local.script) return { numbers: days, days }
  return { numbers: `${local.language}-${region}`, days }
}
