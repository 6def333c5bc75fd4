const MAX_LANGUAGES = 48

/** Remembers what `make` made for the languages asked for last, so that a stranger who asks for every language cannot fill the memory. */
export function perLanguage<T>(make: (language: string) => T): (language: string) => T {
  const kept = new Map<string, T>()
  return (language) => {
    const known = kept.get(language)
    const value = known ?? make(language)
    if (known !== undefined) kept.delete(language)
    kept.set(language, value)
    const oldest = kept.keys().next()
    if (kept.size > MAX_LANGUAGES && !oldest.done) kept.delete(oldest.value)
    return value
  }
}
