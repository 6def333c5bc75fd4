const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** The BCP 47 tag in its usual spelling (`EN-us` is `en-US`) when we have a name for it; undefined for every other text. */
export function findLanguage(tag: string): string | undefined {
  try {
    const canonical = Intl.getCanonicalLocales(tag)[0]
    return canonical !== undefined && names.of(canonical) !== undefined ? canonical : undefined
  } catch {
    return undefined
  }
}
