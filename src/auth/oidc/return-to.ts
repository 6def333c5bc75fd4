/** Only to write the address: the path alone is used. */
const HERE = 'http://here.invalid'

/** The path with a further name in its query. */
export function withQuery(path: string, name: string, value: string): string {
  const url = new URL(path, HERE)
  url.searchParams.set(name, value)
  return `${url.pathname}${url.search}${url.hash}`
}
