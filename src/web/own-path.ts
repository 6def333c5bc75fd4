import { isOwnPath } from '../shared/own-path.ts'

/** Characters by which a path may mean another site once it is decoded. */
const ENCODED = /%5c|%2f/i

/**
 * An address that came with a request, as one of our own pages: its path and query. Anything else (another site in whatever spelling, a page that is
 * not there) is `/`. `hasPage` knows paths without BASE_PATH.
 */
export function ownPath(address: string, hasPage: (path: string) => boolean): string {
  if (hasControls(address)) return '/'
  const [path = '', query] = address.split('#')[0]?.split(/\?(.*)/s) ?? []
  if (!isOwnPath(path) || ENCODED.test(path) || !hasPage(path)) return '/'
  return query === undefined || query === '' ? path : `${path}?${query}`
}

function hasControls(text: string): boolean {
  return [...text].some((one) => one < ' ' || one === '\u007f')
}
