import type { Reader } from '../reader.ts'

/** Numbers that may be amounts: not the parts of days, ISINs and other names. */
const FIGURE = /(?<![\p{L}\d-])[-+\u2212]?\d(?:[\d.,'’\u00a0\u202f]*\d)?(?![\p{L}\d-])/gu
const HIDDEN = '••••'

/** What the interface or a file says in words. In privacy mode without its figures. */
export function said(r: Pick<Reader, 'isPrivate'>, text: string): string {
  return r.isPrivate ? text.replace(FIGURE, HIDDEN) : text
}
