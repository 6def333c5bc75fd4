const MAX_LANGUAGES = 48

/** Remembers what `make` made for the last languages requested, so that a stranger who asks for every language cannot fill the memory. */
export function perLanguage<T>(make: (language: string) => T): (language: string) => T {
  const cached = new Map<string, T>()
  return (language) => {
    const known = cached.get(language)
    const value = known ?? make(language)
    if (known !== undefined) cached.delete(language)
    cached.set(language, value)
    const oldest = cached.keys().next()
    if (cached.size > MAX_LANGUAGES && !oldest.done) cached.delete(oldest.value)
    return value
  }
}
