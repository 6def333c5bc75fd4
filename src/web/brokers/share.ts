import type { Reader } from '../reader.ts'

/** A part from 0 to 1 as a percentage, with all its digits. */
export function shareText(r: Reader, share: string): string {
  return r.formats.number({ style: 'percent', maximumFractionDigits: 10 }).format(share as Intl.StringNumericLiteral)
}
