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

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** An ISO 3166 code of two capitals that has a name, such as CH. */
export function isRegion(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined
}
