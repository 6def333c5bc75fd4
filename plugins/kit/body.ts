/** Whether a body is of the kind that was requested, by its first bytes and its declared type. */
import { AppError } from '#src/shared/errors.ts'
import type { BodyKind } from './http.ts'

const HTML = /^(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*\?>)*<(?:!doctype\s+html|html|head|body|script)\b/i

/** Throws AppError `source/html` when a page came instead of data (error pages, bot checks, wrong paths answered with 200). */
export function refuseOtherKind(bytes: Uint8Array, contentType: string, expected: BodyKind, host: string): void {
  if (expected === 'html' || expected === 'text') return
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).replace(/^\u00ef\u00bb\u00bf/, '')
  const declared = /^\s*(?:text\/html|application\/xhtml)/i.test(contentType)
  const isPage = HTML.test(head) || (declared && !looksLike(head, expected))
  if (!isPage) return
  throw new AppError('bad-gateway', 'source/html', `${host} sent a web page instead of ${expected.toUpperCase()} data.`)
}

function looksLike(head: string, expected: BodyKind): boolean {
  if (expected === 'json') return /^\s*[[{]/.test(head)
  if (expected === 'xml') return /^\s*<[?A-Za-z]/.test(head)
  return expected === 'csv' && !/^\s*</.test(head)
}
