import type { Given, Query } from './ask.ts'

/** The address of an operation below `/api/v1`: its pattern with what stands in its path and its query. */
export function addressOf(pattern: string, { params = {}, query = {} }: Given): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  return path + queryOf(query)
}

/** `?a=1&b=2`; what is absent, null or empty is left out, lists are repeated. Empty when nothing is left. */
export function queryOf(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
